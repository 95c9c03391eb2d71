package paiju;

import java.util.concurrent.ThreadLocalRandom;
import paiju.v1.Action;
import paiju.v1.Decision;

/** Any of the legal actions it is shown, each as likely as the others. Put your own bot here. */
public final class RandomBot implements Bot {
  public static void main(String[] args) {
    Player.run(new RandomBot(), args);
  }

  @Override
  public Action act(Decision decision) {
    int shown = decision.getLegalCount();
    return shown == 0
        ? decision.getDefault()
        : decision.getLegal(ThreadLocalRandom.current().nextInt(shown));
  }
}
