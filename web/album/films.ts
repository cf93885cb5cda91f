import type { Story } from "./story";

const made = new Map<number, string>();

/** Return the address of a clip's film; empty where there is none. */
export function filmAddress(story: Story, row: number): string {
  const inside = story.told.inside?.[`film-${row}`];
  if (inside === undefined) return story.told.films[row] ?? "";
  const known = made.get(row);
  if (known !== undefined) return known;
  // not all browsers play a film out of its own address
  const bytes = Uint8Array.from(atob(inside.slice(inside.indexOf(",") + 1)), (one) =>
    one.charCodeAt(0),
  );
  const address = URL.createObjectURL(new Blob([bytes], { type: "video/mp4" }));
  made.set(row, address);
  return address;
}
