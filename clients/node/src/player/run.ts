// Where the referee is and who plays, signals, exit codes.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { play, type Act } from "./line.js";
import { Stop } from "./stop.js";

/**
 * Plays until the referee ends, or SIGTERM comes, and exits. The referee's address and a file with a token come from
 * PAIJU_ADDRESS and PAIJU_TOKEN_FILE, or the command line.
 *
 * @param client name and version of the bot
 */
export async function run(client: string, act: Act): Promise<never> {
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));
  try {
    await play(client, ...start(), act);
    process.exit(0);
  } catch (error) {
    console.error("paiju:", error instanceof Stop ? error.message : error);
    process.exit(error instanceof Stop ? error.code : 1);
  }
}

function start(): [address: string, token: string] {
  const { address, "token-file": file } = options();
  if (!address) throw new Stop(2, "where is the referee? give --address HOST:PORT or set PAIJU_ADDRESS");
  if (!file) throw new Stop(2, "who is playing? give --token-file FILE or set PAIJU_TOKEN_FILE");
  const token = read(file).trim().split(/\s+/)[0];
  if (!token) throw new Stop(2, `there is no token in ${file}`);
  if (!/^[!-~]+$/.test(token)) throw new Stop(2, `the token in ${file} is not printable ASCII`);
  return [address, token];
}

function options() {
  const address = { type: "string", default: process.env["PAIJU_ADDRESS"] } as const;
  const file = { type: "string", default: process.env["PAIJU_TOKEN_FILE"] } as const;
  try {
    return parseArgs({ options: { address, "token-file": file } }).values;
  } catch (error) {
    throw new Stop(2, (error as Error).message);
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch (error) {
    throw new Stop(2, `cannot read a token: ${(error as Error).message}`);
  }
}
