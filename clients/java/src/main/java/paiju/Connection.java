package paiju;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.MetadataUtils;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import paiju.v1.Heartbeat;
import paiju.v1.HelloRequest;
import paiju.v1.HelloResponse;
import paiju.v1.Item;
import paiju.v1.PlayRequest;
import paiju.v1.PlayResponse;
import paiju.v1.RefereeServiceGrpc;
import paiju.v1.StreamSettings;
import paiju.v1.Views;

/**
 * One player's line to the referee: hello, one stream for all its tables, and back again after a
 * loss.
 *
 * <p>What is read, thought and written happens on one thread, so nothing needs a lock. Each try to
 * connect has a channel of its own, so that the pauses between them are ours and not gRPC's.
 */
final class Connection {
  private static final HelloRequest HELLO =
      HelloRequest.newBuilder()
          .setClient("paiju-java 0.1")
          .setProtocolMin(1)
          .setProtocolMax(1)
          .build();
  private static final PlayRequest FIRST =
      PlayRequest.newBuilder()
          .setSettings(
              StreamSettings.newBuilder().setViews(Views.VIEWS_ON_DECISION).setWithoutEvents(true))
          .build();

  private static final int FIRST_ANSWER_MS = 10_000;
  private static final int RECONNECT_MS = 30_000;
  private static final int SHORTEST_HELLO_MS = 1_000;
  private static final int LONGEST_HELLO_MS = 10_000;
  private static final int HEARTBEAT_MS = 5_000;
  private static final int SHORTEST_PAUSE_MS = 200;
  private static final int LONGEST_PAUSE_MS = 3_000;

  /** A stream that holds so long was a return, even if it brought nothing. */
  private static final int SETTLED_MS = 3_000;

  /** In a message; the referee takes 64 KiB. */
  private static final int MOST_ANSWERS = 200;

  /** Statuses of a line that may come back; any other is an answer. */
  private static final Set<Status.Code> LOST =
      EnumSet.of(
          Status.Code.UNAVAILABLE,
          Status.Code.CANCELLED,
          Status.Code.UNKNOWN,
          Status.Code.INTERNAL,
          Status.Code.DEADLINE_EXCEEDED);

  /** Its warnings: a host name unknown, which is told here too, and an option of TCP alone. */
  private static final Logger GRPC = Logger.getLogger("io.grpc");

  static {
    GRPC.setLevel(Level.SEVERE);
  }

  private final Desk desk;
  private final String address;
  private final Metadata authorization = new Metadata();
  private final ScheduledExecutorService player = Executors.newSingleThreadScheduledExecutor();
  private final Map<String, Integer> windows = new HashMap<>();
  private boolean draining;

  Connection(Bot bot, String address, String token) {
    this.desk = new Desk(bot);
    this.address = address;
    authorization.put(
        Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
  }

  /** Plays until the referee ends the stream. Throws {@link Stop}, or what the bot threw. */
  void run() {
    String failure = "no answer from " + address + " within " + FIRST_ANSWER_MS / 1000 + " s";
    long deadline = now() + FIRST_ANSWER_MS;
    int pause = SHORTEST_PAUSE_MS;
    while (true) {
      Line line = new Line();
      ManagedChannel channel = open();
      try {
        hello(channel, deadline - now());
        Status end = play(channel, line);
        if (end.isOk()) {
          return;
        }
        check(end);
      } catch (StatusRuntimeException error) {
        check(error.getStatus());
      } finally {
        channel.shutdownNow();
      }
      if (draining) {
        return;
      }
      if (line.held()) {
        int window = windows.isEmpty() ? RECONNECT_MS : Collections.max(windows.values());
        String seconds =
            " for " + BigDecimal.valueOf(window, 3).stripTrailingZeros().toPlainString() + " s";
        System.err.println("lost the referee at " + address + ", looking for it" + seconds);
        failure = "the referee at " + address + " went away and was not found" + seconds;
        deadline = now() + window;
        pause = SHORTEST_PAUSE_MS;
      }
      long left = deadline - now();
      if (left <= 0) {
        throw new Stop(Stop.NO_REFEREE, failure);
      }
      sleep(Math.min(pause, left));
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
  }

  private ManagedChannel open() {
    try {
      return Grpc.newChannelBuilder(address, InsecureChannelCredentials.create())
          .executor(player)
          .intercept(MetadataUtils.newAttachHeadersInterceptor(authorization))
          .keepAliveTime(10, TimeUnit.SECONDS)
          .keepAliveTimeout(5, TimeUnit.SECONDS)
          .keepAliveWithoutCalls(true)
          .disableRetry()
          .build();
    } catch (IllegalArgumentException error) {
      throw new Stop(Stop.WRONG_START, address + " is no address");
    }
  }

  private void hello(ManagedChannel channel, long leftMs) {
    long patienceMs = Math.max(SHORTEST_HELLO_MS, Math.min(LONGEST_HELLO_MS, leftMs));
    HelloResponse welcome =
        RefereeServiceGrpc.newBlockingStub(channel)
            .withDeadlineAfter(Duration.ofMillis(patienceMs))
            .hello(HELLO);
    System.err.println("I am " + welcome.getPlayer() + ", referee " + welcome.getServer());
  }

  private Status play(ManagedChannel channel, Line line) {
    RefereeServiceGrpc.newStub(channel).play(line);
    line.out.onNext(FIRST);
    Future<?> beat =
        player.scheduleAtFixedRate(line::beat, HEARTBEAT_MS, HEARTBEAT_MS, TimeUnit.MILLISECONDS);
    try {
      return line.end.join();
    } catch (CompletionException fault) {
      throw fault.getCause() instanceof RuntimeException cause ? cause : fault;
    } finally {
      beat.cancel(false);
    }
  }

  /** Throws unless it is only a loss. */
  private void check(Status status) {
    if (LOST.contains(status.getCode())) {
      return;
    }
    String reason =
        switch (status.getCode()) {
          case UNAUTHENTICATED, PERMISSION_DENIED -> "refused the token";
          case FAILED_PRECONDITION -> "does not speak version 1";
          default -> "closed the line";
        };
    throw new Stop(
        Stop.NOT_ADMITTED,
        "the referee at " + address + " " + reason + ": " + status.getDescription());
  }

  /** One stream, both ways. */
  private final class Line implements ClientResponseObserver<PlayRequest, PlayResponse> {
    private final CompletableFuture<Status> end = new CompletableFuture<>();
    private ClientCallStreamObserver<PlayRequest> out;
    private long opened;
    private int lastFrame;

    @Override
    public void beforeStart(ClientCallStreamObserver<PlayRequest> out) {
      this.out = out;
      opened = now();
    }

    /** It brought a frame, or did not fail soon. */
    private boolean held() {
      return out != null && (lastFrame > 0 || now() - opened >= SETTLED_MS);
    }

    @Override
    public void onNext(PlayResponse frame) {
      lastFrame = frame.getFrame();
      try {
        PlayRequest.Builder reply = PlayRequest.newBuilder();
        for (Item item : frame.getItemsList()) {
          note(item);
          desk.take(item).ifPresent(reply::addAnswers);
          if (reply.getAnswersCount() == MOST_ANSWERS) {
            out.onNext(reply.build());
            reply.clear();
          }
        }
        if (reply.getAnswersCount() > 0) {
          out.onNext(reply.build());
        }
      } catch (Throwable fault) { // gRPC would take it for a broken line
        end.completeExceptionally(fault);
      }
    }

    @Override
    public void onError(Throwable error) {
      end.complete(Status.fromThrowable(error));
    }

    @Override
    public void onCompleted() {
      end.complete(Status.OK);
    }

    private void note(Item item) {
      switch (item.getItemCase()) {
        case SEATED ->
            windows.put(item.getSeated().getTable(), item.getSeated().getClocks().getReconnectMs());
        case ENDED -> windows.remove(item.getEnded().getTable());
        case DRAINING -> draining = true;
        case SUPERSEDED ->
            throw new Stop(
                Stop.SUPERSEDED, "a newer process of this player has taken over at " + address);
        default -> {}
      }
    }

    private void beat() {
      Heartbeat beat = Heartbeat.newBuilder().setLastFrame(lastFrame).build();
      out.onNext(PlayRequest.newBuilder().setHeartbeat(beat).build());
    }
  }

  private static long now() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  private static void sleep(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException never) {
      throw new AssertionError(never);
    }
  }
}
