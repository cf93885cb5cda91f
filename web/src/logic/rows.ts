/** Photos by number: whose they are, when they are, what lies beside them in time. */
import type { EventView } from "../data/types";
import { clockTime, shortDays, type Wall } from "./format";

const DAY_S = 86400;

/** Return the gallery that owns a row. */
export function galleryOf(starts: readonly number[], row: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Return what the photo's camera displayed, with the zone that its file names. */
export const cameraWall = (event: EventView, row: number): Wall => ({
  time_s: event.photos.shown_s[row] ?? 0,
  zone_s: event.photos.shown_zone_s[row] ?? null,
});

/** Return the photo's local time, or what its camera displayed where its gallery is not placed. */
export function localWall(event: EventView, row: number): Wall {
  const time_s = event.photos.local_s[row] ?? null;
  if (time_s === null) return cameraWall(event, row);
  return { time_s, zone_s: event.photos.local_zone_s[row] ?? null };
}

/** Return when a photo was taken as shortly as tells it: also the day, where there are several. */
export function shortWhen(event: EventView, row: number): string {
  const dayOf = (time_s: number) => Math.floor(time_s / DAY_S);
  const placed = event.photos.local_s.filter((time_s) => time_s !== null);
  const first = dayOf(placed[0] ?? 0);
  const { time_s } = localWall(event, row);
  const time = clockTime(time_s);
  if (placed.every((one) => dayOf(one) === first)) return time;
  return `${shortDays(time_s)[0]}, ${time}`;
}

/**
 * Return the photo's event time, or its camera's time where its gallery is not placed: for orders
 * and distances. What people read is its local time.
 */
export function timeOf(event: EventView, row: number): number {
  return event.photos.event_time_s[row] ?? (event.photos.camera_time_s[row] as number);
}

export const isPlaced = (event: EventView, row: number) => event.photos.event_time_s[row] != null;

export interface Neighbour {
  gallery: number;
  row: number;
  /** Seconds after the photo it is a neighbour of. */
  after_s: number;
}

/** Return the rows of a gallery by event time. */
export function rowsByTime(event: EventView, gallery: number): number[] {
  const from = event.starts[gallery] ?? 0;
  const to = event.starts[gallery + 1] ?? from;
  const rows = Array.from({ length: to - from }, (_, i) => from + i);
  return rows.sort((a, b) => timeOf(event, a) - timeOf(event, b) || a - b);
}

/** Return the nearest photo in time of every other placed gallery, in the galleries' order. */
export function neighbours(event: EventView, row: number): Neighbour[] {
  if (!isPlaced(event, row)) return [];
  return neighboursAt(event, galleryOf(event.starts, row), timeOf(event, row));
}

/** Return the nearest photo to an event time of every placed gallery but one. */
export function neighboursAt(event: EventView, mine: number, time_s: number): Neighbour[] {
  const found: Neighbour[] = [];
  event.galleries.forEach((_, gallery) => {
    if (gallery === mine) return;
    const best = nearestRow(event, gallery, time_s);
    if (best !== null) found.push({ gallery, row: best, after_s: timeOf(event, best) - time_s });
  });
  return found;
}

/** Return the placed photo of a gallery nearest to a time, or null. */
export function nearestRow(event: EventView, gallery: number, time_s: number): number | null {
  const from = event.starts[gallery] ?? 0;
  const to = event.starts[gallery + 1] ?? from;
  let best: number | null = null;
  let far = Infinity;
  for (let row = from; row < to; row++) {
    const other = event.photos.event_time_s[row];
    if (other == null || Math.abs(other - time_s) >= far) continue;
    best = row;
    far = Math.abs(other - time_s);
  }
  return best;
}

/** Return the photo `by` steps on in the same camera, or null past its ends. */
export function step(event: EventView, row: number, by: number): number | null {
  const rows = rowsByTime(event, galleryOf(event.starts, row));
  return rows[rows.indexOf(row) + by] ?? null;
}

/** A photo by its gallery and its file's name, whatever folders it lies in. */
export const photoKey = (gallery: string, path: string) =>
  `${gallery}/${path.slice(path.lastIndexOf("/") + 1)}`;

/** Return what the camera displayed for every photo whose name is its own in its gallery. */
export function cameraTimes(event: EventView): Map<string, number> {
  const times = new Map<string, number>();
  const twice = new Set<string>();
  event.photos.name.forEach((name, row) => {
    const key = photoKey(event.galleries[galleryOf(event.starts, row)]?.name ?? "", name);
    if (times.has(key)) twice.add(key);
    times.set(key, event.photos.shown_s[row] as number);
  });
  for (const key of twice) times.delete(key);
  return times;
}
