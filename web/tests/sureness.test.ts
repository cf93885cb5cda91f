import { expect, it } from "vitest";
import type { Sure } from "../src/data/types";
import { contradictionsByDoubt, leastSure } from "../src/logic/sureness";
import { makeEvent } from "./event";

const named = (...sures: Sure[]) => sures.map((sure, number) => ({ sure, number }));

it("the first look goes to who is unsure, then to who was only placed", () => {
  expect(leastSure(named("anchor", "certain", "placed", "unsure"))?.number).toBe(3);
  expect(leastSure(named("anchor", "certain", "placed"))?.number).toBe(2);
  expect(leastSure(named("anchor", "unplaced", "certain"))?.number).toBe(1);
});

it("the anchor needs no look", () => {
  expect(leastSure(named("anchor"))).toBeNull();
});

it("likeness at another time is a doubt only where a clock is not certain", () => {
  const event = makeEvent([
    ["Ida", [0], 0],
    ["Lena", [0], 0],
    ["Lost", [0], null],
  ]);
  const between = (a: string, b: string) => ({
    galleries: [a, b] as [string, string],
    n_pairs: 3,
    rows: [0, 1] as [number, number],
    apart_s: 7200,
  });
  event.contradictions = [between("Ida", "Lena"), between("Lena", "Lost")];
  const { doubtful, harmless } = contradictionsByDoubt(event);
  expect(doubtful).toEqual([between("Lena", "Lost")]);
  expect(harmless).toEqual([between("Ida", "Lena")]);
});
