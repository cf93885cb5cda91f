import type {
  BorderBody,
  BorderView,
  ClockQuestionsView,
  ClocksView,
  LibraryEventBody,
  LibraryEventsView,
  RejectBody,
  Started,
  StatementBody,
  StretchBody,
  StretchCard,
  TakenBack,
  TakenBody,
} from "../data/types";

/** What a library's page asks of the server, and what it may change. */
export interface ClocksSource {
  /** `version` tells answers apart. */
  clocks(version: number): Promise<ClocksView>;
  questions(version: number): Promise<ClockQuestionsView>;
  events(version: number): Promise<LibraryEventsView>;
  /** Open an event of the library as a project. */
  open(event: number): Promise<unknown>;
  /** Show the library again instead of its event. */
  back(): Promise<unknown>;
  card(stretch: number): Promise<StretchCard>;
  photoUrl(stretch: number, photo: number): string;
  border(lane: number, at: number): Promise<BorderView>;
  borderUrl(lane: number, at: number, side: number): string;
  plan(stretch: number): Promise<unknown>;
  apply(stretch: number): Promise<unknown>;
  takeBack(stretch: number): Promise<unknown>;
  reject(stretch: number, rejected: boolean): Promise<unknown>;
  answer(body: TakenBody): Promise<unknown>;
  stateBorder(body: BorderBody): Promise<unknown>;
  /** Take back a statement, the last unless its number is given. */
  forget(number: number | null): Promise<TakenBack>;
}

type Get = <T>(path: string) => Promise<T>;
type Post = <T>(path: string, body: object) => Promise<T>;

const PLACE = "/api/clocks";

/** The same from a running server. */
export function clocksFrom(get: Get, post: Post): ClocksSource {
  const start = (what: string) => (number: number) =>
    post<Started>(`${PLACE}/${what}`, { number } satisfies StretchBody);
  return {
    clocks: (version) => get<ClocksView>(`${PLACE}?v=${version}`),
    questions: (version) => get<ClockQuestionsView>(`${PLACE}/questions?v=${version}`),
    events: (version) => get<LibraryEventsView>(`${PLACE}/events?v=${version}`),
    open: (number) => post(`${PLACE}/open`, { number } satisfies LibraryEventBody),
    back: () => post(`${PLACE}/back`, {}),
    card: (stretch) => get<StretchCard>(`${PLACE}/stretch/${stretch}`),
    photoUrl: (stretch, photo) => `${PLACE}/photo/${stretch}/${photo}/256`,
    border: (lane, at) => get<BorderView>(`${PLACE}/border/${lane}/${at}`),
    borderUrl: (lane, at, side) => `${PLACE}/border/${lane}/${at}/${side}/256`,
    plan: start("plan"),
    apply: start("apply"),
    takeBack: start("take-back"),
    reject: (number, rejected) =>
      post(`${PLACE}/reject`, { number, rejected } satisfies RejectBody),
    answer: (body) => post(`${PLACE}/answer`, body),
    stateBorder: (body) => post(`${PLACE}/border`, body),
    forget: (number) => post(`${PLACE}/forget`, { number } satisfies StatementBody),
  };
}
