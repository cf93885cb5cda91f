import { describe, expect, it } from "vitest";
import { buildAxis, fitView, toX, zoom } from "../src/logic/axis";
import { axisMarks, fittingDays, tickStep, withoutOverlap } from "../src/logic/ticks";

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

describe("axisMarks where zones change", () => {
  // summer time ends: event time is winter's, so that the evening before is an hour later
  const change = noon + 13 * 3600;
  const zones = [
    { from_s: null, shift_s: 3600, zone_s: 7200 },
    { from_s: change, shift_s: 0, zone_s: 3600 },
  ];
  const hours = [9, 10, 11, 12, 13, 14, 15].map((hour) => noon + hour * 3600);
  const axis = buildAxis(hours, 2000);
  const view = fitView(axis, 2000);
  const { ticks, days } = axisMarks(axis, view, 2000, zones);
  const at = (time_s: number) => toX(axis, view.scale, time_s) - view.scroll;

  it("shows the hour that comes twice twice, each where it was", () => {
    const twice = ticks.filter(({ label }) => label === "01:30");
    expect(twice.map(({ x }) => Math.round(x))).toEqual([
      Math.round(at(change - 1800)),
      Math.round(at(change + 1800)),
    ]);
  });

  it("begins days at local midnight", () => {
    expect(days.map(({ label }) => label)).toEqual(["Fri 4 Oct 2024", "Sat 5 Oct 2024"]);
    expect(days[1]?.x).toBeCloseTo(at(noon + 11 * 3600));
  });

  it("names a day anew that a flight over the date line brings back", () => {
    const back = [
      { from_s: null, shift_s: 12 * 3600, zone_s: 12 * 3600 },
      { from_s: change, shift_s: -10 * 3600, zone_s: -10 * 3600 },
    ];
    expect(axisMarks(axis, view, 2000, back).days.map(({ label }) => label)).toEqual([
      "Sat 5 Oct 2024",
      "Fri 4 Oct 2024",
    ]);
  });
});

describe("days", () => {
  it("are named once, however many folds they have", () => {
    const axis = buildAxis([noon - 10 * 3600, noon, noon + 10 * 3600, noon + 20 * 3600], 1000);
    const { days } = axisMarks(axis, fitView(axis, 1000), 1000);
    expect(days.map(({ label }) => label)).toEqual(["Fri 4 Oct 2024", "Sat 5 Oct 2024"]);
  });

  it("lose letters before any of them is lost", () => {
    const days = [0, 60].map((x, i) => ({
      x,
      label: `Fri ${i + 4} Oct 2024`,
      shorter: [`Fri ${i + 4} Oct`, `${i + 4} Oct`],
    }));
    const measure = (text: string) => text.length * 7;
    expect(fittingDays(days, measure).map(({ label }) => label)).toEqual(["4 Oct", "5 Oct"]);
    const apart = days.map((one) => ({ ...one, x: one.x * 4 }));
    expect(fittingDays(apart, measure).map(({ label }) => label)).toEqual([
      "Fri 4 Oct 2024",
      "Fri 5 Oct 2024",
    ]);
    const close = days.map((one) => ({ ...one, x: one.x / 6 }));
    expect(fittingDays(close, measure)).toEqual([
      { x: 0, label: "4 Oct" },
      { x: 47, label: "5 Oct" },
    ]);
  });
});

describe("withoutOverlap", () => {
  const at = (...places: number[]) =>
    withoutOverlap(
      places.map((x) => ({ x, label: "12345" })),
      () => 50,
    ).map(({ x }) => x);

  it("moves what would run into the label before", () => {
    expect(at(0, 30, 130)).toEqual([0, 62, 130]);
  });

  it("leaves out what would be moved to where the next one begins", () => {
    expect(at(0, 30, 40, 130)).toEqual([0, 62, 130]);
  });
});
