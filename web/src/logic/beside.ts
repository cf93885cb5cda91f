/** What would stand beside the photos of a lane that is moved. */
import type { EventView } from "../data/types";
import { neighboursAt, type Neighbour } from "./rows";
import { buildStrip, rowAt } from "./strips";

export interface Beside {
  /** The photo of the moved lane that would be nearest to the moment. */
  row: number;
  /** The nearest of other lanes, the nearest first. */
  others: Neighbour[];
}

/** Return what would be together at an event time if a gallery had an offset. */
export function besideAt(
  event: EventView,
  gallery: number,
  offset_s: number,
  time_s: number,
): Beside | null {
  const mine = rowAt(buildStrip(event, gallery), time_s - offset_s);
  if (!mine) return null;
  const there_s = (event.photos.camera_time_s[mine.row] as number) + offset_s;
  const others = neighboursAt(event, gallery, there_s);
  others.sort((a, b) => Math.abs(a.after_s) - Math.abs(b.after_s));
  return { row: mine.row, others };
}
