import type { ZoneStepView } from "../data/types";
import { clockTime, day, shortDays, spanWords } from "./format";
import { toX, type Axis, type View } from "./axis";
import { spansOf } from "./zones";

export interface Tick {
  x: number;
  label: string;
}

export interface DayTick extends Tick {
  /** The same in fewer letters, for where there is less room. */
  shorter: string[];
}

export interface Fold {
  /** Left and right edge of the fold in the window. */
  from: number;
  to: number;
  label: string;
}

export interface Marks {
  ticks: Tick[];
  days: DayTick[];
  folds: Fold[];
}

const STEPS_S = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400,
];
const LEAST_PX = 84;
const DAY_S = 86400;

/** Return the seconds between two ticks at a scale. */
export function tickStep(scale: number): number {
  const fitting = STEPS_S.find((step) => step * scale >= LEAST_PX);
  return fitting ?? DAY_S * Math.ceil(LEAST_PX / scale / DAY_S);
}

/** Return where days are named: where a part of the axis begins, and at each midnight in it. */
function dayStarts(from_s: number, to_s: number, step_s: number): number[] {
  const starts = [from_s];
  if (step_s > DAY_S) return starts;
  for (let t = Math.ceil(from_s / DAY_S) * DAY_S; t < to_s; t += DAY_S) starts.push(t);
  return starts;
}

/**
 * Return what is written on the axis of the window, none over another. Its times are read as
 * local ones, as `zones` tell; without any they are what they say.
 */
export function axisMarks(
  axis: Axis,
  view: View,
  width: number,
  zones: readonly ZoneStepView[] = [],
): Marks {
  const step_s = tickStep(view.scale);
  const marks: Marks = { ticks: [], days: [], folds: [] };
  let last = -Infinity;
  axis.stretches.forEach((stretch, i) => {
    const left = toX(axis, view.scale, stretch.from_s) - view.scroll;
    const right = left + (stretch.to_s - stretch.from_s) * view.scale;
    const next = axis.stretches[i + 1];
    if (next && right + axis.gap_px > 0 && right < width) {
      const label = spanWords(next.from_s - stretch.to_s);
      marks.folds.push({ from: right, to: right + axis.gap_px, label });
    }
    if (right < 0 || left > width) return;
    const seen_from = stretch.from_s + Math.max(-left - LEAST_PX, 0) / view.scale;
    const seen_to = Math.min(stretch.to_s, stretch.from_s + (width - left) / view.scale);
    for (const span of spansOf(zones, stretch.from_s, stretch.to_s)) {
      const place = (local_s: number) =>
        left + (local_s - span.shift_s - stretch.from_s) * view.scale;
      const from_s = Math.max(seen_from, span.from_s) + span.shift_s;
      const to_s = Math.min(seen_to, span.to_s) + span.shift_s;
      for (let t = Math.ceil(from_s / step_s) * step_s; t <= to_s; t += step_s) {
        const x = place(t);
        if (x < last + LEAST_PX * 0.6) continue;
        marks.ticks.push({ x, label: step_s >= DAY_S ? day(t) : clockTime(t, step_s < 60) });
        last = x;
      }
      const [begins_s, ends_s] = [span.from_s + span.shift_s, span.to_s + span.shift_s];
      for (const t of dayStarts(begins_s, ends_s, step_s)) addDay(marks.days, place(t), t);
    }
  });
  return marks;
}

/** Name a day where it begins; one that is named already goes on. */
function addDay(days: DayTick[], x: number, local_s: number): void {
  // the label of the day at the left edge stays there until the next day pushes it out
  const before = days.at(-1);
  if (x < 0 && before && before.x <= 0) days.pop();
  const label = day(local_s);
  if (days.at(-1)?.label === label) return;
  days.push({ x: Math.max(x, 0), label, shorter: shortDays(local_s) });
}

/** Return the names of days in as many letters as leave room for all; else moved, as many as fit. */
export function fittingDays(days: readonly DayTick[], measure: (text: string) => number): Tick[] {
  const n_forms = 1 + Math.max(0, ...days.map(({ shorter }) => shorter.length));
  let labels: Tick[] = [];
  for (let form = 0; form < n_forms; form++) {
    labels = days.map(({ x, label, shorter }) => ({ x, label: shorter[form - 1] ?? label }));
    if (withoutOverlap(labels, measure).every(({ x }, i) => x === labels[i]?.x)) break;
  }
  return withoutOverlap(labels, measure);
}

/**
 * Move labels to the right that would run into the one before, as long as the next one does not
 * begin; leave out what has no room then. `measure` gives their width.
 */
export function withoutOverlap(
  labels: readonly Tick[],
  measure: (text: string) => number,
  space = 12,
): Tick[] {
  const kept: Tick[] = [];
  let end = -Infinity;
  labels.forEach(({ x, label }, i) => {
    const at = Math.max(x, end + space);
    const next = labels[i + 1]?.x ?? Infinity;
    if (at > x && at >= next) return;
    kept.push({ x: at, label });
    end = at + measure(label);
  });
  return kept;
}
