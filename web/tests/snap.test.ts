import { describe, expect, it } from "vitest";
import { nextPeak, scoreAt, scoreRange, snap, strength, withPeaks } from "../src/logic/snap";

const peaks = [
  { offset_s: -100, score: 3 },
  { offset_s: 0, score: 9 },
  { offset_s: 40, score: 5 },
];
const profile = { offset_s: [-20, 0, 20, 60], score: [0, 8, 4, 0], peaks };

describe("snap", () => {
  it("goes to the nearest peak in reach of the pointer, by pixels", () => {
    expect(snap(4, peaks, 1)).toEqual({ offset_s: 0, peak: peaks[1], hour: false });
    expect(snap(4, peaks, 10)).toEqual({ offset_s: 4, peak: null, hour: false });
    expect(snap(33, peaks, 1).offset_s).toBe(40);
  });

  it("goes to whole hours where no peak is in reach, and hours are far enough apart", () => {
    expect(snap(3605, peaks, 1)).toEqual({ offset_s: 3600, peak: null, hour: true });
    expect(snap(-7192, peaks, 1)).toEqual({ offset_s: -7200, peak: null, hour: true });
    expect(snap(3611, peaks, 1).hour).toBe(false);
    const near = [{ offset_s: 3607, score: 1 }];
    expect(snap(3601, near, 1)).toEqual({ offset_s: 3607, peak: near[0], hour: false });
    expect(snap(3605, [], 40 / 3600).hour).toBe(true);
    expect(snap(3605, [], 39 / 3600).hour).toBe(false); // 20 px pull of 39
    expect(Object.is(snap(-3, [], 1).offset_s, 0)).toBe(true);
  });
});

describe("nextPeak", () => {
  it("walks in the direction asked, and stops behind the last", () => {
    expect(nextPeak(0, peaks, 1)?.offset_s).toBe(40);
    expect(nextPeak(0, peaks, -1)?.offset_s).toBe(-100);
    expect(nextPeak(40, peaks, 1)).toBeNull();
    expect(nextPeak(12, [], 1)).toBeNull();
  });
});

describe("scoreAt", () => {
  it("interpolates, and knows nothing outside", () => {
    expect(scoreAt(profile, 10)).toBe(6);
    expect(scoreAt(profile, 40)).toBe(2);
    expect(scoreAt(profile, -20)).toBe(0);
    expect(scoreAt(profile, 61)).toBeNull();
    expect(scoreAt({ offset_s: [], score: [], peaks: [] }, 0)).toBeNull();
  });
});

it("strength is a part of the range, peaks outside the curve included", () => {
  const range = scoreRange(profile);
  expect(range).toEqual([0, 9]);
  expect(strength(9, range)).toBe(1);
  expect(strength(-5, range)).toBe(0);
  expect(scoreRange({ offset_s: [], score: [], peaks: [] })).toEqual([0, 1]);
});

it("withPeaks keeps the best of both, each once", () => {
  const many = Array.from({ length: 12 }, (_, i) => ({ offset_s: 1000 * i, score: i }));
  const joined = withPeaks(profile, [{ offset_s: 0.4, score: 9 }, ...many]);
  expect(joined.peaks).toHaveLength(8);
  expect(joined.peaks[0]?.score).toBe(11);
  expect(joined.peaks.filter((peak) => Math.abs(peak.offset_s) < 1)).toHaveLength(1);
});
