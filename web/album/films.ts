import type { Story } from "./story";

const made = new Map<number, string>();

/** Tell whether a clip's film is at hand. */
export function hasFilm(story: Story, row: number): boolean {
  return story.told.inside?.[`film-${row}`] !== undefined || story.told.films[row] !== undefined;
}

/** Return the address of a clip's film; empty where there is none. */
export function filmAddress(story: Story, row: number): string {
  const inside = story.told.inside?.[`film-${row}`];
  if (inside === undefined) return story.told.films[row] ?? "";
  const known = made.get(row);
  if (known !== undefined) return known;
  // not all browsers play a film out of its own address
  const bytes = Uint8Array.from(atob(inside.slice(inside.indexOf(",") + 1)), (one) =>
    one.charCodeAt(0),
  );
  const address = URL.createObjectURL(new Blob([bytes], { type: "video/mp4" }));
  made.set(row, address);
  return address;
}

/** A clip of a set that is played in step: from when to when, on the clock of the set. */
export interface Angle {
  row: number;
  from_s: number;
  to_s: number;
}

/** More films at once are more than browsers play in step. */
const MOST = 6;
/** What two films share is at least so long to be worth it, in seconds. */
const LEAST_S = 1;

/** Return a clip and those that can be played in step with it, by when they began; else nothing. */
export function anglesOf(story: Story, row: number): Angle[] {
  const set = story.angles.find((one) => one.rows.includes(row));
  if (set === undefined || !hasFilm(story, row)) return [];
  const all = set.rows.map((one, at): Angle => {
    const from_s = (set.starts_ms[at] ?? 0) / 1000;
    return { row: one, from_s, to_s: from_s + (story.told.length[one] ?? 0) };
  });
  const own = all.find((one) => one.row === row);
  if (own === undefined) return [];
  const shared = (one: Angle): number =>
    Math.min(one.to_s, own.to_s) - Math.max(one.from_s, own.from_s);
  const others = all
    .filter((one) => one !== own && hasFilm(story, one.row) && shared(one) >= LEAST_S)
    .sort((a, b) => shared(b) - shared(a))
    .slice(0, MOST - 1);
  return others.length === 0 ? [] : all.filter((one) => one === own || others.includes(one));
}

/** Return of each set the clip that most is played with, the sets with most films first. */
export function scenesOf(story: Story): number[] {
  const best = story.angles.map((set) =>
    set.rows.reduce((found, row) => (together(story, row) > together(story, found) ? row : found)),
  );
  return best
    .filter((row) => anglesOf(story, row).length > 1)
    .sort((a, b) => together(story, b) - together(story, a));
}

/** Return for how many seconds others are played with a clip, all of them added up. */
function together(story: Story, row: number): number {
  const angles = anglesOf(story, row);
  const own = angles.find((one) => one.row === row);
  if (own === undefined) return 0;
  return angles.reduce((sum, one) => {
    const shared = Math.min(one.to_s, own.to_s) - Math.max(one.from_s, own.from_s);
    return one === own ? sum : sum + shared;
  }, 0);
}
