/** Sheets of thumbnails: loaded when seen, decoded once, the longest unseen forgotten first. */

export interface Tile {
  image: ImageBitmap;
  x: number;
  y: number;
  size: number;
}

interface Sheet {
  image: ImageBitmap | null;
  bytes: number;
  used: number;
}

interface Layout {
  tile_px: number;
  columns: number;
  per_sheet: number;
}

/** Bytes of decoded sheets that are kept: a screen full of lanes, and some to pan into. */
const MAX_BYTES = 96 << 20;
const MAX_LOADING = 3;
const RETRY_MS = 10_000;

/** Return a picture decoded, at half its size if asked; away from the page's own thread. */
async function decoded(url: string, half: boolean, layout: Layout): Promise<ImageBitmap> {
  const side = (layout.tile_px * layout.columns) / (half ? 2 : 1);
  const options: ImageBitmapOptions = { resizeWidth: side, resizeQuality: "medium" };
  if (!url.startsWith("data:")) {
    const answer = await fetch(url, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(answer.statusText);
    return createImageBitmap(await answer.blob(), options);
  }
  // a report may fetch nothing, not even from itself
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  return createImageBitmap(picture, options);
}

export class Sheets {
  private readonly sheets = new Map<string, Sheet>();
  private wanted = new Map<string, number>();
  private readonly seen = new Set<number>();
  /** So many sheets are on screen that only half their size fits into memory. */
  private crowded = false;
  private loading = 0;
  private clock = 0;
  private closed = false;

  /**
   * `url` names a sheet's picture, `loaded` is told of every new one. Below half a tile's size
   * a sheet is fetched and kept at half its size: a quarter of the memory.
   */
  constructor(
    private readonly layout: Layout,
    private readonly url: (sheet: number, half: boolean) => string | null,
    private readonly loaded: () => void,
  ) {}

  /** Whether pictures are on their way. */
  get waiting(): boolean {
    return this.loading > 0;
  }

  /** Begin a picture: what it wants is loaded first, what the last wanted is forgotten. */
  begin(): void {
    this.clock++;
    this.wanted.clear();
    this.seen.clear();
  }

  /** Return where a photo's thumbnail is, or null until its sheet is there. */
  tile(row: number, drawn_px: number): Tile | null {
    const { tile_px, columns, per_sheet } = this.layout;
    const number = Math.floor(row / per_sheet);
    const half = this.crowded || drawn_px <= tile_px / 2;
    this.seen.add(number);
    const sheet = this.find(number, half);
    if (!sheet?.image) return null;
    const at = row % per_sheet;
    const size = sheet.image.width / columns;
    return {
      image: sheet.image,
      x: (at % columns) * size,
      y: Math.floor(at / columns) * size,
      size,
    };
  }

  /** End a picture: load what was missing, most wanted first. */
  end(): void {
    const { tile_px, columns } = this.layout;
    const crowded = this.seen.size * (tile_px * columns) ** 2 * 4 > MAX_BYTES;
    if (crowded !== this.crowded) {
      this.crowded = crowded;
      this.loaded(); // to be drawn anew, with what is wanted then
      return;
    }
    const order = [...this.wanted].sort((a, b) => b[1] - a[1]);
    for (const [key] of order) {
      if (this.loading >= MAX_LOADING) return;
      void this.load(key);
    }
  }

  private find(number: number, half: boolean): Sheet | undefined {
    const key = `${number}${half ? "h" : ""}`;
    const exact = this.sheets.get(key);
    if (exact) exact.used = this.clock;
    else this.wanted.set(key, (this.wanted.get(key) ?? 0) + 1);
    if (exact?.image) return exact;
    const other = this.sheets.get(`${number}${half ? "" : "h"}`);
    if (other) other.used = this.clock;
    return other;
  }

  private async load(key: string): Promise<void> {
    const half = key.endsWith("h");
    const url = this.url(parseInt(key), half);
    const sheet: Sheet = { image: null, bytes: 0, used: this.clock };
    this.sheets.set(key, sheet);
    if (!url) return;
    this.loading++;
    try {
      sheet.image = await decoded(url, half, this.layout);
      sheet.bytes = sheet.image.width * sheet.image.height * 4;
      if (this.closed) sheet.image.close();
      else this.forget();
    } catch {
      // a plain tile for now; not tried again at once, for it would fail the same way
      setTimeout(() => this.sheets.delete(key), RETRY_MS);
    } finally {
      this.loading--;
      this.loaded();
    }
  }

  private forget(): void {
    const there = [...this.sheets].filter(([, sheet]) => sheet.image);
    let bytes = there.reduce((sum, [, sheet]) => sum + sheet.bytes, 0);
    there.sort(([, a], [, b]) => a.used - b.used);
    for (const [key, sheet] of there) {
      // what is on screen now stays, or it would be loaded again at once
      if (bytes <= MAX_BYTES || sheet.used >= this.clock) return;
      sheet.image?.close();
      this.sheets.delete(key);
      bytes -= sheet.bytes;
    }
  }

  close(): void {
    this.closed = true;
    for (const sheet of this.sheets.values()) sheet.image?.close();
    this.sheets.clear();
  }
}
