/** Clips: how long they are, what their sounds look like, which heard the same. */
import type { ClipView, EventView, HeardView } from "../data/types";
import { galleryOf, isPlaced, timeOf } from "./rows";

/** One letter for each column of a shape, from silent to loudest, as the server writes them. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Return how loud each stretch of a sound is, 0 to 1; what is no letter of ours is silent. */
export function levelsOf(shape: string): Float32Array {
  const most = LETTERS.length - 1;
  return Float32Array.from(shape, (letter) => Math.max(LETTERS.indexOf(letter), 0) / most);
}

/** Return levels as so many columns: where several fall together, the loudest. */
export function columns(levels: Float32Array, n: number): Float32Array {
  const found = new Float32Array(Math.max(n, 0));
  if (levels.length === 0) return found;
  for (let i = 0; i < n; i++) {
    const from = Math.floor((i * levels.length) / n);
    const to = Math.max(Math.ceil(((i + 1) * levels.length) / n), from + 1);
    for (let j = from; j < to && j < levels.length; j++)
      found[i] = Math.max(found[i] as number, levels[j] as number);
  }
  return found;
}

export const clipOf = (event: EventView, row: number): ClipView | null =>
  event.clips.find((clip) => clip.row === row) ?? null;

/** Return what was heard by two clips, whichever is named first; null where nothing was. */
export function tieOf(event: EventView, a: number, b: number): HeardView | null {
  const found = event.heard.find(({ rows }) => rows.includes(a) && rows.includes(b));
  return found ? turned(found, a) : null;
}

/** Return a tie with one of its clips first. */
export function turned(tie: HeardView, first: number): HeardView {
  if (tie.rows[0] === first) return tie;
  return {
    ...tie,
    rows: [tie.rows[1], tie.rows[0]],
    lag_s: -tie.lag_s,
    apart_s: tie.apart_s === null ? null : -tie.apart_s,
  };
}

/** Return the ties of one camera's clips, its own first; sure ones before others. */
export function tiesOf(event: EventView, gallery: number): HeardView[] {
  const own = (row: number) => galleryOf(event.starts, row) === gallery;
  return event.heard
    .filter(({ rows }) => rows.some(own))
    .map((tie) => turned(tie, tie.rows.find(own) as number))
    .sort((a, b) => rank(a) - rank(b));
}

const rank = (tie: HeardView) => (tie.contradicts ? 0 : tie.sure ? 1 : tie.supports ? 2 : 3);

/** How near in time another clip is offered to be compared with. */
const NEAR_S = 120;
const MOST = 6;

/** Return the clips to play beside one: those it is tied to, then those of about its time. */
export function partners(event: EventView, row: number): number[] {
  const mine = galleryOf(event.starts, row);
  const tied = event.heard
    .filter(({ rows }) => rows.includes(row))
    .map(({ rows }) => (rows[0] === row ? rows[1] : rows[0]));
  const far = (other: number) => Math.abs(timeOf(event, other) - timeOf(event, row));
  const near = event.clips
    .map((clip) => clip.row)
    .filter((other) => galleryOf(event.starts, other) !== mine && !tied.includes(other))
    .filter((other) => isPlaced(event, row) && isPlaced(event, other) && far(other) <= NEAR_S)
    .sort((a, b) => far(a) - far(b));
  return [...tied, ...near].slice(0, MOST);
}

/** Return how much later the second of two clips began, to begin with: as heard, as placed, or 0. */
export function firstLag(event: EventView, a: number, b: number): number {
  const tie = tieOf(event, a, b);
  if (tie) return tie.lag_s;
  if (!isPlaced(event, a) || !isPlaced(event, b)) return 0;
  const apart_s = timeOf(event, b) - timeOf(event, a);
  const shared = overlap(apart_s, clipOf(event, a)?.duration_s, clipOf(event, b)?.duration_s);
  return shared ? apart_s : 0;
}

/** What two clips share, in seconds of the first. */
export interface Overlap {
  from_s: number;
  to_s: number;
}

/** Return what two clips share if the second began so much later; null where that is nothing. */
export function overlap(
  lag_s: number,
  first_s: number | null | undefined,
  second_s: number | null | undefined,
): Overlap | null {
  const from_s = Math.max(0, lag_s);
  const to_s = Math.min(first_s ?? Infinity, lag_s + (second_s ?? Infinity));
  return to_s - from_s > 0.05 && Number.isFinite(to_s) ? { from_s, to_s } : null;
}
