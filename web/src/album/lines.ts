/** The album as lines of one width: chapters' heads, and tiles with each moment's side by side. */
import type { AlbumView, EventView } from "../data/types";
import { localWall } from "../logic/rows";

/** What is to be seen of an album. */
export interface Wish {
  /** Whose photos; null: everyone's. */
  person: string | null;
  chosenOnly: boolean;
  withHidden: boolean;
  /** Groups whose photos are all shown, by number. */
  open: ReadonlySet<number>;
}

export interface Sizes {
  columns: number;
  tile_w: number;
  tile_h: number;
  gap: number;
  label_h: number;
  caption_h: number;
  /** How high heads are with one line of text, and how many letters a line has. */
  head_h: number;
  apart_h: number;
  head_letters: number;
  apart_letters: number;
}

/** A photo that is shown; it may stand for others that show the same. */
export interface Cell {
  row: number;
  stands: readonly number[];
  group: number | null;
}

/** A moment, or as much of it as is in one line. */
export interface Part {
  column: number;
  cells: readonly Cell[];
  /** Whether the moment begins here. */
  first: boolean;
  time_s: number;
  n_photos: number;
  people: readonly string[];
}

interface Placed {
  y: number;
  height: number;
}

export interface Head extends Placed {
  kind: "head";
  chapter: number;
  n_photos: number;
  n_people: number;
  first_s: number;
  last_s: number;
}

export interface ApartHead extends Placed {
  kind: "apart";
  number: number;
  n_photos: number;
  /** Whether it is the first of them. */
  first: boolean;
}

export interface Tiles extends Placed {
  kind: "tiles";
  chapter: number | null;
  parts: readonly Part[];
  labelled: boolean;
}

export type Line = Head | ApartHead | Tiles;

/** Everything about an album that is looked up by row. */
export interface Index {
  person: (row: number) => string;
  hidden: ReadonlySet<number>;
  chosen: ReadonlySet<number>;
  covers: ReadonlySet<number>;
  groupOf: ReadonlyMap<number, number>;
}

const RATIO = 3 / 4;
const NARROW = 640;
const LINE_PX = 22;

/** Return how large tiles are where so much room is. */
export function sizesFor(width: number): Sizes {
  const narrow = width < NARROW;
  const gap = narrow ? 8 : 14;
  const least = narrow ? 104 : 176;
  const columns = Math.max(2, Math.floor((width + gap) / (least + gap)));
  const tile_w = Math.max(1, Math.floor((width - gap * (columns - 1)) / columns));
  return {
    columns,
    tile_w,
    tile_h: Math.round(tile_w * RATIO),
    gap,
    label_h: 28,
    caption_h: 28,
    head_h: narrow ? 112 : 128,
    apart_h: narrow ? 108 : 92,
    // letters are this wide at most where there is one font to fall back to
    head_letters: Math.max(8, Math.floor((width - (narrow ? 148 : 200)) / (narrow ? 10.5 : 12.5))),
    apart_letters: Math.max(16, Math.floor(width / 7.5)),
  };
}

export function indexOf(album: AlbumView, event: EventView): Index {
  const owners = event.galleries.flatMap((gallery, number) =>
    new Array<string>(gallery.n_photos).fill(album.people[number] ?? ""),
  );
  const groupOf = new Map<number, number>();
  album.groups.forEach((group, number) => group.rows.forEach((row) => groupOf.set(row, number)));
  return {
    person: (row) => owners[row] ?? "",
    hidden: new Set(album.hidden),
    chosen: new Set(album.chosen),
    covers: new Set(album.covers),
    groupOf,
  };
}

/** Return who took photos that are in the album, with how many, by name. */
export function peopleOf(album: AlbumView, event: EventView): { name: string; n: number }[] {
  const counts = new Map<string, number>();
  event.galleries.forEach((gallery, number) => {
    const name = album.people[number] ?? "";
    counts.set(name, (counts.get(name) ?? 0) + gallery.n_photos);
  });
  return [...counts].map(([name, n]) => ({ name, n })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Lay an album out; chapters of which nothing is to be seen are left out. */
export function linesOf(
  album: AlbumView,
  event: EventView,
  index: Index,
  wish: Wish,
  sizes: Sizes,
): Line[] {
  const page = new Page(album, event, index, wish, sizes);
  album.chapters.forEach((chapter, number) => page.addChapter(chapter.moments, number));
  album.apart.forEach((apart, number) => page.addApart(apart.rows, number));
  return page.lines;
}

class Page {
  readonly lines: Line[] = [];
  private y = 0;
  private n_apart = 0;
  /** Of each group that is closed, the row that is seen. */
  private readonly standing = new Map<number, { row: number; rows: number[] }>();

  constructor(
    private readonly album: AlbumView,
    private readonly event: EventView,
    private readonly index: Index,
    private readonly wish: Wish,
    private readonly sizes: Sizes,
  ) {
    album.groups.forEach((group, number) => {
      const rows = group.rows.filter((row) => this.wanted(row));
      const [first] = rows;
      if (first === undefined || rows.length < 2 || wish.open.has(number)) return;
      this.standing.set(number, { row: rows.includes(group.best) ? group.best : first, rows });
    });
  }

  private wanted(row: number): boolean {
    const { person, chosenOnly, withHidden } = this.wish;
    if (!withHidden && this.index.hidden.has(row)) return false;
    if (chosenOnly && !this.index.chosen.has(row)) return false;
    return person === null || this.index.person(row) === person;
  }

  private cells(rows: readonly number[]): Cell[] {
    return rows.flatMap((row): Cell[] => {
      if (!this.wanted(row)) return [];
      const group = this.index.groupOf.get(row) ?? null;
      const standing = group === null ? undefined : this.standing.get(group);
      if (standing && standing.row !== row) return [];
      return [{ row, stands: standing?.rows ?? [row], group }];
    });
  }

  addChapter(moments: readonly (readonly number[])[], chapter: number): void {
    const shown = moments.map((rows) => this.cells(rows)).filter((cells) => cells.length > 0);
    const cells = shown.flat();
    const [first, last] = [cells[0], cells.at(-1)];
    if (!first || !last) return;
    const rows = cells.flatMap((cell) => cell.stands);
    this.add({
      kind: "head",
      chapter,
      n_photos: rows.length,
      n_people: this.people(rows).length,
      first_s: localWall(this.event, first.row).time_s,
      last_s: localWall(this.event, last.row).time_s,
      height: this.headHeight(this.album.chapters[chapter]?.name ?? ""),
    });
    this.addMoments(shown, chapter);
  }

  addApart(rows: readonly number[], number: number): void {
    const cells = this.cells(rows);
    if (cells.length === 0) return;
    const first = this.n_apart++ === 0;
    const more = Math.ceil((this.album.apart[number]?.why.length ?? 0) / this.sizes.apart_letters);
    const height = this.sizes.apart_h + more * LINE_PX + (first ? 44 : 0);
    this.add({ kind: "apart", number, n_photos: cells.length, first, height });
    this.addMoments([cells], null);
  }

  /** A long name takes more lines, on a phone sooner. */
  private headHeight(name: string): number {
    const { head_h, head_letters } = this.sizes;
    const more = Math.ceil(name.length / head_letters) - 1;
    return head_h + Math.max(0, more) * LINE_PX;
  }

  /** Put moments side by side while there is room; a longer one goes on in the next line. */
  private addMoments(moments: readonly (readonly Cell[])[], chapter: number | null): void {
    const { columns } = this.sizes;
    let parts: Part[] = [];
    let used = 0;
    const end = () => {
      if (parts.length > 0) this.addTiles(parts, chapter);
      parts = [];
      used = 0;
    };
    for (const cells of moments) {
      if (used > 0 && used + cells.length > columns) end();
      const rows = cells.flatMap((cell) => cell.stands);
      const about = {
        time_s: localWall(this.event, cells[0]?.row ?? 0).time_s,
        n_photos: rows.length,
        people: this.people(rows),
      };
      for (let at = 0; at < cells.length; at += columns) {
        if (at > 0) end();
        const some = cells.slice(at, at + columns);
        parts.push({ column: used, cells: some, first: at === 0, ...about });
        used += some.length;
      }
    }
    end();
  }

  private addTiles(parts: readonly Part[], chapter: number | null): void {
    const { tile_h, label_h, caption_h, gap } = this.sizes;
    const labelled = chapter !== null && parts.some((part) => part.first);
    const height = (labelled ? label_h : 0) + tile_h + caption_h + gap;
    this.add({ kind: "tiles", chapter, parts, labelled, height });
  }

  private people(rows: readonly number[]): string[] {
    return [...new Set(rows.map((row) => this.index.person(row)))];
  }

  private add(line: Unplaced<Head> | Unplaced<ApartHead> | Unplaced<Tiles>): void {
    this.lines.push({ ...line, y: this.y } as Line);
    this.y += line.height;
  }
}

type Unplaced<L> = Omit<L, "y">;

/** How high all lines are together. */
export function heightOf(lines: readonly Line[]): number {
  const last = lines.at(-1);
  return last ? last.y + last.height : 0;
}

/** Return the first line that ends below a height; the number of lines where none does. */
export function lineAt(lines: readonly Line[], y: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const line = lines[middle] as Line;
    if (line.y + line.height <= y) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where a photo is seen. */
export interface Spot {
  row: number;
  line: number;
  column: number;
  chapter: number | null;
}

/** Return where every photo that is seen is, in order. */
export function spotsOf(lines: readonly Line[]): Spot[] {
  return lines.flatMap((line, number) =>
    line.kind !== "tiles"
      ? []
      : line.parts.flatMap((part) =>
          part.cells.map((cell, i) => ({
            row: cell.row,
            line: number,
            column: part.column + i,
            chapter: line.chapter,
          })),
        ),
  );
}

/** Return the spot above (−1) or below (1) another, as near to its column as there is one. */
export function spotBeside(spots: readonly Spot[], at: number, by: 1 | -1): number {
  const from = spots[at];
  if (!from) return at;
  let next = at;
  while (spots[next]?.line === from.line) next += by;
  const line = spots[next]?.line;
  if (line === undefined) return at;
  let best = next;
  for (let i = next; spots[i]?.line === line; i += by) {
    const [here, found] = [spots[i] as Spot, spots[best] as Spot];
    if (Math.abs(here.column - from.column) < Math.abs(found.column - from.column)) best = i;
  }
  return best;
}
