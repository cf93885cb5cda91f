/** Films in step: one leads, the others are kept where they should be beside it. */
import type { Pacer } from "./step";

/** What a browser has loaded when it can go on playing. */
const CAN_PLAY = 3;

export interface Follower {
  film: HTMLVideoElement;
  /** How much later than the leading film it began. */
  lag_s: number;
  pacer: Pacer;
}

/** Play all films in step with the leading one; while one of them loads, all wait. */
export function keepInStep(
  leader: HTMLVideoElement,
  followers: readonly Follower[],
  onrefused: (error: unknown) => void,
): boolean {
  const films = [leader, ...followers.map((one) => one.film)];
  if (films.some((film) => film.seeking || film.readyState < CAN_PLAY)) {
    for (const film of films) if (!film.paused) film.pause();
    return false;
  }
  for (const film of films) if (film.paused) film.play().catch(onrefused);
  if (leader.playbackRate !== 1) leader.playbackRate = 1;
  for (const { film, lag_s, pacer } of followers) {
    const should_s = leader.currentTime - lag_s;
    const { jump, rate } = pacer.correct(film.currentTime - should_s, performance.now());
    if (jump) film.currentTime = should_s;
    if (film.playbackRate !== rate) film.playbackRate = rate;
  }
  return true;
}
