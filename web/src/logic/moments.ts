/** What a person can answer of two photos, and the key for each. */
import type { Moment } from "../data/types";

export interface MomentAnswer {
  moment: Moment;
  key: string;
}

/** How near in time, the nearest first. */
export const NEARNESS: readonly MomentAnswer[] = [
  { moment: "instant", key: "i" },
  { moment: "same", key: "y" },
  { moment: "about", key: "a" },
  { moment: "different", key: "n" },
];

/** What else may be known; the upper photo is the first. */
export const OTHERWISE: readonly MomentAnswer[] = [
  { moment: "other-day", key: "d" },
  { moment: "before", key: "b" },
  { moment: "after", key: "f" },
  { moment: "unclear", key: "c" },
];

/** Return the answer that a key gives, or null. */
export const momentOf = (key: string): Moment | null =>
  [...NEARNESS, ...OTHERWISE].find((one) => one.key === key.toLowerCase())?.moment ?? null;
