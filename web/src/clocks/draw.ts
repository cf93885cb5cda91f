/** A library's clocks on a canvas: lanes, stretches by certainty, occasions as ties. */
import type { ClockStretch, ClockTie } from "../data/types";
import { toX } from "../logic/axis";
import { texts } from "../texts";
import {
  barTop,
  BAR_PX,
  columnsOf,
  isNarrow,
  laneTop,
  spanOf,
  YEARS_PX,
  yearTicks,
} from "./geometry";
import type { ClocksModel } from "./model.svelte";

export interface ClockColours {
  paper: string;
  surface: string;
  sunken: string;
  ink: string;
  inkSoft: string;
  line: string;
  lineStrong: string;
  accent: string;
  onAccent: string;
  good: string;
  warn: string;
  bad: string;
  font: string;
}

/** Read the colours of the page, so that the canvas is light or dark with it. */
export function clockColours(element: Element): ClockColours {
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
    onAccent: get("--on-accent"),
    good: get("--good"),
    warn: get("--warn"),
    bad: get("--bad"),
    font: get("--font"),
  };
}

interface Pen {
  on: CanvasRenderingContext2D;
  model: ClocksModel;
  colours: ClockColours;
}

/** Photos of a column of pixels that make its mark as high as marks get. */
const MANY = 120;
const MARK_PX = 12;
/** Ties drawn at once: more are a carpet that tells nothing. */
const MOST_TIES = 1500;
const LABEL_LEAST_PX = 34;

/** Draw the whole window. */
export function drawClocks(
  on: CanvasRenderingContext2D,
  model: ClocksModel,
  colours: ClockColours,
): void {
  const { frame } = model;
  const pen: Pen = { on, model, colours };
  on.clearRect(0, 0, frame.width, frame.height);
  drawYears(pen);
  on.save();
  on.beginPath();
  on.rect(frame.head_px, YEARS_PX, frame.width - frame.head_px, frame.height - YEARS_PX);
  on.clip();
  on.translate(frame.head_px, 0);
  drawTies(pen);
  eachLane(pen, (lane) => drawSessions(pen, lane));
  for (const stretch of model.stretches) drawStretch(pen, stretch);
  drawBorder(pen);
  on.restore();
  drawHeads(pen);
}

function eachLane({ model }: Pen, act: (lane: number) => void): void {
  const { frame, clocks, scroll_y } = model;
  clocks.lanes.forEach((_, lane) => {
    const top = laneTop(frame, lane, scroll_y);
    if (top + frame.lane_px > YEARS_PX && top < frame.height) act(lane);
  });
}

function drawYears({ on, model, colours }: Pen): void {
  const { frame, axis, view } = model;
  const start_s = axis.stretches[0]?.from_s ?? 0;
  const from_s = start_s + view.scroll / view.scale;
  on.font = `12px ${colours.font}`;
  on.textBaseline = "middle";
  on.textAlign = "left";
  for (const tick of yearTicks(from_s, from_s + model.width / view.scale, view.scale)) {
    const x = Math.round(frame.head_px + toX(axis, view.scale, tick.time_s) - view.scroll) + 0.5;
    on.strokeStyle = tick.strong ? colours.line : colours.sunken;
    on.beginPath();
    on.moveTo(x, tick.strong ? 6 : 16);
    on.lineTo(x, frame.height);
    on.stroke();
    on.fillStyle = tick.strong ? colours.ink : colours.inkSoft;
    on.fillText(tick.label, x + 5, YEARS_PX / 2);
  }
  on.strokeStyle = colours.line;
  on.beginPath();
  on.moveTo(0, YEARS_PX - 0.5);
  on.lineTo(frame.width, YEARS_PX - 0.5);
  on.stroke();
}

/** Draw how many photos each column of pixels has, below the bars. */
function drawSessions({ on, model, colours }: Pen, lane: number): void {
  const { frame, clocks, axis, view, scroll_y } = model;
  const shown = clocks.lanes[lane];
  if (!shown) return;
  const base = barTop(frame, lane, scroll_y) + BAR_PX + 3;
  on.fillStyle = colours.lineStrong;
  // rectangles of whole pixels, many times as quick as one path of them
  for (const { x, n } of columnsOf(shown, axis, view, model.width)) {
    const height = 2 + Math.round(Math.min(Math.log1p(n) / Math.log1p(MANY), 1) * (MARK_PX - 2));
    on.fillRect(x, base, 1, height);
  }
}

/** Draw occasions as lines from lane to lane; those of the chosen stretch stand out. */
function drawTies(pen: Pen): void {
  const { model, colours } = pen;
  const { clocks, axis, view, chosen } = model;
  const place = (time_s: number) => toX(axis, view.scale, time_s) - view.scroll;
  const near: [ClockTie, number, number][] = [];
  let drawn = 0;
  for (const tie of clocks.ties) {
    const [from, to] = [place(tie.at_s[0]), place(tie.at_s[1])];
    if (Math.max(from, to) < 0 || Math.min(from, to) > model.width) continue;
    if (chosen !== null && isOf(tie, chosen)) near.push([tie, from, to]);
    else if (drawn++ < MOST_TIES) drawTie(pen, tie, from, to, colours.line);
  }
  for (const [tie, from, to] of near) drawTie(pen, tie, from, to, colours.accent);
}

const isOf = ({ lanes, at_s }: ClockTie, stretch: ClockStretch) =>
  lanes.some((lane, i) => {
    const time_s = at_s[i] ?? 0;
    return lane === stretch.lane && time_s >= stretch.from_s && time_s <= stretch.to_s;
  });

function drawTie(
  { on, model }: Pen,
  { lanes }: ClockTie,
  from: number,
  to: number,
  colour: string,
): void {
  const middle = (lane: number) => barTop(model.frame, lane, model.scroll_y) + BAR_PX / 2;
  const [start, end] = [middle(lanes[0]), middle(lanes[1])];
  if (Math.abs(from - to) < 1.5) {
    // nearly all are upright: a rectangle of whole pixels is quicker than a line
    on.fillStyle = colour;
    on.fillRect(Math.round(from), Math.min(start, end), 1, Math.abs(end - start));
    return;
  }
  on.strokeStyle = colour;
  on.beginPath();
  on.moveTo(from, start);
  on.lineTo(to, end);
  on.stroke();
}

/** The colour of a stretch: what it needs; its strength: how certain that is. */
function fillOf(stretch: ClockStretch, colours: ClockColours): string {
  if (stretch.state === "wrong")
    return stretch.planned === "applied" ? colours.accent : colours.warn;
  if (stretch.state === "right") return colours.good;
  return colours.lineStrong;
}

function drawStretch({ on, model, colours }: Pen, stretch: ClockStretch): void {
  const { frame, axis, view, scroll_y, selected } = model;
  const { left, width } = spanOf(stretch, axis, view);
  const top = barTop(frame, stretch.lane, scroll_y);
  if (left > model.width || left + width < 0 || top > frame.height || top + BAR_PX < 0) return;
  const [x, w] = [Math.max(left, -8), Math.min(left + width, model.width + 8)];
  const open = stretch.state === "open" || stretch.state === "rejected";
  on.fillStyle = colours.paper;
  on.fillRect(x, top, w - x, BAR_PX);
  on.globalAlpha = open ? 0.14 + 0.2 * stretch.certain : 0.9;
  on.fillStyle = fillOf(stretch, colours);
  const box = new Path2D();
  box.roundRect(x, top, w - x, BAR_PX, Math.min(4, (w - x) / 2));
  on.fill(box);
  on.globalAlpha = 1;
  if (open) {
    on.setLineDash([3, 3]);
    on.strokeStyle = fillOf(stretch, colours);
    on.stroke(box);
    on.setLineDash([]);
  }
  drawLabel({ on, model, colours }, stretch, x, w, top);
  if (stretch.number !== selected) return;
  on.strokeStyle = colours.ink;
  on.lineWidth = 2;
  const ring = new Path2D();
  ring.roundRect(x - 3, top - 3, w - x + 6, BAR_PX + 6, 6);
  on.stroke(ring);
  on.lineWidth = 1;
}

/** Draw the border that a person is placing, through its lane. */
function drawBorder({ on, model, colours }: Pen): void {
  const { border, frame, axis, view, scroll_y } = model;
  if (!border) return;
  const x = Math.round(toX(axis, view.scale, border.at_s) - view.scroll);
  const top = barTop(frame, border.lane, scroll_y);
  on.fillStyle = colours.ink;
  on.fillRect(x - 1, top - 8, 3, BAR_PX + MARK_PX + 14);
  on.beginPath();
  on.moveTo(x - 6, top - 12);
  on.lineTo(x + 7, top - 12);
  on.lineTo(x + 0.5, top - 3);
  on.fill();
}

function drawLabel(
  { on, model, colours }: Pen,
  stretch: ClockStretch,
  left: number,
  right: number,
  top: number,
): void {
  const from = Math.max(left, 0) + 6;
  const room = Math.min(right, model.width) - from - 6;
  if (room < LABEL_LEAST_PX) return;
  on.font = `600 12px ${colours.font}`;
  const label = texts.clocks.bar(stretch).find((text) => on.measureText(text).width <= room);
  if (label === undefined) return;
  const full = stretch.state === "wrong" || stretch.state === "right";
  on.fillStyle = full ? colours.surface : colours.ink;
  on.textBaseline = "middle";
  on.fillText(label, from, top + BAR_PX / 2 + 0.5);
}

/** Draw the names of lanes: beside them, on a narrow window above their bars. */
function drawHeads({ on, model, colours }: Pen): void {
  const { frame, clocks, scroll_y } = model;
  on.save();
  on.beginPath();
  on.rect(0, YEARS_PX, frame.width, frame.height - YEARS_PX);
  on.clip();
  eachLane({ on, model, colours }, (lane) => {
    const top = laneTop(frame, lane, scroll_y);
    on.strokeStyle = colours.line;
    on.beginPath();
    on.moveTo(0, top + frame.lane_px - 0.5);
    on.lineTo(frame.width, top + frame.lane_px - 0.5);
    on.stroke();
    const shown = clocks.lanes[lane];
    if (!shown) return;
    const narrow = isNarrow(frame);
    const room = narrow ? frame.width - 24 : frame.head_px - 24;
    on.textBaseline = "top";
    on.fillStyle = colours.ink;
    on.font = `600 13px ${colours.font}`;
    const name = fitted(on, narrow ? shown.name : shown.owner || shown.device, room);
    on.fillText(name, 12, top + (narrow ? 5 : 10));
    if (narrow) return;
    on.fillStyle = colours.inkSoft;
    on.font = `12px ${colours.font}`;
    const device = shown.owner ? shown.device : "";
    on.fillText(fitted(on, texts.clocks.head(device, shown.n_photos), room), 12, top + 28);
  });
  on.restore();
}

/** A text, or as much of it as there is room for. */
function fitted(on: CanvasRenderingContext2D, text: string, room: number): string {
  if (on.measureText(text).width <= room) return text;
  let end = text.length;
  while (end > 1 && on.measureText(`${text.slice(0, end)}…`).width > room) end--;
  return `${text.slice(0, end)}…`;
}
