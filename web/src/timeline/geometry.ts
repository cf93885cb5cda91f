/** Where things are on the canvas, for whoever draws and whoever clicks. */
import { fromX, toX, type View } from "../logic/axis";
import { groupPhotos, groupsBetween, laneHeight, levelScale, type Group } from "../logic/lanes";
import type { Mode, Scene, SceneLane } from "./scene";

export const AXIS_PX = 46;
const RAIL_PX = 12;
const PAD_PX = 4;
const SPACE_PX = 3;
/** Height of a name above its lane in narrow windows; long ones take a line of their own. */
export const TITLE_PX = 26;
const LONG_NAME = 16;
/** About how wide a character of a name is. */
const CHARACTER_PX = 8;

export interface Geometry {
  width: number;
  height: number;
  /** Width of the column of names; 0 where names stand above their lanes. */
  head_px: number;
  /** Height of the name above each lane; 0 where names have a column. */
  title_px: number;
  lane_px: number;
  thumb_px: number;
  rail_px: number;
}

/** Width of the column of names: as the longest needs, but not more than a fifth of the window. */
const headWidth = (width: number, longest: number) =>
  Math.round(Math.min(Math.max(longest * CHARACTER_PX + 60, 212), Math.max(width / 5, 212)));

/**
 * Lay lanes out in a window; narrow ones have the names above the photos. `longest` is how many
 * characters the longest name has.
 */
export function geometry(width: number, height: number, n_lanes: number, longest = 0): Geometry {
  const narrow = width < 700;
  const title_px = narrow ? (longest > LONG_NAME ? 2 * TITLE_PX - 8 : TITLE_PX) : 0;
  const room = height - AXIS_PX - 8;
  const lane_px = laneHeight(n_lanes, room, 48 + title_px, narrow ? 70 + title_px : 88);
  return {
    width,
    height,
    head_px: narrow ? 0 : headWidth(width, longest),
    title_px,
    lane_px,
    thumb_px: Math.min(lane_px - title_px - RAIL_PX - 2 * PAD_PX, 64),
    rail_px: RAIL_PX,
  };
}

/** Top of a lane on the canvas. */
export const laneTop = (at: Geometry, lane: number, scroll_y: number) =>
  AXIS_PX + lane * at.lane_px - scroll_y;

/** Pixels the lanes can be scrolled by. */
export const mostScroll = (at: Geometry, n_lanes: number) =>
  Math.max(n_lanes * at.lane_px - (at.height - AXIS_PX), 0);

/** Top of the thumbnails in a lane. */
export const thumbTop = (at: Geometry, top: number) => {
  const free = at.lane_px - at.title_px - at.rail_px - at.thumb_px;
  return top + at.title_px + Math.round(free / 2);
};

/** Where a clock was set anew between two photos: midway, or just before the later one's picture. */
export const jumpX = (before_x: number, after_x: number, thumb_px: number) =>
  after_x - before_x > thumb_px ? after_x - thumb_px / 2 - 3 : (before_x + after_x) / 2;

export interface Spot extends Group {
  /** Middle of the thumbnail. */
  x: number;
}

/** The thumbnails of each lane at each zoom, kept until the event changes. */
export class Spots {
  private readonly kept = new Map<string, { level: number; apart: number; groups: Group[] }>();

  constructor(readonly scene: Scene) {}

  /** Return the thumbnails of a lane in a window `reach` pixels wide from 0 on. */
  seen(lane: SceneLane, mode: Mode, view: View, at: Geometry, shift_s = 0): Spot[] {
    const axis = this.scene.axes[mode];
    const margin = at.thumb_px;
    const width = at.width - at.head_px;
    const from_s = fromX(axis, view.scale, view.scroll - margin) - shift_s;
    const to_s = fromX(axis, view.scale, view.scroll + width + margin) - shift_s;
    const groups = groupsBetween(this.groups(lane, mode, view.scale, at), from_s, to_s);
    return groups.map((group) => ({
      ...group,
      x: toX(axis, view.scale, group.time_s + shift_s) - view.scroll,
    }));
  }

  private groups(lane: SceneLane, mode: Mode, scale: number, at: Geometry): Group[] {
    const key = `${mode}${lane.gallery}`;
    const level = levelScale(scale);
    const apart = at.thumb_px + SPACE_PX;
    const kept = this.kept.get(key);
    if (kept && kept.level === level && kept.apart === apart) return kept.groups;
    const groups = groupPhotos(lane[mode], this.scene.axes[mode], level, apart);
    this.kept.set(key, { level, apart, groups });
    return groups;
  }
}

/** Return the lane at a height, or null beside all. */
export function laneAt(at: Geometry, scene: Scene, y: number, scroll_y: number): number | null {
  if (y < AXIS_PX) return null;
  const lane = Math.floor((y - AXIS_PX + scroll_y) / at.lane_px);
  return lane < scene.lanes.length ? lane : null;
}

/** Return the thumbnail at a place of the canvas, or null. */
export function spotAt(
  spots: Spots,
  at: Geometry,
  mode: Mode,
  view: View,
  x: number,
  y: number,
  scroll_y: number,
): { lane: number; spot: Spot } | null {
  const lane = laneAt(at, spots.scene, y, scroll_y);
  const found = lane === null ? undefined : spots.scene.lanes[lane];
  if (lane === null || !found) return null;
  const top = thumbTop(at, laneTop(at, lane, scroll_y));
  if (y < top || y > top + at.thumb_px + at.rail_px) return null;
  const inside = x - at.head_px;
  const spot = spots
    .seen(found, mode, view, at)
    .filter((other) => Math.abs(other.x - inside) <= at.thumb_px / 2 + 1)
    .at(-1);
  return spot ? { lane, spot } : null;
}
