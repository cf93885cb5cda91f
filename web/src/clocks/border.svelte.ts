/** A border that a person places: where it may lie, and where it lies now. */
import type { StretchCard } from "../data/types";
import { firstFrom } from "./geometry";

/** A new border within a stretch, or another place for its beginning or its end. */
export type BorderKind = "split" | "first" | "last";

/** Where a border may lie: the first photos of sessions, and when; `least` to `most` by photo. */
export interface BorderChoices {
  at: number[];
  at_s: number[];
  least: number;
  most: number;
  start: number;
  instead_of: number | null;
}

/** The places for a border; null where there is none. */
export function choicesOf(card: StretchCard, kind: BorderKind): BorderChoices | null {
  const { first, end, session_at, session_s } = card;
  const begin = session_at[0] ?? first;
  const last = session_at[session_at.length - 1] ?? first;
  if (kind === "first" && begin >= first) return null;
  if (kind === "last" && last < end) return null;
  const least = (kind === "first" ? begin : first) + 1;
  const most = kind === "last" ? last : end - 1;
  if (least > most) return null;
  const inside = session_at.flatMap((at, i) => (at >= least && at <= most ? [i] : []));
  const at = inside.map((i) => session_at[i] ?? 0);
  const at_s = inside.map((i) => session_s[i] ?? 0);
  if (at.length === 0) {
    // one session, which is split by photo alone
    at.push(Math.ceil((least + most) / 2));
    at_s.push(session_s[session_at.indexOf(first)] ?? 0);
  }
  const instead_of = kind === "split" ? null : kind === "first" ? first : end;
  const start = instead_of ?? at[at.length >> 1] ?? least;
  return { at, at_s, least, most, start, instead_of };
}

export class BorderEdit {
  /** The first photo after the border. */
  at = $state(0);

  constructor(
    readonly kind: BorderKind,
    readonly lane: number,
    readonly choices: BorderChoices,
  ) {
    this.at = choices.start;
  }

  /** The session that the border lies before, or in, by its place among the choices. */
  get session(): number {
    return Math.max(firstFrom(this.choices.at, this.at + 1) - 1, 0);
  }

  get at_s(): number {
    return this.choices.at_s[this.session] ?? 0;
  }

  /** Whether it lies where it was found. */
  get unmoved(): boolean {
    return this.at === this.choices.instead_of;
  }

  toSession(session: number): void {
    this.at = this.choices.at[session] ?? this.at;
  }

  byPhoto(by: 1 | -1): void {
    const { least, most } = this.choices;
    this.at = Math.min(Math.max(this.at + by, least), most);
  }

  /** Go to the session that begins nearest to a moment. */
  toTime(time_s: number): void {
    const apart = this.choices.at_s.map((one) => Math.abs(one - time_s));
    this.toSession(apart.indexOf(Math.min(...apart)));
  }
}
