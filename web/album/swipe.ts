/** How far a finger goes before it means something, in pixels. */
const SIDEWAYS = 48;
const DOWN = 90;

interface Acts {
  /** The finger went sideways: on, or back. */
  onturn: (step: 1 | -1) => void;
  /** It went down. */
  ondown: () => void;
}

/** Tell what one finger does on an element; a page that is zoomed is moved by it instead. */
export function swipe(acts: Acts) {
  let from: { x: number; y: number } | null = null;
  return {
    ontouchstart(event: TouchEvent): void {
      const touch = event.touches[0];
      // a slider is moved sideways itself
      const on = event.target;
      const moves = on instanceof Element && on.closest("input, [data-slides]") !== null;
      const one = event.touches.length === 1 && touch !== undefined && !moves;
      from = one ? { x: touch.clientX, y: touch.clientY } : null;
    },
    ontouchend(event: TouchEvent): void {
      const touch = event.changedTouches[0];
      if (from === null || touch === undefined || (visualViewport?.scale ?? 1) > 1.05) return;
      const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
      from = null;
      if (Math.abs(x) > SIDEWAYS && Math.abs(x) > 1.5 * Math.abs(y)) acts.onturn(x < 0 ? 1 : -1);
      else if (y > DOWN && Math.abs(y) > 2 * Math.abs(x)) acts.ondown();
    },
  };
}
