import type { ClockStretch, ClocksView } from "../data/types";
import { centreOn, fitView, pan, zoom, type Axis, type View } from "../logic/axis";
import type { BorderEdit } from "./border.svelte";
import { axisOf, frameOf, mostScroll, spanOf, type Frame } from "./geometry";

/** Which stretches are shown beside those that are wrong. */
export type Shown = "wrong" | "all";

/** The stretch that has the middle of one that was: numbers change where borders do. */
function stretchNear({ stretches }: ClocksView, was: ClockStretch): number | null {
  const middle = (was.from_s + was.to_s) / 2;
  const apart = (one: ClockStretch) => Math.max(one.from_s - middle, middle - one.to_s, 0);
  const here = stretches.filter((one) => one.lane === was.lane);
  return here.sort((a, b) => apart(a) - apart(b))[0]?.number ?? null;
}

const EMPTY: ClocksView = { name: "", lanes: [], stretches: [], ties: [], stated: [] };

/** Where one looks at a library, and at which stretch. */
export class ClocksModel {
  clocks = $state.raw<ClocksView>(EMPTY);
  frame = $state.raw<Frame>(frameOf(0, 0, 0));
  axis = $state.raw<Axis>(axisOf(EMPTY, 0));
  view = $state.raw<View>({ scale: 1, scroll: 0 });
  scroll_y = $state(0);
  selected = $state<number | null>(null);
  hover = $state.raw<{ x: number; y: number; stretch: number | null } | null>(null);
  shown = $state<Shown>("all");
  /** The border that is being placed. */
  border = $state.raw<BorderEdit | null>(null);
  private fitted = true;

  /** Take what there is to show, and the size of the window. */
  show(clocks: ClocksView, width: number, height: number): void {
    const before = this.chosen;
    this.clocks = clocks;
    if (before) this.selected = stretchNear(clocks, before);
    this.frame = frameOf(width, height, clocks.lanes.length);
    this.axis = axisOf(clocks, this.width);
    this.view = this.fitted
      ? fitView(this.axis, this.width)
      : pan(this.axis, this.view, 0, this.width);
    this.scrollBy(0);
  }

  /** Pixels beside the names of lanes. */
  get width(): number {
    return Math.max(this.frame.width - this.frame.head_px, 1);
  }

  get stretches(): ClockStretch[] {
    const { stretches } = this.clocks;
    return this.shown === "all" ? stretches : stretches.filter((one) => one.state === "wrong");
  }

  get chosen(): ClockStretch | null {
    return this.clocks.stretches.find((one) => one.number === this.selected) ?? null;
  }

  zoomBy(factor: number, at = this.width / 2): void {
    this.fitted = false;
    this.view = zoom(this.axis, this.view, factor, at, this.width);
  }

  panBy(by: number): void {
    this.fitted = false;
    this.view = pan(this.axis, this.view, by, this.width);
  }

  scrollBy(by: number): void {
    const most = mostScroll(this.frame, this.clocks.lanes.length);
    this.scroll_y = Math.min(Math.max(this.scroll_y + by, 0), most);
  }

  showAll(): void {
    this.fitted = true;
    this.view = fitView(this.axis, this.width);
  }

  select(number: number | null): void {
    if (number !== this.selected) this.border = null;
    this.selected = number;
    const chosen = this.chosen;
    if (!chosen) return;
    const { left, width } = spanOf(chosen, this.axis, this.view);
    if (left < 0 || left + width > this.width) this.centre(chosen);
    const top = chosen.lane * this.frame.lane_px - this.scroll_y;
    const room = this.frame.height - this.frame.lane_px;
    if (top < 0 || top > room) this.scrollBy(top - room / 2);
  }

  private centre({ from_s, to_s }: ClockStretch): void {
    this.fitted = false;
    this.view = centreOn(this.axis, this.view.scale, (from_s + to_s) / 2, this.width);
  }

  /** Go to the next stretch, or the one before; by lane and time. */
  step(by: 1 | -1): void {
    const ordered = [...this.stretches].sort((a, b) => a.lane - b.lane || a.from_s - b.from_s);
    if (ordered.length === 0) return;
    const at = ordered.findIndex((one) => one.number === this.selected);
    const next = at < 0 ? (by > 0 ? 0 : ordered.length - 1) : at + by;
    this.select(ordered[Math.min(Math.max(next, 0), ordered.length - 1)]?.number ?? null);
  }

  /** Go to the stretch of a lane below or above that is nearest in time. */
  stepLane(by: 1 | -1): void {
    const chosen = this.chosen;
    if (!chosen) {
      this.step(by);
      return;
    }
    const middle = (chosen.from_s + chosen.to_s) / 2;
    const apart = (one: ClockStretch) => Math.max(one.from_s - middle, middle - one.to_s, 0);
    for (let lane = chosen.lane + by; lane >= 0 && lane < this.clocks.lanes.length; lane += by) {
      const here = this.stretches.filter((one) => one.lane === lane);
      const nearest = here.sort((a, b) => apart(a) - apart(b))[0];
      if (nearest) {
        this.select(nearest.number);
        return;
      }
    }
  }
}
