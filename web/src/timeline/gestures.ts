/** Mouse, touch and pen on the canvas: look around, zoom, open, move a lane. */
import { barAt } from "./bars";
import { laneAt, laneTop, spotAt } from "./geometry";
import type { TimelineModel } from "./model.svelte";

export interface Acts {
  open(row: number): void;
  /** A lane was taken up: its evidence is wanted. */
  lifted(): void;
  /** The lifted lane was let go. */
  dropped(): void;
  refused(): void;
}

/** Pixels a pointer may shake in a click. */
const CLICK_PX = 5;

interface Press {
  x: number;
  y: number;
  moved: boolean;
  carrying: boolean;
}

/** Listen on a canvas; returns how to stop. */
export function listen(canvas: HTMLElement, model: TimelineModel, acts: Acts): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let press: Press | null = null;

  const place = (event: MouseEvent) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  /** The photo or clip at a place: thumbnails lie above bars. */
  function hit(x: number, y: number): { lane: number; row: number } | null {
    const { spots, scene, at, mode, view, scroll_y } = model;
    if (!spots || !scene) return null;
    const lane = laneAt(at, scene, y, scroll_y);
    const bar = lane === null ? null : barAt(scene, lane, mode, view, at, x, y, scroll_y);
    const onRail = lane !== null && y > laneTop(at, lane, scroll_y) + at.lane_px - 2 - at.rail_px;
    const found = spotAt(spots, at, mode, view, x, y, scroll_y);
    if (found && !(onRail && bar !== null)) return { lane: found.lane, row: found.spot.row };
    return lane !== null && bar !== null ? { lane, row: bar } : null;
  }

  function down(event: PointerEvent) {
    if (event.button !== 0) return;
    const at = place(event);
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at);
    if (pointers.size > 1) {
      if (press?.carrying) model.cancel();
      press = null;
      return;
    }
    press = { ...at, moved: false, carrying: false };
    const lane = model.scene ? laneAt(model.at, model.scene, at.y, model.scroll_y) : null;
    const taken = model.moving !== null && model.moving.lane === lane;
    if (lane === null || !(taken || (model.tool === "move" && model.mode === "after"))) return;
    press.carrying = true;
  }

  function pinch(event: PointerEvent) {
    const before = [...pointers.values()];
    pointers.set(event.pointerId, place(event));
    const after = [...pointers.values()];
    const [a, b, c, d] = [before[0], before[1], after[0], after[1]];
    if (!a || !b || !c || !d) return;
    const spread = (p: { x: number }, q: { x: number }) => Math.max(Math.abs(p.x - q.x), 20);
    const middle = (c.x + d.x) / 2;
    model.zoomBy(spread(c, d) / spread(a, b), middle - model.at.head_px);
    model.panBy((a.x + b.x) / 2 - middle);
  }

  function move(event: PointerEvent) {
    const at = place(event);
    const last = pointers.get(event.pointerId);
    if (!last) return hover(at);
    if (pointers.size > 1) return pinch(event);
    pointers.set(event.pointerId, at);
    if (!press) return;
    if (!press.moved) {
      if (Math.hypot(at.x - press.x, at.y - press.y) < CLICK_PX) return;
      press.moved = true;
      model.hover = null;
      if (press.carrying) lift(press);
    }
    if (press.carrying && model.moving) carry(at.x, event.altKey);
    else {
      model.panBy(last.x - at.x);
      model.scrollTo(model.scroll_y + last.y - at.y);
    }
  }

  function lift(pressed: Press) {
    if (!model.scene) return;
    const lane = laneAt(model.at, model.scene, pressed.y, model.scroll_y);
    const origin = pressed.x - model.at.head_px;
    if (lane !== null && model.moving?.lane === lane && model.moving.by === "keys") {
      // taken up by keys before: the pointer goes on from where it is
      const gone = (model.moving.offset_s - model.moving.from_s) * model.view.scale;
      model.moving = { ...model.moving, origin: origin - gone };
    } else if (lane !== null && model.lift(lane, "pointer", origin)) acts.lifted();
    else {
      pressed.carrying = false;
      acts.refused();
    }
  }

  function carry(x: number, free: boolean) {
    const { moving } = model;
    if (!moving) return;
    const gone = x - model.at.head_px - moving.origin;
    model.carry(moving.from_s + gone / model.view.scale, free);
  }

  function hover(at: { x: number; y: number }) {
    const found = hit(at.x, at.y);
    const x = at.x - model.at.head_px;
    model.hover = x < 0 ? null : { x, lane: found?.lane ?? null, row: found?.row ?? null };
  }

  function up(event: PointerEvent) {
    if (!pointers.delete(event.pointerId) || !press) return;
    const at = place(event);
    if (press.carrying && press.moved) {
      if (model.moving?.by === "pointer") acts.dropped();
    } else if (!press.moved) {
      const found = hit(at.x, at.y);
      if (found) {
        model.selected = found.lane;
        acts.open(found.row);
      } else if (model.scene) model.selected = laneAt(model.at, model.scene, at.y, model.scroll_y);
    }
    press = null;
  }

  function cancel(event: PointerEvent) {
    pointers.delete(event.pointerId);
    if (press?.carrying && model.moving?.by === "pointer") model.cancel();
    press = null;
  }

  function wheel(event: WheelEvent) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    if (event.shiftKey && !event.ctrlKey) model.panBy(dx || dy);
    else if (Math.abs(dx) > Math.abs(dy)) model.panBy(dx);
    else {
      const speed = event.ctrlKey ? 0.01 : 0.002;
      model.zoomBy(Math.exp(-dy * speed), place(event).x - model.at.head_px);
    }
  }

  const leave = () => (model.hover = null);
  canvas.addEventListener("pointerdown", down);
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", cancel);
  canvas.addEventListener("pointerleave", leave);
  canvas.addEventListener("wheel", wheel, { passive: false });
  return () => {
    canvas.removeEventListener("pointerdown", down);
    canvas.removeEventListener("pointermove", move);
    canvas.removeEventListener("pointerup", up);
    canvas.removeEventListener("pointercancel", cancel);
    canvas.removeEventListener("pointerleave", leave);
    canvas.removeEventListener("wheel", wheel);
  };
}
