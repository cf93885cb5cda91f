/** Clips in their lanes: bars as long as they are, with the shape of their sound. */
import { toX, type View } from "../logic/axis";
import { columns } from "../logic/clips";
import { laneTop, thumbTop, type Geometry } from "./geometry";
import type { Mode, Scene, SceneLane } from "./scene";

/** A bar is never narrower: one must see it, and hit it. */
const LEAST_PX = 6;
/** From here on a bar is drawn behind the thumbnails, as high as they are, with its shape. */
const TALL_PX = 28;
const COLUMN_PX = 2;

export interface Bar {
  row: number;
  left: number;
  width: number;
  top: number;
  height: number;
  tall: boolean;
  levels: Float32Array;
}

/** Return the bars of a lane that are in the window; `top` is the lane's. */
export function barsOf(
  scene: Scene,
  lane: SceneLane,
  mode: Mode,
  view: View,
  at: Geometry,
  top: number,
  shift_s = 0,
): Bar[] {
  const axis = scene.axes[mode];
  const times_s = mode === "after" ? scene.after_s : scene.before_s;
  const window_px = at.width - at.head_px;
  return lane.clips.flatMap(({ row, length_s, levels }): Bar[] => {
    const from_s = (times_s[row] as number) + shift_s;
    const left = toX(axis, view.scale, from_s) - view.scroll;
    const end = toX(axis, view.scale, from_s + length_s) - view.scroll;
    const width = Math.max(end - left, LEAST_PX);
    if (left > window_px || left + width < 0) return [];
    const tall = width >= TALL_PX;
    const place = tall
      ? { top: thumbTop(at, top), height: at.thumb_px }
      : { top: top + at.lane_px - 2 - at.rail_px, height: at.rail_px };
    return [{ row, left, width, ...place, tall, levels }];
  });
}

/** Return the clip whose bar is at a place of the canvas, or null. */
export function barAt(
  scene: Scene,
  number: number,
  mode: Mode,
  view: View,
  at: Geometry,
  x: number,
  y: number,
  scroll_y: number,
): number | null {
  const lane = scene.lanes[number];
  if (!lane) return null;
  const top = laneTop(at, number, scroll_y);
  const inside = x - at.head_px;
  const found = barsOf(scene, lane, mode, view, at, top).findLast(
    (bar) =>
      inside >= bar.left &&
      inside <= bar.left + bar.width &&
      y >= bar.top &&
      y <= bar.top + bar.height,
  );
  return found?.row ?? null;
}

export interface BarColours {
  surface: string;
  accent: string;
  accentSoft: string;
  warn: string;
}

/** Draw a bar with the shape of its sound, as far as there is room for one. */
export function drawBar(
  on: CanvasRenderingContext2D,
  bar: Bar,
  colours: BarColours,
  pointed: boolean,
): void {
  const [left, width] = [Math.round(bar.left), Math.round(bar.width)];
  on.fillStyle = bar.tall ? colours.accentSoft : colours.surface;
  on.fillRect(left, bar.top, width, bar.height);
  const n = Math.floor((width - 2) / COLUMN_PX);
  const middle = bar.top + bar.height / 2;
  on.fillStyle = colours.accent;
  on.beginPath();
  columns(bar.levels, n).forEach((level, i) => {
    const half = (level * (bar.height - 4)) / 2;
    if (half > 0.3) on.rect(left + 1 + i * COLUMN_PX, middle - half, COLUMN_PX - 1, 2 * half);
  });
  on.fill();
  on.strokeStyle = pointed ? colours.warn : colours.accent;
  on.lineWidth = pointed ? 2 : 1;
  on.strokeRect(left + 0.5, bar.top + 0.5, width - 1, bar.height - 1);
}
