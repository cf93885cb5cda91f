import { expect, it } from "vitest";
import { crc32, payload, payloadsAt } from "../clock/payload";
import { checkOf, encode, encodeWith, penalty } from "../clock/qr";
import { ahead, dayTime } from "../clock/time";

const drawn = (modules: boolean[][]) =>
  modules.map((line) => line.map((dark) => (dark ? "#" : ".")).join(""));

it("a short text makes version 1, a clock's text version 2, and no text may be longer", () => {
  expect(encode("AC-42")).toHaveLength(21);
  expect(encode("COINCIDE:1:88174E8:1:-19:GK4B")).toHaveLength(25);
  expect(() => encode("A".repeat(30))).toThrow("too long");
  expect(() => encode("lower")).toThrow("not alphanumeric");
});

it("finder, timing and alignment patterns are where readers look for them", () => {
  const rows = drawn(encode("COINCIDE:1:88174E8:1:-19:GK4B"));
  for (const line of [rows[0], rows[6]]) expect(line?.slice(0, 8)).toBe("#######.");
  expect(rows[0]?.slice(-8)).toBe(".#######");
  expect(rows[6]?.slice(6, 19)).toBe("#.#.#.#.#.#.#");
  expect(rows.slice(16, 21).map((line) => line.slice(16, 21))).toEqual([
    "#####",
    "#...#",
    "#.#.#",
    "#...#",
    "#####",
  ]);
  expect(rows[17]?.[8]).toBe("#"); // the module that is always dark
});

it("the format of each mask is that of the standard's table, in both places", () => {
  // level Q, masks 0 to 7, most significant bit first
  const table = [
    ...["011010101011111", "011000001101000", "011111100110001", "011101000000110"],
    ...["010010010110100", "010000110000011", "010111011011010", "010101111101101"],
  ];
  table.forEach((wanted, mask) => {
    const modules = encodeWith("HELLO WORLD", mask);
    const bit = (row: number, column: number) => (modules[row]?.[column] ? "1" : "0");
    const corner = [
      ...[0, 1, 2, 3, 4, 5, 7].map((column) => bit(8, column)),
      ...[8, 7, 5, 4, 3, 2, 1, 0].map((row) => bit(row, 8)),
    ];
    const split = [
      ...[20, 19, 18, 17, 16, 15, 14].map((row) => bit(row, 8)),
      ...[13, 14, 15, 16, 17, 18, 19, 20].map((column) => bit(8, column)),
    ];
    expect([corner.join(""), split.join("")]).toEqual([wanted, wanted]);
  });
});

it("the check words are what is left of the text", () => {
  // HELLO WORLD at level M of version 1, an example that tutorials compute by hand
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(checkOf(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

it("the mask is the one with the fewest points, and points are counted as the standard says", () => {
  const text = "COINCIDE:1:88174E8:1:-19:GK4B";
  const points = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => penalty(encodeWith(text, mask)));
  expect(penalty(encode(text))).toBe(Math.min(...points));
  const light = Array.from({ length: 21 }, () => new Array<boolean>(21).fill(false));
  // 42 lines of 21, 400 squares, and half of all modules too few dark: ten steps of 5 %
  expect(penalty(light)).toBe(42 * 19 + 3 * 400 + 100);
});

it("a clock's text has time, length and zone, and a check that the reader knows", () => {
  expect(crc32("123456789")).toBe(0xcbf43926);
  expect(payload(17_900_000_000, 1, -19)).toBe("COINCIDE:1:88174E8:1:-19:GK4B");
});

it("the fast code changes with each tenth of a second, the slow one between two of them", () => {
  const at = (ms: number) => payloadsAt(1_790_000_000_000 + ms);
  expect(at(0)[0]).not.toBe(at(100)[0]);
  expect(at(0)[0]).toBe(at(99)[0]);
  expect(at(49)[1]).not.toBe(at(50)[1]);
  expect(at(50)[1]).toBe(at(1049)[1]);
  expect(at(50)[1]).toContain("COINCIDE:1:88174E8:A:");
});

it("times are shown to the tenth, zones with their quarters", () => {
  expect(dayTime(new Date(2026, 10, 9, 4, 5, 6, 789))).toBe("04:05:06.7");
  const zone = (minutes: number) => ahead({ getTimezoneOffset: () => -minutes } as Date);
  expect([zone(0), zone(120), zone(-210), zone(345)]).toEqual(["±0", "+2", "−3:30", "+5:45"]);
});
