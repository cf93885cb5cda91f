import type { EventView, GalleryView } from "../src/data/types";

/** Make an event of galleries: names, camera times, and an offset or none. */
export function makeEvent(parts: [string, number[], number | null][]): EventView {
  const starts = [0];
  for (const [, times] of parts) starts.push((starts.at(-1) as number) + times.length);
  const galleries = parts.map(([name, times, offset_s]): GalleryView => ({
    name,
    device: "Pebblo 9",
    n_photos: times.length,
    trusted: false,
    held: null,
    offset_s,
    offset: "",
    low_s: null,
    high_s: null,
    interval: "",
    how_sure: "",
    sure: offset_s === null ? "unplaced" : "certain",
    basis: "",
    error: "",
    contradicted: "",
    confirmed: false,
    reasons: [],
    notes: [],
    jumps: [],
    drift_ppm: 0,
    n_links: 0,
    clock: "",
  }));
  const camera_time_s = parts.flatMap(([, times]) => times);
  const event_time_s = parts.flatMap(([, times, offset_s]) =>
    times.map((time) => (offset_s === null ? null : time + offset_s)),
  );
  return {
    name: "test",
    event_time: "anchor",
    anchor: parts[0]?.[0] ?? "",
    method: "joint",
    version: 1,
    layout: "0123456789abcdef",
    changed: [],
    asks: null,
    waiting: { questions: 0, photos: 0 },
    galleries,
    starts,
    photos: {
      camera_time_s,
      event_time_s,
      shown_s: camera_time_s.map(Math.floor),
      shown_zone_s: camera_time_s.map(() => null),
      local_s: event_time_s.map((time) => (time === null ? null : Math.floor(time))),
      local_zone_s: camera_time_s.map(() => null),
      name: camera_time_s.map((_, row) => `IMG_${row}.jpg`),
      companions: camera_time_s.map(() => 0),
    },
    zones: [],
    clips: [],
    heard: [],
    timeless: [],
    skipped: [],
    contradictions: [],
    overruled: [],
    hints: [],
    sprites: { tile_px: 64, columns: 16, per_sheet: 256, n_sheets: 1 },
  };
}
