import { describe, expect, it } from "vitest";
import {
  clockTime,
  day,
  dayAndTime,
  offsetWords,
  percent,
  roundOffset,
  shortOffset,
  shortDays,
  spanWords,
  timeLeft,
  timeSpan,
  unlessIn,
  wallText,
  zoneText,
} from "../src/logic/format";

describe("offsets", () => {
  it("are told as the command line tells them", () => {
    expect(offsetWords(3733.2)).toBe("+1 h 02 min 13 s");
    expect(offsetWords(-59.6)).toBe("−1 min 00 s");
    expect(offsetWords(0.2)).toBe("0 s");
    expect(offsetWords(362_102_400 + 5160)).toBe("+4191 d 01 h 26 min 00 s");
  });

  it("are told to the second where there is little room, too", () => {
    expect(shortOffset(365 * 86_400 + 4 * 3600 + 58 * 60 + 12)).toBe("+365 d 4:58:12");
    expect(shortOffset(-3733.2)).toBe("−1:02:13 h");
    expect(shortOffset(-3589)).toBe("−59:49 min");
    expect(shortOffset(42)).toBe("+42 s");
  });
});

it("what is told once is not told again", () => {
  const clock = "confirmed by the GPS time of 9 photos";
  expect(unlessIn(clock, `look, its clock (${clock})`)).toBe("");
  expect(unlessIn(clock, "look, colour", "")).toBe(clock);
  expect(unlessIn(clock)).toBe(clock);
});

it("two times are told as shortly as tells them", () => {
  expect(timeSpan("2024-05-04 14:00:10", "2024-05-04 18:20:00")).toBe("2024-05-04 14:00 – 18:20");
  expect(timeSpan("2024-05-04 14:00:10", "2024-05-04 14:00:50")).toBe("2024-05-04 14:00");
  expect(timeSpan("2024-05-04 14:00:10", "2024-05-06 09:00:00")).toBe("2024-05-04 – 2024-05-06");
});

it("spans have one unit", () => {
  expect([0.4, 2.2, 48, 5400, 200_000, 3e7].map(spanWords)).toEqual([
    "0.4 s",
    "2.2 s",
    "48 s",
    "90 min",
    "56 h",
    "347 d",
  ]);
});

it("times are those of the clock's face, whatever the zone here", () => {
  expect(clockTime(1755973216)).toBe("18:20:16");
  expect(clockTime(1755973216, false)).toBe("18:20");
  expect(day(1755973216)).toBe("Sat 23 Aug 2025");
  expect(shortDays(1755973216)).toEqual(["Sat 23 Aug", "23 Aug"]);
});

it("clocks show the second that they are in, and so does the day", () => {
  const midnight = 1755993600;
  expect(dayAndTime(midnight - 0.2)).toBe("Sat 23 Aug 2025, 23:59:59");
});

it("a zone stands behind its time as tags have it", () => {
  expect([7200, -12600, 0, null].map(zoneText)).toEqual(["+02:00", "−03:30", "+00:00", ""]);
  expect(wallText({ time_s: 1755973216, zone_s: 7200 })).toBe("Sat 23 Aug 2025, 18:20:16 +02:00");
  expect(wallText({ time_s: 1755973216, zone_s: null })).toBe("Sat 23 Aug 2025, 18:20:16");
});

it("a chance is never rounded up to certainty", () => {
  expect([0.9999, 0.9966, 0.9899, 0.5, 0.001].map(percent)).toEqual([
    "> 99.9 %",
    "99.6 %",
    "98 %",
    "50 %",
    "< 1 %",
  ]);
});

it("time left is told without false precision", () => {
  expect([2, 12, 70, 600, 9000].map(timeLeft)).toEqual([
    "a few seconds",
    "about 15 s",
    "about a minute",
    "about 10 min",
    "about 2.5 h",
  ]);
});

it("zeros at the end of an offset say nothing", () => {
  expect(roundOffset(-7200)).toBe("−2 h");
  expect(roundOffset(5400)).toBe("+1 h 30 min");
  expect(roundOffset(-342000 - 61)).toBe("−3 d 23 h 01 min 01 s");
  expect(roundOffset(0)).toBe("0 s");
});
