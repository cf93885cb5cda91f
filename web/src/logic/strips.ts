/** Photos of one clock as a filmstrip: in the order, and with the pauses, that the clock gives. */
import type { EventView, Peak, QuestionView } from "../data/types";
import { galleryOf, isPlaced, timeOf } from "./rows";
import { leastSure } from "./sureness";

/** Photos of one gallery from left to right; places are counted in widths of a photo. */
export interface Strip {
  rows: Int32Array;
  /** Seconds by the gallery’s own clock. */
  time_s: Float64Array;
  at: Float64Array;
}

/** A pause makes room: a fifth of a photo for each doubling of its minutes, up to one and a half. */
const ROOM_EACH = 0.2;
const MOST_ROOM = 1.5;
/** A pause that has room to be named. */
export const NAMED_ROOM = 0.45;
/** Photos so near are one moment. */
const ONE_MOMENT_S = 60;
/** A photo so far from a likely moment does not show it. */
const NEAR_S = 900;
/** Places that are offered. */
const MOST_LIKELY = 5;
const DAY_S = 86_400;

/** Return how much room a pause gets, in widths of a photo. */
export const roomOf = (pause_s: number) =>
  Math.min(ROOM_EACH * Math.log2(1 + Math.max(pause_s, 0) / 60), MOST_ROOM);

export function buildStrip(event: EventView, gallery: number): Strip {
  const from = event.starts[gallery] ?? 0;
  const to = event.starts[gallery + 1] ?? from;
  const { camera_time_s } = event.photos;
  const own = (row: number) => camera_time_s[row] as number;
  const order = Array.from({ length: to - from }, (_, i) => from + i);
  order.sort((a, b) => own(a) - own(b) || a - b);
  const time_s = Float64Array.from(order, own);
  const at = new Float64Array(order.length);
  for (let i = 1; i < at.length; i++)
    at[i] = (at[i - 1] as number) + 1 + roomOf((time_s[i] as number) - (time_s[i - 1] as number));
  return { rows: Int32Array.from(order), time_s, at };
}

/** Return the index nearest to a value in ascending numbers; 0 where there are none. */
export function nearestIndex(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) <= value) low = middle;
    else high = middle;
  }
  const far = (i: number) => Math.abs((values[i] ?? Infinity) - value);
  return far(high) < far(low) ? high : low;
}

/** Return the indexes of the photos that are seen in a window so many photos wide. */
export function seenIn(strip: Strip, at: number, widths: number): number[] {
  const middle = nearestIndex(strip.at, at);
  const seen = (i: number) =>
    i >= 0 && i < strip.at.length && Math.abs((strip.at[i] as number) - at) < widths / 2 + 1;
  const found = seen(middle) ? [middle] : [];
  for (let i = middle - 1; seen(i); i--) found.unshift(i);
  for (let i = middle + 1; seen(i); i++) found.push(i);
  return found;
}

/** Return the photo nearest to a time by the strip’s own clock. */
export function rowAt(strip: Strip, time_s: number): { row: number; far_s: number } | null {
  const i = nearestIndex(strip.time_s, time_s);
  const row = strip.rows[i];
  if (row === undefined) return null;
  return { row, far_s: Math.abs((strip.time_s[i] as number) - time_s) };
}

/** Two photos that stand above each other: the upper one’s row and the lower one’s. */
export type Standing = readonly [number, number];

/**
 * Return the pairs to look at for each place that questions about one gallery ask about, that of
 * the question first, and for the peaks of its evidence. They have its upper photo where the
 * gallery has one near it at that place; else the photos of the other question, or those of the
 * two galleries that are nearest there.
 */
export function likelyPairs(
  event: EventView,
  asked: QuestionView,
  questions: readonly QuestionView[],
  peaks: readonly Peak[] = [],
): Standing[] {
  const [first, upper] = asked.rows;
  const strip = buildStrip(event, galleryOf(event.starts, first));
  const own = (row: number) => event.photos.camera_time_s[row] as number;
  const found: Standing[] = [[upper, first]];
  const add = (pair: Standing) => {
    const isNew = ([above, below]: Standing) =>
      above !== pair[0] || Math.abs(own(below) - own(pair[1])) > ONE_MOMENT_S;
    if (found.every(isNew)) found.push(pair);
  };
  const near = (time_s: number): Standing | null => {
    const there = rowAt(strip, time_s);
    return there && there.far_s <= NEAR_S ? [upper, there.row] : null;
  };
  for (const { gallery, rows } of questions) {
    if (gallery !== asked.gallery) continue;
    const [mine, theirs] = rows;
    const oneClock = galleryOf(event.starts, theirs) === galleryOf(event.starts, upper);
    const known = oneClock || (isPlaced(event, theirs) && isPlaced(event, upper));
    const there = known ? near(own(mine) + timeOf(event, upper) - timeOf(event, theirs)) : null;
    add(there ?? [theirs, mine]);
  }
  for (const { offset_s } of isPlaced(event, upper) ? peaks : []) {
    const there =
      near(timeOf(event, upper) - offset_s) ?? nearestPair(event, strip, upper, offset_s);
    if (there) add(there);
  }
  return found.slice(0, MOST_LIKELY);
}

/** Return what is nearest in time of a strip and of a placed photo's gallery, by an offset. */
function nearestPair(
  event: EventView,
  strip: Strip,
  upper: number,
  offset_s: number,
): Standing | null {
  let best: Standing | null = null;
  let far_s = NEAR_S;
  for (const row of buildStrip(event, galleryOf(event.starts, upper)).rows) {
    const there = rowAt(strip, timeOf(event, row) - offset_s);
    if (!there || there.far_s >= far_s) continue;
    best = [row, there.row];
    far_s = there.far_s;
  }
  return best;
}

/**
 * Return the photo of another gallery to begin with under a photo: of its time as far as that is
 * known, else by what both displays showed, else by the time of day.
 */
export function firstUnder(event: EventView, upper: number, gallery: number): number | null {
  const { rows } = buildStrip(event, gallery);
  const nearest = (far: (row: number) => number) => {
    let best: number | null = null;
    for (const row of rows) if (best === null || far(row) < far(best)) best = row;
    return best;
  };
  if (isPlaced(event, upper)) {
    const best = nearest((row) =>
      isPlaced(event, row) ? Math.abs(timeOf(event, row) - timeOf(event, upper)) : Infinity,
    );
    if (best !== null && isPlaced(event, best)) return best;
  }
  const shown = (row: number) => event.photos.shown_s[row] as number;
  const apart = (row: number) => Math.abs(shown(row) - shown(upper));
  const best = nearest(apart);
  if (best === null || apart(best) <= DAY_S / 2) return best;
  return nearest((row) => {
    const within = apart(row) % DAY_S;
    return Math.min(within, DAY_S - within);
  });
}

/**
 * Return the gallery whose photos to tie first: of one that is not certain the anchor, else
 * whichever other one is in most need of it; null where there is no other.
 */
export function tieTo(event: EventView, gallery: number): number | null {
  const others = event.galleries
    .map((found, number) => ({ ...found, number }))
    .filter((one) => one.number !== gallery && one.n_photos > 0);
  const sure = event.galleries[gallery]?.sure;
  const anchor = others.find((one) => one.sure === "anchor");
  if (anchor && sure !== "certain") return anchor.number;
  const unplaced = others.find((one) => one.sure === "unplaced");
  return (unplaced ?? leastSure(others) ?? others[0])?.number ?? null;
}
