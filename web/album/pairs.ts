/** Pairs of pictures in an even grid. */

/** In a narrow page so many pairs are enough at first, else so many. */
const PAIRS_NARROW = 3;
const PAIRS = 6;
const NARROW_PX = 700;
/** A page so wide has room for three pairs in a line. */
const WIDE_PX = 1300;

export interface InstantGrid {
  /** How many pairs are shown. */
  count: number;
  columns: number;
  /** How wide a column is. */
  column: number;
  /** How much wider than high each pair is: as the middle one of all. */
  frame: number;
  /** Whether the first takes a line of its own, as there is one more than fills lines. */
  firstIsWide: boolean;
}

/** Lay out pairs of pictures, each told by its two shapes: in equal columns, all as high. */
export function instantGrid(
  pairs: readonly (readonly number[])[],
  width: number,
  gap: number,
  all: boolean,
): InstantGrid {
  const few = width < NARROW_PX ? PAIRS_NARROW : PAIRS;
  const count = all ? pairs.length : Math.min(pairs.length, few);
  const room = width < NARROW_PX ? 1 : width < WIDE_PX ? 2 : 3;
  const columns = Math.max(1, Math.min(room, count));
  const both = pairs.map((shapes) => sum(shapes.map(besideOther))).sort((a, b) => a - b);
  return {
    count,
    columns,
    column: (width - gap * (columns - 1)) / columns,
    frame: both[Math.floor(both.length / 2)] ?? 2,
    firstIsWide: columns > 1 && count % columns === 1,
  };
}

/** Return a shape that leaves room for another picture beside it: neither too narrow nor too wide. */
export function besideOther(shape: number): number {
  return Math.min(Math.max(shape, 0.6), 2);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}
