/** Two films in step: what to do with the second, by how far it is ahead of where it should be. */

/** Further off than this it is faster to jump than to catch up. */
const JUMP_S = 0.25;
/** Nearer than this nobody sees or hears it. */
const STILL_S = 0.004;
/** How much of what it is off it makes up for in a second, and how fast or slow it may get. */
const PULL = 2;
const MOST = 0.12;

export interface Correction {
  jump: boolean;
  rate: number;
}

/** Return how fast the second film is to play, or that it must jump. */
export function correction(ahead_s: number): Correction {
  const off = Math.abs(ahead_s);
  if (off > JUMP_S) return { jump: true, rate: 1 };
  if (off < STILL_S) return { jump: false, rate: 1 };
  return { jump: false, rate: 1 - Math.min(Math.max(ahead_s * PULL, -MOST), MOST) };
}
