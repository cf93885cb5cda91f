import { describe, expect, it } from "vitest";
import { disagrees, layout, lineWidth } from "../src/logic/graph";

const edge = (a: number, b: number, disagreement_s: number | null = null) => ({
  a,
  b,
  n_links: 10,
  strength: 5,
  disagreement_s,
});

describe("layout", () => {
  it("is the same each time and stays in the unit square", () => {
    const edges = [edge(0, 1), edge(1, 2), edge(3, 4)];
    const points = layout(6, edges);
    expect(layout(6, edges)).toEqual(points);
    for (const { x, y } of points) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(1);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(1);
    }
  });

  it("puts no two in one place", () => {
    const points = layout(20, [edge(0, 1), edge(2, 3)]);
    for (const [i, p] of points.entries())
      for (const q of points.slice(i + 1))
        expect(Math.hypot(p.x - q.x, p.y - q.y)).toBeGreaterThan(0.04);
  });

  it("works with one gallery and with none", () => {
    expect(layout(1, [])).toEqual([{ x: 0.5, y: 0.5 }]);
    expect(layout(0, [])).toEqual([]);
  });
});

it("marks an edge only where it is off by more than the project's bound", () => {
  expect([null, 0, 299, -301, 5000].map((off) => disagrees(edge(0, 1, off)))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});

it("draws thicker with more links, but never a beam", () => {
  expect(lineWidth(1)).toBeLessThan(lineWidth(20));
  expect(lineWidth(1e6)).toBe(8);
});
