import { texts } from "../texts";
import type { GalleryMove, SolvedView } from "./types";

/** Seconds below which a move says nothing to a person. */
const SLIGHT_S = 5;
const MAX_LINES = 4;

/** How far a clock moved; one that found or lost its place moved furthest. */
export function distance(moved: GalleryMove): number {
  if (moved.from_s === null || moved.to_s === null)
    return moved.from_s === moved.to_s ? 0 : Infinity;
  return Math.abs(moved.to_s - moved.from_s);
}

const surer = (moved: GalleryMove) =>
  Math.abs((moved.probability_to ?? 0) - (moved.probability_from ?? 0));

/** Tell what a new solution changed, the largest first, the slight ones only by their number. */
export function newsOf(solved: SolvedView): string[] {
  const telling = solved.moved
    .filter((moved) => distance(moved) >= SLIGHT_S || surer(moved) >= 0.01)
    .sort((a, b) => distance(b) - distance(a) || surer(b) - surer(a));
  const lines = telling.slice(0, MAX_LINES).map(texts.news.moved);
  const rest = solved.moved.length - lines.length;
  if (lines.length === 0 && rest === 0) return [texts.news.nothingMoved];
  if (rest > 0)
    lines.push(telling.length > lines.length ? texts.news.more(rest) : texts.news.slight(rest));
  return lines;
}
