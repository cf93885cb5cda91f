import type { ContradictionView, EventView, GalleryView, Sure } from "../data/types";

/** Those that are looked at first, in this order; then whichever comes first. */
const DOUBTED: Sure[] = ["unsure", "placed"];

/** The gallery whose evidence is most worth a look: never the anchor, which needs none. */
export function leastSure<T extends Pick<GalleryView, "sure">>(galleries: T[]): T | null {
  for (const sure of DOUBTED) {
    const found = galleries.find((gallery) => gallery.sure === sure);
    if (found) return found;
  }
  return galleries.find((gallery) => gallery.sure !== "anchor") ?? null;
}

/** Likeness at different times: a reason to doubt where a clock is not certain, else none. */
export function contradictionsByDoubt(event: Pick<EventView, "galleries" | "contradictions">): {
  doubtful: ContradictionView[];
  harmless: ContradictionView[];
} {
  const sure = new Set(
    event.galleries
      .filter((gallery) => gallery.sure === "certain" || gallery.sure === "anchor")
      .map((gallery) => gallery.name),
  );
  const isHarmless = (one: ContradictionView) => one.galleries.every((name) => sure.has(name));
  return {
    doubtful: event.contradictions.filter((one) => !isHarmless(one)),
    harmless: event.contradictions.filter(isHarmless),
  };
}
