/** The keys of the page Clocks. */
import type { BorderKind } from "./border.svelte";
import type { ClocksModel } from "./model.svelte";

const ZOOM = 1.4;
const PAN_PART = 0.12;

/** What keys do to the stretch that is chosen. */
export interface StretchActs {
  accept(): void;
  reject(): void;
  place(kind: BorderKind): void;
  forget(): void;
}

/** Act on a key; returns whether it was one of ours. */
export function clocksKey(event: KeyboardEvent, model: ClocksModel, acts: StretchActs): boolean {
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return false;
  act(model, acts, event.shiftKey);
  return true;
}

type Act = (model: ClocksModel, acts: StretchActs, shift: boolean) => void;

const pan =
  (by: number): Act =>
  (model, _, shift) =>
    model.panBy(by * model.width * (shift ? 0.9 : PAN_PART));

const KEYS: Record<string, Act | undefined> = {
  "+": (model) => model.zoomBy(ZOOM),
  "=": (model) => model.zoomBy(ZOOM),
  "-": (model) => model.zoomBy(1 / ZOOM),
  "0": (model) => model.showAll(),
  ",": pan(-1),
  ".": pan(1),
  ArrowLeft: (model) => model.step(-1),
  ArrowRight: (model) => model.step(1),
  ArrowUp: (model) => model.stepLane(-1),
  ArrowDown: (model) => model.stepLane(1),
  Escape: (model) => (model.border ? (model.border = null) : model.select(null)),
  a: (_, acts) => acts.accept(),
  r: (_, acts) => acts.reject(),
  s: (_, acts) => acts.place("split"),
  b: (_, acts) => acts.place("first"),
  e: (_, acts) => acts.place("last"),
  z: (_, acts) => acts.forget(),
};
