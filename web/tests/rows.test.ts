import { describe, expect, it } from "vitest";
import {
  cameraTimes,
  galleryOf,
  nearestRow,
  neighbours,
  photoKey,
  rowsByTime,
  shortWhen,
  step,
} from "../src/logic/rows";
import { makeEvent } from "./event";

const event = makeEvent([
  ["Ida", [100, 200, 300], 0],
  ["Lena", [1000, 1110, 1500], -1000],
  ["Noor", [5, 6], null],
]);

it("galleryOf finds the owner of each row", () => {
  expect([0, 2, 3, 5, 6, 7].map((row) => galleryOf(event.starts, row))).toEqual([0, 0, 1, 1, 2, 2]);
});

describe("neighbours", () => {
  it("are the nearest in event time, one of each other placed gallery", () => {
    expect(neighbours(event, 0)).toEqual([{ gallery: 1, row: 4, after_s: 10 }]);
    expect(neighbours(event, 5)).toEqual([{ gallery: 0, row: 2, after_s: -200 }]);
  });

  it("are none for a photo that has no place", () => {
    expect(neighbours(event, 6)).toEqual([]);
    expect(nearestRow(event, 2, 5)).toBeNull();
  });
});

describe("step", () => {
  it("walks through one camera and stops at its ends", () => {
    expect(step(event, 3, 1)).toBe(4);
    expect(step(event, 3, -1)).toBeNull();
    expect(step(event, 2, 1)).toBeNull();
  });

  it("follows event time, not the order of the files", () => {
    const set = makeEvent([["Ida", [1, 2, 3], 0]]);
    set.photos.event_time_s = [50, 10, 30];
    expect(rowsByTime(set, 0)).toEqual([1, 2, 0]);
    expect(step(set, 1, 1)).toBe(2);
  });
});

it("cameraTimes finds photos by name, but never one of two with the same name", () => {
  const twice = makeEvent([["Ida", [1, 2, 3], 0]]);
  twice.photos.name = ["a.jpg", "b.jpg", "b.jpg"];
  const times = cameraTimes(twice);
  expect(times.get(photoKey("Ida", "Ida/DCIM/a.jpg"))).toBe(1);
  expect(times.has(photoKey("Ida", "b.jpg"))).toBe(false);
});

it("tells the day of a photo where there are several", () => {
  const noon = 1_758_974_400; // Saturday 27 September 2025
  const one = makeEvent([["Ida", [noon, noon + 3600], 0]]);
  expect(shortWhen(one, 1)).toBe("13:00:00");
  const two = makeEvent([["Ida", [noon, noon + 86_400], 0]]);
  expect([0, 1].map((row) => shortWhen(two, row))).toEqual([
    "Sat 27 Sep, 12:00:00",
    "Sun 28 Sep, 12:00:00",
  ]);
  // what a wrong clock says is no day of the event
  const wrong = makeEvent([
    ["Ida", [noon], 0],
    ["Noor", [5], null],
  ]);
  expect(shortWhen(wrong, 0)).toBe("12:00:00");
});
