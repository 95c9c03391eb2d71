// A bot that plays any legal action. Put your own thought into act.

import { run } from "./player/run.js";
import type { Action, Decision } from "./stubs/paiju/v1/game.js";

/**
 * Chooses what to do: `decision.view` is everything this seat may know, `decision.legal` lists what it may do. Decisions
 * of all tables come here; `decision.table` tells them apart. It may be async.
 */
function act(decision: Decision): Action | undefined {
  return decision.legal[Math.floor(Math.random() * decision.legal.length)] ?? decision.default;
}

await run("paiju-node 0.1", act);
