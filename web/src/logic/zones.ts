/** Event time as people read it: local to its moment, also across a change of zone. */
import type { ZoneStepView } from "../data/types";
import type { Wall } from "./format";

/** A stretch of event time in one zone. */
export interface ZoneSpan {
  from_s: number;
  to_s: number;
  /** What is added to event time. */
  shift_s: number;
}

/** Return an event time as local time, which it is itself where no zone is known. */
export function wallAt(zones: readonly ZoneStepView[], time_s: number): Wall {
  const step = zones.findLast(({ from_s }) => from_s === null || from_s <= time_s);
  return { time_s: time_s + (step?.shift_s ?? 0), zone_s: step?.zone_s ?? null };
}

/** Return the parts of a stretch of event time, each in one zone. */
export function spansOf(zones: readonly ZoneStepView[], from_s: number, to_s: number): ZoneSpan[] {
  const borders = zones.flatMap((step) =>
    step.from_s !== null && step.from_s > from_s && step.from_s < to_s ? [step.from_s] : [],
  );
  const starts = [from_s, ...borders];
  return starts.map((start_s, i) => ({
    from_s: start_s,
    to_s: starts[i + 1] ?? to_s,
    shift_s: wallAt(zones, start_s).time_s - start_s,
  }));
}
