import { describe, expect, it } from "vitest";
import { indexOf, linesOf, sizesFor } from "../src/album/lines";
import { cameraTimes, cameraWall, localWall } from "../src/logic/rows";
import { spansOf, wallAt } from "../src/logic/zones";
import { buildScene } from "../src/timeline/scene";
import { makeEvent } from "./event";

const zones = [
  { from_s: null, shift_s: 3600, zone_s: 7200 },
  { from_s: 1000, shift_s: 0, zone_s: 3600 },
];

describe("zones", () => {
  it("tell what makes an event time a local one", () => {
    const shifts = [-1e9, 999, 1000, 1e9].map((time_s) => wallAt(zones, time_s).time_s - time_s);
    expect(shifts).toEqual([3600, 3600, 0, 0]);
    expect(wallAt(zones, 999)).toEqual({ time_s: 4599, zone_s: 7200 });
    expect(wallAt([], 5)).toEqual({ time_s: 5, zone_s: null });
  });

  it("part a stretch of time", () => {
    expect(spansOf(zones, 0, 2000)).toEqual([
      { from_s: 0, to_s: 1000, shift_s: 3600 },
      { from_s: 1000, to_s: 2000, shift_s: 0 },
    ]);
    expect(spansOf(zones, 1000, 2000)).toEqual([{ from_s: 1000, to_s: 2000, shift_s: 0 }]);
    expect(spansOf([], 0, 1)).toEqual([{ from_s: 0, to_s: 1, shift_s: 0 }]);
  });
});

describe("a phone that followed the end of summer time", () => {
  const event = makeEvent([
    ["phone", [500.25, 1500], 0],
    ["camera", [510, 1510], null],
  ]);
  event.photos.shown_s = [4100, 1500, 510, 1510];
  event.photos.shown_zone_s = [7200, 3600, null, null];
  event.photos.local_s = [4100, 1500, null, null];
  event.photos.local_zone_s = [7200, 3600, null, null];
  event.zones = zones;

  it("is shown as it displayed, and photos by it local to their moment", () => {
    expect(cameraWall(event, 0)).toEqual({ time_s: 4100, zone_s: 7200 });
    expect(localWall(event, 0)).toEqual({ time_s: 4100, zone_s: 7200 });
    expect(localWall(event, 3)).toEqual({ time_s: 1510, zone_s: null });
    expect(cameraTimes(event).get("phone/IMG_0.jpg")).toBe(4100);
  });

  it("stands where its display was before, and in the order of moments after", () => {
    const scene = buildScene(event, 800);
    expect([...scene.before_s]).toEqual([4100.25, 1500, 510, 1510]);
    expect([...scene.after_s].slice(0, 2)).toEqual([500.25, 1500]);
    expect([...(scene.lanes[0]?.after.rows ?? [])]).toEqual([0, 1]);
    expect([...(scene.lanes[0]?.before.rows ?? [])]).toEqual([1, 0]);
  });

  it("has its moments in the album at local times", () => {
    const album = {
      version: 1,
      layout: event.layout,
      changed: [],
      people: ["phone", "camera"],
      chapters: [{ name: "One", told: "One", cover: 0, moments: [[0], [1]] }],
      groups: [],
      covers: [],
      hidden: [],
      chosen: [],
      comparing: false,
      apart: [],
    };
    const wish = { person: null, chosenOnly: false, withHidden: true, open: new Set<number>() };
    const lines = linesOf(album, event, indexOf(album, event), wish, sizesFor(700));
    const head = lines.find((line) => line.kind === "head");
    expect(head).toMatchObject({ first_s: 4100, last_s: 1500 });
  });
});
