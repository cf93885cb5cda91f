import { describe, expect, it } from "vitest";
import { buildScene, jumpsOf, laneOrder, provisionalShift } from "../src/timeline/scene";
import {
  geometry,
  jumpX,
  laneAt,
  laneTop,
  mostScroll,
  spotAt,
  Spots,
  thumbTop,
} from "../src/timeline/geometry";
import { fitView } from "../src/logic/axis";
import { makeEvent } from "./event";

const YEAR = 365 * 86400;
const event = makeEvent([
  ["Ida", [YEAR + 100, YEAR + 4000], 0],
  ["Lost", [50, 60], null],
  ["Lena", [100, 200], YEAR],
]);

describe("buildScene", () => {
  it("puts the anchor first and the unplaced last", () => {
    expect(laneOrder(event)).toEqual([0, 2, 1]);
    expect(laneOrder({ ...event, anchor: "Lena" })).toEqual([2, 0, 1]);
  });

  it("folds years before, and has one stretch after", () => {
    const scene = buildScene(event, 1000);
    expect(scene.axes.before.stretches).toHaveLength(2);
    expect(scene.axes.after.stretches).toHaveLength(1);
    expect(scene.n_placed).toBe(2);
  });

  it("shows an unplaced gallery in the middle, unless its clock is of the day", () => {
    expect(provisionalShift(0, 10, 1000, 2000)).toBe(1495);
    expect(provisionalShift(1900, 2500, 1000, 2000)).toBe(0);
    const scene = buildScene(event, 1000);
    expect(scene.lanes[2]?.placed).toBe(false);
    expect(scene.after_s[2]).toBeGreaterThan(YEAR);
  });
});

describe("jumpsOf", () => {
  it("tells between which photos a clock was set anew, by its own clock and by event time", () => {
    const set = makeEvent([
      ["Ida", [100, 200], 0],
      ["Lena", [100, 200, 3900, 4000], 10],
    ]);
    const lena = set.galleries[1];
    if (!lena) throw new Error("no Lena");
    lena.jumps = [{ row: 2, step_s: -3600 }];
    set.photos.event_time_s = [100, 200, 110, 210, 310, 410];
    const scene = buildScene(set, 1000);
    const lane = scene.lanes[1];
    if (!lane) throw new Error("no lane");
    expect(jumpsOf(scene, lane, "before")).toEqual([{ from_s: 200, to_s: 3900, step_s: -3600 }]);
    expect(jumpsOf(scene, lane, "after")).toEqual([{ from_s: 210, to_s: 310, step_s: -3600 }]);
    expect(scene.lanes[0] && jumpsOf(scene, scene.lanes[0], "after")).toEqual([]);
  });

  it("is drawn just before the later photo, or midway where they are close", () => {
    expect(jumpX(0, 500, 64)).toBe(465);
    expect(jumpX(100, 110, 64)).toBe(105);
  });
});

describe("geometry", () => {
  const at = geometry(1440, 800, 3);
  const scene = buildScene(event, 1440 - at.head_px);
  const view = fitView(scene.axes.after, 1440 - at.head_px);

  it("finds the lane and the photo that was drawn there", () => {
    const spots = new Spots(scene);
    const lane = scene.lanes[1];
    const [first] = lane ? spots.seen(lane, "after", view, at) : [];
    if (!first) throw new Error("nothing is seen");
    const y = thumbTop(at, laneTop(at, 1, 0)) + 5;
    expect(laneAt(at, scene, y, 0)).toBe(1);
    const found = spotAt(spots, at, "after", view, first.x + at.head_px, y, 0);
    expect(found?.lane).toBe(1);
    expect(found?.spot.row).toBe(first.row);
    expect(laneAt(at, scene, 10, 0)).toBeNull();
    expect(laneAt(at, scene, 790, 0)).toBeNull();
  });

  it("gives long names the room they need, up to a fifth of the window", () => {
    expect(geometry(1440, 800, 3, 5).head_px).toBe(212);
    expect(geometry(1440, 800, 3, 24).head_px).toBe(252);
    expect(geometry(1440, 800, 3, 80).head_px).toBe(288);
    expect(geometry(800, 800, 3, 80).head_px).toBe(212);
    expect(geometry(390, 640, 3, 80).head_px).toBe(0);
  });

  it("has thumbnails that fit their lanes, wide and narrow, with few and many", () => {
    for (const [width, height] of [
      [1440, 800],
      [390, 640],
    ] as const)
      for (const n of [1, 8, 20, 100]) {
        const some = geometry(width, height, n);
        expect(some.thumb_px).toBeGreaterThan(15);
        const top = thumbTop(some, 0);
        expect(top).toBeGreaterThanOrEqual(some.title_px);
        expect(top + some.thumb_px + some.rail_px).toBeLessThanOrEqual(some.lane_px);
        if (n === 100) expect(mostScroll(some, n)).toBeGreaterThan(0);
      }
  });
});
