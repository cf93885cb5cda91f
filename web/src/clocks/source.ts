import type {
  ClockQuestionsView,
  ClocksView,
  RejectBody,
  Started,
  StretchBody,
  StretchCard,
  TakenBody,
} from "../data/types";

/** What a library's page asks of the server, and what it may change. */
export interface ClocksSource {
  /** `version` tells answers apart. */
  clocks(version: number): Promise<ClocksView>;
  questions(version: number): Promise<ClockQuestionsView>;
  card(stretch: number): Promise<StretchCard>;
  photoUrl(stretch: number, photo: number): string;
  plan(stretch: number): Promise<unknown>;
  apply(stretch: number): Promise<unknown>;
  takeBack(stretch: number): Promise<unknown>;
  reject(stretch: number, rejected: boolean): Promise<unknown>;
  answer(body: TakenBody): Promise<unknown>;
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
    card: (stretch) => get<StretchCard>(`${PLACE}/stretch/${stretch}`),
    photoUrl: (stretch, photo) => `${PLACE}/photo/${stretch}/${photo}/256`,
    plan: start("plan"),
    apply: start("apply"),
    takeBack: start("take-back"),
    reject: (number, rejected) =>
      post(`${PLACE}/reject`, { number, rejected } satisfies RejectBody),
    answer: (body) => post(`${PLACE}/answer`, body),
  };
}
