import { keepInStep, type Follower } from "../src/logic/instep";
import { Pacer } from "../src/logic/step";

const STEP_MS = 40;
/** Nearer to its end than this a film is over: its last frame has been shown. */
const OVER_S = 0.06;

/** A clip on the clock that all clips of a set share. */
export interface Part {
  /** When it begins. */
  from_s: number;
  /** When it ends: as told, then as the browser has it. */
  to_s: number;
}

interface Attached {
  film: HTMLVideoElement;
  pacer: Pacer;
}

/** Films of one moment that play on one clock; one of them is heard. */
export class InStep {
  playing = $state(false);
  at_s = $state(0);
  /** Which one is heard while it goes on. */
  heard = $state(0);
  /** Which ones cannot be played. */
  failed = $state<boolean[]>([]);
  parts = $state<Part[]>([]);
  private films: (Attached | undefined)[] = [];
  private timer = 0;

  /** From when to when a stretch is played, which is what one of the films shows. */
  constructor(
    parts: readonly Part[],
    readonly main: number,
  ) {
    this.parts = parts.map((part) => ({ ...part }));
    this.failed = parts.map(() => false);
    this.heard = main;
    this.at_s = this.from_s;
  }

  get from_s(): number {
    return this.parts[this.main]?.from_s ?? 0;
  }

  get to_s(): number {
    return this.parts[this.main]?.to_s ?? 0;
  }

  /** Tell whether a film shows what is played now. */
  goesOn(one: number): boolean {
    const part = this.parts[one];
    if (part === undefined || this.failed[one] || this.films[one]?.film.ended) return false;
    return this.at_s >= part.from_s && this.at_s < part.to_s - OVER_S;
  }

  /** Which film the others follow, and is heard: the chosen one, else the main one, while it goes on. */
  get leader(): number {
    return this.goesOn(this.heard) ? this.heard : this.main;
  }

  /** Take a film; returns how to let it go. */
  attach(one: number, film: HTMLVideoElement): () => void {
    this.films[one] = { film, pacer: new Pacer() };
    this.place(one);
    this.sound();
    return () => {
      film.pause();
      this.films[one] = undefined;
    };
  }

  /** What a browser knows of a film's length is exact. */
  loaded(one: number): void {
    const part = this.parts[one];
    const length_s = this.films[one]?.film.duration ?? NaN;
    if (part !== undefined && Number.isFinite(length_s)) part.to_s = part.from_s + length_s;
  }

  fail(one: number): void {
    this.failed[one] = true;
    if (one === this.main) this.pause();
    this.sound();
  }

  hear(one: number): void {
    this.heard = one;
    this.sound();
  }

  play(): void {
    if (this.playing || this.failed[this.main]) return;
    if (this.at_s >= this.to_s - OVER_S) this.seek(this.from_s);
    this.playing = true;
    this.timer = window.setInterval(() => this.step(), STEP_MS);
    this.step();
  }

  pause(): void {
    this.playing = false;
    clearInterval(this.timer);
    for (const one of this.films) one?.film.pause();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  seek(at_s: number): void {
    this.at_s = Math.min(Math.max(at_s, this.from_s), this.to_s);
    this.films.forEach((_, one) => this.place(one));
    this.sound();
  }

  private place(one: number): void {
    const [attached, part] = [this.films[one], this.parts[one]];
    if (attached === undefined || part === undefined) return;
    const length_s = part.to_s - part.from_s;
    attached.film.currentTime = Math.min(Math.max(this.at_s - part.from_s, 0), length_s);
  }

  private sound(): void {
    const { leader } = this;
    this.films.forEach((one, at) => {
      if (one !== undefined && one.film.muted !== (at !== leader)) one.film.muted = at !== leader;
    });
  }

  private step(): void {
    const { leader } = this;
    const [lead, part] = [this.films[leader], this.parts[leader]];
    if (lead === undefined || part === undefined) return;
    if (this.at_s >= this.to_s - OVER_S || (leader === this.main && lead.film.ended)) {
      this.pause();
      this.at_s = this.to_s;
      return;
    }
    this.sound();
    const followers: Follower[] = [];
    this.films.forEach((one, at) => {
      const from_s = this.parts[at]?.from_s ?? 0;
      if (one === undefined || at === leader) return;
      if (this.goesOn(at)) followers.push({ ...one, lag_s: from_s - part.from_s });
      else if (!one.film.paused) one.film.pause();
    });
    if (keepInStep(lead.film, followers, (error) => this.refused(error)))
      this.at_s = part.from_s + lead.film.currentTime;
  }

  /** Stop where the browser will not play; that a film was made to wait is no refusal. */
  private refused(error: unknown): void {
    if (!(error instanceof DOMException && error.name === "AbortError")) this.pause();
  }
}
