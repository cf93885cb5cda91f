import { texts } from "../texts";
import type {
  EventData,
  Evidence,
  Folders,
  Graph,
  Hint,
  Job,
  Plan,
  PlanEntry,
  PlanOptions,
  Profile,
  Questions,
  ServerState,
  Solved,
} from "./types";
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

  state = () => this.get<ServerState>("/api/state");
  event = () => this.get<EventData>("/api/event");
  graph = () => this.get<Graph>("/api/graph");
  evidence = (gallery: string) =>
    this.get<Evidence>(`/api/evidence/${encodeURIComponent(gallery)}`);
  questions = () => this.get<Questions>("/api/questions");

  profile(gallery: string, around_s?: number, span_s?: number): Promise<Profile> {
    const where =
      around_s === undefined || span_s === undefined ? "" : `?around=${around_s}&span=${span_s}`;
    return this.get<Profile>(`/api/profile/${encodeURIComponent(gallery)}${where}`);
  }

  spriteUrl = (sheet: number, layout: string, half = false) =>
    `/api/sprite/${sheet}?v=${layout}${half ? "&px=32" : ""}`;
  photoUrl = (row: number, size: 256 | 1280) => `/api/photo/${row}/${size}`;

  listen(listener: Listener): () => void {
    const news = new EventSource("/api/news");
    const on = <T>(name: string, act: (data: T) => void) =>
      news.addEventListener(name, (message) => act(JSON.parse(message.data as string) as T));
    on<ServerState>("state", (state) => listener.state(state));
    on<Job>("job", (job) => listener.job(job));
    on<Solved>("solved", (solved) => listener.solved(solved));
    on<{ version: number }>("event", ({ version }) => listener.event(version));
    news.onopen = () => listener.connected(true);
    news.onerror = () => listener.connected(false);
    return () => news.close();
  }

  private async change(path: string, body: object): Promise<void> {
    await this.post<unknown>(path, body);
  }

  hint = (hint: Hint) => this.change("/api/hint", hint);
  setTrusted = (gallery: string, trusted: boolean) =>
    this.change("/api/gallery", { gallery, trusted });
  rename = (gallery: string, name: string) => this.change("/api/gallery", { gallery, name });
  setAnchor = (gallery: string) => this.change("/api/anchor", { gallery });
  merge = (galleries: [string, string]) => this.change("/api/merge", { galleries });
  split = (gallery: string, row: number, layout?: string) =>
    this.change("/api/split", { gallery, row, layout });
  undo = () => this.change("/api/undo", {});
  redo = () => this.change("/api/redo", {});
  open = (paths: string[]) => this.change("/api/open", { paths, project: null });
  stop = (job: number) => this.change("/api/stop", { job });
  apply = (path: string) => this.change("/api/apply", { path });
  takeBack = (path: string) => this.change("/api/take-back", { path });

  folders = (path: string | null) =>
    this.get<Folders>(`/api/folders${path === null ? "" : `?path=${encodeURIComponent(path)}`}`);
  madePlan = (path: string) => this.get<Plan>(`/api/plan?path=${encodeURIComponent(path)}`);
  plans = () => this.get<PlanEntry[]>("/api/plans");
  plan = async (options: PlanOptions) =>
    (await this.post<{ plan: Plan }>("/api/plan", options)).plan;
}
