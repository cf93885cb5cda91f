import { describe, expect, it } from "vitest";

import type { EventView, QuestionView } from "../src/data/types";
import { besideAt } from "../src/logic/beside";
import { momentOf, NEARNESS, OTHERWISE } from "../src/logic/moments";
import {
  buildStrip,
  firstUnder,
  likelyPairs,
  nearestIndex,
  roomOf,
  rowAt,
  seenIn,
  tieTo,
} from "../src/logic/strips";
import { makeEvent } from "./event";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

const asked = (gallery: string, rows: [number, number]): QuestionView => ({
  gallery,
  rows,
  mends: 1,
  why: "",
});

describe("strips", () => {
  it("stand in the order of the own clock, whatever the order of rows", () => {
    const event = makeEvent([["ann", [300, 0, 100], 0]]);
    expect([...buildStrip(event, 0).rows]).toEqual([1, 2, 0]);
  });

  it("have room for pauses: none within a burst, more the longer, and never without end", () => {
    expect(roomOf(0)).toBe(0);
    expect(roomOf(-5)).toBe(0);
    expect(roomOf(MINUTE)).toBeCloseTo(0.2);
    expect(roomOf(3 * MINUTE)).toBeCloseTo(0.4);
    expect(roomOf(40 * DAY)).toBe(1.5);
    const { at } = buildStrip(makeEvent([["ann", [0, 0, MINUTE], 0]]), 0);
    expect([...at]).toEqual([0, 1, 2.2]);
  });

  it("show what is in the window, and a photo more at either end", () => {
    const event = makeEvent([["ann", Array.from({ length: 100 }, () => 0), 0]]);
    const strip = buildStrip(event, 0);
    expect(seenIn(strip, 50, 3)).toEqual([48, 49, 50, 51, 52]);
    expect(seenIn(strip, 0, 3)).toEqual([0, 1, 2]);
    expect(seenIn(strip, 99, 1)).toEqual([98, 99]);
    expect(seenIn(strip, 400, 3)).toEqual([]);
    expect(seenIn(buildStrip(makeEvent([["ann", [], 0]]), 0), 0, 3)).toEqual([]);
  });

  it("know which photo is nearest to a place or a time", () => {
    const values = Float64Array.from([0, 10, 30]);
    expect([-5, 4, 6, 19, 21, 99].map((value) => nearestIndex(values, value))).toEqual([
      0, 0, 1, 1, 2, 2,
    ]);
    expect(nearestIndex(new Float64Array(), 5)).toBe(0);
    const strip = buildStrip(makeEvent([["ann", [0, 100], 0]]), 0);
    expect(rowAt(strip, 90)).toEqual({ row: 1, far_s: 10 });
    expect(rowAt(buildStrip(makeEvent([["ann", [], 0]]), 0), 90)).toBeNull();
  });
});

describe("other likely moments", () => {
  // bob’s clock is an hour behind, or three; what he took then are rows 3, 5
  const event = makeEvent([
    ["ann", [0, 4 * HOUR], 0],
    ["bob", [-3 * HOUR, -2 * HOUR, -HOUR, HOUR, 3 * HOUR], null],
    ["cyd", [0, 60], 5],
    ["dan", [0], null],
  ]);

  const first = asked("bob", [4, 0]);
  const others = (...questions: QuestionView[]) => likelyPairs(event, first, questions).slice(1);

  it("come after what the question itself asks about", () => {
    expect(likelyPairs(event, first, [first])).toEqual([[0, 4]]);
  });

  it("are where other questions about the gallery would have it under the photo", () => {
    const later = asked("bob", [5, 1]); // three hours behind: at 0 it is row 2
    expect(others(first, later)).toEqual([[0, 2]]);
    expect(others(asked("cyd", [7, 0]))).toEqual([]);
  });

  it("are carried over from other placed clocks, and of others are the photos themselves", () => {
    expect(others(asked("bob", [3, 7]))).toEqual([[0, 3]]);
    expect(others(asked("bob", [3, 9]))).toEqual([[9, 3]]);
  });

  it("are where the evidence has peaks, as far as there are photos", () => {
    const peaks = [3 * HOUR, 2 * HOUR, 9 * HOUR].map((offset_s) => ({ offset_s, score: 1 }));
    expect(likelyPairs(event, first, [], peaks).slice(1)).toEqual([
      [0, 2],
      [0, 3],
    ]);
    // nine hours off bob has nothing near any photo of ann; seven off his first is of her last
    const far = [9, 7].map((hours) => ({ offset_s: hours * HOUR, score: 1 }));
    expect(likelyPairs(event, first, [], far).slice(1)).toEqual([[1, 2]]);
    expect(likelyPairs(event, asked("bob", [4, 9]), [], peaks)).toEqual([[9, 4]]);
    const many = [0, 1, 2, 3, -1, -3].map((hours) => ({ offset_s: hours * HOUR, score: 1 }));
    expect(likelyPairs(event, first, [asked("bob", [3, 9])], many)).toHaveLength(5);
  });

  it("are other photos where the gallery has none near, and no moment twice", () => {
    const late = likelyPairs(event, asked("bob", [2, 1]), [asked("bob", [6, 0])]);
    expect(late).toEqual([
      [1, 2],
      [0, 6],
    ]);
    const there = asked("bob", [6, 0]);
    expect(others(there, there, first)).toEqual([[0, 6]]);
  });
});

describe("the photo to begin with", () => {
  const shown = (event: EventView, times: number[]): EventView => ({
    ...event,
    photos: { ...event.photos, shown_s: times },
  });

  it("is of the same time where both are placed", () => {
    const event = makeEvent([
      ["ann", [1000], 0],
      ["bob", [5000, 6000], -5010],
    ]);
    expect(firstUnder(event, 0, 1)).toBe(2);
  });

  it("is of what displays showed where one is not placed", () => {
    const event = makeEvent([
      ["ann", [1000], 0],
      ["bob", [0, 1100, DAY], null],
    ]);
    expect(firstUnder(event, 0, 1)).toBe(2);
    expect(firstUnder(event, 1, 0)).toBe(0);
    expect(
      firstUnder(
        makeEvent([
          ["ann", [0], 0],
          ["bob", [], null],
        ]),
        0,
        1,
      ),
    ).toBeNull();
  });

  it("is of the same time of day where displays are days apart", () => {
    const event = makeEvent([
      ["ann", [0], 0],
      ["bob", [0, 0, 0], null],
    ]);
    const midnight = 900 * DAY;
    const times = [midnight + 60, 5 * DAY + 12 * HOUR, 6 * DAY - 120, 7 * DAY + 6 * HOUR];
    expect(firstUnder(shown(event, times), 0, 1)).toBe(2);
  });
});

describe("the camera to tie to", () => {
  it("is the anchor for one that is not certain, else who needs it most", () => {
    const event = makeEvent([
      ["ann", [0], 0],
      ["bob", [0], 5],
      ["cyd", [0], 9],
      ["dan", [0], null],
    ]);
    const galleries = event.galleries.map((one, i) => ({
      ...one,
      sure: (["anchor", "certain", "unsure", "unplaced"] as const)[i] ?? one.sure,
    }));
    const known = { ...event, galleries };
    expect([0, 1, 2, 3].map((gallery) => tieTo(known, gallery))).toEqual([3, 3, 0, 0]);
    const placed = { ...event, galleries: galleries.slice(0, 3) };
    expect(tieTo(placed, 0)).toBe(2);
    expect(tieTo({ ...event, galleries: galleries.slice(0, 1) }, 0)).toBeNull();
    const empty = galleries.map((one, i) => (i === 3 ? { ...one, n_photos: 0 } : one));
    expect(tieTo({ ...event, galleries: empty }, 0)).toBe(2);
  });
});

describe("beside a lane that is moved", () => {
  const event = makeEvent([
    ["ann", [1000, 2000], 0],
    ["bob", [1990], 0],
    ["cyd", [0, 500], null],
  ]);

  it("are the photos of the moment that its own nearest photo would have", () => {
    expect(besideAt(event, 2, 1500, 1900)).toEqual({
      row: 4,
      others: [
        { gallery: 1, row: 2, after_s: -10 },
        { gallery: 0, row: 1, after_s: 0 },
      ].sort((a, b) => Math.abs(a.after_s) - Math.abs(b.after_s)),
    });
    expect(besideAt(event, 2, 995, 1000)?.row).toBe(3);
    expect(besideAt(event, 0, 0, 1000)?.others.map((one) => one.gallery)).toEqual([1]);
  });

  it("are none of a lane without photos", () => {
    expect(besideAt(makeEvent([["ann", [], 0]]), 0, 0, 0)).toBeNull();
  });
});

describe("answers", () => {
  it("have a key each", () => {
    const all = [...NEARNESS, ...OTHERWISE];
    expect(new Set(all.map((one) => one.key)).size).toBe(all.length);
    for (const { moment, key } of all) {
      expect(momentOf(key)).toBe(moment);
      expect(momentOf(key.toUpperCase())).toBe(moment);
    }
    expect(momentOf("x")).toBeNull();
    expect(momentOf("s")).toBeNull(); // skips
  });
});
