import { describe, expect, it } from "vitest";
import {
  buildAxis,
  centreOn,
  clampView,
  fitView,
  fromX,
  GAP_S,
  MAX_SCALE,
  pan,
  stripWidth,
  toX,
  zoom,
} from "../src/logic/axis";

const HOUR = 3600;
const DAY = 86400;
const WIDTH = 1000;
// two afternoons, weeks apart
const times = [0, HOUR, 2 * HOUR, 40 * DAY, 40 * DAY + HOUR];

describe("buildAxis", () => {
  it("folds a gap of weeks and keeps an hour", () => {
    const axis = buildAxis(times, WIDTH);
    expect(axis.stretches).toHaveLength(2);
    expect(axis.total_s).toBeLessThan(5 * HOUR);
  });

  it("does not fold what is just as long as the bound", () => {
    expect(buildAxis([0, GAP_S], WIDTH).stretches).toHaveLength(1);
    expect(buildAxis([0, GAP_S + 1], WIDTH).stretches).toHaveLength(2);
  });

  it("takes times in any order", () => {
    expect(buildAxis([...times].reverse(), WIDTH)).toEqual(buildAxis(times, WIDTH));
  });

  it("leaves most of the window to photos, however many gaps there are", () => {
    const many = Array.from({ length: 200 }, (_, day) => day * DAY);
    const axis = buildAxis(many, WIDTH);
    expect(199 * axis.gap_px).toBeLessThanOrEqual(WIDTH * 0.4 + 1e-6);
    expect(stripWidth(axis, fitView(axis, WIDTH).scale)).toBeCloseTo(WIDTH, 3);
  });

  it("shows one photo, and none, without failing", () => {
    const one = buildAxis([1000], WIDTH);
    expect(fromX(one, 1, toX(one, 1, 1000))).toBeCloseTo(1000);
    const none = buildAxis([], WIDTH);
    expect(toX(none, 1, 5)).toBe(0);
    expect(Number.isFinite(fitView(none, WIDTH).scale)).toBe(true);
  });
});

describe("toX and fromX", () => {
  const axis = buildAxis(times, WIDTH);

  it.each([0, 1800, HOUR, 20 * DAY, 40 * DAY, 40 * DAY + 10, -500, 41 * DAY])(
    "undo each other at %d s",
    (time) => {
      for (const scale of [0.01, 0.3, 40])
        expect(fromX(axis, scale, toX(axis, scale, time))).toBeCloseTo(time, 3);
    },
  );

  it("keep the order of times, also inside a fold", () => {
    const xs = [-100, 0, HOUR, 3 * HOUR, 20 * DAY, 39 * DAY, 40 * DAY, 50 * DAY].map((time) =>
      toX(axis, 0.05, time),
    );
    expect([...xs].sort((a, b) => a - b)).toEqual(xs);
  });
});

describe("zoom and pan", () => {
  const axis = buildAxis(times, WIDTH);

  it("keeps the time under the pointer", () => {
    let view = zoom(axis, fitView(axis, WIDTH), 3, 300, WIDTH);
    for (const factor of [2, 1.5, 0.8, 4]) {
      const before = fromX(axis, view.scale, view.scroll + 412);
      view = zoom(axis, view, factor, 412, WIDTH);
      expect(fromX(axis, view.scale, view.scroll + 412)).toBeCloseTo(before, 3);
    }
  });

  it("never shows less than everything, nor more than a second as a thumbnail", () => {
    const fit = fitView(axis, WIDTH);
    expect(zoom(axis, fit, 1e-9, 500, WIDTH)).toEqual(fit);
    expect(zoom(axis, fit, 1e9, 500, WIDTH).scale).toBe(MAX_SCALE);
  });

  it("stops at the ends", () => {
    const near = zoom(axis, fitView(axis, WIDTH), 10, 500, WIDTH);
    expect(pan(axis, near, -1e9, WIDTH).scroll).toBe(0);
    const end = pan(axis, near, 1e9, WIDTH);
    expect(end.scroll + WIDTH).toBeCloseTo(stripWidth(axis, end.scale), 6);
  });

  it("centres a time where there is room on both sides", () => {
    const view = centreOn(axis, 2, HOUR, WIDTH);
    expect(toX(axis, view.scale, HOUR) - view.scroll).toBeCloseTo(WIDTH / 2, 6);
  });

  it("brings a view of another axis back into bounds", () => {
    const view = clampView(axis, { scale: 0, scroll: -70 }, WIDTH);
    expect(view).toEqual(fitView(axis, WIDTH));
  });
});
