import type {
  AlbumBody,
  AlbumMade,
  AlbumOffer,
  AlbumView,
  EventView,
  EvidenceView,
  FoldersView,
  GraphView,
  HintBody,
  JobView,
  KnownPlan,
  MakeAlbumBody,
  PlanBody,
  PlanView,
  ProfileView,
  QuestionsView,
  SolvedView,
  StateView,
  StoryView,
  WhoView,
} from "./types";

import type { ClocksSource } from "../clocks/source";

/** What happens on the server, as it happens. */
export interface Listener {
  state(state: StateView): void;
  job(job: JobView): void;
  solved(solved: SolvedView): void;
  event(version: number): void;
  album(version: number): void;
  made(made: AlbumMade): void;
  connected(yes: boolean): void;
}

/** Where the data of all views comes from, and where changes go: a server, or the page itself. */
export interface Source {
  readonly mode: "live" | "report";
  /** What a report opens with. */
  readonly story?: StoryView;
  /** A library's clocks, where a server may have one open. */
  readonly clocks?: ClocksSource;
  state(): Promise<StateView>;
  event(): Promise<EventView>;
  album(): Promise<AlbumView>;
  evidence(gallery: string): Promise<EvidenceView>;
  graph(): Promise<GraphView>;
  questions(): Promise<QuestionsView>;
  profile(gallery: string, around_s?: number, span_s?: number): Promise<ProfileView>;
  /** `layout` tells sheets apart whose photos have changed; `half` the size does for small ones. */
  spriteUrl(sheet: number, layout: string, half?: boolean): string | null;
  /** Null where the source has no such picture. */
  photoUrl(row: number, size: 256 | 1280): string | null;
  /** Where a clip can be played from; null where the source has pictures alone. */
  clipUrl(row: number): string | null;
  listen(listener: Listener): () => void;

  hint(hint: HintBody): Promise<void>;
  setTrusted(gallery: string, trusted: boolean): Promise<void>;
  rename(gallery: string, name: string): Promise<void>;
  setAnchor(gallery: string): Promise<void>;
  merge(galleries: [string, string]): Promise<void>;
  /** Folders, people and devices; `version` tells answers apart. */
  who(version: number): Promise<WhoView>;
  /** What lies in one folder is of another device. */
  part(gallery: string, folder: string): Promise<void>;
  /** What may be one device is two; without another, what may be two is one. */
  apart(gallery: string, other: string | null): Promise<void>;
  split(gallery: string, row: number, layout: string): Promise<void>;
  /** Names, covers, hidden and chosen photos of the album. */
  sayAlbum(body: AlbumBody): Promise<void>;
  /** In which forms the album may be written, and where each would lie. */
  albumOffer(): Promise<AlbumOffer>;
  /** Write the album; returns the number of the job that does. */
  makeAlbum(body: MakeAlbumBody): Promise<number>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  open(paths: string[]): Promise<void>;
  /** Open the demo event, rendered first where it is not there yet. */
  openDemo(): Promise<void>;
  /** Find the result anew by all that is there now. */
  solve(): Promise<void>;
  stop(job: number): Promise<void>;
  /** End the program. */
  end(): Promise<void>;
  folders(path: string | null): Promise<FoldersView>;
  plan(options: PlanBody): Promise<PlanView>;
  /** A plan that was made before. */
  madePlan(path: string): Promise<PlanView>;
  plans(): Promise<KnownPlan[]>;
  apply(path: string): Promise<void>;
  takeBack(path: string): Promise<void>;
}

/** Something went wrong, and the message says what to do. */
export class SourceError extends Error {}
