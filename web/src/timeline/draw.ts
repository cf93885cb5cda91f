/** The timeline on its canvas: only what is in the window. */
import { fromX, toX } from "../logic/axis";
import { barHeight, density, lowerBound } from "../logic/lanes";
import { roundOffset } from "../logic/format";
import { scoreRange, strength } from "../logic/snap";
import { axisMarks, fittingDays, type Marks } from "../logic/ticks";
import { texts } from "../texts";
import {
  AXIS_PX,
  jumpX,
  laneTop,
  mostScroll,
  thumbTop,
  type Geometry,
  type Spot,
} from "./geometry";
import { barsOf, drawBar } from "./bars";
import type { Moving, TimelineModel } from "./model.svelte";
import { jumpsOf, type JumpMark, type Mode, type Scene, type SceneLane } from "./scene";
import type { Sheets } from "./sheets";

export interface Colours {
  paper: string;
  surface: string;
  sunken: string;
  ink: string;
  inkSoft: string;
  line: string;
  lineStrong: string;
  accent: string;
  accentSoft: string;
  onAccent: string;
  warn: string;
  font: string;
}

/** Read the colours of the page, so that the canvas is light or dark with it. */
export function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  const get = (name: string) => style.getPropertyValue(name).trim();
  return {
    paper: get("--paper"),
    surface: get("--surface"),
    sunken: get("--sunken"),
    ink: get("--ink"),
    inkSoft: get("--ink-soft"),
    line: get("--line"),
    lineStrong: get("--line-strong"),
    accent: get("--accent"),
    accentSoft: get("--accent-soft"),
    onAccent: get("--on-accent"),
    warn: get("--warn"),
    font: get("--font"),
  };
}

interface Pen {
  on: CanvasRenderingContext2D;
  at: Geometry;
  colours: Colours;
  model: TimelineModel;
  scene: Scene;
  sheets: Sheets;
}

const DENSITY_PX = 3;
/** Smaller thumbnails have no room for a number; the bars below them tell as much. */
const COUNTED_PX = 34;
const ease = (t: number) => (t < 0.5 ? 4 * t * t * t : 1 - (2 - 2 * t) ** 3 / 2);

/** Draw the whole window. */
export function draw(
  on: CanvasRenderingContext2D,
  model: TimelineModel,
  sheets: Sheets,
  colours: Colours,
): void {
  const { at, scene } = model;
  if (!scene || !model.views) return;
  const pen: Pen = { on, at, colours, model, scene, sheets };
  on.clearRect(0, 0, at.width, at.height);
  on.save();
  on.beginPath();
  on.rect(at.head_px, 0, at.width - at.head_px, at.height);
  on.clip();
  on.translate(at.head_px, 0);
  sheets.begin();
  // displays are read as they were; event time is local to its moment
  const zones = model.mode === "after" ? scene.event.zones : [];
  const marks = axisMarks(scene.axes[model.mode], model.view, model.width, zones);
  drawGround(pen, marks);
  scene.lanes.forEach((lane, number) => drawLane(pen, lane, number));
  if (model.moving) drawEvidence(pen, model.moving);
  drawAxis(pen, marks);
  drawPointer(pen);
  drawScrollbar(pen);
  sheets.end();
  on.restore();
}

function drawGround({ on, at, colours, model, scene }: Pen, marks: Marks): void {
  scene.lanes.forEach((lane, number) => {
    const top = laneTop(at, number, model.scroll_y);
    if (top > at.height || top + at.lane_px < AXIS_PX) return;
    on.fillStyle = number === model.selected ? colours.accentSoft : colours.surface;
    on.fillRect(0, top, model.width, at.lane_px);
    on.fillStyle = colours.line;
    on.fillRect(0, top + at.lane_px - 1, model.width, 1);
    if (!lane.placed) hatch(on, top, model.width, at.lane_px - 1, colours.line);
  });
  on.globalAlpha = 0.55;
  on.fillStyle = colours.line;
  for (const tick of marks.ticks) on.fillRect(Math.round(tick.x), AXIS_PX, 1, at.height);
  on.globalAlpha = 1;
  for (const fold of marks.folds) {
    on.fillStyle = colours.paper;
    on.fillRect(fold.from, AXIS_PX, fold.to - fold.from, at.height);
    dashed(on, (fold.from + fold.to) / 2, at.height, colours.lineStrong);
  }
  if (at.title_px === 0) return;
  // names that stand above their lanes are not crossed by lines
  scene.lanes.forEach((_, number) => {
    on.fillStyle = number === model.selected ? colours.accentSoft : colours.surface;
    on.fillRect(0, laneTop(at, number, model.scroll_y), model.width, at.title_px);
  });
}

function dashed(on: CanvasRenderingContext2D, x: number, height: number, colour: string): void {
  on.save();
  on.strokeStyle = colour;
  on.setLineDash([3, 4]);
  on.beginPath();
  on.moveTo(x, AXIS_PX + 2);
  on.lineTo(x, height);
  on.stroke();
  on.restore();
}

function hatch(
  on: CanvasRenderingContext2D,
  top: number,
  width: number,
  height: number,
  colour: string,
): void {
  on.save();
  on.beginPath();
  on.rect(0, top, width, height);
  on.clip();
  on.strokeStyle = colour;
  on.lineWidth = 1;
  on.globalAlpha = 0.7;
  on.beginPath();
  for (let x = -height; x < width; x += 10) {
    on.moveTo(x, top + height);
    on.lineTo(x + height, top);
  }
  on.stroke();
  on.restore();
}

/** Return the seconds a lane is away from its place, while it is moved. */
const carried = (model: TimelineModel, number: number) =>
  model.moving && model.moving.lane === number ? model.moving.offset_s - model.moving.from_s : 0;

function drawLane(pen: Pen, lane: SceneLane, number: number): void {
  const { at, model, on } = pen;
  const top = laneTop(at, number, model.scroll_y);
  if (top > at.height || top + at.lane_px < AXIS_PX) return;
  const mode: Mode = model.mode;
  const shift_s = mode === "after" ? carried(model, number) : 0;
  const gliding = model.mix > 0 && model.mix < 1;
  const spots = model.spots?.seen(lane, mode, model.view, at, shift_s) ?? [];
  on.globalAlpha = lane.placed || mode === "before" || shift_s !== 0 ? 1 : 0.75;
  const bars = gliding ? [] : barsOf(pen.scene, lane, mode, model.view, at, top, shift_s);
  const bar = (one: (typeof bars)[number]) =>
    drawBar(on, one, pen.colours, model.hover?.row === one.row);
  bars.filter((one) => one.tall).forEach(bar);
  const begins = new Map(bars.filter((one) => one.tall).map((one) => [one.row, one.left]));
  for (const spot of spots) {
    const left = begins.get(spot.row);
    // the picture of a clip stands where its bar begins
    const placed = left === undefined ? spot : { ...spot, x: left + at.thumb_px / 2 };
    drawThumb(pen, gliding ? glided(pen, spot) : placed, top);
  }
  on.globalAlpha = 1;
  if (gliding) return;
  drawRail(pen, lane, mode, shift_s, top);
  bars.filter((one) => !one.tall).forEach(bar);
  if (!lane.placed) return; // where nothing is sure, neither is that
  for (const jump of jumpsOf(pen.scene, lane, mode)) drawJump(pen, jump, mode, shift_s, top);
}

/** Mark where a clock was set anew: a line between two photos, and by how much. */
function drawJump(pen: Pen, jump: JumpMark, mode: Mode, shift_s: number, top: number): void {
  const { on, at, colours, model, scene } = pen;
  const place = (time_s: number) =>
    toX(scene.axes[mode], model.view.scale, time_s + shift_s) - model.view.scroll;
  const x = Math.round(jumpX(place(jump.from_s), place(jump.to_s), at.thumb_px));
  const [upper, lower] = [top + at.title_px, top + at.lane_px - 1];
  on.save();
  on.strokeStyle = colours.warn;
  on.lineWidth = 2;
  on.setLineDash([4, 3]);
  on.beginPath();
  on.moveTo(x, upper);
  on.lineTo(x, lower);
  on.stroke();
  on.restore();
  on.font = `600 11px ${colours.font}`;
  const text = texts.timeline.jump(roundOffset(jump.step_s));
  const width = on.measureText(text).width + 10;
  // beside the line, on whichever side there is room
  const left = x + 3 + width > model.width ? x - 3 - width : x + 3;
  on.fillStyle = colours.warn;
  on.fillRect(left, lower - 17, width, 15);
  on.fillStyle = colours.surface;
  on.textAlign = "left";
  on.textBaseline = "middle";
  on.fillText(text, left + 5, lower - 9);
}

/** Return a thumbnail between its places before and after. */
function glided({ model, scene }: Pen, spot: Spot): Spot {
  const views = model.views;
  if (!views) return spot;
  const place = (mode: Mode, time_s: number) =>
    toX(scene.axes[mode], views[mode].scale, time_s) - views[mode].scroll;
  const before = place("before", scene.before_s[spot.row] as number);
  const after = place("after", scene.after_s[spot.row] as number);
  return { ...spot, x: before + (after - before) * ease(model.mix) };
}

function drawThumb({ on, at, sheets, colours, model }: Pen, spot: Spot, top: number): void {
  const size = at.thumb_px;
  const left = Math.round(spot.x - size / 2);
  const upper = thumbTop(at, top);
  const tile = sheets.tile(spot.row, size * (devicePixelRatio || 1));
  if (tile) on.drawImage(tile.image, tile.x, tile.y, tile.size, tile.size, left, upper, size, size);
  else {
    on.fillStyle = colours.sunken;
    on.fillRect(left, upper, size, size);
  }
  if (spot.n > 1 && size >= COUNTED_PX) drawCount(on, `${spot.n}`, left + size, upper, colours);
  if (model.hover?.row === spot.row) {
    on.strokeStyle = colours.accent;
    on.lineWidth = 2;
    on.strokeRect(left + 1, upper + 1, size - 2, size - 2);
  }
}

/** Say how many photos a thumbnail stands for, in its upper right corner. */
function drawCount(
  on: CanvasRenderingContext2D,
  text: string,
  right: number,
  top: number,
  colours: Colours,
): void {
  on.font = `600 10px ${colours.font}`;
  const width = text.length * 6 + 7;
  on.fillStyle = "rgb(12 18 24 / 72%)";
  on.fillRect(right - width, top, width, 14);
  on.fillStyle = "#ffffff";
  on.textAlign = "center";
  on.textBaseline = "middle";
  on.fillText(text, right - width / 2, top + 7.5);
}

/** Draw a bar for every few pixels below the thumbnails: each photo at its own time. */
function drawRail(pen: Pen, lane: SceneLane, mode: Mode, shift_s: number, top: number): void {
  const { on, at, model, scene, colours } = pen;
  const axis = scene.axes[mode];
  const view = model.view;
  const { time_s } = lane[mode];
  const from = lowerBound(time_s, fromX(axis, view.scale, view.scroll - 4) - shift_s);
  const to = lowerBound(time_s, fromX(axis, view.scale, view.scroll + model.width + 4) - shift_s);
  const xs = new Float64Array(to - from);
  for (let i = from; i < to; i++)
    xs[i - from] = toX(axis, view.scale, (time_s[i] as number) + shift_s) - view.scroll;
  const counts = density(xs, model.width, DENSITY_PX);
  const bottom = top + at.lane_px - 2;
  on.beginPath();
  counts.forEach((n, column) => {
    const height = Math.round(barHeight(n) * (at.rail_px - 2));
    if (height > 0) on.rect(column * DENSITY_PX, bottom - height, DENSITY_PX - 1, height);
  });
  on.fillStyle = lane.placed ? colours.accent : colours.lineStrong;
  on.fill();
}

/** Draw the evidence for each offset across the lane that is moved, the needle at where it is. */
function drawEvidence({ on, at, model, colours }: Pen, moving: Moving): void {
  const top = laneTop(at, moving.lane, model.scroll_y);
  const bottom = top + at.lane_px - 2;
  const high = at.lane_px - 10;
  const scale = model.view.scale;
  const place = (offset_s: number) => moving.origin + (offset_s - moving.from_s) * scale;
  const { profile } = moving;
  if (profile) {
    const range = scoreRange(profile);
    const y = (score: number) => bottom - strength(score, range) * high;
    on.beginPath();
    profile.offset_s.forEach((offset, i) => on.lineTo(place(offset), y(profile.score[i] ?? 0)));
    on.strokeStyle = colours.accent;
    on.lineWidth = 2;
    on.stroke();
    on.lineTo(place(profile.offset_s.at(-1) ?? 0), bottom);
    on.lineTo(place(profile.offset_s[0] ?? 0), bottom);
    on.globalAlpha = 0.28;
    on.fillStyle = colours.accent;
    on.fill();
    on.globalAlpha = 1;
    for (const peak of profile.peaks) {
      on.beginPath();
      on.arc(place(peak.offset_s), y(peak.score), 4, 0, 2 * Math.PI);
      on.fillStyle = peak === moving.peak ? colours.warn : colours.accent;
      on.fill();
    }
  }
  const needle = Math.round(place(moving.offset_s));
  on.fillStyle = moving.peak ? colours.warn : colours.ink;
  on.fillRect(needle - 1, AXIS_PX, 2, at.height);
}

function drawAxis({ on, colours, model }: Pen, marks: Marks): void {
  on.fillStyle = colours.paper;
  on.fillRect(0, 0, model.width, AXIS_PX);
  on.fillStyle = colours.line;
  on.fillRect(0, AXIS_PX - 1, model.width, 1);
  on.textAlign = "left";
  on.textBaseline = "middle";
  on.font = `12px ${colours.font}`;
  on.fillStyle = colours.inkSoft;
  const measure = (text: string) => on.measureText(text).width;
  for (const { x, label } of marks.ticks) {
    on.fillRect(Math.round(x), AXIS_PX - 6, 1, 5);
    const end = x + 4 + measure(label);
    const cut = x < -4 || end > model.width || marks.folds.some((f) => x < f.from && end > f.from);
    if (!cut) on.fillText(label, x + 4, 33);
  }
  for (const fold of marks.folds) drawFold(on, fold.from, fold.to, fold.label, colours);
  on.font = `600 12px ${colours.font}`;
  on.fillStyle = colours.ink;
  on.textAlign = "left";
  for (const { x, label } of fittingDays(marks.days, measure)) on.fillText(label, x + 4, 14);
}

function drawFold(
  on: CanvasRenderingContext2D,
  from: number,
  to: number,
  label: string,
  colours: Colours,
): void {
  const middle = (from + to) / 2;
  on.fillStyle = colours.paper;
  on.fillRect(from, 22, to - from, AXIS_PX - 23);
  on.font = `11px ${colours.font}`;
  on.textAlign = "center";
  on.fillStyle = colours.inkSoft;
  if (on.measureText(label).width <= to - from) on.fillText(label, middle, 33);
}

/** Show which of the lanes are in the window, where not all are. */
function drawScrollbar({ on, at, colours, model, scene }: Pen): void {
  const most = mostScroll(at, scene.lanes.length);
  if (most === 0) return;
  const room = at.height - AXIS_PX;
  const length = (room * room) / (room + most);
  const top = AXIS_PX + (model.scroll_y / most) * (room - length);
  on.fillStyle = colours.lineStrong;
  on.fillRect(model.width - 5, top + 2, 3, length - 4);
}

/** Draw a line through all lanes under the pointer: what stands on it is of one time. */
function drawPointer({ on, at, colours, model }: Pen): void {
  if (!model.hover || model.moving) return;
  on.globalAlpha = 0.5;
  on.fillStyle = colours.accent;
  on.fillRect(Math.round(model.hover.x), AXIS_PX - 1, 1, at.height);
  on.globalAlpha = 1;
}
