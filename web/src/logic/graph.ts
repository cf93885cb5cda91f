/** Where the galleries stand in the picture of the graph: near what they are tied to. */
import type { EdgeView } from "../data/types";

export interface Point {
  x: number;
  y: number;
}

const ROUNDS = 300;

/**
 * Return a place in the unit square for each of n nodes.
 *
 * Springs along the edges, repulsion between all, from a circle on: no chance is involved, so
 * the same event always gives the same picture.
 */
export function layout(n: number, edges: readonly EdgeView[]): Point[] {
  const points = Array.from({ length: n }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / Math.max(n, 1) - Math.PI / 2;
    return { x: Math.cos(angle), y: Math.sin(angle) };
  });
  const strongest = Math.max(...edges.map((edge) => edge.strength), 1e-9);
  const rest = 1.6 / Math.sqrt(Math.max(n, 1));
  for (let round = 0; round < ROUNDS; round++) {
    const step = 0.12 * (1 - round / ROUNDS);
    const force = points.map((): Point => ({ x: 0, y: 0 }));
    for (let i = 0; i < n; i++)
      for (let j = i + 1; j < n; j++) push(points, force, i, j, (far) => (rest * rest) / far);
    for (const { a, b, strength } of edges) {
      const pull = 0.3 + 0.7 * (Math.max(strength, 0) / strongest);
      push(points, force, a, b, (far) => (-pull * far * far) / rest / 2);
    }
    points.forEach((point, i) => move(point, force[i] as Point, step));
  }
  return fitted(points);
}

function push(
  points: Point[],
  force: Point[],
  i: number,
  j: number,
  size: (far: number) => number,
): void {
  const [p, q, f, g] = [points[i], points[j], force[i], force[j]];
  if (!p || !q || !f || !g) return;
  const far = Math.max(Math.hypot(p.x - q.x, p.y - q.y), 0.01);
  const by = size(far) / far;
  f.x += (p.x - q.x) * by;
  f.y += (p.y - q.y) * by;
  g.x -= (p.x - q.x) * by;
  g.y -= (p.y - q.y) * by;
}

function move(point: Point, force: Point, step: number): void {
  const size = Math.max(Math.hypot(force.x, force.y), 1e-9);
  const by = Math.min(size, step) / size;
  point.x += force.x * by;
  point.y += force.y * by;
}

function fitted(points: Point[]): Point[] {
  const xs = spread(points.map((point) => point.x));
  const ys = spread(points.map((point) => point.y));
  return points.map((_, i) => ({ x: xs[i] as number, y: ys[i] as number }));
}

/** Part of a place that its rank decides: names beside each other must not touch. */
const BY_RANK = 0.6;

/** Bring values to 0..1, the crowded ones pulled apart. */
function spread(values: number[]): number[] {
  const low = Math.min(...values);
  const size = Math.max(...values) - low;
  if (values.length < 2 || size === 0) return values.map(() => 0.5);
  const order = values.map((_, i) => i).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = values.map(() => 0);
  order.forEach((i, rank) => (ranks[i] = rank / (values.length - 1)));
  return values.map(
    (value, i) => BY_RANK * (ranks[i] as number) + ((1 - BY_RANK) * (value - low)) / size,
  );
}

/** Seconds of disagreement from which an edge is marked: the project's own bound for "wrong". */
export const DISAGREES_S = 300;

export const disagrees = (edge: EdgeView) =>
  edge.disagreement_s !== null && Math.abs(edge.disagreement_s) > DISAGREES_S;

/** Return the width of an edge's line in pixels: more links, thicker, but never a beam. */
export const lineWidth = (n_links: number) => Math.min(1 + Math.log2(1 + n_links), 8);
