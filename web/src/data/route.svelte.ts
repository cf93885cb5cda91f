export const VIEWS = ["timeline", "album", "galleries", "evidence", "graph", "write"] as const;
// beside the views of an event: a clock to photograph
export type ViewName = (typeof VIEWS)[number] | "clock" | "story";

/** What is shown where the address names nothing: a report opens with what happened. */
const first: ViewName = document.getElementById("coincide-data") === null ? "timeline" : "story";

/** Read `#evidence/Lena` as a view and what it is about. */
export function parseRoute(hash: string): { view: ViewName; about: string | null } {
  const [name = "", about = ""] = hash.replace(/^#/, "").split("/", 2);
  const known: readonly ViewName[] = [...VIEWS, "clock", "story"];
  const view = known.find((one) => one === name) ?? first;
  let text: string | null = null;
  try {
    text = decodeURIComponent(about) || null;
  } catch {
    // a damaged address shows the view without its subject
  }
  return { view, about: text };
}

export const routeTo = (view: ViewName, about?: string) =>
  about === undefined ? `#${view}` : `#${view}/${encodeURIComponent(about)}`;

/** Where the page is; it lives in the address, so that reload and Back work. */
class Route {
  now = $state.raw(parseRoute(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.now = parseRoute(location.hash)));
  }

  go(view: ViewName, about?: string): void {
    location.hash = routeTo(view, about);
  }
}

export const route = new Route();
