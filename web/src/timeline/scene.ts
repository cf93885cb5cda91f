/** An event as lanes on two axes: by what cameras displayed, and by event time. */
import type { EventView } from "../data/types";
import { buildAxis, type Axis } from "../logic/axis";
import { levelsOf } from "../logic/clips";
import { buildLane, type Lane } from "../logic/lanes";

export type Mode = "before" | "after";

export interface SceneLane {
  gallery: number;
  placed: boolean;
  before: Lane;
  after: Lane;
  /** What is added to the camera's times in the after view, placed or not. */
  shift_s: number;
  clips: SceneClip[];
}

/** A clip, with how loud each stretch of it is. */
export interface SceneClip {
  row: number;
  length_s: number;
  levels: Float32Array;
}

export interface Scene {
  event: EventView;
  /** The anchor first, the unplaced last. */
  lanes: SceneLane[];
  n_placed: number;
  before_s: Float64Array;
  after_s: Float64Array;
  axes: Record<Mode, Axis>;
}

/** Return the shift that shows an unplaced gallery: none if it is of the day, else to the middle. */
export function provisionalShift(
  first_s: number,
  last_s: number,
  event_first_s: number,
  event_last_s: number,
): number {
  if (first_s <= event_last_s && last_s >= event_first_s) return 0;
  return (event_first_s + event_last_s) / 2 - (first_s + last_s) / 2;
}

function ends(times: readonly (number | null)[]): [number, number] | null {
  let [first, last] = [Infinity, -Infinity];
  for (const time of times) {
    if (time === null) continue;
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  return first <= last ? [first, last] : null;
}

/** Return the galleries as they stand from top to bottom. */
export function laneOrder(event: EventView): number[] {
  const rank = (gallery: number) => {
    const found = event.galleries[gallery];
    if (found?.name === event.anchor) return 0;
    return found?.offset_s === null ? 2 : 1;
  };
  return event.galleries.map((_, gallery) => gallery).sort((a, b) => rank(a) - rank(b) || a - b);
}

/** A clock that was set anew: between which photos it happened, on one of the axes. */
export interface JumpMark {
  from_s: number;
  to_s: number;
  step_s: number;
}

/** Return where the clock of a lane was set anew: before which photo, and after which. */
export function jumpsOf(scene: Scene, lane: SceneLane, mode: Mode): JumpMark[] {
  const times_s = mode === "after" ? scene.after_s : scene.before_s;
  const first = scene.event.starts[lane.gallery] ?? 0;
  return (scene.event.galleries[lane.gallery]?.jumps ?? []).map(({ row, step_s }) => {
    const to_s = times_s[first + row] ?? 0;
    return { from_s: times_s[first + row - 1] ?? to_s, to_s, step_s };
  });
}

/** A long clip is no gap: it is there at least so often. */
const WITHIN_S = 1800;

/** Return all times there is something at: those of photos, and of clips to their ends. */
function withClips(event: EventView, times_s: Float64Array): number[] {
  const within = event.clips.flatMap(({ row, duration_s }) => {
    const [from_s, length_s] = [times_s[row] as number, duration_s ?? 0];
    const n = Math.ceil(length_s / WITHIN_S);
    return Array.from({ length: n }, (_, i) => from_s + (length_s * (i + 1)) / n);
  });
  return [...times_s, ...within];
}

export function buildScene(event: EventView, width: number): Scene {
  const { camera_time_s, event_time_s, shown_s } = event.photos;
  // as displays had it, to the part of a second: zones are whole seconds
  const part = (time_s: number) => time_s - Math.floor(time_s);
  const before_s = Float64Array.from(shown_s, (time, row) => time + part(camera_time_s[row] ?? 0));
  const after_s = Float64Array.from(camera_time_s, (time, row) => event_time_s[row] ?? time);
  const all = ends(event_time_s) ?? ends(camera_time_s) ?? [0, 1];
  const lanes = laneOrder(event).flatMap((gallery): SceneLane[] => {
    const from = event.starts[gallery] ?? 0;
    const to = event.starts[gallery + 1] ?? from;
    if (to === from) return [];
    const offset_s = event.galleries[gallery]?.offset_s ?? null;
    const own = ends(camera_time_s.slice(from, to)) ?? [0, 0];
    const shift_s = offset_s ?? provisionalShift(...own, ...all);
    if (offset_s === null)
      for (let row = from; row < to; row++) after_s[row] = (camera_time_s[row] as number) + shift_s;
    return [
      {
        gallery,
        placed: offset_s !== null,
        before: buildLane(gallery, from, to, (row) => before_s[row] as number),
        after: buildLane(gallery, from, to, (row) => after_s[row] as number),
        shift_s,
        clips: event.clips
          .filter(({ row }) => row >= from && row < to)
          .map(({ row, duration_s, shape }) => ({
            row,
            length_s: duration_s ?? 0,
            levels: levelsOf(shape),
          })),
      },
    ];
  });
  return {
    event,
    lanes,
    n_placed: lanes.filter((lane) => lane.placed).length,
    before_s,
    after_s,
    axes: {
      before: buildAxis(withClips(event, before_s), width),
      after: buildAxis(withClips(event, after_s), width),
    },
  };
}
