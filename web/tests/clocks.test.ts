import { describe, expect, test } from "vitest";
import { BorderEdit, choicesOf } from "../src/clocks/border.svelte";
import { axisOf, columnsOf, frameOf, spanOf, stretchAt, yearTicks } from "../src/clocks/geometry";
import { ClocksModel } from "../src/clocks/model.svelte";
import type { ClockStretch, ClocksView, StretchCard } from "../src/data/types";
import { fitView } from "../src/logic/axis";

const YEAR_S = 365.25 * 86400;
const START_S = Date.UTC(2012, 0, 1) / 1000;

const stretch = (number: number, lane: number, from: number, to: number): ClockStretch => ({
  number,
  lane,
  from_s: START_S + from * YEAR_S,
  to_s: START_S + to * YEAR_S,
  state: number === 2 ? "wrong" : "right",
  certain: 0.99,
  off: "+1 h 00 min 00 s",
  n_photos: 10,
  n_waiting: 0,
  rests: "2 occasions",
  why: "",
  plan: null,
  planned: "none",
});

const lane = (name: string) => ({
  name,
  owner: name,
  device: "D750",
  phone: false,
  n_photos: 4,
  session_s: [0, 1, 1.0001, 9].map((year) => START_S + year * YEAR_S),
  session_n: [3, 5, 7, 1],
  session_sure: [1, 0.9, 0.4, 1],
});

const VIEW: ClocksView = {
  name: "photos",
  lanes: [lane("Anna"), lane("Ben")],
  stretches: [stretch(1, 0, 0, 4), stretch(2, 0, 4.5, 9), stretch(3, 1, 5, 5.001)],
  ties: [],
  stated: [],
};

describe("the lanes of a library", () => {
  const frame = frameOf(1216, 400, 2);
  const axis = axisOf(VIEW, 1000);
  const view = fitView(axis, 1000);

  test("all years fit, and none is folded", () => {
    expect(axis.stretches).toHaveLength(1);
    const last = spanOf(stretch(2, 0, 4.5, 9), axis, view);
    expect(last.left + last.width).toBeLessThanOrEqual(1000);
    expect(last.width).toBeCloseTo((4.5 / 4) * spanOf(stretch(1, 0, 0, 4), axis, view).width, 3);
  });

  test("a stretch is found where it lies, also one of a day", () => {
    const at = (one: ClockStretch) => {
      const { left, width } = spanOf(one, axis, view);
      const y = 34 + one.lane * frame.lane_px + 20;
      return stretchAt(VIEW.stretches, frame, axis, view, left + width / 2, y, 0)?.number;
    };
    expect(VIEW.stretches.map(at)).toEqual([1, 2, 3]);
    expect(stretchAt(VIEW.stretches, frame, axis, view, 400, 10, 0)).toBeNull();
  });

  test("sessions of one column of pixels are one mark, as sure as the least", () => {
    const columns = columnsOf(lane("Anna"), axis, view, 1000);
    expect(columns.map(({ n }) => n)).toEqual([3, 12, 1]);
    expect(columns[1]?.sure).toBe(0.4);
    const later = { ...view, scroll: spanOf(stretch(0, 0, 3, 4), axis, view).left };
    expect(columnsOf(lane("Anna"), axis, later, 1000).map(({ n }) => n)).toEqual([1]);
  });

  test("years are named, and months where there is room", () => {
    const ten = yearTicks(START_S, START_S + 10 * YEAR_S, 100 / YEAR_S);
    expect(ten.filter(({ strong }) => strong).map(({ label }) => label)).toContain("2015");
    const one = yearTicks(START_S, START_S + YEAR_S, 1000 / YEAR_S);
    expect(one.map(({ label }) => label).slice(0, 3)).toEqual(["2012", "Feb", "Mar"]);
    const far = yearTicks(START_S, START_S + 60 * YEAR_S, 10 / YEAR_S);
    expect(far.every(({ label }) => Number(label) % 5 === 0)).toBe(true);
  });
});

describe("keys", () => {
  test("walk along a lane and from lane to lane", () => {
    const model = new ClocksModel();
    model.show(VIEW, 1216, 400);
    model.step(1);
    model.step(1);
    expect(model.selected).toBe(2);
    model.stepLane(1);
    expect(model.selected).toBe(3);
    model.stepLane(-1);
    expect(model.selected).toBe(2);
    model.shown = "wrong";
    model.select(null);
    model.step(1);
    expect(model.selected).toBe(2);
  });

  test("a stretch that is chosen comes into the window", () => {
    const model = new ClocksModel();
    model.show(VIEW, 1216, 400);
    model.zoomBy(20, 0);
    model.select(2);
    const { left, width } = spanOf(VIEW.stretches[1] as ClockStretch, model.axis, model.view);
    expect(left + width / 2).toBeGreaterThan(0);
    expect(left + width / 2).toBeLessThan(1000);
  });
});

describe("a border that a person places", () => {
  const card: StretchCard = {
    number: 2,
    photos: [],
    first: 20,
    end: 50,
    session_at: [10, 15, 20, 30, 40, 50, 60],
    session_s: [1, 2, 3, 4, 5, 6, 7],
  };

  test("a split lies within the stretch, a moved border within the two it parts", () => {
    const split = choicesOf(card, "split");
    expect(split).toMatchObject({ at: [30, 40], instead_of: null, least: 21, most: 49 });
    const first = choicesOf(card, "first");
    expect(first).toMatchObject({ at: [15, 20, 30, 40], instead_of: 20, start: 20, most: 49 });
    const last = choicesOf(card, "last");
    expect(last).toMatchObject({ at: [30, 40, 50, 60], instead_of: 50, start: 50, least: 21 });
  });

  test("where the clock begins or ends none can be moved, and one photo is not split", () => {
    expect(choicesOf({ ...card, session_at: [20, 30, 40] }, "first")).toBeNull();
    expect(choicesOf({ ...card, session_at: [20, 30, 40] }, "last")).toBeNull();
    expect(choicesOf({ ...card, end: 21, session_at: [20] }, "split")).toBeNull();
  });

  test("one session is split by photo", () => {
    const alone = choicesOf({ ...card, end: 30, session_at: [20], session_s: [3] }, "split");
    expect(alone).toMatchObject({ at: [25], at_s: [3], least: 21, most: 29 });
  });

  test("it goes from session to session, photo by photo, and to a moment", () => {
    const choices = choicesOf(card, "first");
    if (!choices) throw new Error("no choices");
    const border = new BorderEdit("first", 0, choices);
    expect(border.unmoved).toBe(true);
    border.byPhoto(1);
    expect([border.at, border.session, border.unmoved]).toEqual([21, 1, false]);
    border.toSession(3);
    expect([border.at, border.at_s]).toEqual([40, 5]);
    border.toTime(2.4);
    expect(border.at).toBe(15);
    for (let i = 0; i < 9; i++) border.byPhoto(-1);
    expect(border.at).toBe(11);
  });

  test("the chosen stretch stays chosen when a border before it goes", () => {
    const model = new ClocksModel();
    model.show(VIEW, 1216, 400);
    model.select(3);
    const [first, , third] = VIEW.stretches;
    if (!first || !third) throw new Error("no stretches");
    const joined = { ...first, to_s: START_S + 9 * YEAR_S };
    model.show({ ...VIEW, stretches: [joined, { ...third, number: 2 }] }, 1216, 400);
    expect(model.chosen).toMatchObject({ number: 2, lane: 1 });
  });
});
