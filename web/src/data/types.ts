/*
 * Generated: what the server says and takes, as it says it. Times are seconds since 1970 by a
 * clock's face. Change shapes.py, answers.py or requests.py in src/coincide/app/review, then run
 * make types.
 */

export type JobState = "waiting" | "running" | "done" | "failed" | "stopped";

export type What = "open" | "solve" | "plan" | "apply" | "undo" | "album";

export type Moment =
  "instant" | "same" | "about" | "different" | "other-day" | "before" | "after" | "unclear";

export type HeardAnswer = "heard" | "not-heard";

export type Asked = "whose" | "photos" | "clock";

export type AskedOfClock = "said" | "devices" | "set-right" | "phone" | "time";

export type Mode = "live" | "report";

export type Page = "choose" | "working" | "who" | "event" | "library";

export type Sure = "certain" | "likely" | "unsure" | "assumed" | "placed" | "unplaced" | "anchor";

export type Held = "pinned" | "locked" | "corrected";

export type PlanState = "planned" | "applied" | "partly" | "undone";

export type Applied = "sidecar" | "file" | "copies";

export type Form = "site" | "one-file" | "pdf" | "folders" | "json" | "book" | "film";

export type Program = "lightroom" | "digikam" | "darktable" | "immich";

export type KnownState = "planned" | "applied" | "partly" | "undone" | "unreadable";

export type PlanTo = "sidecar" | "file" | "copies" | "server";

export type StretchState = "wrong" | "right" | "open" | "rejected";

export type StretchPlan = "planned" | "applied" | "partly" | "undone" | "none";

/** Two galleries: pairs that speak for where they are, and what they alone would say. */
export interface EdgeView {
  a: number;
  b: number;
  n_links: number;
  strength: number;
  /** How far their own best offset is from the result's. */
  disagreement_s: number | null;
}

/** One photo of a plan, and what it says before and after. */
export interface Example {
  /** Its path below the event's folder. */
  photo: string;
  gallery: string;
  before: string;
  after: string;
}

/** What is done with one gallery: moved by `shift_s`, or left as it is; and why. */
export interface GalleryPlan {
  /** The gallery. */
  name: string;
  /** `moved`, or left as it is: `right` (its clock may be right), `unsure` or `unplaced`. */
  state: "moved" | "right" | "unplaced" | "unsure";
  /** By how much its photos are moved. */
  shift_s: number;
  /** Why, in words. */
  why: string;
  /** Make, model and serial number, empty where unknown. */
  device: [string, string, string];
}

/** A clock that was set anew: from photo `row` of its gallery on, `step_s` more is added. */
export interface Jump {
  /** From this photo of the gallery on, counted from 0. */
  row: number;
  /** So many seconds more are added. */
  step_s: number;
}

/** An offset that fits better than those around it, and its log-odds. */
export interface Peak {
  offset_s: number;
  score: number;
}

/** What two people photographed at one instant: rows by time, and seconds between them. */
export interface StoryInstant {
  rows: [number, number];
  apart_s: number;
  /** How well that is known, ± so many seconds. */
  within_s: number;
}

/** What a report opens with. */
export interface StoryView {
  /** What happened. */
  sentences: string[];
  /** The best first. */
  instants: StoryInstant[];
  /** Rows that tell the event, by time. */
  best: number[];
}

/** One tag by ExifTool's name; None is "not there", before or after. */
export interface TagChange {
  /** Its name, as ExifTool has it. */
  tag: string;
  /** Null: not there. */
  old: string | null;
  /** The same. */
  new: string | null;
}

/** One device: a gallery, which is one clock. */
export interface WhoDevice {
  /** Its name. */
  gallery: string;
  /** Make and model, as most of its photos tell them. */
  device: string;
  /** Its serial number, where photos tell it. */
  serial: string | null;
  /** Photos that count. */
  n_photos: number;
  /** Further files that are the same pictures, wherever they lie. */
  n_copies: number;
  /** What it displayed when its first photo was taken: `YYYY-MM-DD HH:MM:SS`. */
  first: string;
  /** And its last photo. */
  last: string;
  /** The zone that the first photo names, such as `+02:00`. */
  first_zone: string | null;
  /** And the last. */
  last_zone: string | null;
  /** Whether a person said that its clock is right. */
  trusted: boolean;
  /** Where its photos lie. */
  folders: WhoFolder[];
  /** What was assumed of it. */
  notes: string[];
}

/** All people of an event. */
export interface WhoDocument {
  /** Name and version. */
  schema: "coincide.who/1";
  /** The event's name. */
  event: string;
  /** By name. */
  people: WhoPerson[];
  /** What is open. */
  questions: WhoQuestion[];
  /** Photos without a time, which get a place by what they show. */
  n_timeless: number;
  /** Photos of which Google Takeout tells a time. */
  n_takeout: number;
  /** Files that are left out. */
  n_skipped: number;
}

/** A folder with photos of a device. */
export interface WhoFolder {
  /** From the event's folder on; "." is that folder itself. */
  path: string;
  /** Photos in it that count. */
  n_photos: number;
}

/** A person, and the devices of their photos. */
export interface WhoPerson {
  /** Empty where photos lie in nobody's folder. */
  name: string;
  /** By gallery. */
  devices: WhoDevice[];
}

/** Something that files leave open, and a person may know. */
export interface WhoQuestion {
  /** The gallery. */
  gallery: string;
  /** One that may be of the same device; null: it may be two devices itself. */
  other: string | null;
  /** Why it is asked. */
  reason: string;
  /** The same in words. */
  question: string;
}

/** How far a piece of work is. */
export interface JobView {
  id: number;
  what: What;
  state: JobState;
  stage: string;
  done: number;
  total: number;
  seconds_left: number | null;
  error: string | null;
}

/** How things stand, but for the event itself. */
export interface StateView {
  mode: Mode;
  /** Grows with every change. */
  version: number;
  page: Page;
  project: string | null;
  can_undo: boolean;
  can_redo: boolean;
  /** What changed since the result was found, in words. */
  changed: string[];
  exiftool: boolean;
  /** The photo server's album that the event is; null of photos on this machine. */
  album: string | null;
  /** Whether the clocks of a library are open beside the event. */
  library: boolean;
  /** Whether the page may end the program: started by a click, it has no terminal. */
  can_end: boolean;
  /** Those under way, and those that ended badly. */
  jobs: JobView[];
}

/** One clock, and where it was placed. */
export interface GalleryView {
  name: string;
  device: string;
  n_photos: number;
  trusted: boolean;
  held: Held | null;
  offset_s: number | null;
  /** The same in words; empty when unplaced. */
  offset: string;
  low_s: number | null;
  high_s: number | null;
  /** From low to high in words, as everywhere; empty when unplaced. */
  interval: string;
  sure: Sure;
  /** The same in words, with a figure where that is the reason. */
  how_sure: string;
  basis: string;
  error: string;
  /** What the photos say where a person said otherwise, in words; else empty. */
  contradicted: string;
  /** Whether that was said again. */
  confirmed: boolean;
  reasons: string[];
  notes: string[];
  jumps: Jump[];
  drift_ppm: number;
  n_links: number;
  /** What was believed of it before photos were compared. */
  clock: string;
}

/** All photos as columns, one entry for each row. */
export interface PhotoColumns {
  /** On the gallery's one clock, which never changes its zone. */
  camera_time_s: number[];
  /** On the event's one clock: the order of photos. */
  event_time_s: (number | null)[];
  /** What the camera displayed, as its file states it. */
  shown_s: number[];
  /** The zone that the photo names; null: none. */
  shown_zone_s: (number | null)[];
  /** Event time as people read it, local to its moment. */
  local_s: (number | null)[];
  /** The zone that this is in; null: unknown. */
  local_zone_s: (number | null)[];
  name: string[];
  companions: number[];
}

/** How event time is read as local time from some event time on. */
export interface ZoneStepView {
  /** Null: from the beginning on. */
  from_s: number | null;
  /** What is added to event time. */
  shift_s: number;
  zone_s: number;
}

/** A photo without a time, and where its look, or its sound, has it. */
export interface TimelessPhoto {
  name: string;
  owner: string;
  reason: string;
  /** Local to its moment. */
  local_s: number | null;
  kind: "copy" | "look" | "sound" | null;
  /** The row that it is like. */
  like: number | null;
}

/** A file that was left out. */
export interface SkippedFile {
  name: string;
  reason: string;
}

/** Photos of two galleries that look like one moment, and are not. */
export interface ContradictionView {
  galleries: [string, string];
  n_pairs: number;
  rows: [number, number];
  apart_s: number;
}

/** Two photos of which a person said what all the rest makes unlikely. */
export interface Overruled {
  rows: [number, number];
  apart_s: number;
  moment: Moment;
}

/** Something that was said, by the number to forget it by. */
export interface HintLine {
  number: number;
  words: string;
}

/** A video: how long it is, and what its sound looks like. */
export interface ClipView {
  row: number;
  /** Null where its file does not tell. */
  duration_s: number | null;
  sound: boolean;
  /** How loud it is from beginning to end, a letter for each stretch; may be empty. */
  shape: string;
}

/** Two clips of different galleries that heard the same. */
export interface HeardView {
  rows: [number, number];
  /** How much later the second began than the first, by their sounds. */
  lag_s: number;
  /** The same by the result; null where one is not placed. */
  apart_s: number | null;
  /** How well they agree, in words. */
  how: string;
  /** Whether sound alone vouches for it, or a person does. */
  sure: boolean;
  /** Whether the result has them so. */
  supports: boolean;
  /** Whether it is sure, and the result has them seconds apart. */
  contradicts: boolean;
  /** Why it is not sure, where sound does not vouch for it. */
  reasons: string[];
  answer: HeardAnswer | null;
}

/** How photos are laid out on sheets. */
export interface Sprites {
  tile_px: number;
  columns: number;
  per_sheet: number;
  n_sheets: number;
}

/** How many questions are open, and how many photos are not certain until they are answered. */
export interface WaitingView {
  questions: number;
  photos: number;
}

/** All of an event but its pictures and its evidence. */
export interface EventView {
  name: string;
  event_time: "anchor" | "true";
  anchor: string;
  method: string;
  version: number;
  /** What rows mean: another one after galleries or photos changed. */
  layout: string;
  /** What changed since this was found, in words; empty while it holds. */
  changed: string[];
  /** What a person is asked first. */
  asks: Asked | null;
  waiting: WaitingView;
  galleries: GalleryView[];
  /** The first row of each gallery, and the number of rows. */
  starts: number[];
  photos: PhotoColumns;
  /** Several where zones change during the event; none: unknown. */
  zones: ZoneStepView[];
  clips: ClipView[];
  heard: HeardView[];
  timeless: TimelessPhoto[];
  skipped: SkippedFile[];
  contradictions: ContradictionView[];
  overruled: Overruled[];
  hints: HintLine[];
  sprites: Sprites;
}

/** Folders, people and devices, before anything is solved or after. */
export interface WhoView {
  who: WhoDocument;
}

/** Two photos that speak for or against a gallery's place, its own first. */
export interface PairView {
  rows: [number, number];
  other: string;
  score: number;
  apart_s: number;
  supports: boolean;
  answer: Moment | "rejected" | null;
}

/** The pairs behind a gallery's place, the strongest first. */
export interface EvidenceView {
  gallery: string;
  pairs: PairView[];
  /** Why there are none, where the method keeps none. */
  absent: string | null;
}

/** The evidence by offset, and the best offsets. */
export interface ProfileView {
  offset_s: number[];
  score: number[];
  peaks: Peak[];
}

/** Two photos to ask a person about. */
export interface QuestionView {
  gallery: string;
  rows: [number, number];
  /** Photos of wrong times that an answer is expected to mend. */
  mends: number;
  why: string;
}

/** Two clips to ask a person about: whether they sound like the same moment. */
export interface SoundQuestion {
  gallery: string;
  rows: [number, number];
  lag_s: number;
  why: string;
}

/** Two clocks of which a person may know which is right; the pictures tell how they differ. */
export interface WhoseClock {
  /** The reference, and the other one. */
  galleries: [string, string];
  /** A photo of each. */
  rows: [number, number];
  /** By how much the other's display is ahead of the reference's at the other's photo. */
  off_s: number;
  /** Photos that are moved if the reference's is right, if the other is. */
  moves: [number, number];
}

/** A gallery that is not certain and that no two photos could settle: ask about its clock. */
export interface ClockQuestion {
  gallery: string;
  /** Its first photo, or the one before which it may have been set right. */
  row: number;
  why: string;
  asks: AskedOfClock;
}

/** What to ask, the most useful first; not settled while an answer may still change it. */
export interface QuestionsView {
  questions: QuestionView[];
  sounds: SoundQuestion[];
  clocks: ClockQuestion[];
  whose: WhoseClock[];
  /** The kinds of questions by how many photos an answer may mend; sounds go with photos. */
  order: Asked[];
  settled: boolean;
  /** Why there are none, where the method cannot tell. */
  absent: string | null;
}

/** The galleries that were compared, two by two. */
export interface GraphView {
  edges: EdgeView[];
  /** Why there are none, where the method does not tell. */
  absent: string | null;
}

/** A gallery that a new result moved, or made more or less sure of. */
export interface GalleryMove {
  gallery: string;
  from_s: number | null;
  to_s: number | null;
  probability_from: number | null;
  probability_to: number | null;
}

/** What a new result changed. */
export interface SolvedView {
  version: number;
  moved: GalleryMove[];
  seconds: number;
}

/** A part of the event, by rows. */
export interface AlbumChapterView {
  name: string;
  /** What it is called where nobody named it. */
  told: string;
  cover: number;
  /** By time; each what was photographed together. */
  moments: number[][];
}

/** Photos that show the same, by row; `best` stands for them. */
export interface AlbumGroupView {
  kind: "alike" | "burst" | "same";
  best: number;
  rows: number[];
}

/** A gallery, or photos of it, in no chapter: nobody knows their time, or well enough. */
export interface AlbumApart {
  gallery: string;
  why: string;
  rows: number[];
}

/** One album of everyone's photos; all numbers are rows of the event. */
export interface AlbumView {
  version: number;
  /** The event's that the rows count in. */
  layout: string;
  /** What changed since this was found, in words; empty while it holds. */
  changed: string[];
  /** Whose each gallery is, in the galleries' order. */
  people: string[];
  chapters: AlbumChapterView[];
  groups: AlbumGroupView[];
  /** Whether more groups may be found: ask again. */
  comparing: boolean;
  /** Those that a person chose. */
  covers: number[];
  hidden: number[];
  chosen: number[];
  apart: AlbumApart[];
}

/** What a report tells only when asked to. */
export interface ReportDetails {
  path: string[];
  /** Latitude and longitude, in degrees. */
  position: ([number, number] | null)[];
  /** Of each gallery's device. */
  serial: Record<string, string | null>;
}

/** The data inside a report. */
export interface ReportView {
  mode: "report";
  event: EventView;
  evidence: Record<string, EvidenceView>;
  graph: GraphView;
  questions: QuestionView[];
  story: StoryView;
  details?: ReportDetails;
  /** Sheets by number, as data: URLs. */
  sprites: Record<string, string>;
  /** Single photos by row, likewise, as many as there is room for. */
  large: Record<string, string>;
  /** Those that are shown in rows, where a page loads them one by one. */
  small: Record<string, string>;
}

/** What a plan does for one photo. */
export interface PlannedFile {
  photo: string;
  writes: string;
  why: string;
  gallery: string;
  changes: TagChange[];
}

/** Files that a plan leaves alone for one reason; the first by its path. */
export interface LeftFiles {
  path: string;
  why: string;
  n: number;
}

/** A plan with its first files. */
export interface PlanView {
  path: string;
  to: PlanTo;
  for: Program | null;
  n_files: number;
  galleries: GalleryPlan[];
  files: PlannedFile[];
  /** A few photos before and after. */
  examples: Example[];
  left: LeftFiles[];
  notes: string[];
  roots: string[];
}

/** A plan of the event, and how far it was carried out. */
export interface KnownPlan {
  path: string;
  /** Empty for one that cannot be read. */
  to: "" | "copies" | "file" | "server" | "sidecar";
  n_files: number;
  state: KnownState;
}

/** A form in which an album is written, and where it would lie; empty where nobody can tell. */
export interface AlbumPlace {
  form: Form;
  path: string;
}

/** An album that was written, and where it begins. */
export interface AlbumMade {
  form: Form;
  path: string;
  n_shown: number;
  /** What could not be shown, in words. */
  notes: string[];
  /** What had changed since the result was found that it shows, in words. */
  changed: string[];
}

/** What an album of the event may be. */
export interface AlbumOffer {
  title: string;
  /** Whether chapters can be called after towns. */
  towns: boolean;
  forms: AlbumPlace[];
  /** What was written last. */
  made: AlbumMade | null;
}

/** A folder to choose, and how many photos and videos seem to lie in it. */
export interface FolderEntry {
  name: string;
  path: string;
  n_media: number;
  /** Whether all were counted; else there are at least so many. */
  is_all: boolean;
}

/** The folders in one folder. */
export interface FoldersView {
  path: string;
  /** Null at a root. */
  parent: string | null;
  roots: string[];
  folders: FolderEntry[];
  n_media: number;
  /** Whether all were counted; else there are at least so many. */
  is_all: boolean;
}

/** A change was kept; also the news that the event is another. */
export interface Changed {
  version: number;
}

/** A statement was taken back. */
export interface TakenBack {
  version: number;
  words: string;
}

/** A piece of work was begun. */
export interface Started {
  version: number;
  job: number;
}

/** Whether there was such work to stop. */
export interface Stopped {
  version: number;
  stopped: boolean;
}

/** A plan was made. */
export interface Planned {
  version: number;
  plan: PlanView;
}

/** A time over which a clock was not set. */
export interface ClockStretch {
  /** As coincide library clocks and plan --stretch count. */
  number: number;
  lane: number;
  from_s: number;
  to_s: number;
  state: StretchState;
  /** The least certain of its sessions. */
  certain: number;
  /** What has to be added, in words; empty where nothing tells. */
  off: string;
  /** That a plan would correct. */
  n_photos: number;
  n_waiting: number;
  /** What it rests on, in words. */
  rests: string;
  /** Why it is open, in words. */
  why: string;
  /** Where its plan lies. */
  plan: string | null;
  planned: StretchPlan;
}

/** One clock of a library, and its sessions as columns. */
export interface ClockLane {
  name: string;
  owner: string;
  device: string;
  phone: boolean;
  n_photos: number;
  /** When each began, ascending. */
  session_s: number[];
  /** Photos of each. */
  session_n: number[];
  /** How certain its offset is, 0 to 1. */
  session_sure: number[];
}

/** An occasion that two clocks were at. */
export interface ClockTie {
  lanes: [number, number];
  at_s: [number, number];
  weight: number;
}

/** What a person stated: a time, a border, or that a stretch is not so. */
export interface StatedView {
  number: number;
  words: string;
  /** What speaks against it, or why it has no effect; empty where nothing does. */
  objection: string;
  /** That it is about, by their numbers. */
  stretches: number[];
}

/** All clocks of a library. */
export interface ClocksView {
  name: string;
  lanes: ClockLane[];
  stretches: ClockStretch[];
  ties: ClockTie[];
  /** In the order it was stated. */
  stated: StatedView[];
}

/** A person at an event, by the photos they took; of a clock of nobody's, the clock. */
export interface EventPerson {
  name: string;
  n_photos: number;
}

/** An event of a library. */
export interface LibraryEventView {
  /** As coincide library events counts. */
  number: number;
  name: string;
  /** Whether it has a project; else it was found, and is a suggestion. */
  synced: boolean;
  first_s: number;
  last_s: number;
  people: EventPerson[];
  n_photos: number;
}

/** The events of a library, by time. */
export interface LibraryEventsView {
  events: LibraryEventView[];
}

/** One photo of a stretch: what its clock showed, and what it would say. */
export interface StretchPhoto {
  name: string;
  shown_s: number;
  true_s: number | null;
}

/** A stretch with a few of its photos, spread over it. */
export interface StretchCard {
  number: number;
  photos: StretchPhoto[];
  /** Photos of its clock are counted as they were taken; those of the stretch are from … to end. */
  first: number;
  end: number;
  /** Sessions where its borders may lie, with those of its neighbours: first photo, and when. */
  session_at: number[];
  session_s: number[];
}

/** The two photos of a clock between which a border may lie. */
export interface BorderView {
  before: StretchPhoto;
  after: StretchPhoto;
}

/** A session whose time is worth knowing. */
export interface ClockQuestionView {
  /** Of the stretch. */
  number: number;
  lane: number;
  shown_s: number;
  photo: string;
  /** Photos that an answer is expected to mend. */
  worth: number;
  decides: number;
}

/** What is most worth knowing, the first first. */
export interface ClockQuestionsView {
  questions: ClockQuestionView[];
}

/** Something said of two photos; `layout` is the event's that the rows count in. */
export interface PairBody {
  kind: Moment | "reject";
  rows: [number, number];
  named?: boolean;
  layout?: string | null;
}

/** What two clips have heard; `lag_s` is how much later the second began than the first. */
export interface ClipsBody {
  kind: HeardAnswer;
  rows: [number, number];
  lag_s?: number | null;
  layout?: string | null;
}

/** A gallery's offset, because a person knows it. */
export interface PinBody {
  kind: "pin";
  gallery: string;
  offset_s: number;
}

/** Keep a gallery where it is, or no longer; or something said of its clock as a whole. */
export interface LockBody {
  kind: "lock" | "unlock" | "no-jump" | "confirm";
  gallery: string;
}

/** A photo before which its clock was set right. */
export interface SetRightBody {
  kind: "set-right";
  row: number;
  layout?: string | null;
}

/** When a photo was taken, as typed: `2024-05-03 21:15`, 21:15, or a date alone. */
export interface KnownTimeBody {
  kind: "time";
  row: number;
  at: string;
  within_s?: number | null;
  layout?: string | null;
}

/** What a clock showed: so much too much (`1h`), so much too little, or a zone's time. */
export interface KnownClockBody {
  kind: "clock";
  gallery: string;
  was: "ahead" | "behind" | "zone";
  by: string;
}

/** Forget one hint. */
export interface ForgetBody {
  kind: "forget";
  number: number;
}

/** Trust a gallery, or rename it. */
export interface GalleryBody {
  gallery: string;
  trusted?: boolean | null;
  name?: string | null;
}

/** The gallery that the others are brought to. */
export interface AnchorBody {
  gallery: string;
}

/** Two galleries of one clock. */
export interface MergeBody {
  galleries: [string, string];
}

/** What lies in one folder is of another device. */
export interface PartBody {
  gallery: string;
  folder: string;
}

/** What may be one device is two; without another, what may be two is one. */
export interface ApartBody {
  gallery: string;
  other?: string | null;
}

/** Another clock from a photo on. */
export interface SplitBody {
  gallery: string;
  row: number;
  layout?: string | null;
}

/** What the chapter of a photo is called; empty: as it is told by itself. */
export interface ChapterBody {
  kind: "name";
  row: number;
  name: string;
  layout: string;
}

/** Whether a photo is to show its chapter. */
export interface CoverBody {
  kind: "cover";
  row: number;
  on: boolean;
  layout: string;
}

/** Photos that the album hides, or that were chosen; or no longer. */
export interface MarkBody {
  kind: "hide" | "choose";
  rows: number[];
  on: boolean;
  layout: string;
}

/** An album to write, as for the command line. */
export interface MakeAlbumBody {
  out: string;
  form?: Form;
  title?: string | null;
  who?: boolean;
  towns?: boolean;
  originals?: "stripped" | "as-is" | null;
  best?: number | null;
}

/** The folders of an event. */
export interface OpenBody {
  paths: string[];
  project?: string | null;
}

/** A piece of work to stop. */
export interface StopBody {
  job: number;
}

/** What to plan, as for the command line. */
export interface PlanBody {
  to?: Applied;
  for?: Program | null;
  into?: string | null;
  unsure?: boolean;
  slight?: boolean;
  guessed?: boolean;
  zone?: string | null;
}

/** A plan, by its path. */
export interface PathBody {
  path: string;
}

/** Nothing but the wish. */
export type NothingBody = Record<string, never>;

/** A stretch of a library's clock, by its number. */
export interface StretchBody {
  number: number;
}

/** A stretch that a person rejects, or no longer. */
export interface RejectBody {
  number: number;
  rejected: boolean;
}

/** An event of a library, by its number. */
export interface LibraryEventBody {
  number: number;
}

/** Where a clock of a library was set: before its photo `at`, and not before `instead_of`. */
export interface BorderBody {
  lane: number;
  at: number | null;
  instead_of: number | null;
}

/** What a person stated, by its number; None: what was stated last. */
export interface StatementBody {
  number: number | null;
}

/** When a photo of a library was taken, as a person types it. */
export interface TakenBody {
  photo: string;
  taken: string;
  within_min: number;
}

export type HintBody =
  | PairBody
  | ClipsBody
  | PinBody
  | LockBody
  | SetRightBody
  | KnownTimeBody
  | KnownClockBody
  | ForgetBody;

export type AlbumBody = ChapterBody | CoverBody | MarkBody;
