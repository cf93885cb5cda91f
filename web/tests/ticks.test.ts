import { describe, expect, it } from "vitest";
import { buildAxis, fitView, zoom } from "../src/logic/axis";
import { axisMarks, tickStep, withoutOverlap } from "../src/logic/ticks";

const DAY = 86400;
const noon = 20000 * DAY + 12 * 3600;

describe("tickStep", () => {
  it("uses steps that people count in", () => {
    expect(tickStep(80)).toBe(2);
    expect(tickStep(1)).toBe(120);
    expect(tickStep(0.05)).toBe(1800);
    expect(tickStep(1e-4) % DAY).toBe(0);
  });
});

describe("axisMarks", () => {
  const axis = buildAxis([noon, noon + 3600, noon + 30 * DAY, noon + 30 * DAY + 3600], 1000);

  it("names the day of each stretch and what the fold hides", () => {
    const marks = axisMarks(axis, fitView(axis, 1000), 1000);
    expect(marks.days.map((mark) => mark.label)).toEqual(["Fri 4 Oct 2024", "Sun 3 Nov 2024"]);
    expect(marks.folds.map((fold) => fold.label)).toEqual(["30 d"]);
  });

  it("has ticks on whole steps only, in the window, in order", () => {
    const view = zoom(axis, fitView(axis, 1000), 50, 200, 1000);
    const { ticks } = axisMarks(axis, view, 1000);
    expect(ticks.length).toBeGreaterThan(3);
    expect(ticks.length).toBeLessThan(20);
    for (const [i, tick] of ticks.entries())
      if (i > 0) expect(tick.x).toBeGreaterThan(ticks[i - 1]?.x ?? 0);
    expect(ticks.every((tick) => /^\d\d:\d\d(:\d\d)?$/.test(tick.label))).toBe(true);
  });

  it("keeps the day at the left edge when its beginning is out of sight", () => {
    const view = zoom(axis, fitView(axis, 1000), 50, 200, 1000);
    const { days } = axisMarks(axis, view, 1000);
    expect(days[0]?.x).toBe(0);
  });

  it("shows midnight as a new day", () => {
    const night = buildAxis([noon + 11 * 3600, noon + 13 * 3600], 1000);
    expect(axisMarks(night, fitView(night, 1000), 1000).days).toHaveLength(2);
  });
});

describe("withoutOverlap", () => {
  it("leaves out what would run into the label before", () => {
    const labels = [0, 30, 100].map((x) => ({ x, label: "12345" }));
    expect(withoutOverlap(labels, () => 50).map(({ x }) => x)).toEqual([0, 100]);
  });
});
