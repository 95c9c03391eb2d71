package paiju;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import paiju.v1.Action;
import paiju.v1.Answer;
import paiju.v1.Decision;
import paiju.v1.Item;
import paiju.v1.Verdict;

/** From what the referee says to what the bot answers, without any network. */
final class Desk {
  private record Key(String table, int decisionId) {}

  /** A decision until its verdict: what was answered, and what is safe if that is refused. */
  private record Asked(Action answer, Action fallback) {}

  private final Bot bot;
  private final Map<Key, Asked> asked = new HashMap<>();

  Desk(Bot bot) {
    this.bot = bot;
  }

  Optional<Answer> take(Item item) {
    return switch (item.getItemCase()) {
      case DECISION -> Optional.of(ask(item.getDecision()));
      case VERDICT -> judge(item.getVerdict());
      case ENDED -> {
        asked.keySet().removeIf(key -> key.table.equals(item.getEnded().getTable()));
        yield Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private Answer ask(Decision decision) {
    Key key = new Key(decision.getTable(), decision.getDecisionId());
    Asked known = asked.get(key); // asked again after a loss: the answer may have been lost
    if (known == null) {
      known = new Asked(bot.act(decision), decision.getDefault());
      asked.put(key, known);
    }
    return answer(key, known.answer);
  }

  private Optional<Answer> judge(Verdict verdict) {
    Key key = new Key(verdict.getTable(), verdict.getDecisionId());
    Asked known = asked.get(key);
    if (known == null) {
      return Optional.empty();
    }
    String reason = refusal(verdict);
    if (reason == null) {
      asked.remove(key);
      return Optional.empty();
    }
    System.err.printf("table %s, decision %d: %s%n", key.table, key.decisionId, reason);
    if (known.answer.equals(known.fallback)) {
      return Optional.empty(); // nothing better is known: the clock decides
    }
    asked.put(key, new Asked(known.fallback, known.fallback));
    return Optional.of(answer(key, known.fallback));
  }

  /** Returns why an answer did not do while its decision is still open, else null. */
  private static String refusal(Verdict verdict) {
    return switch (verdict.getVerdictCase()) {
      case REFUSED ->
          "refused: " + verdict.getRefused().getRule() + ": " + verdict.getRefused().getText();
      case STALE ->
          verdict.getStale().getOpenDecisionId() == verdict.getDecisionId()
              ? "stale: " + verdict.getStale().getText()
              : null;
      default -> null;
    };
  }

  private static Answer answer(Key key, Action action) {
    return Answer.newBuilder()
        .setTable(key.table)
        .setDecisionId(key.decisionId)
        .setAction(action)
        .build();
  }
}
