/**
 * QR codes of one short text, by ISO/IEC 18004: alphanumeric mode, level Q (a quarter of the code
 * may be unreadable), versions 1 and 2, of which all codewords are one block.
 */

/** Rows of modules, top to bottom; true is dark. The quiet zone is not part of it. */
export type Modules = boolean[][];

/** Light modules that belong on every side of a code. */
export const QUIET = 4;

const CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const ALPHANUMERIC = 0b0010;
const LEVEL_Q = 0b11;

interface Version {
  size: number;
  data: number; // codewords
  check: number; // codewords of error correction
  alignment: number | null; // row and column of the alignment pattern's centre
}

const VERSIONS: Version[] = [
  { size: 21, data: 13, check: 13, alignment: null },
  { size: 25, data: 22, check: 22, alignment: 18 },
];

/** Return the code of a text; of all masks the one that gets the fewest penalty points. */
export function encode(text: string): Modules {
  let best: Modules = [];
  let fewest = Infinity;
  for (let mask = 0; mask < MASKS.length; mask++) {
    const modules = encodeWith(text, mask);
    const points = penalty(modules);
    if (points < fewest) [best, fewest] = [modules, points];
  }
  return best;
}

/** Return the code of a text with one of the eight masks. */
export function encodeWith(text: string, mask: number): Modules {
  const bits = bitsOf(text);
  const version = VERSIONS.find((one) => bits.length <= 8 * one.data);
  if (version === undefined) throw new RangeError(`too long for a code: ${text}`);
  const data = padded(bits, version.data);
  const { modules, fixed } = patterns(version);
  place(modules, fixed, [...data, ...checkOf(data, version.check)], mask);
  writeFormat(modules, mask);
  return modules;
}

/** Return mode, length and text as bits: two characters in eleven, a last one in six. */
function bitsOf(text: string): number[] {
  const values = Array.from(text, (one) => CHARACTERS.indexOf(one));
  if (values.includes(-1)) throw new RangeError(`not alphanumeric: ${text}`);
  const bits = [...bitsOfNumber(ALPHANUMERIC, 4), ...bitsOfNumber(values.length, 9)];
  for (let at = 0; at < values.length; at += 2) {
    const [first = 0, second] = values.slice(at, at + 2);
    if (second === undefined) bits.push(...bitsOfNumber(first, 6));
    else bits.push(...bitsOfNumber(first * CHARACTERS.length + second, 11));
  }
  return bits;
}

function bitsOfNumber(value: number, length: number): number[] {
  return Array.from({ length }, (_, at) => (value >> (length - 1 - at)) & 1);
}

/** Return bits as codewords: ended by up to four zeros, then filled with two words in turn. */
function padded(bits: number[], length: number): number[] {
  const ended = [...bits, ...new Array<number>(Math.min(4, 8 * length - bits.length)).fill(0)];
  const words: number[] = [];
  for (let at = 0; at < ended.length; at += 8) {
    const byte = [...ended.slice(at, at + 8), 0, 0, 0, 0, 0, 0, 0].slice(0, 8);
    words.push(byte.reduce((word, bit) => 2 * word + bit, 0));
  }
  for (let filler = 0xec; words.length < length; filler ^= 0xec ^ 0x11) words.push(filler);
  return words;
}

// Reed and Solomon, over the field of 256 elements by x^8 + x^4 + x^3 + x^2 + 1

function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product & 0x80 ? 0x11d : 0);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/** Return the codewords of error correction: what is left after division by their polynomial. */
export function checkOf(data: number[], length: number): number[] {
  let generator = [1]; // highest power first
  for (let power = 0, root = 1; power < length; power++, root = times(root, 2)) {
    const shifted = [...generator, 0];
    generator.forEach(
      (value, at) => (shifted[at + 1] = (shifted[at + 1] ?? 0) ^ times(value, root)),
    );
    generator = shifted;
  }
  let rest = new Array<number>(length).fill(0);
  for (const word of data) {
    const factor = word ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((one, at) => one ^ times(generator[at + 1] ?? 0, factor));
  }
  return rest;
}

const grid = (size: number) =>
  Array.from({ length: size }, () => new Array<boolean>(size).fill(false));

function set(modules: Modules, row: number, column: number, dark: boolean): void {
  const line = modules[row];
  if (line !== undefined && column >= 0 && column < line.length) line[column] = dark;
}

/** Return the patterns that every code of a version has, and which modules they take. */
function patterns({ size, alignment }: Version): { modules: Modules; fixed: Modules } {
  const modules = grid(size);
  const fixed = grid(size);
  const put = (row: number, column: number, dark: boolean) => {
    set(modules, row, column, dark);
    set(fixed, row, column, true);
  };
  for (let at = 0; at < size; at++) {
    put(6, at, at % 2 === 0);
    put(at, 6, at % 2 === 0);
  }
  const corners: [number, number][] = [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ];
  for (const [row, column] of corners) {
    rings(row, column, 4, (distance) => distance !== 2 && distance !== 4, put);
  }
  if (alignment !== null) rings(alignment, alignment, 2, (distance) => distance !== 1, put);
  for (let at = 0; at < 9; at++) {
    set(fixed, 8, at, true); // where the format is written
    set(fixed, at, 8, true);
  }
  for (let at = size - 8; at < size; at++) {
    set(fixed, 8, at, true);
    set(fixed, at, 8, true);
  }
  return { modules, fixed };
}

function rings(
  row: number,
  column: number,
  reach: number,
  dark: (distance: number) => boolean,
  put: (row: number, column: number, dark: boolean) => void,
): void {
  for (let down = -reach; down <= reach; down++) {
    for (let across = -reach; across <= reach; across++) {
      const distance = Math.max(Math.abs(down), Math.abs(across));
      put(row + down, column + across, dark(distance));
    }
  }
}

const MASKS: ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** Write codewords upwards and downwards in pairs of columns, from the right; bits left over are 0. */
function place(modules: Modules, fixed: Modules, words: number[], mask: number): void {
  const size = modules.length;
  const flips = MASKS[mask];
  if (flips === undefined) throw new RangeError(`no mask ${mask}`);
  const bits = words.flatMap((word) => bitsOfNumber(word, 8));
  let next = 0;
  let upwards = true;
  for (let right = size - 1; right > 0; right -= 2, upwards = !upwards) {
    if (right === 6) right--; // the column of the timing pattern
    for (let step = 0; step < size; step++) {
      const row = upwards ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (fixed[row]?.[column]) continue;
        set(modules, row, column, (bits[next++] === 1) !== flips(row, column));
      }
    }
  }
}

/** Write level and mask, with the check bits of their own, in both places. */
function writeFormat(modules: Modules, mask: number): void {
  const size = modules.length;
  const value = (LEVEL_Q << 3) | mask;
  let rest = value << 10;
  for (let bit = 14; bit >= 10; bit--) if ((rest >> bit) & 1) rest ^= 0x537 << (bit - 10);
  const format = ((value << 10) | rest) ^ 0x5412;
  const dark = (bit: number) => ((format >> bit) & 1) === 1;
  for (let bit = 0; bit < 15; bit++) {
    const row = bit < 6 ? bit : bit < 8 ? bit + 1 : 8;
    const column = bit < 8 ? 8 : bit === 8 ? 7 : 14 - bit;
    set(modules, row, column, dark(bit));
    if (bit < 8) set(modules, 8, size - 1 - bit, dark(bit));
    else set(modules, size - 15 + bit, 8, dark(bit));
  }
  set(modules, size - 8, 8, true);
}

/** Return the points of a code: what readers find hard, as the standard counts it. */
export function penalty(modules: Modules): number {
  const size = modules.length;
  const columns = modules.map((_, at) => modules.map((row) => row[at] ?? false));
  const lines = [...modules, ...columns].map((line) => line.map(Number).join(""));
  let points = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    // like a finder pattern, with four light modules on one side; they may overlap
    points += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let row = 1; row < size; row++) {
    for (let column = 1; column < size; column++) {
      const corner = modules[row]?.[column];
      const others = [
        modules[row - 1]?.[column],
        modules[row]?.[column - 1],
        modules[row - 1]?.[column - 1],
      ];
      if (others.every((one) => one === corner)) points += 3;
    }
  }
  const nDark = modules.flat().filter(Boolean).length;
  return points + 10 * Math.floor(Math.abs((100 * nDark) / size ** 2 - 50) / 5);
}
