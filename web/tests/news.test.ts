import { expect, it } from "vitest";
import { newsOf } from "../src/data/news";
import type { GalleryMove } from "../src/data/types";

const moved = (gallery: string, from_s: number | null, to_s: number | null): GalleryMove => ({
  gallery,
  from_s,
  to_s,
  probability_from: 0.99,
  probability_to: 0.99,
});
const news = (some: GalleryMove[]) => newsOf({ version: 2, moved: some, seconds: 0.3 });

it("tells the largest moves first and counts the slight ones", () => {
  const lines = news([moved("Pia", 0, 2), moved("Lena", 0, 60), moved("Theo", null, 5)]);
  expect(lines[0]).toMatch(/^Theo is placed at \+5 s/);
  expect(lines[1]).toMatch(/^Lena moved by \+1 min 00 s/);
  expect(lines[2]).toMatch(/^1 clock moved by less than 5 s/);
});

it("says so when nothing moved", () => {
  expect(news([])).toEqual(["Solved again: nothing moved."]);
});

it("tells who lost its place", () => {
  expect(news([moved("Pia", 10, null)])).toEqual(["Pia is no longer placed."]);
});

it("does not fill the screen", () => {
  const many = Array.from({ length: 20 }, (_, i) => moved(`Guest ${i}`, 0, 100 + i));
  expect(news(many)).toHaveLength(5);
  expect(news(many)[0]).toMatch(/^Guest 19/);
});
