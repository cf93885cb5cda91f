import { describe, expect, it } from "vitest";
import { grid, layout, nextTile, within, type Measures } from "../album/layout";
import {
  chapterName,
  clock,
  dayAndClock,
  heldIn,
  largeIn,
  length,
  oneDay,
  otherOf,
  placeholder,
  seen,
  shortDay,
  source,
  sources,
  storyOf,
  type Told,
} from "../album/story";
import { anglesOf, scenesOf } from "../album/films";
import { instantGrid } from "../album/pairs";
import { texts } from "../album/texts";
import { byWheel, held, MOST, moved, WHOLE, zoomed } from "../album/zoom";

const MEASURES: Measures = { width: 1000, target: 250, gap: 4, apart: 20, above: 40 };

function told(over: Partial<Told> = {}): Told {
  return {
    title: "t",
    cover: 0,
    chapters: [{ name: "one", day: "", cover: 0, moments: [2, 1] }],
    n_timed: 3,
    pictures: "aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd",
    colours: "-A-A-A-A".repeat(4),
    sizes: [
      [1600, 1200],
      [800, 1600],
      [300, 200],
    ],
    size: [0, 1, 2, 0],
    time: [1714831200, 20, 3600],
    about: [],
    own_clock: [],
    people: ["Ada", "Ben"],
    person: [0, 1, 0, 1],
    n_people: 2,
    films: {},
    length: {},
    originals: [],
    groups: [],
    people_in: [2, 1],
    instants: [],
    angles: [],
    ...over,
  };
}

describe("a story", () => {
  it("has its moments, and photos without a time last", () => {
    const story = storyOf(told(), "nobody knows");
    expect(story.moments.map((one) => one.rows)).toEqual([[0, 1], [2], [3]]);
    expect(story.names).toEqual(["one", "nobody knows"]);
    expect(story.time).toEqual([1714831200, 1714831220, 1714834820, null]);
    expect(story.momentOf).toEqual([0, 0, 1, 2]);
    expect(oneDay(story)).toBe(true);
  });

  it("tells days once and short", () => {
    const chapters = [
      { name: "Oban", day: "Saturday 30 September", cover: 0, moments: [1] },
      { name: "", day: "Sunday 1 October 2017, Oban", cover: 1, moments: [1, 1] },
    ];
    const story = storyOf(told({ chapters, own_clock: [1] }), "nobody knows");
    expect(story.days).toEqual(["Saturday 30 September", "Sunday 1 October 2017, Oban", ""]);
    expect([0, 1, 2].map((one) => chapterName(story, one))).toEqual([
      "Saturday 30 September, Oban",
      "Sunday 1 October 2017, Oban",
      "nobody knows",
    ]);
    expect(story.days.map(shortDay)).toEqual(["Sat 30 Sep", "Sun 1 Oct", ""]);
    expect(shortDay("Wednesday 3 May")).toBe("Wed 3 May");
    expect([0, 1].map((row) => dayAndClock(story, row))).toEqual([
      "Sat 30 Sep, 14:00",
      "Sun 1 Oct, 14:00",
    ]);
    expect(dayAndClock(storyOf(told(), ""), 1)).toBe("14:00");
    expect([story.ownClock.has(1), story.about.has(1)]).toEqual([true, false]);
  });

  it("tells views of one thing from photos of many and from series", () => {
    const instants = [{ one: 0, other: 1, apart_s: 1, within_s: 2 }];
    const story = storyOf(told({ instants }), "");
    expect(story.moments.map((one) => [one.people, one.views])).toEqual([
      [2, true],
      [1, false],
      [1, false],
    ]);
    const found = story.instantOf.get(1);
    expect(found && otherOf(found, 1)).toBe(0);
    expect(storyOf(told(), "").moments[0]?.views).toBe(false);
  });

  it("plays a film with those that overlap it, and leaves out what cannot be played", () => {
    const films = { 0: "films/a.mp4", 1: "films/b.mp4", 2: "films/c.mp4" };
    const length = { 0: 60, 1: 20, 2: 30, 3: 20 };
    // the third begins when the second is over; of the fourth there is no film
    const angles = [{ rows: [0, 1, 2, 3], starts_ms: [0, 5000, 26250, 30000] }];
    const story = storyOf(told({ films, length, angles }), "");
    expect(anglesOf(story, 0)).toEqual([
      { row: 0, from_s: 0, to_s: 60 },
      { row: 1, from_s: 5, to_s: 25 },
      { row: 2, from_s: 26.25, to_s: 56.25 },
    ]);
    expect(anglesOf(story, 1).map((one) => one.row)).toEqual([0, 1]);
    expect(anglesOf(story, 3)).toEqual([]);
    expect(scenesOf(story)).toEqual([0]);
    expect(scenesOf(storyOf(told({ films, length }), ""))).toEqual([]);
  });

  it("lays films out in the grid that shows most of them", () => {
    const room = { left: 0, top: 0, width: 390, height: 700 };
    const phone = grid([16 / 9, 16 / 9, 16 / 9], room, 6);
    expect(phone.map((one) => Math.round(one.width))).toEqual([390, 390, 390]);
    const desk = grid([16 / 9, 9 / 16], { ...room, width: 1300 }, 6);
    expect(desk.map((one) => one.top)).toEqual([expect.any(Number), 0]);
    expect(desk.every((one) => one.left >= 0 && one.left + one.width <= 1300)).toBe(true);
    expect(grid([], room, 6)).toEqual([]);
  });

  it("says how far two photos are apart as exactly as that is known", () => {
    expect(texts.apart(0, 2)).toBe("in the same second");
    expect(texts.apart(1, 2)).toBe("1 second apart");
    expect(texts.apart(1, 12)).toBe("about 1 second apart");
    expect(texts.apart(1, 90)).toBe("at about the same time");
    expect(texts.both(["Ann", "Bob"])).toBe("Ann and Bob");
    expect(texts.both([])).toBe("Two cameras");
  });

  it("shows each thing once, and of one person all", () => {
    const story = storyOf(told({ groups: [[1, 0, 3]] }), "");
    expect(seen(story, null).map((one) => one.rows)).toEqual([[1], [2]]);
    expect(story.others.get(1)).toBe(2);
    expect(seen(story, 0).map((one) => one.rows)).toEqual([[0], [2]]);
    expect(heldIn(story, 0, null)).toEqual([0, 1, 2]);
    expect(heldIn(story, 0, 1)).toEqual([1]);
  });

  it("names the pictures that there are", () => {
    const story = storyOf(told(), "");
    expect(sources(story, 0).map((one) => one.width)).toEqual([400, 800, 1600]);
    expect(sources(story, 1).map((one) => one.width)).toEqual([200, 400, 800]);
    expect(sources(story, 2)).toEqual([{ src: "pictures/cccccccccc-400.webp", width: 300 }]);
    expect(source(story, 0, 500)).toBe("pictures/aaaaaaaaaa-800.webp");
    expect(source(story, 0, 5000)).toBe("pictures/aaaaaaaaaa-1600.webp");
    const inside = storyOf(told({ inside: { "0": "data:x" } }), "");
    expect(source(inside, 0, 500)).toBe("data:x");
  });

  it("stands four dots of colour in for a picture", () => {
    const data = atob(placeholder(storyOf(told(), ""), 0).split(",")[1] ?? "");
    expect(data.length).toBe(70);
    // blue, green, red of the lower left dot: 12 bits that were (255, 136, 0)
    expect([...data.slice(54, 57)].map((one) => one.charCodeAt(0))).toEqual([0, 136, 255]);
  });

  it("tells times as clocks and players do", () => {
    expect(clock(1714831200)).toBe("14:00");
    expect(clock(null)).toBe("");
    expect(length(65)).toBe("1:05");
  });
});

describe("rows of pictures", () => {
  it("shows one of a chapter larger than the others, and fills the width all the same", () => {
    const all = [...Array(16).keys()];
    const even = layout([all], () => 1.5, MEASURES);
    const one = layout([all], () => 1.5, MEASURES, [8]);
    const heightOf = (lines: typeof one.lines, row: number) =>
      lines.find((line) => line.tiles.some((tile) => tile.row === row))?.height ?? 0;
    expect(heightOf(one.lines, 8)).toBeGreaterThan(1.2 * heightOf(even.lines, 8));
    const rows = one.lines.flatMap((line) => line.tiles.map((tile) => tile.row));
    expect(rows).toEqual(all);
    for (const line of one.lines.slice(0, -1)) {
      const last = line.tiles.at(-1);
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(MEASURES.width, 0);
    }
  });

  it("shows one or two photos large, where there are no others", () => {
    const heightOf = (n: number) =>
      layout([[...Array(n).keys()]], () => 1.2, MEASURES).lines[0]?.height;
    expect(heightOf(1)).toBeGreaterThan(1.5 * MEASURES.target);
    expect(heightOf(2)).toBeGreaterThan(1.5 * MEASURES.target);
    expect(heightOf(3)).toBeLessThan(1.2 * MEASURES.target);
  });

  it("shows none of a few larger", () => {
    const story = storyOf(told({ chapters: [{ name: "", day: "", cover: 3, moments: [5] }] }), "");
    expect(largeIn(story, 0, [0, 1, 2, 3, 4])).toEqual([3]);
    expect(largeIn(story, 0, [0, 1, 2, 3])).toEqual([]);
    expect(largeIn(story, 0, [3, 4, 5, 6, 7])).toEqual([]);
    expect(largeIn(story, 0, [0, 1, 2, 4, 5])).toEqual([]);
  });

  const shape = (row: number): number => [1.5, 0.75, 1.33, 1.78][row % 4] ?? 1;
  const moments = [[0, 1, 2], [3], [4, 5, 6, 7, 8], [9], [10, 11]];

  it("fill the width in order, about as high as wanted", () => {
    const { lines, height } = layout(moments, shape, MEASURES);
    expect(lines.flatMap((line) => line.tiles.map((tile) => tile.row))).toEqual(
      Array.from({ length: 12 }, (_, row) => row),
    );
    for (const line of lines.slice(0, -1)) {
      const last = line.tiles.at(-1)!;
      expect(last.x + last.width).toBeCloseTo(1000, 5);
      expect(line.height).toBeGreaterThan(150);
      expect(line.height).toBeLessThan(425);
    }
    const end = lines.at(-1)!;
    expect(height).toBe(end.top + end.height);
  });

  it("keep room above where a moment begins, and none where one goes on", () => {
    const { lines } = layout([[...Array(12).keys()]], shape, MEASURES);
    expect(lines[0]!.top).toBe(40);
    for (let at = 1; at < lines.length; at++)
      expect(lines[at]!.top - lines[at - 1]!.top - lines[at - 1]!.height).toBe(4);
  });

  it("have room above for what is told, up to where the next moment begins", () => {
    const { lines } = layout(moments, shape, MEASURES);
    for (const { tiles } of lines)
      tiles.forEach((tile, at) => {
        const next = tiles.slice(at + 1).find((one) => one.begins);
        expect(tile.room).toBeCloseTo((next ? next.x - 8 : MEASURES.width) - tile.x, 5);
      });
    expect(lines.some(({ tiles }) => tiles.some((tile) => tile.room > tile.width + 1))).toBe(true);
  });

  it("do not overlap, and those in sight are found", () => {
    const { lines } = layout(moments, shape, MEASURES);
    for (let at = 1; at < lines.length; at++)
      expect(lines[at]!.top).toBeGreaterThanOrEqual(lines[at - 1]!.top + lines[at - 1]!.height);
    const middle = lines[1]!;
    expect(within(lines, middle.top + 1, middle.top + 2)).toEqual([1, 2]);
    expect(within(lines, -500, -100)).toEqual([0, 0]);
  });

  it("take ten thousand photos in no time", () => {
    const many = Array.from({ length: 2500 }, (_, at) => [
      4 * at,
      4 * at + 1,
      4 * at + 2,
      4 * at + 3,
    ]);
    const start = performance.now();
    layout(many, shape, MEASURES);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe("pairs of pictures", () => {
  const pairs = (n: number) => [...Array(n).keys()].map(() => [1.5, 0.75]);

  it("are few at first: fewer on a phone", () => {
    const counts = (width: number, n: number, all: boolean) =>
      instantGrid(pairs(n), width, 18, all).count;
    expect([counts(358, 36, false), counts(1160, 36, false)]).toEqual([3, 6]);
    expect([counts(358, 2, false), counts(1160, 5, false)]).toEqual([2, 5]);
    expect([counts(358, 36, true), counts(1160, 36, true)]).toEqual([36, 36]);
  });

  it("fill lines of equal columns, all as high as the middle one of all", () => {
    for (const [width, columns] of [
      [358, 1],
      [1160, 2],
      [1680, 3],
    ] as const) {
      const grid = instantGrid([...pairs(6), [3, 3], [0.2, 0.2]], width, 18, false);
      expect(grid.columns).toBe(columns);
      expect(grid.column * columns + 18 * (columns - 1)).toBeCloseTo(width);
      expect(grid.frame).toBe(2.25);
    }
    expect(instantGrid(pairs(1), 1160, 18, false).column).toBe(1160);
  });

  it("leave no hole where there is one too many: the best takes a line", () => {
    const wide = (width: number, n: number) => instantGrid(pairs(n), width, 18, false).firstIsWide;
    expect([1, 2, 3, 4, 5, 6].map((n) => wide(1160, n))).toEqual([
      false,
      false,
      true,
      false,
      true,
      false,
    ]);
    expect([1, 2, 3].map((n) => wide(358, n))).toEqual([false, false, false]);
    expect([3, 4].map((n) => wide(1680, n))).toEqual([false, true]);
  });
});

describe("arrow keys in the stream", () => {
  const { lines } = layout([[...Array(12).keys()]], () => 1.5, MEASURES);
  const first = lines[0]?.tiles.map((tile) => tile.row) ?? [];
  const second = lines[1]?.tiles.map((tile) => tile.row) ?? [];

  it("go along lines and on to the next", () => {
    expect(nextTile(lines, 0, "ArrowRight")).toBe(1);
    expect(nextTile(lines, first.at(-1) ?? 0, "ArrowRight")).toBe(second[0]);
    expect(nextTile(lines, second[0] ?? 0, "ArrowLeft")).toBe(first.at(-1));
    expect(nextTile(lines, 0, "ArrowLeft")).toBe(null);
    expect(nextTile(lines, 11, "ArrowRight")).toBe(null);
  });

  it("go up and down to what is nearest", () => {
    expect(second).toContain(nextTile(lines, 1, "ArrowDown"));
    expect(nextTile(lines, nextTile(lines, 1, "ArrowDown") ?? 0, "ArrowUp")).toBe(1);
    expect(nextTile(lines, 0, "ArrowUp")).toBe(null);
    expect(nextTile(lines, 0, "Enter")).toBe(null);
    expect(nextTile(lines, 99, "ArrowDown")).toBe(null);
  });
});

describe("what is enlarged", () => {
  const room = { width: 1000, height: 600 };
  const picture = { width: 900, height: 600 };

  it("keeps the point under the finger, and never leaves its room", () => {
    const at = { x: 200, y: 100 };
    const view = zoomed(WHOLE, 3, at, picture, room);
    expect(view).toEqual({ scale: 3, x: -400, y: -200 });
    // the same point of the picture is where it was
    expect((at.x - view.x) / view.scale).toBeCloseTo(at.x);
    const far = moved(view, 9999, -9999, picture, room);
    expect(far).toEqual({ scale: 3, x: (2700 - 1000) / 2, y: -(1800 - 600) / 2 });
  });

  it("is never smaller than whole nor larger than tells anything", () => {
    expect(zoomed(WHOLE, 0.1, { x: 50, y: 50 }, picture, room)).toEqual(WHOLE);
    expect(zoomed(WHOLE, 1e6, { x: 0, y: 0 }, picture, room).scale).toBe(MOST);
    expect(held({ scale: 1.05, x: 80, y: 0 }, picture, room).x).toBe(0);
  });

  it("goes in and out by as much when the wheel is turned there and back", () => {
    const turn = (deltaY: number) => byWheel({ deltaY, deltaMode: 0, ctrlKey: false });
    expect(turn(-100)).toBeGreaterThan(1.1);
    expect(turn(-100) * turn(100)).toBeCloseTo(1);
    expect(turn(-99999)).toBeLessThan(2);
    expect(byWheel({ deltaY: 3, deltaMode: 1, ctrlKey: false })).toBeLessThan(1);
  });
});
