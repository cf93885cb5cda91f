import { describe, expect, it } from "vitest";
import {
  heightOf,
  indexOf,
  lineAt,
  linesOf,
  peopleOf,
  sizesFor,
  spotBeside,
  spotsOf,
  type Line,
  type Wish,
} from "../src/album/lines";
import type { AlbumView } from "../src/data/types";
import { makeEvent } from "./event";

const event = makeEvent([
  ["Ida · phone", [100, 101, 102, 5000], 0],
  ["Ida · camera", [103, 5001], 0],
  ["Lena", [104, 105, 5002], 0],
  ["Noor", [5, 6], null],
]);
const album: AlbumView = {
  version: 1,
  layout: event.layout,
  changed: [],
  people: ["Ida", "Ida", "Lena", "Noor"],
  chapters: [
    { name: "One", told: "One", cover: 0, moments: [[0, 1, 2, 4, 6], [7]] },
    { name: "Two", told: "Two", cover: 3, moments: [[3, 5], [8]] },
  ],
  groups: [{ kind: "burst", best: 1, rows: [0, 1, 2] }],
  covers: [],
  hidden: [6],
  chosen: [8],
  comparing: false,
  apart: [{ gallery: "Noor", why: "nothing ties it", rows: [9, 10] }],
};
const all: Wish = { person: null, chosenOnly: false, withHidden: true, open: new Set([0]) };
const lay = (wish: Partial<Wish> = {}, width = 700, of = album) =>
  linesOf(of, event, indexOf(of, event), { ...all, ...wish }, sizesFor(width));
const rows = (lines: Line[]) => spotsOf(lines).map((spot) => spot.row);
const heads = (lines: Line[]) =>
  lines.flatMap((line) => (line.kind === "head" ? [line.chapter] : []));

describe("linesOf", () => {
  it("shows every photo once, by chapters, and those of no known time apart", () => {
    const lines = lay();
    expect(rows(lines)).toEqual([0, 1, 2, 4, 6, 7, 3, 5, 8, 9, 10]);
    expect(heads(lines)).toEqual([0, 1]);
    const apart = lines.filter((line) => line.kind === "apart");
    expect(apart).toMatchObject([{ number: 0, n_photos: 2, first: true }]);
    expect(spotsOf(lines).filter((spot) => spot.chapter === null)).toHaveLength(2);
  });

  it("puts lines one below the other, and tiles into columns", () => {
    for (const width of [300, 390, 700, 1400]) {
      const { columns, tile_w, gap } = sizesFor(width);
      expect(columns * tile_w + (columns - 1) * gap).toBeLessThanOrEqual(width);
      const lines = lay({}, width);
      let y = 0;
      for (const line of lines) {
        expect(line.y).toBe(y);
        y += line.height;
      }
      expect(heightOf(lines)).toBe(y);
      for (const spot of spotsOf(lines)) expect(spot.column).toBeLessThan(columns);
      const places = spotsOf(lines).map((spot) => `${spot.line} ${spot.column}`);
      expect(new Set(places).size).toBe(places.length);
    }
  });

  it("keeps a moment in one line where it fits, and says when it began", () => {
    const { columns } = sizesFor(700);
    expect(columns).toBe(3);
    const parts = lay().flatMap((line) => (line.kind === "tiles" ? [line.parts] : []));
    expect(parts.map((line) => line.map((part) => part.cells.length))).toEqual([
      [3],
      [2, 1], // the rest of the first moment, and the next one beside it
      [2, 1],
      [2],
    ]);
    expect(parts[1]?.map((part) => part.first)).toEqual([false, true]);
    expect(parts[0]?.[0]).toMatchObject({ time_s: 100, n_photos: 5, people: ["Ida", "Lena"] });
  });

  it("leaves out what is hidden, and chapters of which nothing is left", () => {
    expect(rows(lay({ withHidden: false }))).not.toContain(6);
    expect(heads(lay({ chosenOnly: true }))).toEqual([1]);
    expect(rows(lay({ chosenOnly: true }))).toEqual([8]);
    expect(lay({ chosenOnly: true, person: "Ida" })).toEqual([]);
  });

  it("shows one person’s photos, whichever camera they took", () => {
    expect(rows(lay({ person: "Ida" }))).toEqual([0, 1, 2, 4, 3, 5]);
    expect(rows(lay({ person: "Noor" }))).toEqual([9, 10]);
  });

  it("lets one stand for those that show the same", () => {
    const lines = lay({ open: new Set() });
    expect(rows(lines)).toEqual([1, 4, 6, 7, 3, 5, 8, 9, 10]);
    const [first] = lines.flatMap((line) => (line.kind === "tiles" ? line.parts : []));
    expect(first?.cells[0]).toEqual({ row: 1, stands: [0, 1, 2], group: 0 });
    expect(first?.n_photos).toBe(5);
    // where the best is not to be seen another stands for them
    const hidden = { ...album, hidden: [1] };
    expect(rows(lay({ open: new Set(), withHidden: false }, 700, hidden))[0]).toBe(0);
    const alone = { ...album, hidden: [0, 1] };
    expect(rows(lay({ open: new Set(), withHidden: false }, 700, alone))[0]).toBe(2);
  });
});

it("peopleOf counts photos by person", () => {
  expect(peopleOf(album, event)).toEqual([
    { name: "Ida", n: 6 },
    { name: "Lena", n: 3 },
    { name: "Noor", n: 2 },
  ]);
});

it("lineAt finds the line at a height", () => {
  const lines = lay();
  expect(lineAt(lines, -10)).toBe(0);
  lines.forEach((line, number) => {
    expect(lineAt(lines, line.y)).toBe(number);
    expect(lineAt(lines, line.y + line.height - 1)).toBe(number);
  });
  expect(lineAt(lines, heightOf(lines))).toBe(lines.length);
});

it("spotBeside goes up and down by columns, and stays at the ends", () => {
  const spots = spotsOf(lay());
  const at = (row: number) => spots.findIndex((spot) => spot.row === row);
  const by = (row: number, step: 1 | -1) => spots[spotBeside(spots, at(row), step)]?.row;
  expect(by(1, 1)).toBe(6);
  expect(by(7, 1)).toBe(8);
  expect(by(8, 1)).toBe(10); // there is no third column in the next line
  expect(by(8, -1)).toBe(7);
  expect(by(0, -1)).toBe(0);
  expect(by(10, 1)).toBe(10);
});

it("of 10,000 photos each has its place, and few lines are near any of them", () => {
  const n = 10_000;
  const many = makeEvent([["Ida", Array.from({ length: n }, (_, i) => i * 30), 0]]);
  const moments = Array.from({ length: n / 4 }, (_, i) => [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3]);
  const large = {
    ...album,
    people: ["Ida"],
    groups: [],
    apart: [],
    chapters: [{ name: "", told: "", cover: 0, moments }],
  };
  const lines = linesOf(large, many, indexOf(large, many), all, sizesFor(1100));
  expect(spotsOf(lines).map((spot) => spot.row)).toEqual(moments.flat());
  const middle = heightOf(lines) / 2;
  const near = lineAt(lines, middle + 900) - lineAt(lines, middle);
  expect(near).toBeGreaterThan(2);
  expect(near).toBeLessThan(8);
});
