/** Two films in step: what to do with the second, by how far it is ahead of where it should be. */

/** Further off than this it is faster to jump than to catch up. */
const JUMP_S = 0.25;
/** Nearer than this nobody sees or hears it. */
const STILL_S = 0.015;
/** How much of what it is off it makes up for in a second, and how fast or slow it may get. */
const PULL = 3;
const LEAST = 0.03;
const MOST = 0.12;
/** So long after it plays as usual again it is seen what that made of it. */
const SETTLE_MS = 400;
/** How much is learned from that at a time, and how much there can be. */
const LEARN = 0.7;
const MOST_KICK_S = 0.06;

export interface Correction {
  jump: boolean;
  rate: number;
}

/**
 * What keeps the second film in step. Browsers lose or gain some hundredths of a second whenever
 * they change how fast they play: so that is done seldom, and what it does is learned.
 */
export class Pacer {
  private rate = 1;
  private kick_s = 0;
  private settled_ms: number | null = null;

  /** Return how fast the second film is to play now, or that it must jump. */
  correct(ahead_s: number, now_ms: number): Correction {
    if (Math.abs(ahead_s) > JUMP_S) {
      this.rate = 1;
      this.settled_ms = null;
      return { jump: true, rate: 1 };
    }
    if (this.rate === 1) this.begin(ahead_s, now_ms);
    else this.end(ahead_s, now_ms);
    return { jump: false, rate: this.rate };
  }

  /** Begin to catch up where that is needed. */
  private begin(ahead_s: number, now_ms: number): void {
    if (this.settled_ms !== null) {
      if (now_ms - this.settled_ms < SETTLE_MS) return;
      this.settled_ms = null;
      const learned_s = this.kick_s + LEARN * ahead_s;
      this.kick_s = Math.min(Math.max(learned_s, -MOST_KICK_S), MOST_KICK_S);
    }
    if (Math.abs(ahead_s) < STILL_S) return;
    const by = Math.min(Math.max(Math.abs(ahead_s) * PULL, LEAST), MOST);
    this.rate = 1 - Math.sign(ahead_s) * by;
  }

  /** Play as usual again, in time for what that does. */
  private end(ahead_s: number, now_ms: number): void {
    const then_s = ahead_s + this.kick_s;
    if (this.rate < 1 ? then_s > 0 : then_s < 0) return;
    this.rate = 1;
    this.settled_ms = now_ms;
  }
}
