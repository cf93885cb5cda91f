/**
 * One time axis on which long gaps are folded away.
 *
 * A stretch is drawn to scale, `scale` pixels per second; a gap between two stretches takes
 * `gap_px` whatever it lasts. The view is that strip of pixels, scrolled.
 */

export interface Stretch {
  from_s: number;
  to_s: number;
  /** Seconds of the stretches before this one. */
  before_s: number;
}

export interface Axis {
  stretches: Stretch[];
  total_s: number;
  gap_px: number;
}

export interface View {
  /** Pixels per second. */
  scale: number;
  /** Pixels of the strip left of the window. */
  scroll: number;
}

/** Seconds without a photo that are folded: shorter ones tell how an event went. */
export const GAP_S = 2 * 3600;
const GAP_PX = 44;
/** Part of the window that all gaps together may take. */
const MAX_GAP_PART = 0.4;
/** A second as wide as a thumbnail is as near as it gets. */
export const MAX_SCALE = 80;
const LEAST_MARGIN_S = 20;

/** Build the axis of some times, in any order, for a window so many pixels wide. */
export function buildAxis(times: readonly number[], width: number, gap_s = GAP_S): Axis {
  const sorted = Float64Array.from(times).sort();
  const bare: [number, number][] = [];
  for (const time of sorted) {
    const last = bare.at(-1);
    if (last && time - last[1] <= gap_s) last[1] = time;
    else bare.push([time, time]);
  }
  const filled = bare.reduce((sum, [from, to]) => sum + to - from, 0);
  const margin_s = Math.min(Math.max(filled * 0.03, LEAST_MARGIN_S), gap_s / 4);
  const stretches: Stretch[] = [];
  let before_s = 0;
  for (const [from, to] of bare) {
    stretches.push({ from_s: from - margin_s, to_s: to + margin_s, before_s });
    before_s += to - from + 2 * margin_s;
  }
  const n_gaps = Math.max(bare.length - 1, 1);
  return {
    stretches,
    total_s: Math.max(before_s, 1),
    gap_px: Math.min(GAP_PX, (width * MAX_GAP_PART) / n_gaps),
  };
}

/** Return the pixel of a time on the unscrolled strip. */
export function toX(axis: Axis, scale: number, time_s: number): number {
  const { stretches, gap_px } = axis;
  let low = 0;
  let high = stretches.length - 1;
  // the last stretch that begins at or before the time
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((stretches[middle] as Stretch).from_s <= time_s) low = middle;
    else high = middle - 1;
  }
  const stretch = stretches[low];
  if (!stretch) return 0;
  const start = stretch.before_s * scale + low * gap_px;
  const next = stretches[low + 1];
  if (time_s <= stretch.to_s || !next) return start + (time_s - stretch.from_s) * scale;
  const part = (time_s - stretch.to_s) / (next.from_s - stretch.to_s);
  return start + (stretch.to_s - stretch.from_s) * scale + part * gap_px;
}

/** Return the time at a pixel of the unscrolled strip: the inverse of toX. */
export function fromX(axis: Axis, scale: number, x: number): number {
  const { stretches, gap_px } = axis;
  for (let i = 0; i < stretches.length; i++) {
    const stretch = stretches[i] as Stretch;
    const start = stretch.before_s * scale + i * gap_px;
    const end = start + (stretch.to_s - stretch.from_s) * scale;
    const next = stretches[i + 1];
    if (x <= end || !next) return stretch.from_s + (x - start) / scale;
    if (x < end + gap_px) return stretch.to_s + ((x - end) / gap_px) * (next.from_s - stretch.to_s);
  }
  return 0;
}

const gapsWidth = (axis: Axis) => Math.max(axis.stretches.length - 1, 0) * axis.gap_px;

/** Pixels of the whole strip. */
export const stripWidth = (axis: Axis, scale: number) => axis.total_s * scale + gapsWidth(axis);

/** Return the scale at which everything fits into the window. */
export const fitScale = (axis: Axis, width: number) =>
  Math.min(Math.max((width - gapsWidth(axis)) / axis.total_s, 1e-6), MAX_SCALE);

export const fitView = (axis: Axis, width: number): View => ({
  scale: fitScale(axis, width),
  scroll: 0,
});

/** Keep the strip in the window: no empty window, no scale beyond what makes sense. */
export function clampView(axis: Axis, view: View, width: number): View {
  const scale = Math.min(Math.max(view.scale, fitScale(axis, width)), MAX_SCALE);
  const most = Math.max(stripWidth(axis, scale) - width, 0);
  return { scale, scroll: Math.min(Math.max(view.scroll, 0), most) };
}

/** Zoom by a factor; the time at window pixel `at` stays there. */
export function zoom(axis: Axis, view: View, factor: number, at: number, width: number): View {
  const time_s = fromX(axis, view.scale, view.scroll + at);
  const least = fitScale(axis, width);
  const scale = Math.min(Math.max(view.scale * factor, least), MAX_SCALE);
  return clampView(axis, { scale, scroll: toX(axis, scale, time_s) - at }, width);
}

export const pan = (axis: Axis, view: View, by: number, width: number): View =>
  clampView(axis, { ...view, scroll: view.scroll + by }, width);

/** Show a time in the middle of the window. */
export const centreOn = (axis: Axis, scale: number, time_s: number, width: number): View =>
  clampView(axis, { scale, scroll: toX(axis, scale, time_s) - width / 2 }, width);

export const isFit = (axis: Axis, view: View, width: number) =>
  view.scale <= fitScale(axis, width) * 1.001;
