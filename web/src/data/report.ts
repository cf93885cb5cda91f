import { texts } from "../texts";
import { SourceError, type Source } from "./source";
import type { EvidenceView, ReportView, StateView, StoryView } from "./types";

const readOnly = (): Promise<never> => Promise.reject(new SourceError(texts.errors.readOnly));

/** Data inside the page itself: everything can be looked at, nothing changed. */
export class ReportSource implements Source {
  readonly mode = "report";
  readonly story: StoryView;

  constructor(private readonly data: ReportView) {
    this.story = data.story;
  }

  state = (): Promise<StateView> =>
    Promise.resolve({
      mode: "report",
      version: this.data.event.version,
      page: "event",
      project: null,
      can_undo: false,
      can_redo: false,
      changed: this.data.event.changed,
      exiftool: false,
      album: null,
      library: false,
      can_end: false,
      jobs: [],
    });
  event = () => Promise.resolve(this.data.event);
  graph = () => Promise.resolve(this.data.graph);
  evidence = (gallery: string): Promise<EvidenceView> =>
    Promise.resolve(this.data.evidence[gallery] ?? { gallery, pairs: [], absent: null });
  questions = () =>
    Promise.resolve({
      questions: [],
      sounds: [],
      clocks: [],
      whose: [],
      order: [],
      settled: true,
      absent: null,
    });
  spriteUrl = (sheet: number) => this.data.sprites[sheet] ?? null;
  photoUrl = (row: number, size: 256 | 1280) =>
    (size === 256 ? this.data.small[row] : undefined) ?? this.data.large[row] ?? null;
  clipUrl = () => null;
  listen = () => () => undefined;

  profile = readOnly;
  hint = readOnly;
  setTrusted = readOnly;
  rename = readOnly;
  setAnchor = readOnly;
  merge = readOnly;
  who = readOnly;
  part = readOnly;
  apart = readOnly;
  split = readOnly;
  album = readOnly;
  sayAlbum = readOnly;
  albumOffer = readOnly;
  makeAlbum = readOnly;
  undo = readOnly;
  redo = readOnly;
  open = readOnly;
  openDemo = readOnly;
  end = readOnly;
  solve = readOnly;
  stop = readOnly;
  folders = readOnly;
  plan = readOnly;
  madePlan = readOnly;
  plans = readOnly;
  apply = readOnly;
  takeBack = readOnly;
}

/** Return the data a report carries, or null on a page that carries none. */
export function reportData(page: Document): ReportView | null {
  const text = page.getElementById("coincide-data")?.textContent?.trim();
  return text ? (JSON.parse(text) as ReportView) : null;
}
