/** Pictures in rows that fill the width, each in its own shape, moments kept together. */

export interface Tile {
  row: number;
  x: number;
  width: number;
  /** Whether its moment begins here, and so its time is told. */
  begins: boolean;
  /** How wide what is told above it may be: to the next that begins, or to the end of the line. */
  room: number;
  /** The tile's corners that are outer ones of its moment, in this line. */
  first: boolean;
  last: boolean;
}

export interface Line {
  top: number;
  height: number;
  tiles: Tile[];
}

export interface Measures {
  width: number;
  /** How high a line is wanted. */
  target: number;
  /** Between pictures of one moment, and between moments. */
  gap: number;
  apart: number;
  /** Above lines in which a moment begins, for what is told of it. */
  above: number;
}

interface Placed {
  row: number;
  shape: number;
  moment: number;
  /** How much higher its line is wanted. */
  high: number;
}

/** What it costs to part a moment, in shares of a line's height. */
const PARTED = 0.12;
const MOST_IN_LINE = 12;
/** What is told of two moments in one line is at least so far apart. */
const APART_PX = 8;
/** A line is never higher than so many times what is wanted. */
const HIGHEST = 1.7;
/** So few photos are large, rather than beside much of nothing. */
const FEW = 2;
/** Lines of what is shown large are wanted so many times higher than others. */
const LARGE = 1.6;

/** Lay out the moments of a chapter; its lines begin at 0. Some rows are shown large. */
export function layout(
  moments: readonly (readonly number[])[],
  shape: (row: number) => number,
  measures: Measures,
  large: readonly number[] = [],
): { lines: Line[]; height: number } {
  const all: Placed[] = moments.flatMap((rows, moment) =>
    rows.map((row) => ({
      row,
      shape: Math.min(Math.max(shape(row), 0.4), 3),
      moment,
      high: large.includes(row) ? LARGE : 1,
    })),
  );
  const lines: Line[] = [];
  let top = 0;
  let from = 0;
  for (const to of breaks(all, measures)) {
    const line = lineOf(all, from, to, measures);
    const begins = line.tiles.some((tile) => tile.begins);
    line.top = top + (begins ? measures.above : 0) + (begins || top === 0 ? 0 : measures.gap);
    lines.push(line);
    top = line.top + line.height;
    from = to;
  }
  return { lines, height: top };
}

/** Lay out pictures as large as a room allows; none is lower than that, so it may take more room. */
export function fitted(
  rows: readonly number[],
  shape: (row: number) => number,
  room: { width: number; height: number },
  lowest: number,
): { lines: Line[]; height: number; width: number } {
  if (room.width === 0) return { lines: [], height: 0, width: 0 };
  const lay = (target: number) => {
    const found = layout([rows], shape, { width: room.width, target, gap: 6, apart: 6, above: 0 });
    return { ...found, width: Math.max(0, ...found.lines.map(lineEnd)) };
  };
  for (let target = room.height; target > lowest; target *= 0.94) {
    const found = lay(target);
    if (found.height <= room.height) return found;
  }
  return lay(lowest);
}

/** Return where the last picture of a line ends. */
export function lineEnd(line: Line): number {
  const last = line.tiles.at(-1);
  return last === undefined ? 0 : last.x + last.width;
}

/** Return where lines end, so that all are about as high as wanted: the least cost of all. */
function breaks(all: readonly Placed[], measures: Measures): number[] {
  const cost = new Float64Array(all.length + 1).fill(Infinity);
  const before = new Int32Array(all.length + 1);
  cost[0] = 0;
  for (let to = 1; to <= all.length; to++) {
    let shapes = 0;
    let gaps = 0;
    let high = 1;
    for (let from = to - 1; from >= 0 && to - from <= MOST_IN_LINE; from--) {
      shapes += all[from]!.shape;
      high = Math.max(high, all[from]!.high);
      if (from < to - 1)
        gaps += all[from]!.moment === all[from + 1]!.moment ? measures.gap : measures.apart;
      const height = (measures.width - gaps) / shapes;
      const off = height / (measures.target * high) - 1;
      const isLast = to === all.length;
      const parts = from > 0 && all[from]!.moment === all[from - 1]!.moment ? PARTED : 0;
      const total = cost[from]! + (isLast && off > 0 ? 0 : off * off) + parts;
      if (total < cost[to]!) {
        cost[to] = total;
        before[to] = from;
      }
      if (height < measures.target / 2) break;
    }
  }
  const found: number[] = [];
  for (let at = all.length; at > 0; at = before[at]!) found.unshift(at);
  return found;
}

function lineOf(all: readonly Placed[], from: number, to: number, measures: Measures): Line {
  const some = all.slice(from, to);
  const gapBefore = some.map((one, at) =>
    at === 0 ? 0 : one.moment === some[at - 1]!.moment ? measures.gap : measures.apart,
  );
  const gaps = gapBefore.reduce((sum, one) => sum + one, 0);
  const full = (measures.width - gaps) / some.reduce((sum, one) => sum + one.shape, 0);
  const alone = all.length <= FEW ? LARGE : 1;
  const high = Math.max(alone, ...some.map((one) => one.high));
  const most = measures.target * (to === all.length ? 1.15 * high : Math.max(HIGHEST, 1.3 * high));
  const height = Math.round(Math.min(full, most));
  let x = 0;
  const tiles = some.map((one, at) => {
    x += gapBefore[at]!;
    const width = one.shape * Math.min(full, most);
    const tile: Tile = {
      row: one.row,
      x,
      width,
      begins: all[from + at - 1]?.moment !== one.moment,
      room: 0,
      first: some[at - 1]?.moment !== one.moment,
      last: some[at + 1]?.moment !== one.moment,
    };
    x += width;
    return tile;
  });
  for (let at = tiles.length - 1, end = measures.width; at >= 0; at--) {
    tiles[at]!.room = end - tiles[at]!.x;
    if (tiles[at]!.begins) end = tiles[at]!.x - APART_PX;
  }
  return { top: 0, height, tiles };
}

/** Return the lines that reach into a stretch of the page, as the first and the one behind. */
export function within(lines: readonly Line[], from: number, to: number): [number, number] {
  return [first(lines, from), first(lines, to, true)];
}

function first(lines: readonly Line[], at: number, byTop = false): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const line = lines[middle]!;
    if ((byTop ? line.top : line.top + line.height) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Return the photo that an arrow key leads to from another; null where it leads nowhere. */
export function nextTile(lines: readonly Line[], row: number, key: string): number | null {
  const at = lines.findIndex((line) => line.tiles.some((tile) => tile.row === row));
  const line = lines[at];
  if (line === undefined) return null;
  const place = line.tiles.findIndex((tile) => tile.row === row);
  if (key === "ArrowLeft")
    return line.tiles[place - 1]?.row ?? lines[at - 1]?.tiles.at(-1)?.row ?? null;
  if (key === "ArrowRight")
    return line.tiles[place + 1]?.row ?? lines[at + 1]?.tiles[0]?.row ?? null;
  const beside =
    key === "ArrowUp" ? lines[at - 1] : key === "ArrowDown" ? lines[at + 1] : undefined;
  const own = line.tiles[place];
  if (beside === undefined || own === undefined) return null;
  const away = (tile: Tile): number => Math.abs(tile.x + tile.width / 2 - own.x - own.width / 2);
  return beside.tiles.reduce((best, tile) => (away(tile) < away(best) ? tile : best)).row;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Return a box for each of some pictures, in the grid that shows most of them in a room. */
export function grid(shapes: readonly number[], room: Box, gap: number): Box[] {
  const all = shapes.map((_, at) => inColumns(shapes, at + 1, room, gap));
  const area = (boxes: Box[]) => boxes.reduce((sum, one) => sum + one.width * one.height, 0);
  // of grids that show about as much, the wider one: two lie beside each other
  const most = Math.max(...all.map(area));
  return all.findLast((one) => area(one) >= 0.9 * most) ?? [];
}

function inColumns(shapes: readonly number[], columns: number, room: Box, gap: number): Box[] {
  const rows = Math.ceil(shapes.length / columns);
  const wide = Math.max((room.width - gap * (columns - 1)) / columns, 0);
  const high = Math.max((room.height - gap * (rows - 1)) / rows, 0);
  const sizes = shapes.map((shape) => {
    const width = Math.min(wide, high * shape);
    return { width, height: width / shape };
  });
  const lines = Array.from({ length: rows }, (_, row) =>
    sizes.slice(row * columns, (row + 1) * columns),
  );
  const heights = lines.map((line) => Math.max(...line.map((one) => one.height)));
  const used = heights.reduce((sum, one) => sum + one, gap * (rows - 1));
  let top = room.top + (room.height - used) / 2;
  return lines.flatMap((line, row) => {
    const width = line.reduce((sum, one) => sum + one.width, gap * (line.length - 1));
    let left = room.left + (room.width - width) / 2;
    const middle = top + (heights[row] ?? 0) / 2;
    top += (heights[row] ?? 0) + gap;
    return line.map((one) => {
      const box = { left, top: middle - one.height / 2, ...one };
      left += one.width + gap;
      return box;
    });
  });
}
