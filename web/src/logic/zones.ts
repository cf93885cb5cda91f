/** Event time as people read it: local to its moment, also across a change of zone. */
import type { ZoneStep } from "../data/types";

/** A stretch of event time in one zone. */
export interface ZoneSpan {
  from_s: number;
  to_s: number;
  /** What is added to event time. */
  shift_s: number;
}

/** Return what is added to an event time to read it as local time. */
export function shiftAt(zones: readonly ZoneStep[], time_s: number): number {
  const step = zones.findLast(({ from_s }) => from_s === null || from_s <= time_s);
  return step?.shift_s ?? 0;
}

/** Return the parts of a stretch of event time, each in one zone. */
export function spansOf(zones: readonly ZoneStep[], from_s: number, to_s: number): ZoneSpan[] {
  const borders = zones.flatMap((step) =>
    step.from_s !== null && step.from_s > from_s && step.from_s < to_s ? [step.from_s] : [],
  );
  const starts = [from_s, ...borders];
  return starts.map((start_s, i) => ({
    from_s: start_s,
    to_s: starts[i + 1] ?? to_s,
    shift_s: shiftAt(zones, start_s),
  }));
}
