/**
 * Why a player stops, with its exit code: 2 wrong start; 3 nobody answers, or the referee went away and did not come
 * back in time; 4 it answers, but not to this player (token, version, conduct); 5 a newer process of this player has
 * taken over.
 */
export class Stop extends Error {
  constructor(
    readonly code: 2 | 3 | 4 | 5,
    text: string,
  ) {
    super(text);
  }
}
