import { overlap, type Overlap } from "../logic/clips";
import { keepInStep } from "../logic/instep";
import { Pacer } from "../logic/step";

export type Side = "first" | "both" | "second";

const STEP_MS = 40;

/** Two films that play in step, as if both had been filmed by one clock. The first leads. */
export class Together {
  playing = $state(false);
  /** Where they are, in seconds of the first film. */
  at_s = $state(0);
  /** How much later the second began. */
  lag_s = $state(0);
  side = $state<Side>("both");
  private films: [HTMLVideoElement, HTMLVideoElement] | null = null;
  private timer = 0;
  private readonly pacer = new Pacer();

  constructor(
    lag_s: number,
    private readonly lengths: readonly [number | null, number | null],
  ) {
    this.lag_s = lag_s;
    this.at_s = this.shared?.from_s ?? 0;
  }

  /** What both show. */
  get shared(): Overlap | null {
    return overlap(this.lag_s, ...this.lengths);
  }

  /** Take two films; returns how to let them go. */
  attach(first: HTMLVideoElement, second: HTMLVideoElement): () => void {
    this.films = [first, second];
    this.listen(this.side);
    this.seek(this.at_s);
    return () => {
      this.pause();
      this.films = null;
    };
  }

  /** Hear one of them, or both. */
  listen(side: Side): void {
    this.side = side;
    if (!this.films) return;
    this.films[0].muted = side === "second";
    this.films[1].muted = side === "first";
  }

  play(): void {
    const { shared } = this;
    if (!this.films || !shared || this.playing) return;
    if (this.at_s >= shared.to_s - 0.1) this.seek(shared.from_s);
    this.playing = true;
    this.timer = window.setInterval(() => this.step(), STEP_MS);
    this.step();
  }

  pause(): void {
    this.playing = false;
    clearInterval(this.timer);
    for (const film of this.films ?? []) {
      film.pause();
      film.playbackRate = 1;
    }
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Go to a moment that both show. */
  seek(at_s: number): void {
    const { shared } = this;
    if (!shared) return;
    this.at_s = Math.min(Math.max(at_s, shared.from_s), shared.to_s);
    if (!this.films) return;
    this.films[0].currentTime = this.at_s;
    this.films[1].currentTime = this.at_s - this.lag_s;
  }

  /** Move the second film against the first; where they would share nothing, nothing moves. */
  nudge(by_s: number): void {
    this.setLag(this.lag_s + by_s);
  }

  setLag(lag_s: number): void {
    const rounded = Math.round(lag_s * 1000) / 1000;
    if (!overlap(rounded, ...this.lengths)) return;
    this.lag_s = rounded;
    const { shared } = this;
    const gone = shared && (this.at_s < shared.from_s || this.at_s > shared.to_s);
    if (gone || !this.playing) this.seek(this.at_s);
  }

  /** Stop where the browser will not play; that a film was made to wait is no refusal. */
  private refused(error: unknown): void {
    if (!(error instanceof DOMException && error.name === "AbortError")) this.pause();
  }

  /** Look where both are, and bring the second to where it should be. */
  private step(): void {
    const { films, shared } = this;
    if (!films || !shared) return;
    const [first, second] = films;
    if (first.currentTime >= shared.to_s || first.ended || second.ended) {
      this.pause();
      this.at_s = shared.to_s;
      return;
    }
    const follower = { film: second, lag_s: this.lag_s, pacer: this.pacer };
    if (keepInStep(first, [follower], (error) => this.refused(error)))
      this.at_s = first.currentTime;
  }
}
