import type { App } from "../data/app.svelte";
import { words } from "../data/app.svelte";
import type { AlbumBody, AlbumView, EventView } from "../data/types";
import { indexOf, linesOf, peopleOf, sizesFor, spotsOf, type Spot } from "./lines";

/** So long after the last movement pictures are fetched: what only passes by is not. */
const STILL_MS = 120;
/** So long after it is asked again which photos show the same, while they are compared. */
const AGAIN_MS = 1500;

/** The album on the page: what is to be seen of it, where one is, and what is said of photos. */
export class AlbumModel {
  view = $state.raw<AlbumView | null>(null);
  problem = $state<string | null>(null);
  person = $state<string | null>(null);
  chosenOnly = $state(false);
  withHidden = $state(false);
  open = $state.raw<ReadonlySet<number>>(new Set());
  /** The row that the keys are about. */
  active = $state<number | null>(null);
  /** The chapter whose name is being written. */
  editing = $state<number | null>(null);
  /** Whether one is about to write the album. */
  making = $state(false);
  width = $state(0);
  moving = $state(false);
  /** Changes that the server has not answered yet: what it tells meanwhile is older. */
  private saying = 0;
  private asked = 0;
  private timer = 0;

  constructor(
    private readonly app: App,
    private readonly event: () => EventView,
  ) {}

  /** The album where it is of the same photos as the event on the page, else null. */
  readonly album = $derived.by(() =>
    this.view?.layout === this.event().layout ? this.view : null,
  );
  readonly index = $derived.by(() => this.album && indexOf(this.album, this.event()));
  readonly people = $derived.by(() => (this.album ? peopleOf(this.album, this.event()) : []));
  readonly sizes = $derived.by(() => sizesFor(this.width));
  readonly lines = $derived.by(() => {
    if (!this.album || !this.index || this.width === 0) return [];
    const { person, chosenOnly, withHidden, open } = this;
    const wish = { person, chosenOnly, withHidden, open };
    return linesOf(this.album, this.event(), this.index, wish, this.sizes);
  });
  readonly spots = $derived.by((): Spot[] => spotsOf(this.lines));
  readonly at = $derived.by(() => this.spots.findIndex((spot) => spot.row === this.active));

  get filtered(): boolean {
    return this.person !== null || this.chosenOnly;
  }

  /** Fetch the album anew; what is on the page stays until it is there. */
  async load(): Promise<void> {
    if (this.saying > 0) return;
    const asked = ++this.asked;
    try {
      const view = await this.app.source.album();
      if (asked !== this.asked || this.saying > 0) return;
      this.view = view;
      this.problem = null;
      if (view.comparing) setTimeout(() => void this.load(), AGAIN_MS);
    } catch (error) {
      if (asked === this.asked) this.problem = words(error);
    }
  }

  showAll(): void {
    this.person = null;
    this.chosenOnly = false;
  }

  isHidden = (row: number) => this.index?.hidden.has(row) ?? false;
  isChosen = (row: number) => this.index?.chosen.has(row) ?? false;
  isCover = (row: number) => this.index?.covers.has(row) ?? false;

  /** Return the chapter of a row; null where it is in none. */
  chapterOf(row: number): number | null {
    const found = this.album?.chapters.findIndex((one) =>
      one.moments.some((moment) => moment.includes(row)),
    );
    return found === undefined || found < 0 ? null : found;
  }

  /** Return the rows that a tile stands for. */
  standsFor(row: number): readonly number[] {
    for (const line of this.lines) {
      if (line.kind !== "tiles") continue;
      for (const part of line.parts)
        for (const cell of part.cells) if (cell.row === row) return cell.stands;
    }
    return [row];
  }

  /** Hide what a tile stands for, or show it again; the keys go on to the next one. */
  async hide(row: number): Promise<void> {
    const on = !this.isHidden(row);
    const rows = [...this.standsFor(row)];
    if (on && !this.withHidden && this.active === row) {
      const next = this.spots[this.at + 1] ?? this.spots[this.at - 1];
      this.active = next?.row ?? null;
    }
    await this.mark("hide", rows, on);
  }

  choose = (row: number) => this.mark("choose", [row], !this.isChosen(row));

  private mark(kind: "hide" | "choose", rows: number[], on: boolean): Promise<boolean> {
    const key = kind === "hide" ? "hidden" : "chosen";
    return this.say({ kind, rows, on, layout: this.event().layout }, (view) => {
      const others = view[key].filter((row) => !rows.includes(row));
      return { ...view, [key]: on ? [...others, ...rows] : others };
    });
  }

  cover(row: number): Promise<boolean> {
    const on = !this.isCover(row);
    const number = this.chapterOf(row);
    return this.say({ kind: "cover", row, on, layout: this.event().layout }, (view) => {
      const inside = new Set(number === null ? [] : view.chapters[number]?.moments.flat());
      const covers = view.covers.filter((one) => !inside.has(one));
      if (!on) return { ...view, covers };
      const chapters = view.chapters.map((one, i) => (i === number ? { ...one, cover: row } : one));
      return { ...view, covers: [...covers, row], chapters };
    });
  }

  rename(chapter: number, name: string): Promise<boolean> | null {
    const one = this.album?.chapters[chapter];
    const tidy = name.trim().replace(/\s+/g, " ");
    if (!one || (tidy || one.told) === one.name) return null;
    return this.say(
      { kind: "name", row: one.cover, name: tidy, layout: this.event().layout },
      (view) => ({
        ...view,
        chapters: view.chapters.map((old, i) =>
          i === chapter ? { ...old, name: tidy || old.told } : old,
        ),
      }),
    );
  }

  /** Show a change at once, and keep it; what the server says in the end is what counts. */
  private async say(body: AlbumBody, change: (view: AlbumView) => AlbumView): Promise<boolean> {
    if (this.view) this.view = change(this.view);
    this.saying++;
    const kept = await this.app.change(() => this.app.source.sayAlbum(body));
    this.saying--;
    void this.load();
    return kept;
  }

  toggleGroup(number: number): void {
    const open = new Set(this.open);
    if (!open.delete(number)) open.add(number);
    this.open = open;
  }

  /** Tell that the page is being scrolled. */
  scrolled(): void {
    this.moving = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.moving = false), STILL_MS);
  }
}
