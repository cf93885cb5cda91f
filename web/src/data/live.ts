import { texts } from "../texts";
import type {
  AlbumBody,
  AlbumMade,
  AlbumOffer,
  AlbumView,
  AnchorBody,
  ApartBody,
  Changed,
  EventView,
  EvidenceView,
  FoldersView,
  GalleryBody,
  GraphView,
  HintBody,
  JobView,
  KnownPlan,
  MakeAlbumBody,
  MergeBody,
  NothingBody,
  OpenBody,
  PartBody,
  PathBody,
  PlanBody,
  PlanView,
  Planned,
  ProfileView,
  QuestionsView,
  SolvedView,
  SplitBody,
  Started,
  StateView,
  StopBody,
  WhoView,
} from "./types";
import { clocksFrom } from "../clocks/source";
import { SourceError, type Listener, type Source } from "./source";

/** Read what went wrong from an answer; the server's own words where it has some. */
async function problem(answer: Response): Promise<SourceError> {
  if (answer.status === 401 || answer.status === 403) return new SourceError(texts.errors.token);
  try {
    const body: unknown = await answer.json();
    if (typeof body === "object" && body !== null) {
      for (const key of ["error", "detail", "message"]) {
        const text = (body as Record<string, unknown>)[key];
        if (typeof text === "string" && text) return new SourceError(text);
      }
    }
  } catch {
    // no JSON: the status has to do
  }
  return new SourceError(texts.errors.status(answer.status));
}

async function request(path: string, init: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, { credentials: "same-origin", ...init });
  } catch {
    throw new SourceError(texts.errors.offline);
  }
  if (!answer.ok) throw await problem(answer);
  return answer;
}

/** Data from a running `coincide review`. */
export class LiveSource implements Source {
  readonly mode = "live";

  constructor(private readonly token: string) {}

  private async get<T>(path: string): Promise<T> {
    return (await request(path)).json() as Promise<T>;
  }

  private async post<T>(path: string, body: object): Promise<T> {
    const answer = await request(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Coincide-Token": this.token },
      body: JSON.stringify(body),
    });
    return answer.json() as Promise<T>;
  }

  readonly clocks = clocksFrom(
    (path) => this.get(path),
    (path, body) => this.post(path, body),
  );
  state = () => this.get<StateView>("/api/state");
  event = () => this.get<EventView>("/api/event");
  album = () => this.get<AlbumView>("/api/album");
  graph = () => this.get<GraphView>("/api/graph");
  evidence = (gallery: string) =>
    this.get<EvidenceView>(`/api/evidence/${encodeURIComponent(gallery)}`);
  questions = () => this.get<QuestionsView>("/api/questions");

  profile(gallery: string, around_s?: number, span_s?: number): Promise<ProfileView> {
    const where =
      around_s === undefined || span_s === undefined ? "" : `?around=${around_s}&span=${span_s}`;
    return this.get<ProfileView>(`/api/profile/${encodeURIComponent(gallery)}${where}`);
  }

  spriteUrl = (sheet: number, layout: string, half = false) =>
    `/api/sprite/${sheet}?v=${layout}${half ? "&px=32" : ""}`;
  photoUrl = (row: number, size: 256 | 1280) => `/api/photo/${row}/${size}`;

  clipUrl = (row: number) => `/api/clip/${row}`;

  listen(listener: Listener): () => void {
    const news = new EventSource("/api/news");
    const on = <T>(name: string, act: (data: T) => void) =>
      news.addEventListener(name, (message) => act(JSON.parse(message.data as string) as T));
    on<StateView>("state", (state) => listener.state(state));
    on<JobView>("job", (job) => listener.job(job));
    on<SolvedView>("solved", (solved) => listener.solved(solved));
    on<Changed>("event", ({ version }) => listener.event(version));
    on<Changed>("album", ({ version }) => listener.album(version));
    on<AlbumMade>("made", (made) => listener.made(made));
    news.onopen = () => listener.connected(true);
    news.onerror = () => listener.connected(false);
    return () => news.close();
  }

  private async change<B extends object>(path: string, body: B): Promise<void> {
    await this.post<Changed>(path, body);
  }

  hint = (hint: HintBody) => this.change<HintBody>("/api/hint", hint);
  setTrusted = (gallery: string, trusted: boolean) =>
    this.change<GalleryBody>("/api/gallery", { gallery, trusted });
  rename = (gallery: string, name: string) =>
    this.change<GalleryBody>("/api/gallery", { gallery, name });
  setAnchor = (gallery: string) => this.change<AnchorBody>("/api/anchor", { gallery });
  merge = (galleries: [string, string]) => this.change<MergeBody>("/api/merge", { galleries });
  split = (gallery: string, row: number, layout: string) =>
    this.change<SplitBody>("/api/split", { gallery, row, layout });
  who = (version: number) => this.get<WhoView>(`/api/who?v=${version}`);
  part = (gallery: string, folder: string) =>
    this.change<PartBody>("/api/part", { gallery, folder });
  apart = (gallery: string, other: string | null) =>
    this.change<ApartBody>("/api/apart", { gallery, other });
  sayAlbum = (body: AlbumBody) => this.change<AlbumBody>("/api/album", body);
  albumOffer = () => this.get<AlbumOffer>("/api/album/offer");
  makeAlbum = async (body: MakeAlbumBody) =>
    (await this.post<Started>("/api/album/make", body)).job;
  undo = () => this.change<NothingBody>("/api/undo", {});
  redo = () => this.change<NothingBody>("/api/redo", {});
  open = (paths: string[]) => this.change<OpenBody>("/api/open", { paths, project: null });
  openDemo = () => this.change<NothingBody>("/api/demo", {});
  end = () => this.change<NothingBody>("/api/end", {});
  solve = () => this.change<NothingBody>("/api/solve", {});
  stop = (job: number) => this.change<StopBody>("/api/stop", { job });
  apply = (path: string) => this.change<PathBody>("/api/apply", { path });
  takeBack = (path: string) => this.change<PathBody>("/api/take-back", { path });

  folders = (path: string | null) =>
    this.get<FoldersView>(
      `/api/folders${path === null ? "" : `?path=${encodeURIComponent(path)}`}`,
    );
  madePlan = (path: string) => this.get<PlanView>(`/api/plan?path=${encodeURIComponent(path)}`);
  plans = () => this.get<KnownPlan[]>("/api/plans");
  plan = async (options: PlanBody) => (await this.post<Planned>("/api/plan", options)).plan;
}
