// One player's line to the referee: hello, one stream that tells everything, a call for each answer, and back again
// after a loss.

import { setTimeout as pause } from "node:timers/promises";

import { credentials, Metadata, status, type ClientOptions, type ServiceError } from "@grpc/grpc-js";

import type { Action, Decision } from "../stubs/paiju/v1/game.js";
import {
  RefereeServiceClient,
  Views,
  type ActResponse,
  type HelloResponse,
  type Item,
} from "../stubs/paiju/v1/referee.js";
import { Stop } from "./stop.js";
import { Turnstile } from "./turnstile.js";

export type Act = (decision: Decision) => Action | undefined | Promise<Action | undefined>;

const VERSION = 1;
const FIRST_ANSWER_MS = 10_000;
/** How long to look for a lost referee where no open table says how long it waits. */
const RECONNECT_MS = 30_000;
const ACT_MS = 5_000;
/** Calls of Act at a time: a referee counts a stream until it has seen its end, and refuses those beyond its limit. */
const ACTS = 12;
const SHORTEST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 3_000;
/** A stream that holds so long was a return, even if it brought nothing. */
const SETTLED_MS = 3_000;

const CHANNEL: ClientOptions = {
  // A peer that is frozen or cut off is noticed within 15 s.
  "grpc.keepalive_time_ms": 10_000,
  "grpc.keepalive_timeout_ms": 5_000,
  "grpc.keepalive_permit_without_calls": 1,
  "grpc.initial_reconnect_backoff_ms": SHORTEST_PAUSE_MS,
  "grpc.max_reconnect_backoff_ms": LONGEST_PAUSE_MS,
  // An answer is sent again only under its decision's id.
  "grpc.enable_retries": 0,
  "grpc.service_config_disable_resolution": 1,
  // A connection of its own for each player: referees cap the streams of one.
  "grpc.use_local_subchannel_pool": 1,
};

/** Statuses of a line that may come back; any other is an answer. */
const LOST = new Set([status.UNAVAILABLE, status.CANCELLED, status.UNKNOWN, status.INTERNAL, status.DEADLINE_EXCEEDED]);
const REASONS = new Map([
  [status.UNAUTHENTICATED, "refused the token"],
  [status.PERMISSION_DENIED, "refused the token"],
  [status.FAILED_PRECONDITION, `does not speak version ${VERSION}`],
]);

/** The last decision of a table, and what was answered to it. */
interface Asked {
  id: number;
  action: ReturnType<Act>;
  isDefault: boolean;
}

/** Plays until the referee ends the stream. Throws Stop, and whatever the bot throws. */
export async function play(client: string, address: string, token: string, act: Act): Promise<void> {
  const referee = new RefereeServiceClient(address, credentials.createInsecure(), CHANNEL);
  try {
    await new Line(referee, client, address, token, act).stay();
  } finally {
    referee.close();
  }
}

class Line {
  private readonly metadata = new Metadata();
  private readonly asked = new Map<string, Asked>();
  /** How long each open table waits for a lost player. */
  private readonly windows = new Map<string, number>();
  private readonly acts = new Turnstile(ACTS);
  private draining = false;
  /** The last stream brought a frame, or did not fail soon. */
  private held = false;

  constructor(
    private readonly referee: RefereeServiceClient,
    private readonly client: string,
    private readonly address: string,
    token: string,
    private readonly act: Act,
  ) {
    this.metadata.set("authorization", `Bearer ${token}`);
  }

  /** Connects, and again after each loss. */
  async stay(): Promise<void> {
    let deadline = Date.now() + FIRST_ANSWER_MS;
    let wait = SHORTEST_PAUSE_MS;
    let gone = `no answer from ${this.address} within ${FIRST_ANSWER_MS / 1000} s`;
    for (;;) {
      this.held = false;
      try {
        await this.hello(deadline);
        return await this.attach();
      } catch (error) {
        this.check(error);
      }
      if (this.draining) return;
      if (this.held) {
        const window = this.windows.size ? Math.max(...this.windows.values()) : RECONNECT_MS;
        deadline = Date.now() + window;
        wait = SHORTEST_PAUSE_MS;
        gone = `the referee at ${this.address} went away and did not come back within ${window / 1000} s`;
        console.error(`lost the referee at ${this.address}, looking for it for ${window / 1000} s`);
      }
      const left = deadline - Date.now();
      if (left <= 0) throw new Stop(3, gone);
      await pause(Math.min(wait, left));
      wait = Math.min(2 * wait, LONGEST_PAUSE_MS);
    }
  }

  /** Throws unless it is only a loss. */
  private check(error: unknown): void {
    if (!isServiceError(error)) throw error;
    if (LOST.has(error.code)) return;
    throw new Stop(
      4,
      `the referee at ${this.address} ${REASONS.get(error.code) ?? "closed the line"}: ${error.details}`,
    );
  }

  private async hello(deadline: number): Promise<void> {
    const request = { client: this.client, protocolMin: VERSION, protocolMax: VERSION };
    const metadata = this.metadata.clone();
    metadata.setOptions({ waitForReady: true });
    const { player, server } = await response<HelloResponse>((done) =>
      this.referee.hello(request, metadata, { deadline }, done),
    );
    console.error(`I am ${player}, referee ${server}`);
  }

  /** Reads until the stream ends, or an answer cannot be delivered; answers go out meanwhile, many at a time. */
  private async attach(): Promise<void> {
    const settings = { views: Views.VIEWS_ON_DECISION, legalLimit: 0, withoutEvents: true };
    const call = this.referee.listen({ settings, seen: [] }, this.metadata);
    const opened = Date.now();
    let failure: unknown;
    const fail = (error: unknown) => {
      failure ??= error;
      call.cancel();
    };
    try {
      for await (const frame of call) {
        this.held = true;
        for (const { item } of frame.items) this.take(item)?.catch(fail);
      }
    } catch (error) {
      throw failure ?? error;
    } finally {
      this.held ||= Date.now() - opened >= SETTLED_MS;
      call.cancel();
    }
  }

  private take(item: Item["item"]): Promise<void> | undefined {
    switch (item?.$case) {
      case "seated":
        this.windows.set(item.value.table, item.value.clocks?.reconnectMs ?? 0);
        break;
      case "decision":
        return this.settle(item.value);
      case "ended":
        this.windows.delete(item.value.table);
        this.asked.delete(item.value.table);
        break;
      case "draining":
        this.draining = true;
        break;
      case "superseded":
        throw new Stop(5, `a newer process of this player has taken over at ${this.address}`);
    }
    return undefined;
  }

  /** Answers a decision; one that is asked again, after a lost connection, as before. */
  private async settle(decision: Decision): Promise<void> {
    let asked = this.asked.get(decision.table);
    if (asked?.id !== decision.decisionId) {
      asked = { id: decision.decisionId, action: this.act(decision), isDefault: false };
      this.asked.set(decision.table, asked);
    }
    const isDone = await this.answer(decision, await asked.action);
    if (isDone || asked.isDefault) return;
    asked.action = decision.default;
    asked.isDefault = true;
    await this.answer(decision, decision.default);
  }

  /** Returns false if the answer did not do and the decision is still open. */
  private async answer({ table, decisionId }: Decision, action: Action | undefined): Promise<boolean> {
    const answer = { table, decisionId, action, dryRun: false, debug: "" };
    const { verdict } = await this.acts.pass(() =>
      response<ActResponse>((done) =>
        this.referee.act({ answer }, this.metadata, { deadline: Date.now() + ACT_MS }, done),
      ),
    );
    const outcome = verdict?.verdict;
    if (outcome?.$case === "refused") {
      console.error(`table ${table}, decision ${decisionId}: refused by ${outcome.value.rule}: ${outcome.value.text}`);
      return false;
    }
    if (outcome?.$case === "stale" && outcome.value.openDecisionId === decisionId) {
      console.error(`table ${table}, decision ${decisionId}: stale: ${outcome.value.text}`);
      return false;
    }
    return true;
  }
}

/** Makes a promise of a call with a callback. */
function response<T>(call: (done: (error: ServiceError | null, value: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => call((error, value) => (error ? reject(error) : resolve(value))));
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && "code" in error && "details" in error;
}
