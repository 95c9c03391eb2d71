package paiju;

import paiju.v1.Action;
import paiju.v1.Decision;

/** A player. One object plays all tables, one decision at a time. */
@FunctionalInterface
public interface Bot {
  /**
   * Answers a decision. {@code decision.getView()} is everything your seat may know, {@code
   * getLegalList()} what you may do, {@code getDefault()} what is done for you when time is up.
   */
  Action act(Decision decision);
}
