/** The evidence under a dragged lane, and the peaks it snaps to. */
import type { Peak, ProfileView } from "../data/types";

/** Pixels from which a peak pulls. */
export const SNAP_PX = 10;

/** Whole hours pull where they are so many times as far apart as they pull from, or more. */
const HOURS_APART = 4;
const HOUR_S = 3600;

/** Where a lane is drawn to: a peak of the evidence, a whole hour, or nowhere. */
export interface Snapped {
  offset_s: number;
  peak: Peak | null;
  hour: boolean;
}

/** Return the offset of the nearest peak in reach, else of a whole hour, or the offset itself. */
export function snap(
  offset_s: number,
  peaks: readonly Peak[],
  scale: number,
  reach_px = SNAP_PX,
): Snapped {
  let best: Peak | null = null;
  for (const peak of peaks) {
    const far = Math.abs(peak.offset_s - offset_s);
    if (far * scale > reach_px) continue;
    if (!best || far < Math.abs(best.offset_s - offset_s)) best = peak;
  }
  if (best) return { offset_s: best.offset_s, peak: best, hour: false };
  const hour_s = Math.round(offset_s / HOUR_S) * HOUR_S;
  const near = Math.abs(hour_s - offset_s) * scale <= reach_px;
  // a zone that was wrong, or a change of summer time
  if (near && HOUR_S * scale >= HOURS_APART * reach_px)
    return { offset_s: hour_s || 0, peak: null, hour: true };
  return { offset_s, peak: null, hour: false };
}

/** Return the next peak in a direction, or null behind the last. */
export function nextPeak(offset_s: number, peaks: readonly Peak[], direction: 1 | -1): Peak | null {
  const ahead = peaks.filter((peak) => (peak.offset_s - offset_s) * direction > 0.5);
  return ahead.reduce<Peak | null>(
    (best, peak) =>
      !best || Math.abs(peak.offset_s - offset_s) < Math.abs(best.offset_s - offset_s)
        ? peak
        : best,
    null,
  );
}

/** Return the score at an offset by linear interpolation; null outside what is known. */
export function scoreAt(profile: ProfileView, offset_s: number): number | null {
  const { offset_s: xs, score } = profile;
  const first = xs[0];
  const last = xs.at(-1);
  if (first === undefined || last === undefined || offset_s < first || offset_s > last) return null;
  let low = 0;
  let high = xs.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((xs[middle] as number) <= offset_s) low = middle;
    else high = middle;
  }
  const [x0, x1] = [xs[low] as number, xs[high] as number];
  const [y0, y1] = [score[low] as number, score[high] as number];
  return x1 === x0 ? y0 : y0 + ((offset_s - x0) / (x1 - x0)) * (y1 - y0);
}

/** Return the lowest and the highest score that is known, peaks included. */
export function scoreRange(profile: ProfileView): [number, number] {
  const all = [...profile.score, ...profile.peaks.map((peak) => peak.score)];
  if (all.length === 0) return [0, 1];
  const low = Math.min(...all);
  const high = Math.max(...all);
  return [low, high > low ? high : low + 1];
}

/** Return a score as a part of the range, 0 to 1. */
export function strength(score: number, [low, high]: [number, number]): number {
  return Math.min(Math.max((score - low) / (high - low), 0), 1);
}

/** So many of the highest peaks pull: more would be everywhere. */
const MAX_PEAKS = 8;

/** Put two profiles of one gallery together: the curve of the newer, the best peaks of both. */
export function withPeaks(profile: ProfileView, known: readonly Peak[]): ProfileView {
  const peaks = [...profile.peaks];
  for (const peak of known)
    if (!peaks.some((other) => Math.abs(other.offset_s - peak.offset_s) < 1)) peaks.push(peak);
  peaks.sort((a, b) => b.score - a.score);
  return { ...profile, peaks: peaks.slice(0, MAX_PEAKS) };
}
