/** Which photos of a lane are drawn where: few enough to see, the same ones while panning. */
import { toX, type Axis } from "./axis";

/** Photos of one lane by time. */
export interface Lane {
  gallery: number;
  rows: Int32Array;
  time_s: Float64Array;
}

/** One thumbnail, standing for itself and those that come too soon after it. */
export interface Group {
  row: number;
  time_s: number;
  n: number;
}

/** Sort the photos of a gallery by the given times. */
export function buildLane(
  gallery: number,
  from: number,
  to: number,
  time: (row: number) => number,
): Lane {
  const order = Array.from({ length: to - from }, (_, i) => from + i);
  order.sort((a, b) => time(a) - time(b) || a - b);
  return {
    gallery,
    rows: Int32Array.from(order),
    time_s: Float64Array.from(order, time),
  };
}

/** Return the first index whose time is not before the given one. */
export function lowerBound(times: Float64Array, time_s: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) < time_s) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Round a scale down to four steps an octave: the choice of thumbnails changes seldom. */
export function levelScale(scale: number): number {
  return 2 ** (Math.floor(Math.log2(scale) * 4 + 1e-9) / 4);
}

/** Choose photos at least `apart_px` from each other, from the lane's first on. */
export function groupPhotos(lane: Lane, axis: Axis, scale: number, apart_px: number): Group[] {
  const groups: Group[] = [];
  let last = -Infinity;
  for (let i = 0; i < lane.rows.length; i++) {
    const time_s = lane.time_s[i] as number;
    const x = toX(axis, scale, time_s);
    if (x - last >= apart_px) {
      groups.push({ row: lane.rows[i] as number, time_s, n: 1 });
      last = x;
    } else {
      (groups[groups.length - 1] as Group).n += 1;
    }
  }
  return groups;
}

/** Return the groups in a window of times, by binary search. */
export function groupsBetween(groups: readonly Group[], from_s: number, to_s: number): Group[] {
  let low = 0;
  let high = groups.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((groups[middle] as Group).time_s < from_s) low = middle + 1;
    else high = middle;
  }
  const seen: Group[] = [];
  for (let i = low; i < groups.length && (groups[i] as Group).time_s <= to_s; i++)
    seen.push(groups[i] as Group);
  return seen;
}

/** Count the photos in each column of the window, `column_px` wide. */
export function density(xs: Iterable<number>, width: number, column_px: number): Uint16Array {
  const counts = new Uint16Array(Math.max(Math.ceil(width / column_px), 1));
  for (const x of xs) {
    const column = Math.floor(x / column_px);
    if (column >= 0 && column < counts.length) counts[column] = (counts[column] as number) + 1;
  }
  return counts;
}

/** Return a bar's height, 0 to 1: the first photo counts most. */
export const barHeight = (n: number) => (n === 0 ? 0 : Math.min(0.35 + 0.2 * Math.log2(n), 1));

/** Return the height of each lane, and of all, in a window so high. */
export function laneHeight(n_lanes: number, height: number, least: number, most: number): number {
  return Math.min(Math.max(Math.floor(height / Math.max(n_lanes, 1)), least), most);
}
