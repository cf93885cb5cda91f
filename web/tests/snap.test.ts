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
    expect(snap(4, peaks, 1)).toEqual({ offset_s: 0, peak: peaks[1] });
    expect(snap(4, peaks, 10)).toEqual({ offset_s: 4, peak: null });
    expect(snap(33, peaks, 1).offset_s).toBe(40);
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
