import type { Measures } from "./layout";

/** Return how pictures are laid out on a page so wide: larger where there is room. */
export function measuresFor(width: number): Measures {
  const phone = width < 560;
  return {
    width,
    target: phone ? Math.max(120, width * 0.42) : Math.min(300, Math.max(200, width / 4.6)),
    gap: 3,
    apart: phone ? 10 : 18,
    above: phone ? 34 : 42,
  };
}
