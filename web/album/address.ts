/** Which photo is open is told by the page's address, so that going back closes it. */

const OPEN = /^#photo-(\d+)$/;
let entered = false;

/** Return the photo that an address names, counted from 0; null where it names none. */
export function photoIn(hash: string, n: number): number | null {
  const found = OPEN.exec(hash);
  const row = found === null ? -1 : Number(found[1]) - 1;
  return row >= 0 && row < n ? row : null;
}

export function enter(row: number): void {
  entered = true;
  location.hash = `photo-${row + 1}`;
}

export function move(row: number): void {
  history.replaceState(history.state, "", `#photo-${row + 1}`);
}

export function leave(): void {
  if (entered) history.back();
  else location.hash = "";
  entered = false;
}
