/** Mouse, touch and pen on the lanes: pan, zoom, choose a stretch. */
import { fromX } from "../logic/axis";
import { stretchAt } from "./geometry";
import type { ClocksModel } from "./model.svelte";

/** Pixels a pointer may shake in a click. */
const CLICK_PX = 5;

interface Point {
  x: number;
  y: number;
}

/** Listen on a canvas; returns how to stop. */
export function listenToLanes(canvas: HTMLElement, model: ClocksModel): () => void {
  const pointers = new Map<number, Point>();
  let press: (Point & { moved: boolean }) | null = null;

  const place = (event: MouseEvent): Point => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  function hit({ x, y }: Point): number | null {
    const { stretches, frame, axis, view, scroll_y } = model;
    const beside = x - frame.head_px;
    return stretchAt(stretches, frame, axis, view, beside, y, scroll_y)?.number ?? null;
  }
  function down(event: PointerEvent) {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    const at = place(event);
    pointers.set(event.pointerId, at);
    press = pointers.size > 1 ? null : { ...at, moved: false };
  }
  function pinch(event: PointerEvent) {
    const [a, b] = [...pointers.values()];
    pointers.set(event.pointerId, place(event));
    const [c, d] = [...pointers.values()];
    if (!a || !b || !c || !d) return;
    const spread = (p: Point, q: Point) => Math.max(Math.abs(p.x - q.x), 20);
    const middle = (c.x + d.x) / 2;
    model.zoomBy(spread(c, d) / spread(a, b), middle - model.frame.head_px);
    model.panBy((a.x + b.x) / 2 - middle);
  }
  function move(event: PointerEvent) {
    const at = place(event);
    const last = pointers.get(event.pointerId);
    if (!last) {
      model.hover = { ...at, stretch: hit(at) };
      return;
    }
    if (pointers.size > 1) {
      pinch(event);
      return;
    }
    pointers.set(event.pointerId, at);
    if (press && Math.hypot(at.x - press.x, at.y - press.y) > CLICK_PX) press.moved = true;
    if (!press?.moved) return;
    model.panBy(last.x - at.x);
    model.scrollBy(last.y - at.y);
  }
  function up(event: PointerEvent) {
    const known = pointers.delete(event.pointerId);
    if (known && press && !press.moved) click(place(event));
    press = null;
  }
  function click(at: Point) {
    const { border, axis, view, frame } = model;
    if (border) border.toTime(fromX(axis, view.scale, at.x - frame.head_px + view.scroll));
    else model.select(hit(at));
  }
  function wheel(event: WheelEvent) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    if (event.shiftKey && !event.ctrlKey) model.panBy(dx || dy);
    else if (Math.abs(dx) > Math.abs(dy)) model.panBy(dx);
    else {
      const speed = event.ctrlKey ? 0.01 : 0.002;
      model.zoomBy(Math.exp(-dy * speed), place(event).x - model.frame.head_px);
    }
  }
  const leave = () => (model.hover = null);
  const stop = new AbortController();
  const { signal } = stop;
  canvas.addEventListener("pointerdown", down, { signal });
  canvas.addEventListener("pointermove", move, { signal });
  canvas.addEventListener("pointerup", up, { signal });
  canvas.addEventListener("pointercancel", up, { signal });
  canvas.addEventListener("pointerleave", leave, { signal });
  canvas.addEventListener("wheel", wheel, { passive: false, signal });
  return () => stop.abort();
}
