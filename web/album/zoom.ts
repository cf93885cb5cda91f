/** How a picture is enlarged and moved in its room; all in pixels of the screen. */

export interface View {
  scale: number;
  /** How far the picture's middle is from that of its room. */
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
/** Beyond, dots are larger than they are telling. */
export const MOST = 8;
/** What two taps enlarge to. */
export const TAPPED = 2.5;

/** Enlarge a picture about a point, told from the room's middle; the point stays where it is. */
export function zoomed(view: View, by: number, at: Point, picture: Size, room: Size): View {
  const scale = Math.min(Math.max(view.scale * by, 1), MOST);
  const change = scale / view.scale;
  const x = at.x - (at.x - view.x) * change;
  const y = at.y - (at.y - view.y) * change;
  return held({ scale, x, y }, picture, room);
}

export function moved(view: View, x: number, y: number, picture: Size, room: Size): View {
  return held({ ...view, x: view.x + x, y: view.y + y }, picture, room);
}

/** Keep a picture from leaving its room: what is larger fills it, what is smaller is in its middle. */
export function held(view: View, picture: Size, room: Size): View {
  const most = (side: number, space: number) => Math.max(0, (side * view.scale - space) / 2);
  const across = most(picture.width, room.width);
  const down = most(picture.height, room.height);
  return {
    scale: view.scale,
    x: Math.min(Math.max(view.x, -across), across) + 0,
    y: Math.min(Math.max(view.y, -down), down) + 0,
  };
}

/** Return how much a turn of the wheel enlarges: a notch is a fifth. */
export function byWheel(event: { deltaY: number; deltaMode: number; ctrlKey: boolean }): number {
  const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : 33);
  // fingers on a pad tell small steps, with the key held
  return Math.exp(-Math.max(-240, Math.min(240, pixels)) * (event.ctrlKey ? 0.01 : 0.0019));
}
