import { expect, it, vi } from "vitest";
import { App } from "../src/data/app.svelte";
import { LiveSource } from "../src/data/live";
import { ReportSource } from "../src/data/report";
import type { JobView, ReportView, StateView } from "../src/data/types";
import { texts } from "../src/texts";
import { makeEvent } from "./event";

const PHOTOS = "photos were added, removed or changed";
const report = (changed: string[]): ReportView => ({
  mode: "report",
  event: { ...makeEvent([["Ida", [0], 0]]), changed },
  evidence: {},
  graph: { edges: [], absent: null },
  questions: [],
  story: { sentences: [], instants: [], best: [] },
  sprites: {},
  large: {},
  small: {},
});
const job = (state: JobView["state"], what: JobView["what"] = "solve"): JobView => ({
  id: 1,
  what,
  state,
  stage: "solve",
  done: 0,
  total: 1,
  seconds_left: null,
  error: null,
});

async function opened(changed: string[]): Promise<App> {
  const app = new App(new ReportSource(report(changed)));
  app.start();
  await vi.waitFor(() => expect(app.event).not.toBeNull());
  return app;
}

it("tells in one sentence all that changed", () => {
  expect(texts.old.why([PHOTOS])).toBe(
    "This is the latest result, but it is out of date: photos were added, removed or changed.",
  );
  expect(texts.old.why([PHOTOS, "options were changed"])).toMatch(
    /out of date: photos were added, removed or changed, and options were changed\.$/,
  );
});

it("a report tells what changed, and cannot solve", async () => {
  const app = await opened([PHOTOS]);
  expect(app.changed).toEqual([PHOTOS]);
  expect(app.server?.changed).toEqual([PHOTOS]);
  expect(await app.change(() => app.source.solve())).toBe(false);
  expect(app.notices[0]?.lines).toEqual([texts.errors.readOnly]);
});

it("says nothing of a result that holds, nor while another event is read", async () => {
  expect((await opened([])).changed).toEqual([]);
  const app = await opened([PHOTOS]);
  app.server = { ...(app.server as StateView), page: "working" };
  expect(app.changed).toEqual([]);
});

it("a solve is under way until it has ended", async () => {
  const app = await opened([]);
  app.jobs = [job("running", "plan"), job("waiting")];
  expect(app.solve?.state).toBe("waiting");
  app.jobs = [job("running", "plan"), job("done")];
  expect(app.solve).toBeNull();
  app.jobs = [{ ...job("failed"), error: "no photos" }];
  expect(app.solve).toBeNull();
});

it("the live app asks its server to solve", async () => {
  const fetched = vi.fn(() => Promise.resolve(Response.json({ version: 1, job: 3 })));
  vi.stubGlobal("fetch", fetched);
  await new LiveSource("secret").solve();
  vi.unstubAllGlobals();
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    "/api/solve",
    expect.objectContaining({ method: "POST", body: "{}" }),
  );
});
