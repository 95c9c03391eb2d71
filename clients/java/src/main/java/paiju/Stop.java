package paiju;

/** Why a player stops before the referee does. */
final class Stop extends RuntimeException {
  static final int FAILED = 1;
  static final int WRONG_START = 2;
  static final int NO_REFEREE = 3;
  static final int NOT_ADMITTED = 4;
  static final int SUPERSEDED = 5;

  final int exitCode;

  Stop(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }
}
