/** What the server says, as it says it. Times are seconds since 1970 by a clock's face. */

export type Sure = "certain" | "likely" | "unsure" | "unplaced" | "anchor";
export type Held = "pinned" | "locked" | "corrected";

export interface Job {
  id: number;
  what: "open" | "solve" | "plan" | "apply" | "undo";
  stage: string;
  done: number;
  total: number;
  seconds_left: number | null;
  error: string | null;
  state?: "waiting" | "running" | "done" | "failed" | "stopped";
}

export interface ServerState {
  mode: "live" | "report";
  version: number;
  page: "event" | "choose" | "working";
  project: string | null;
  can_undo: boolean;
  can_redo?: boolean;
  exiftool: boolean;
  jobs: Job[];
}

export interface Jump {
  row: number;
  step_s: number;
}

export interface Gallery {
  name: string;
  device: string;
  n_photos: number;
  trusted: boolean;
  held: Held | null;
  offset_s: number | null;
  offset: string;
  low_s: number | null;
  high_s: number | null;
  probability: number | null;
  sure: Sure;
  basis: string;
  error: string;
  reasons: string[];
  notes: string[];
  jumps: Jump[];
  drift_ppm: number;
  n_links: number;
  clock: string;
}

export interface Photos {
  camera_time_s: number[];
  event_time_s: (number | null)[];
  name: string[];
  companions: number[];
}

export interface Timeless {
  name: string;
  owner: string;
  reason: string;
  event_time_s: number | null;
  kind: "copy" | "look" | null;
  like: number | null;
}

export interface Contradiction {
  galleries: [string, string];
  n_pairs: number;
  rows: [number, number];
  apart_s: number;
}

export interface EventData {
  name: string;
  event_time: "true" | "anchor";
  anchor: string;
  method: string;
  version: number;
  /** What rows mean: another one after galleries or photos changed. */
  layout?: string;
  galleries: Gallery[];
  starts: number[];
  photos: Photos;
  timeless: Timeless[];
  skipped: { name: string; reason: string }[];
  contradictions: Contradiction[];
  hints: { number: number; words: string }[];
  sprites: { tile_px: number; columns: number; per_sheet: number; n_sheets: number };
}

export interface Pair {
  rows: [number, number];
  other: string;
  score: number;
  apart_s: number;
  supports: boolean;
  verified: boolean | null;
  answer: "same" | "different" | "rejected" | null;
}

export interface Evidence {
  gallery: string;
  pairs: Pair[];
}

export interface Peak {
  offset_s: number;
  score: number;
}

export interface Profile {
  offset_s: number[];
  score: number[];
  peaks: Peak[];
}

export interface Question {
  gallery: string;
  rows: [number, number];
  gain: number;
  why: string;
}

/** What to ask, the most useful first; not settled while an answer may still change it. */
export interface Questions {
  questions: Question[];
  settled: boolean;
}

export interface GraphEdge {
  a: number;
  b: number;
  n_links: number;
  strength: number;
  disagreement_s: number | null;
}

export interface Graph {
  edges: GraphEdge[];
}

export interface Moved {
  gallery: string;
  from_s: number | null;
  to_s: number | null;
  probability_from: number | null;
  probability_to: number | null;
}

export interface Solved {
  version: number;
  moved: Moved[];
  seconds: number;
}

export type Target = "sidecar" | "file" | "copies";
export type Program = "lightroom" | "digikam" | "darktable" | "immich";

export interface PlanOptions {
  to: Target;
  for: Program | null;
  into: string | null;
  unsure: boolean;
  slight: boolean;
  guessed: boolean;
  zone: string | null;
}

export interface PlannedGallery {
  name: string;
  state: "moved" | "right" | "unsure" | "unplaced";
  shift_s: number;
  why: string;
}

export interface PlannedFile {
  photo: string;
  writes: string;
  why: string;
  gallery?: string;
  changes: { tag: string; old: string | null; new: string | null }[];
}

export interface Plan {
  path: string;
  n_files: number;
  galleries: PlannedGallery[];
  files: PlannedFile[];
  left: { path: string; why: string; n: number }[];
  notes: string[];
  roots: string[];
}

export interface PlanEntry {
  path: string;
  /** Empty for one that cannot be read. */
  to: Target | "";
  n_files: number;
  state: "planned" | "applied" | "partly" | "undone" | "unreadable";
}

export interface Folders {
  path: string;
  parent: string | null;
  roots: string[];
  folders: { name: string; path: string; n_media: number }[];
  n_media: number;
}

export type Hint =
  | { kind: "same" | "different" | "reject"; rows: [number, number]; layout?: string }
  | { kind: "pin"; gallery: string; offset_s: number }
  | { kind: "lock" | "unlock"; gallery: string }
  | { kind: "forget"; number: number };

/** The data inside a report. */
export interface ReportData {
  mode: "report";
  event: EventData;
  evidence: Record<string, Evidence>;
  graph: Graph;
  sprites: Record<string, string>;
  large: Record<string, string>;
}
