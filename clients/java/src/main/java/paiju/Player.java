package paiju;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/** The main program of a bot. */
public final class Player {
  private Player() {}

  /**
   * Plays as {@code bot} until the referee ends, then exits: 0, or as {@link Stop} says. The
   * referee's address and the file with the token come from PAIJU_ADDRESS and PAIJU_TOKEN_FILE, or
   * {@code --address} and {@code --token-file}.
   */
  public static void run(Bot bot, String[] args) {
    try {
      Map<String, String> given = options(args);
      String address = given.get("--address");
      String tokenFile = given.get("--token-file");
      if (address == null) {
        throw new Stop(Stop.WRONG_START, "where is the referee? set PAIJU_ADDRESS or --address");
      }
      if (tokenFile == null) {
        throw new Stop(Stop.WRONG_START, "who is playing? set PAIJU_TOKEN_FILE or --token-file");
      }
      new Connection(bot, address, token(Path.of(tokenFile))).run();
      System.exit(0);
    } catch (Stop stop) {
      System.err.println("paiju: " + stop.getMessage());
      System.exit(stop.exitCode);
    } catch (RuntimeException fault) {
      fault.printStackTrace();
      System.exit(Stop.FAILED);
    }
  }

  private static Map<String, String> options(String[] args) {
    Map<String, String> given = new TreeMap<>();
    take(given, "--address", System.getenv("PAIJU_ADDRESS"));
    take(given, "--token-file", System.getenv("PAIJU_TOKEN_FILE"));
    for (Iterator<String> words = Arrays.asList(args).iterator(); words.hasNext(); ) {
      String name = words.next();
      if (!name.equals("--address") && !name.equals("--token-file") || !words.hasNext()) {
        throw new Stop(
            Stop.WRONG_START, "give [--address ADDRESS] [--token-file FILE], not " + name);
      }
      take(given, name, words.next());
    }
    return given;
  }

  private static void take(Map<String, String> given, String name, String value) {
    if (value != null && !value.isEmpty()) {
      given.put(name, value);
    }
  }

  private static String token(Path file) {
    try {
      String token = Files.readString(file, StandardCharsets.ISO_8859_1).strip().split("\\s", 2)[0];
      if (token.isEmpty()) {
        throw new Stop(Stop.WRONG_START, "there is no token in " + file);
      }
      if (!token.matches("[!-~]+")) {
        throw new Stop(Stop.WRONG_START, "the token in " + file + " is not printable ASCII");
      }
      return token;
    } catch (IOException error) {
      throw new Stop(Stop.WRONG_START, "cannot read a token from " + error.getMessage());
    }
  }
}
