import { describe, expect, it } from "vitest";
import type { ClipView, HeardView } from "../src/data/types";
import { columns, firstLag, levelsOf, overlap, partners, tieOf, tiesOf } from "../src/logic/clips";
import { Pacer } from "../src/logic/step";
import { fitView } from "../src/logic/axis";
import { barAt, barsOf } from "../src/timeline/bars";
import { geometry, laneTop } from "../src/timeline/geometry";
import { buildScene } from "../src/timeline/scene";
import { makeEvent } from "./event";

const clip = (row: number, duration_s: number, shape = "A_"): ClipView => ({
  row,
  duration_s,
  sound: true,
  shape,
});
const tie: HeardView = {
  rows: [1, 2],
  lag_s: 4,
  apart_s: 4.1,
  how: "",
  sure: true,
  supports: true,
  contradicts: false,
  reasons: [],
  answer: null,
};
const event = {
  ...makeEvent([
    ["Ida", [100, 200], 0],
    ["Maya", [204.1, 900], 0],
    ["Theo", [210], 0],
  ]),
  clips: [clip(1, 10), clip(2, 20), clip(4, 5)],
  heard: [tie],
};

describe("shapes", () => {
  it("are read as the server writes them", () => {
    expect([...levelsOf("A_?")]).toEqual([0, 1, 0]);
  });

  it("keep the loudest where several stretches share a column", () => {
    expect([...columns(Float32Array.of(0, 1, 0.5, 0.25), 2)]).toEqual([1, 0.5]);
    expect([...columns(Float32Array.of(0, 1), 4)]).toEqual([0, 0, 1, 1]);
    expect([...columns(new Float32Array(), 2)]).toEqual([0, 0]);
  });
});

describe("ties", () => {
  it("are turned to whoever is asked first", () => {
    expect(tieOf(event, 1, 2)?.lag_s).toBe(4);
    expect(tieOf(event, 2, 1)).toMatchObject({ rows: [2, 1], lag_s: -4, apart_s: -4.1 });
    expect(tieOf(event, 1, 4)).toBeNull();
    expect(tiesOf(event, 1).map(({ rows }) => rows)).toEqual([[2, 1]]);
    expect(tiesOf(event, 2)).toEqual([]);
  });

  it("come first among the clips to play beside one, then those near in time", () => {
    expect(partners(event, 1)).toEqual([2, 4]);
    expect(partners(event, 2)).toEqual([1, 4]);
  });

  it("begin as heard, else as placed, else together", () => {
    expect(firstLag(event, 1, 2)).toBe(4);
    expect(firstLag(event, 2, 4)).toBeCloseTo(5.9);
    expect(firstLag(event, 1, 4)).toBe(0);
  });
});

describe("overlap", () => {
  it("is in the first clip's time", () => {
    expect(overlap(4, 10, 20)).toEqual({ from_s: 4, to_s: 10 });
    expect(overlap(-4, 10, 12)).toEqual({ from_s: 0, to_s: 8 });
    expect(overlap(10, 10, 12)).toBeNull();
    expect(overlap(0, null, null)).toBeNull();
  });
});

/** Play a film for some seconds that is off, and loses some when it changes how fast it plays. */
function played(ahead_s: number, kick_s: number, seconds: number): number[] {
  const pacer = new Pacer();
  const off: number[] = [];
  let rate = 1;
  for (let now_ms = 0; now_ms < seconds * 1000; now_ms += 40) {
    const next = pacer.correct(ahead_s, now_ms);
    if (next.jump) ahead_s = 0;
    if (next.rate === 1 && rate !== 1) ahead_s += kick_s;
    rate = next.rate;
    ahead_s += (rate - 1) * 0.04;
    off.push(ahead_s);
  }
  return off;
}

describe("Pacer", () => {
  it("slows what is ahead, hurries what is behind, and jumps where that would take long", () => {
    expect(new Pacer().correct(0.01, 0)).toEqual({ jump: false, rate: 1 });
    expect(new Pacer().correct(0.02, 0).rate).toBeCloseTo(0.94);
    expect(new Pacer().correct(-0.02, 0).rate).toBeCloseTo(1.06);
    expect(new Pacer().correct(0.2, 0).rate).toBeCloseTo(0.88);
    expect(new Pacer().correct(-0.3, 0)).toEqual({ jump: true, rate: 1 });
  });

  it("comes into step, and stays there", () => {
    const off = played(0.2, 0, 10).slice(-100);
    expect(Math.max(...off.map(Math.abs))).toBeLessThan(0.015);
  });

  it("learns what its browser loses by changing how fast it plays", () => {
    const off = played(-0.1, -0.03, 20).slice(-100);
    expect(Math.max(...off.map(Math.abs))).toBeLessThan(0.02);
  });
});

describe("bars", () => {
  const scene = buildScene(event, 1000);
  const at = geometry(1200, 600, 3);
  const lane = scene.lanes[0];
  const top = laneTop(at, 0, 0);

  it("are as long as their clips", () => {
    const view = { scale: 5, scroll: 0 };
    const [bar] = lane ? barsOf(scene, lane, "after", view, at, top) : [];
    expect(bar).toMatchObject({ row: 1, tall: true });
    expect(bar?.width).toBeCloseTo(50);
  });

  it("stay to be seen, and hit, where they would be narrower than a line", () => {
    const view = fitView(scene.axes.after, at.width - at.head_px);
    const [bar] = lane ? barsOf(scene, lane, "after", view, at, top) : [];
    expect(bar?.width).toBeGreaterThanOrEqual(6);
    const [x, y] = [at.head_px + (bar?.left ?? 0) + 1, (bar?.top ?? 0) + 2];
    expect(barAt(scene, 0, "after", view, at, x, y, 0)).toBe(1);
    expect(barAt(scene, 0, "after", view, at, x - 20, y, 0)).toBeNull();
  });

  it("make their lanes as long as they are, without a fold in a long clip", () => {
    const long = { ...event, clips: [clip(3, 4 * 3600)] };
    const axis = buildScene(long, 1000).axes.after;
    expect(axis.stretches).toHaveLength(1);
    expect(axis.stretches[0]?.to_s).toBeGreaterThan(900 + 4 * 3600);
  });
});
