import type { AnglesView, PageView } from "./types";

/** The sizes that pictures have, by their longer side; a small one has fewer. */
export const SIZES_PX = [400, 800, 1600] as const;
const NAME_LETTERS = 10;
const COLOUR_LETTERS = 8;

export interface Told extends PageView {
  /** In an album of one file: pictures by row, films by "film-" and row. */
  inside?: Record<string, string>;
}

export interface Moment {
  chapter: number;
  rows: number[];
  /** How many people took its photos. */
  people: number;
  /** Whether two of them show one thing. */
  views: boolean;
}

/** What two people photographed at one instant. */
export interface Instant {
  rows: [number, number];
  /** Seconds between the two, and how well that is known. */
  apart: number;
  within: number;
}

export interface Story {
  told: Told;
  n: number;
  /** Seconds since 1970 by a clock's face, local to its moment; null where nobody knows. */
  time: (number | null)[];
  moments: Moment[];
  /** The moment of each photo. */
  momentOf: number[];
  /** Chapter names below their days; the last one is of photos without a time, where there are any. */
  names: string[];
  /** The day of each chapter; empty where the event is of one. */
  days: string[];
  /** Of each photo: which one stands for it, itself where nobody else does. */
  standsFor: number[];
  /** Of each photo that stands for others: how many. */
  others: Map<number, number>;
  /** Photos whose time is not known to a few minutes, and those whose own clock alone tells it. */
  about: Set<number>;
  ownClock: Set<number>;
  /** The best first. */
  instants: Instant[];
  /** The instant of each photo that is of one. */
  instantOf: Map<number, Instant>;
  /** Clips that are played in step. */
  angles: AnglesView[];
}

/** Unfold what the page was told. */
export function storyOf(told: Told, unknown: string): Story {
  const n = told.size.length;
  const moments: Moment[] = [];
  let row = 0;
  told.chapters.forEach((chapter, number) => {
    for (const count of chapter.moments) {
      const people = told.people_in[moments.length] ?? 1;
      moments.push({ chapter: number, rows: range(row, row + count), people, views: false });
      row += count;
    }
  });
  const names = told.chapters.map((chapter) => chapter.name);
  const days = told.chapters.map((chapter) => chapter.day);
  if (row < n) {
    names.push(unknown);
    days.push("");
    const rest = { chapter: names.length - 1, rows: range(row, n), people: 1, views: false };
    moments.push(rest);
  }
  const momentOf = new Array<number>(n);
  moments.forEach((moment, number) => moment.rows.forEach((one) => (momentOf[one] = number)));
  const instants = told.instants.map((one): Instant => ({
    rows: [one.one, one.other],
    apart: one.apart_s,
    within: one.within_s,
  }));
  const instantOf = new Map<number, Instant>();
  for (const one of instants) {
    const [first, second] = one.rows.map((row) => moments[momentOf[row] ?? -1]);
    if (first !== undefined && first === second) first.views = true;
    for (const row of one.rows) instantOf.set(row, one);
  }
  const standsFor = range(0, n);
  const others = new Map<number, number>();
  for (const [best, ...rest] of told.groups) {
    if (best === undefined) continue;
    others.set(best, rest.length);
    for (const one of rest) standsFor[one] = best;
  }
  return {
    told,
    n,
    time: times(told),
    moments,
    momentOf,
    names,
    days,
    standsFor,
    others,
    about: new Set(told.about),
    ownClock: new Set(told.own_clock),
    instants,
    instantOf,
    angles: told.angles,
  };
}

function times(told: Told): (number | null)[] {
  let time = 0;
  return told.size.map((_, row) => (row < told.n_timed ? (time += told.time[row] ?? 0) : null));
}

/** Return the moments of what is to be seen: of one person, each thing once. */
export function seen(story: Story, person: number | null): Moment[] {
  const found: Moment[] = [];
  for (const moment of story.moments) {
    const rows = moment.rows.filter((row) => isSeen(story, row, person));
    if (rows.length > 0) found.push({ ...moment, rows });
  }
  return found;
}

/** Return all that a chapter holds of one person or of all: also what others stand for. */
export function heldIn(story: Story, chapter: number, person: number | null): number[] {
  const rows = story.moments.flatMap((one) => (one.chapter === chapter ? one.rows : []));
  return person === null ? rows : rows.filter((row) => story.told.person[row] === person);
}

function isSeen(story: Story, row: number, person: number | null): boolean {
  if (person !== null) return story.told.person[row] === person;
  return story.standsFor[row] === row;
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

/** Return how wide and how high a photo's largest picture is. */
export function sizeOf(story: Story, row: number): [number, number] {
  return story.told.sizes[story.told.size[row] ?? 0] ?? [1, 1];
}

export function shape(story: Story, row: number): number {
  const [width, height] = sizeOf(story, row);
  return width / height;
}

/** Return the addresses of a picture and how wide each is, the smallest first. */
export function sources(story: Story, row: number): { src: string; width: number }[] {
  const { told } = story;
  const [width, height] = sizeOf(story, row);
  const inside = told.inside?.[String(row)];
  if (inside !== undefined) return [{ src: inside, width }];
  const long = Math.max(width, height);
  const name = told.pictures.slice(NAME_LETTERS * row, NAME_LETTERS * (row + 1));
  return SIZES_PX.filter((_, at) => at === 0 || (SIZES_PX[at - 1] ?? 0) < long).map((size) => ({
    src: `pictures/${name}-${size}.webp`,
    width: Math.round(width * Math.min(1, size / long)),
  }));
}

/** Return the smallest picture that is fine enough for so many dots, or the largest. */
export function source(story: Story, row: number, dots: number): string {
  const all = sources(story, row);
  return (all.find((one) => one.width >= dots) ?? all[all.length - 1])?.src ?? "";
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Return the four dots that stand for a picture until it is there, as a picture of its own. */
export function placeholder(story: Story, row: number): string {
  const letters = story.told.colours.slice(COLOUR_LETTERS * row, COLOUR_LETTERS * (row + 1));
  const digit = (at: number): number => DIGITS.indexOf(letters.charAt(at));
  // two letters a dot: four bits each of red, green and blue, which a bitmap has the other way round
  const dot = (at: number): string => {
    const bits = digit(2 * at) * 64 + digit(2 * at + 1);
    return String.fromCharCode((bits & 15) * 17, ((bits >> 4) & 15) * 17, (bits >> 8) * 17);
  };
  // a bitmap of two by two: the lower line comes first, lines are padded to four bytes
  const pixels = `${dot(2)}${dot(3)}\0\0${dot(0)}${dot(1)}\0\0`;
  const head =
    "BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x02\0\0\0\x01\0\x18\0" + "\0".repeat(24);
  return `data:image/bmp;base64,${btoa(head + pixels)}`;
}

/** Return the time of day, as clocks show it. */
export function clock(time: number | null): string {
  if (time === null) return "";
  const minutes = Math.floor(time / 60);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}

const DAYS = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});

export function day(time: number): string {
  return DAYS.format(new Date(time * 1000));
}

/** Return a day as short as it can be told apart: "Sat 30 Sep". */
export function shortDay(day: string): string {
  return day.replace(/^(\w{3})\w*day (\d+) (\w{3})\w*.*$/, "$1 $2 $3");
}

/** Return when a photo was taken wherever it stands alone: also the day, where there are several. */
export function dayAndClock(story: Story, row: number): string {
  const chapter = story.moments[story.momentOf[row] ?? 0]?.chapter ?? 0;
  const parts = [shortDay(story.days[chapter] ?? ""), clock(story.time[row] ?? null)];
  return parts.filter((one) => one !== "").join(", ");
}

/** Return what a chapter is called wherever it stands alone. */
export function chapterName(story: Story, chapter: number): string {
  return [story.days[chapter], story.names[chapter]].filter((one) => one).join(", ");
}

/** Tell whether all of it was on one day, so that nobody needs to be told which. */
export function oneDay(story: Story): boolean {
  const dayOf = (time: number) => Math.floor(time / 86400);
  const first = dayOf(story.time[0] ?? 0);
  return story.time.every((time) => time === null || dayOf(time) === first);
}

/** Return how long a clip is, as players show it. */
export function length(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Return the other photo of an instant. */
export function otherOf(instant: Instant, row: number): number {
  return instant.rows[0] === row ? instant.rows[1] : instant.rows[0];
}

/** So many photos have one that is shown larger than the others; the first ones never are it. */
const ENOUGH = 5;
const BEFORE = 3;

/** Return what is shown large of a chapter's photos: its cover, unless there are few before it. */
export function largeIn(story: Story, chapter: number, rows: readonly number[]): number[] {
  const cover = story.told.chapters[chapter]?.cover ?? -1;
  return rows.length >= ENOUGH && rows.indexOf(cover) >= BEFORE ? [cover] : [];
}
