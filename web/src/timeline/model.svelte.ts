import type { ProfileView, Peak } from "../data/types";
import {
  centreOn,
  clampView,
  fitView,
  fromX,
  isFit,
  pan,
  stripWidth,
  zoom,
  type View,
} from "../logic/axis";
import { snap, withPeaks } from "../logic/snap";
import { geometry, mostScroll, Spots, type Geometry } from "./geometry";
import { buildScene, type Mode, type Scene, type SceneLane } from "./scene";
import type { EventView } from "../data/types";

export type Tool = "look" | "move";

/** A lane on its way: its clock would be set to `offset_s`. */
export interface Moving {
  lane: number;
  gallery: number;
  from_s: number;
  offset_s: number;
  /** Window pixel that stands for the offset it had. */
  origin: number;
  peak: Peak | null;
  /** Whether it stands at a whole hour, to which it was drawn. */
  hour: boolean;
  profile: ProfileView | null;
  by: "pointer" | "keys";
  pending: boolean;
}

const SWITCH_MS = 650;

/** What the timeline shows and how it is changed; drawing and listening are others' work. */
export class TimelineModel {
  mode = $state<Mode>("after");
  /** From before, 0, to after, 1; between while the switch is under way. */
  mix = $state(1);
  scroll_y = $state(0);
  selected = $state<number | null>(null);
  tool = $state<Tool>("look");
  moving = $state.raw<Moving | null>(null);
  hover = $state.raw<{ x: number; lane: number | null; row: number | null } | null>(null);
  views = $state.raw<Record<Mode, View> | null>(null);
  scene = $state.raw<Scene | null>(null);
  at = $state.raw<Geometry>(geometry(1, 1, 1));
  spots: Spots | null = null;
  private fitted: Record<Mode, boolean> = { before: true, after: true };
  private frame = 0;

  get width(): number {
    return Math.max(this.at.width - this.at.head_px, 1);
  }

  get view(): View {
    return this.views?.[this.mode] ?? { scale: 1, scroll: 0 };
  }

  /** Take an event or a size of the window; what was looked at stays in view. */
  show(event: EventView, width: number, height: number): void {
    if (width < 2 || height < 2) return;
    const n_lanes = event.galleries.length;
    const longest = Math.max(...event.galleries.map((gallery) => gallery.name.length), 0);
    this.at = geometry(width, height, n_lanes, longest);
    const middle = this.scene && this.views ? this.middle() : null;
    const scene = buildScene(event, this.width);
    const next = {} as Record<Mode, View>;
    for (const mode of ["before", "after"] as const) {
      const axis = scene.axes[mode];
      const old = this.views?.[mode];
      next[mode] =
        !old || this.fitted[mode]
          ? fitView(axis, this.width)
          : mode === this.mode && middle !== null
            ? centreOn(axis, old.scale, middle, this.width)
            : clampView(axis, old, this.width);
    }
    if (this.scene?.event !== event) this.moving = null;
    this.scene = scene;
    this.spots = new Spots(scene);
    this.views = next;
    this.scrollTo(this.scroll_y);
  }

  /** The time in the middle of the window. */
  middle(): number {
    const axis = this.scene?.axes[this.mode];
    return axis ? fromX(axis, this.view.scale, this.view.scroll + this.width / 2) : 0;
  }

  private set(view: View): void {
    if (!this.views || !this.scene) return;
    this.fitted[this.mode] = isFit(this.scene.axes[this.mode], view, this.width);
    this.views = { ...this.views, [this.mode]: view };
  }

  /** Zoom around a window pixel; without one, around the photo nearest to the middle. */
  zoomBy(factor: number, at = this.nearMiddle()): void {
    if (this.scene) this.set(zoom(this.scene.axes[this.mode], this.view, factor, at, this.width));
  }

  private nearMiddle(): number {
    const { scene, spots, view, at, mode } = this;
    const middle = this.width / 2;
    const lanes = scene?.lanes ?? [];
    const chosen = this.selected === null ? undefined : lanes[this.selected];
    const seen = (some: SceneLane[]) =>
      some
        .flatMap((lane) => spots?.seen(lane, mode, view, at) ?? [])
        .map((spot) => spot.x)
        .filter((x) => x >= 0 && x <= this.width);
    const own = chosen ? seen([chosen]) : [];
    const all = own.length > 0 ? own : seen(lanes);
    const far = (x: number) => Math.abs(x - middle);
    return all.reduce((best, x) => (far(x) < far(best) ? x : best), all[0] ?? middle);
  }

  panBy(pixels: number): void {
    if (this.scene) this.set(pan(this.scene.axes[this.mode], this.view, pixels, this.width));
  }

  goTo(end: "start" | "end"): void {
    if (!this.scene) return;
    const whole = stripWidth(this.scene.axes[this.mode], this.view.scale);
    this.panBy(end === "start" ? -whole : whole);
  }

  showAll(): void {
    if (this.scene) this.set(fitView(this.scene.axes[this.mode], this.width));
  }

  scrollTo(y: number): void {
    const most = mostScroll(this.at, this.scene?.lanes.length ?? 0);
    this.scroll_y = Math.min(Math.max(y, 0), most);
  }

  /** Select a lane and bring it into the window. */
  select(lane: number): void {
    const n_lanes = this.scene?.lanes.length ?? 0;
    if (n_lanes === 0) return;
    this.selected = Math.min(Math.max(lane, 0), n_lanes - 1);
    const top = this.selected * this.at.lane_px;
    const room = this.at.height - 60;
    if (top < this.scroll_y) this.scrollTo(top);
    else if (top + this.at.lane_px > this.scroll_y + room)
      this.scrollTo(top + this.at.lane_px - room);
  }

  /** Switch between before and after, gliding unless motion is unwelcome. */
  switchTo(mode: Mode, still: boolean): void {
    if (mode === this.mode || !this.scene || !this.views) return;
    const middle_s = this.middle();
    const scale = this.view.scale;
    const fitted = this.fitted[this.mode];
    this.cancel();
    this.mode = mode;
    const axis = this.scene.axes[mode];
    this.set(fitted ? fitView(axis, this.width) : centreOn(axis, scale, middle_s, this.width));
    const goal = mode === "after" ? 1 : 0;
    cancelAnimationFrame(this.frame);
    if (still) this.mix = goal;
    else this.glide(this.mix, goal, performance.now());
  }

  private glide(from: number, goal: number, began: number): void {
    const now = performance.now();
    const part = Math.min((now - began) / SWITCH_MS, 1);
    this.mix = from + (goal - from) * part;
    if (part < 1) this.frame = requestAnimationFrame(() => this.glide(from, goal, began));
  }

  /** Take a lane up, at a window pixel; false for one that cannot be moved. */
  lift(lane: number, by: Moving["by"], origin: number): boolean {
    const found = this.scene?.lanes[lane];
    if (!found || !this.scene) return false;
    const gallery = this.scene.event.galleries[found.gallery];
    if (!gallery || gallery.sure === "anchor") return false;
    this.moving = {
      lane,
      gallery: found.gallery,
      from_s: found.shift_s,
      offset_s: found.shift_s,
      origin,
      peak: null,
      hour: false,
      profile: null,
      by,
      pending: false,
    };
    return true;
  }

  /** Move the lifted lane to an offset; it is drawn to peaks unless it is free. */
  carry(offset_s: number, free: boolean): void {
    const { moving } = this;
    if (!moving || moving.pending) return;
    const peaks = moving.profile?.peaks ?? [];
    const found = free
      ? { offset_s, peak: null, hour: false }
      : snap(offset_s, peaks, this.view.scale);
    this.moving = { ...moving, ...found };
  }

  /** Move the lifted lane by keys or to a peak. */
  place(offset_s: number, peak: Peak | null): void {
    if (this.moving && !this.moving.pending)
      this.moving = { ...this.moving, offset_s, peak, hour: false };
  }

  /** The event time that a moved lane is looked at: under the pointer, or in the middle. */
  moment(): number {
    const { moving, scene, view } = this;
    if (!moving || !scene) return this.middle();
    const origin_s = fromX(scene.axes.after, view.scale, view.scroll + moving.origin);
    return moving.by === "keys" ? origin_s : origin_s + moving.offset_s - moving.from_s;
  }

  learn(gallery: number, profile: ProfileView): void {
    const { moving } = this;
    if (!moving || moving.gallery !== gallery) return;
    this.moving = { ...moving, profile: withPeaks(profile, moving.profile?.peaks ?? []) };
  }

  cancel(): void {
    this.moving = null;
  }

  wait(): void {
    if (this.moving) this.moving = { ...this.moving, pending: true };
  }
}
