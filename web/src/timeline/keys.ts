/** The keys of the timeline. */
import type { Mover } from "./mover";
import type { TimelineModel } from "./model.svelte";

const ZOOM = 1.4;
const PAN_PART = 0.12;

/** Act on a key; returns whether it was one of ours. */
export function movingKey(event: KeyboardEvent, mover: Mover): boolean {
  switch (event.key) {
    case "ArrowLeft":
      mover.nudge(-1, event.shiftKey);
      return true;
    case "ArrowRight":
      mover.nudge(1, event.shiftKey);
      return true;
    case "n":
    case "N":
      mover.toPeak(1);
      return true;
    case "p":
    case "P":
      mover.toPeak(-1);
      return true;
    case "Enter":
      void mover.pin();
      return true;
    case "Escape":
      mover.cancel();
      return true;
    default:
      return false;
  }
}

export function lookingKey(event: KeyboardEvent, model: TimelineModel): boolean {
  const lane = model.selected;
  switch (event.key) {
    case "+":
    case "=":
      model.zoomBy(ZOOM);
      return true;
    case "-":
    case "−":
      model.zoomBy(1 / ZOOM);
      return true;
    case "0":
      model.showAll();
      return true;
    case "ArrowLeft":
      model.panBy(-model.width * (event.shiftKey ? 0.9 : PAN_PART));
      return true;
    case "ArrowRight":
      model.panBy(model.width * (event.shiftKey ? 0.9 : PAN_PART));
      return true;
    case "ArrowUp":
      model.select(lane === null ? 0 : lane - 1);
      return true;
    case "ArrowDown":
      model.select(lane === null ? 0 : lane + 1);
      return true;
    case "Home":
      model.goTo("start");
      return true;
    case "End":
      model.goTo("end");
      return true;
    default:
      return false;
  }
}
