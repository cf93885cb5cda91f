/** Moving a lane: fetch the evidence around it, step it by keys, pin it. */
import type { App } from "../data/app.svelte";
import { words } from "../data/app.svelte";
import { offsetWords } from "../logic/format";
import { nextPeak } from "../logic/snap";
import { texts } from "../texts";
import type { TimelineModel } from "./model.svelte";

/** Milliseconds without movement before evidence around a new place is fetched. */
const PAUSE_MS = 120;

export class Mover {
  private timer = 0;
  private asked: { around_s: number; span_s: number } | null = null;

  constructor(
    private readonly app: App,
    private readonly model: TimelineModel,
  ) {}

  private get name(): string {
    const { moving, scene } = this.model;
    return (moving && scene?.event.galleries[moving.gallery]?.name) ?? "";
  }

  /** Take a lane up by keys; the anchor stays. */
  begin(lane: number): void {
    if (!this.model.lift(lane, "keys", this.model.width / 2)) return this.refuse();
    this.model.selected = lane;
    this.begun();
  }

  /** Fetch the peaks anywhere, and the curve around where the lane is. */
  begun(): void {
    this.asked = null;
    const { moving } = this.model;
    if (!moving) return;
    const { gallery } = moving;
    this.app.source
      .profile(this.name)
      .then((profile) => {
        this.model.learn(gallery, profile);
        this.around();
      })
      .catch((error: unknown) => this.app.tell([words(error)], "error"));
  }

  /** Fetch the curve where the window is, once the lane pauses outside what is known. */
  around(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.fetchAround(), PAUSE_MS);
  }

  private async fetchAround(): Promise<void> {
    const { moving, view, width } = this.model;
    if (!moving || moving.pending) return;
    const seen_s = width / view.scale;
    const { asked } = this;
    const known =
      asked &&
      Math.abs(moving.offset_s - asked.around_s) < asked.span_s / 4 &&
      asked.span_s >= seen_s &&
      asked.span_s <= seen_s * 8;
    if (known) return;
    this.asked = { around_s: moving.offset_s, span_s: seen_s * 2 };
    try {
      const { around_s, span_s } = this.asked;
      this.model.learn(moving.gallery, await this.app.source.profile(this.name, around_s, span_s));
    } catch {
      // the peaks are there already; the curve is a help, not a need
    }
  }

  /** Move by keys: a pixel's worth of seconds, at least one. */
  nudge(direction: 1 | -1, large: boolean): void {
    const { moving, view } = this.model;
    if (!moving) return;
    const step_s = Math.max(1, Math.round((large ? 40 : 4) / view.scale)) * direction;
    this.model.place(moving.offset_s + step_s, null);
    this.told();
  }

  toPeak(direction: 1 | -1): void {
    const { moving } = this.model;
    const peak = moving && nextPeak(moving.offset_s, moving.profile?.peaks ?? [], direction);
    if (!peak) return;
    this.model.place(peak.offset_s, peak);
    this.told();
  }

  private told(): void {
    const { moving } = this.model;
    if (moving) this.app.said = `${this.name} ${offsetWords(moving.offset_s)}`;
    this.around();
  }

  /** Keep the clock where it is now. */
  async pin(): Promise<void> {
    const { moving } = this.model;
    if (!moving || moving.pending) return;
    clearTimeout(this.timer);
    const { name } = this;
    const offset_s = Math.round(moving.offset_s * 100) / 100;
    this.model.wait();
    const done = await this.app.change(
      () => this.app.source.hint({ kind: "pin", gallery: name, offset_s }),
      texts.timeline.pinned(name, offsetWords(offset_s)),
    );
    if (!done) this.model.cancel();
  }

  cancel(): void {
    clearTimeout(this.timer);
    if (!this.model.moving || this.model.moving.pending) return;
    this.model.cancel();
    this.app.said = texts.timeline.cancelled;
  }

  refuse(): void {
    this.app.tell([this.app.live ? texts.timeline.anchorStays : texts.errors.readOnly]);
  }
}
