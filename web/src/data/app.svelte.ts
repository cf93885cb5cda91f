import type { AlbumModel } from "../album/model.svelte";
import { texts } from "../texts";
import { SourceError, type Source } from "./source";
import { newsOf } from "./news";
import type { AlbumMade, EventView, JobView, PairBody, StateView, SolvedView } from "./types";

export interface Notice {
  id: number;
  lines: string[];
  kind: "news" | "error";
}

/** A photo that is open; `along`: the rows to walk through, else its camera's. */
export interface Open {
  row: number;
  beside: number | null;
  along: readonly number[] | null;
}

const NOTICE_MS = 6000;

/** What all views share: the event, the server's state, news, and how changes are made. */
export class App {
  server = $state.raw<StateView | null>(null);
  event = $state.raw<EventView | null>(null);
  jobs = $state.raw<JobView[]>([]);
  solved = $state.raw<SolvedView | null>(null);
  notices = $state.raw<Notice[]>([]);
  /** For screen readers: what was last said. */
  said = $state("");
  connected = $state(true);
  problem = $state<string | null>(null);
  /** Whether the person ended the program. */
  ended = $state(false);
  /** The photo that is open large, with another one to compare, or null. */
  open = $state.raw<Open | null>(null);
  /** The album while it is the view. */
  album = $state.raw<AlbumModel | null>(null);
  /** Grows whenever something else was chosen for the album. */
  albumVersion = $state(0);
  /** The album that was written while this page was open. */
  made = $state.raw<AlbumMade | null>(null);
  /** The two clips that are played side by side, or null. */
  together = $state.raw<[number, number] | null>(null);
  /** The photo that is tied to one of another camera, or null. */
  tied = $state.raw<number | null>(null);
  /** The photo of which, or of whose clock, a person knows something, or null. */
  known = $state.raw<number | null>(null);
  private lastNotice = 0;
  private loading = false;
  private stale = false;
  private wanted = 0;
  private heard = 0;

  constructor(readonly source: Source) {}

  get live(): boolean {
    return this.source.mode === "live";
  }

  /** What finds the result anew, while it does. */
  get solve(): JobView | null {
    return this.jobs.find((job) => job.what === "solve" && !job.error && !finished(job)) ?? null;
  }

  /** What changed since the result on the page was found; empty while it holds, or without one. */
  get changed(): string[] {
    const shown = (this.server?.page ?? "event") === "event";
    return shown ? (this.event?.changed ?? []) : [];
  }

  /** Load everything and listen for news; returns how to stop. */
  start(): () => void {
    void this.load();
    return this.source.listen({
      state: (state) => {
        this.heard += 1;
        this.takeState(state);
      },
      job: (job) => this.takeJob(job),
      solved: (solved) => this.takeSolved(solved),
      event: (version) => void this.loadEvent(version),
      album: (version) => (this.albumVersion = version),
      made: (made) => {
        this.made = made;
        // where one waits for it, it is told there
        if (!this.album?.making) this.tell([texts.make.told(made.path)]);
      },
      connected: (yes) => {
        // whatever happened meanwhile is in the state
        if (yes && !this.connected) {
          this.stale = true;
          void this.load();
        }
        this.connected = yes;
      },
    });
  }

  async load(): Promise<void> {
    const { heard } = this;
    try {
      const state = await this.source.state();
      // what was heard meanwhile is newer than this answer may be
      if (this.heard === heard) this.takeState(state);
      this.problem = null;
    } catch (error) {
      this.problem = words(error);
    }
  }

  private takeState(state: StateView): void {
    const was = this.server;
    this.server = state;
    this.jobs = state.jobs;
    // the next event that is opened is another
    if (state.page === "library") this.event = null;
    const arrived = !this.event || (was !== null && was.page !== "event");
    if (state.page === "event" && arrived) void this.loadEvent(state.version);
  }

  private takeJob(job: JobView): void {
    const others = this.jobs.filter((other) => other.id !== job.id);
    this.jobs = finished(job) && !job.error ? others : [...others, job];
    if (job.error) this.tell([job.error], "error");
    else if (finished(job) && job.what === "apply") this.tell([texts.write.applied]);
    else if (finished(job) && job.what === "undo") this.tell([texts.write.back]);
  }

  private takeSolved(solved: SolvedView): void {
    this.solved = solved;
    this.jobs = this.jobs.filter((job) => job.what !== "solve");
    this.tell(newsOf(solved));
    // of this very version there may be an answer from before it was solved
    this.stale = true;
    void this.loadEvent(solved.version);
  }

  /** Load the event unless it is there or on its way; one at a time, the newest last. */
  private async loadEvent(version: number): Promise<void> {
    this.wanted = Math.max(this.wanted, version);
    if (this.loading) return;
    this.loading = true;
    try {
      while (this.stale || !this.event || this.event.version < this.wanted) {
        this.stale = false;
        const { wanted } = this;
        const event = await this.source.event();
        // a server that was started anew counts from the beginning
        if (this.wanted === wanted) this.wanted = event.version;
        this.event = event;
      }
    } catch (error) {
      if (!this.event) this.problem = words(error);
      else this.fail(error);
    } finally {
      this.loading = false;
    }
  }

  /** Say something about two photos; `named`: a person chose these two, no question did. */
  say(kind: PairBody["kind"], rows: [number, number], named = false): Promise<boolean> {
    const layout = this.event?.layout ?? null;
    return this.change(() => this.source.hint({ kind, rows, named, layout }));
  }

  /** Say how much later the second of two clips began; null: they heard nothing in common. */
  sayHeard(rows: [number, number], lag_s: number | null): Promise<boolean> {
    const layout = this.event?.layout ?? null;
    const kind = lag_s === null ? "not-heard" : "heard";
    return this.change(() => this.source.hint({ kind, rows, lag_s, layout }));
  }

  /** Show a few lines for a while, and say them to screen readers. */
  tell(lines: string[], kind: Notice["kind"] = "news"): void {
    const id = ++this.lastNotice;
    this.notices = [...this.notices.slice(-2), { id, lines, kind }];
    this.said = lines.join(" ");
    if (kind === "news") setTimeout(() => this.dismiss(id), NOTICE_MS);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  /** End the program; work that is under way is stopped, and what was said is kept. */
  async end(): Promise<void> {
    this.ended = await this.change(() => this.source.end());
  }

  fail(error: unknown): void {
    this.tell([words(error)], "error");
  }

  /** Make a change; returns whether the server took it. */
  async change(make: () => Promise<unknown>, said?: string): Promise<boolean> {
    try {
      await make();
    } catch (error) {
      this.fail(error);
      return false;
    }
    if (said) this.tell([said]);
    return true;
  }

  show(row: number, beside: number | null = null, along: Open["along"] = null): void {
    this.open = { row, beside, along };
  }

  /** Play two clips side by side, instead of whatever is open. */
  playTogether(first: number, second: number): void {
    this.open = null;
    this.together = [first, second];
  }

  /** Tie a photo to one of another camera, instead of whatever is open. */
  tie(row: number): void {
    this.open = null;
    this.together = null;
    this.tied = row;
  }

  /** Ask what is known of a photo and its clock, instead of whatever is open. */
  know(row: number): void {
    this.open = null;
    this.known = row;
  }

  /** Whether something lies above the page that takes the keys. */
  get covered(): boolean {
    return [this.open, this.together, this.tied, this.known].some((one) => one !== null);
  }
}

/** Whether nothing more will be heard of a job. */
export function finished(job: JobView): boolean {
  return job.state === "done" || job.state === "failed" || job.state === "stopped";
}

/** An error in words; a bug keeps its own. */
export function words(error: unknown): string {
  if (error instanceof SourceError) return error.message;
  console.error(error);
  return String(error);
}
