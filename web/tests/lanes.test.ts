import { describe, expect, it } from "vitest";
import { buildAxis, fitScale, toX } from "../src/logic/axis";
import {
  barHeight,
  buildLane,
  density,
  groupPhotos,
  groupsBetween,
  laneHeight,
  levelScale,
  lowerBound,
} from "../src/logic/lanes";

const times = Array.from({ length: 500 }, (_, i) => 7 * i + (i % 5));
const lane = buildLane(0, 0, times.length, (row) => times[row] as number);
const axis = buildAxis(times, 1000);
const scale = fitScale(axis, 1000);

describe("buildLane", () => {
  it("sorts by time, also where a clock was set back", () => {
    const set = [10, 20, 5, 15];
    const sorted = buildLane(3, 100, 104, (row) => set[row - 100] as number);
    expect([...sorted.rows]).toEqual([102, 100, 103, 101]);
    expect([...sorted.time_s]).toEqual([5, 10, 15, 20]);
  });
});

describe("groupPhotos", () => {
  it("puts no two thumbnails nearer than asked, and loses no photo", () => {
    const groups = groupPhotos(lane, axis, scale, 50);
    const xs = groups.map((group) => toX(axis, scale, group.time_s));
    for (let i = 1; i < xs.length; i++)
      expect((xs[i] as number) - (xs[i - 1] as number)).toBeGreaterThanOrEqual(50);
    expect(groups.reduce((sum, group) => sum + group.n, 0)).toBe(500);
  });

  it("shows every photo by itself when near enough", () => {
    expect(groupPhotos(lane, axis, 80, 50)).toHaveLength(500);
  });
});

describe("groupsBetween", () => {
  it("finds what a full search finds", () => {
    const groups = groupPhotos(lane, axis, scale * 4, 50);
    const expected = groups.filter(({ time_s }) => time_s >= 900 && time_s <= 2000);
    expect(groupsBetween(groups, 900, 2000)).toEqual(expected);
    expect(groupsBetween(groups, 1e9, 2e9)).toEqual([]);
  });
});

describe("levelScale", () => {
  it("stays the same over small zooms and never exceeds the scale", () => {
    expect(levelScale(1.05)).toBe(levelScale(1.15));
    for (const some of [0.0003, 0.9, 1, 2, 79.5]) {
      expect(levelScale(some)).toBeLessThanOrEqual(some * 1.0001);
      expect(levelScale(some)).toBeGreaterThan(some / 1.2);
    }
  });
});

describe("density", () => {
  it("counts each photo in the window once, and none outside", () => {
    const counts = density([-5, 0, 1, 2.9, 3, 99, 102, 250], 100, 3);
    expect(counts[0]).toBe(3);
    expect(counts[1]).toBe(1);
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(5);
  });

  it("draws more for more, within the bar", () => {
    const heights = [0, 1, 2, 4, 1000].map(barHeight);
    expect([...heights].sort((a, b) => a - b)).toEqual(heights);
    expect(heights[0]).toBe(0);
    expect(heights[4]).toBe(1);
  });
});

it("lowerBound is the first place not before the time", () => {
  const sorted = Float64Array.from([1, 3, 3, 7]);
  expect([0, 1, 2, 3, 8].map((time) => lowerBound(sorted, time))).toEqual([0, 0, 1, 1, 4]);
});

it("laneHeight uses the window within its bounds", () => {
  expect(laneHeight(8, 640, 40, 88)).toBe(80);
  expect(laneHeight(20, 640, 40, 88)).toBe(40);
  expect(laneHeight(2, 640, 40, 88)).toBe(88);
});
