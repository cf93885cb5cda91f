/** Where lanes, stretches and years of a library lie in the window: pure, tested alone. */
import type { ClockLane, ClockStretch, ClocksView } from "../data/types";
import { buildAxis, toX, type Axis, type View } from "../logic/axis";

export interface Frame {
  width: number;
  height: number;
  /** Pixels left of the lanes, for their names. */
  head_px: number;
  lane_px: number;
}

/** Pixels above the lanes, for years and months. */
export const YEARS_PX = 34;
const LEAST_LANE_PX = 54;
const MOST_LANE_PX = 92;
const NARROW_PX = 700;
const HEAD_PX = 216;
export const BAR_PX = 20;
/** Pixels from the top of a lane to its bars: on a narrow window its name stands there. */
const BAR_TOP_PX = 12;
const NARROW_BAR_TOP_PX = 24;
/** Bars of fewer pixels are widened to this, or nobody could point at them. */
export const LEAST_BAR_PX = 3;
const YEAR_S = 365.25 * 86400;

export function frameOf(width: number, height: number, n_lanes: number): Frame {
  const share = n_lanes > 0 ? (height - YEARS_PX) / n_lanes : MOST_LANE_PX;
  return {
    width,
    height,
    head_px: width < NARROW_PX ? 0 : HEAD_PX,
    lane_px: Math.min(Math.max(share, LEAST_LANE_PX), MOST_LANE_PX),
  };
}

export const isNarrow = (frame: Frame) => frame.head_px === 0;

/** One axis of all years, with nothing folded: years are as long as they were. */
export function axisOf(view: ClocksView, width: number): Axis {
  const times: number[] = [];
  for (const { session_s } of view.lanes)
    if (session_s.length) times.push(session_s[0] ?? 0, session_s[session_s.length - 1] ?? 0);
  for (const { from_s, to_s } of view.stretches) times.push(from_s, to_s);
  return buildAxis(times, width, Infinity);
}

export const laneTop = (frame: Frame, lane: number, scroll_y: number) =>
  YEARS_PX + lane * frame.lane_px - scroll_y;

export const barTop = (frame: Frame, lane: number, scroll_y: number) =>
  laneTop(frame, lane, scroll_y) + (isNarrow(frame) ? NARROW_BAR_TOP_PX : BAR_TOP_PX);

export const mostScroll = (frame: Frame, n_lanes: number) =>
  Math.max(YEARS_PX + n_lanes * frame.lane_px - frame.height, 0);

export interface Span {
  left: number;
  width: number;
}

/** Where a stretch lies beside the heads of lanes, in pixels. */
export function spanOf(stretch: ClockStretch, axis: Axis, view: View): Span {
  const left = toX(axis, view.scale, stretch.from_s) - view.scroll;
  const right = toX(axis, view.scale, stretch.to_s) - view.scroll;
  return { left, width: Math.max(right - left, LEAST_BAR_PX) };
}

/** The stretch at a place of the window, or null; `x` beside the heads. */
export function stretchAt(
  shown: readonly ClockStretch[],
  frame: Frame,
  axis: Axis,
  view: View,
  x: number,
  y: number,
  scroll_y: number,
): ClockStretch | null {
  const lane = Math.floor((y - YEARS_PX + scroll_y) / frame.lane_px);
  if (y < YEARS_PX) return null;
  const here = shown.filter((one) => one.lane === lane);
  const hits = here.filter((one) => {
    const { left, width } = spanOf(one, axis, view);
    return x >= left - 2 && x <= left + width + 2;
  });
  // of several that are narrower than a finger, the nearest by its middle
  const apart = (one: ClockStretch) => {
    const { left, width } = spanOf(one, axis, view);
    return Math.abs(left + width / 2 - x);
  };
  return hits.sort((a, b) => apart(a) - apart(b))[0] ?? null;
}

export interface YearTick {
  time_s: number;
  label: string;
  strong: boolean;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
/** Months between two ticks, and pixels that a label takes. */
const STEPS = [1, 3, 6, 12, 24, 60];
const LABEL_PX = 46;

/** Ticks at the beginnings of months or years between two times. */
export function yearTicks(from_s: number, to_s: number, scale: number): YearTick[] {
  const month_px = (YEAR_S / 12) * scale;
  const step = STEPS.find((months) => months * month_px >= LABEL_PX) ?? 120;
  const first = new Date(from_s * 1000).getUTCFullYear();
  const ticks: YearTick[] = [];
  for (let month = (first - (step > 12 ? first % (step / 12) : 0)) * 12; ; month += step) {
    const [year, of_year] = [Math.floor(month / 12), month % 12];
    const time_s = Date.UTC(year, of_year, 1) / 1000;
    if (time_s > to_s) return ticks;
    if (time_s < from_s) continue;
    const strong = of_year === 0;
    ticks.push({ time_s, label: strong ? String(year) : (MONTHS[of_year] ?? ""), strong });
  }
}

/** The first of ascending numbers that is not less than a value, by its place. */
export function firstFrom(values: readonly number[], least: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Sessions of a lane in the window, one for each column of pixels: photos and the least sure. */
export function columnsOf(
  lane: ClockLane,
  axis: Axis,
  view: View,
  width: number,
): { x: number; n: number; sure: number }[] {
  const { stretches } = axis;
  const start_s = stretches[0]?.from_s ?? 0;
  const from_s = start_s + view.scroll / view.scale;
  const to_s = from_s + width / view.scale;
  const columns: { x: number; n: number; sure: number }[] = [];
  let last = -1;
  for (let i = firstFrom(lane.session_s, from_s); i < lane.session_s.length; i++) {
    const time_s = lane.session_s[i] ?? 0;
    if (time_s > to_s) break;
    const x = Math.floor((time_s - from_s) * view.scale);
    const [n, sure] = [lane.session_n[i] ?? 0, lane.session_sure[i] ?? 0];
    const column = columns[columns.length - 1];
    if (column && x === last) {
      column.n += n;
      column.sure = Math.min(column.sure, sure);
    } else columns.push({ x, n, sure });
    last = x;
  }
  return columns;
}
