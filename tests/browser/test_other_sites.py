"""Pages of other sites, in the browser that has the review app open."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from coincide.project import Project
from tests.browser.conftest import ask, settled
from tests.drawn import write_event
from tests.film_files import speech, write_film
from tools.review_views import CHROMIUM, CHROMIUM_ARGUMENTS, Server, serving

pytestmark = pytest.mark.slow

STRANGER = "evil.example"


@dataclass
class Site:
    """A server of a stranger on this machine, and the cookies that it was sent, by host."""

    cookies: dict[str, str] = field(default_factory=dict)
    port: int = 0

    def url(self, host: str) -> str:
        return f"http://{host}:{self.port}/"


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    found = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            host = self.headers["Host"].split(":")[0]
            found.cookies.setdefault(host, self.headers.get("Cookie", ""))
            page = b"<!doctype html><title>Kittens</title><p>Kittens"
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        found.port = http.server_address[1]
        thread = threading.Thread(target=http.serve_forever)
        thread.start()
        yield found
        http.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app with an event open that has a clip which browsers can play."""
    folder = write_event(tmp_path_factory.mktemp("home") / "party", {"ann": 5, "bob": 6})
    write_film(folder / "ann" / "VID_20240504_140100.mp4", speech(2.0, 1))
    Project.at(folder).sync()
    with serving(folder, "--root", folder.parent) as running:
        settled(running)
        yield running


@pytest.fixture(scope="module")
def rebound(chromium: Browser) -> Iterator[Browser]:
    """A browser to which a stranger's name is a name of this machine, and which allows that."""
    rule = f"--host-resolver-rules=MAP {STRANGER} 127.0.0.1"
    allowed = "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests"
    browser = chromium.browser_type.launch(
        executable_path=CHROMIUM, args=[*CHROMIUM_ARGUMENTS, rule, allowed]
    )
    yield browser
    browser.close()


@pytest.fixture
def context(rebound: Browser, server: Server) -> Iterator[BrowserContext]:
    """A window in which the app was opened, so that its cookie is there."""
    context = rebound.new_context()
    page = context.new_page()
    page.goto(server.address)
    assert [cookie["value"] for cookie in context.cookies()] == [server.token]
    yield context
    context.close()


# tries each way by which a page gets at another origin; tells what it got, null where nothing
TRY_ALL = """async ([base, clip]) => {
  const credentials = "include";
  const body = JSON.stringify({});
  const json = { "Content-Type": "application/json" };
  const fetched = async (path, options) => {
    try {
      const answer = await fetch(base + path, { credentials, ...options });
      return answer.ok ? await answer.text() : null;
    } catch { return null; }
  };
  const loaded = (kind, source, event) => new Promise((done) => {
    const element = document.createElement(kind);
    element.addEventListener(event, () => done(kind));
    element.addEventListener("error", () => done(null));
    element.src = base + source;
    document.body.append(element);
    setTimeout(() => done(null), 5000);
  });
  const connected = (made) => new Promise((done) => {
    made.onopen = () => done("open");
    made.onerror = () => done(null);
    setTimeout(() => done(null), 5000);
  }).finally(() => made.close());
  const framed = () => new Promise((done) => {
    const frame = document.createElement("iframe");
    frame.addEventListener("load", () => {
      try { done(frame.contentDocument?.body?.innerText || null); } catch { done(null); }
    });
    frame.src = base + "/";
    document.body.append(frame);
    setTimeout(() => done(null), 5000);
  });
  return {
    fetch: await fetched("/api/event"),
    "no-cors": await fetched("/api/event", { mode: "no-cors" }),
    "no-cors page": await fetched("/", { mode: "no-cors" }),
    post: await fetched("/api/undo", { method: "POST", headers: json, body }),
    "simple post": await fetched("/api/undo", { method: "POST", mode: "no-cors", body }),
    image: await loaded("img", "/api/photo/0/256", "load"),
    script: await loaded("script", "/app.js", "load"),
    video: await loaded("video", clip, "loadedmetadata"),
    frame: await framed(),
    events: await connected(new EventSource(base + "/api/news", { withCredentials: true })),
    socket: await connected(new WebSocket(base.replace("http", "ws") + "/api/news")),
  };
}"""
TRY_WINDOW = """async (address) => {
  const opened = window.open(address);
  await new Promise((done) => setTimeout(done, 2000));
  try { return opened.document.body.innerText || null; } catch { return null; }
}"""


def clip_of(server: Server) -> str:
    """Return the address of the clip, for which a page needs no more than the cookie."""
    (row,) = (row for row in range(12) if _is_clip(server, row))
    return f"/api/clip/{row}"


def _is_clip(server: Server, row: int) -> bool:
    headers = {"X-Coincide-Token": server.token}
    return httpx.get(f"{server.base}/api/clip/{row}", headers=headers).status_code == 200


def tried(page: Page, server: Server) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(TRY_ALL, [server.base, clip_of(server)])
    return found


@pytest.mark.parametrize("host", [STRANGER, "localhost", "127.0.0.1"])
def test_a_page_of_another_origin_gets_and_changes_nothing(
    context: BrowserContext, server: Server, site: Site, host: str
) -> None:
    """The last two are another port of this machine, which counts as the same site."""
    version = ask(server, "/api/state")["version"]
    answered: list[tuple[str, int]] = []
    page = context.new_page()
    page.goto(site.url(host))
    page.on("response", lambda answer: answered.append((answer.url, answer.status)))
    got = tried(page, server)
    assert got == dict.fromkeys(got)
    of_app = {status for url, status in answered if url.startswith(server.base)}
    assert of_app <= {403, 415}
    assert 403 in of_app
    assert page.evaluate(TRY_WINDOW, f"{server.base}/") is None
    assert ask(server, "/api/state")["version"] == version


def test_the_same_is_there_for_the_page_of_the_app(context: BrowserContext, server: Server) -> None:
    """So that what is refused above is refused for where it comes from."""
    got = tried(context.pages[0], server)
    refused = {"post", "simple post", "frame", "socket"}
    assert {way for way, value in got.items() if value is None} == refused


def test_a_name_that_is_bound_anew_gets_nothing(context: BrowserContext, server: Server) -> None:
    """The stranger's page is loaded; then its name is that of this machine, at the app's port."""
    base = server.base.replace("127.0.0.1", STRANGER)
    page = context.new_page()
    page.route(f"{base}/", lambda route: route.fulfill(body="<p>Kittens", content_type="text/html"))
    page.goto(f"{base}/")
    answers = page.evaluate(
        """async (token) => {
          const asked = async (path, options) => {
            const answer = await fetch(path, options);
            return [answer.status, await answer.text()];
          };
          const headers = { "Content-Type": "application/json", "X-Coincide-Token": token };
          return [
            await asked("/api/event"),
            await asked("/api/event", { headers }),
            await asked("/api/undo", { method: "POST", headers, body: "{}" }),
            await asked("/?token=" + token),
          ];
        }""",
        server.token,
    )
    assert answers == [[403, "Wrong host."]] * 4


def test_the_cookie_goes_to_other_ports_of_this_address_alone(
    context: BrowserContext, server: Server, site: Site
) -> None:
    """A known limit: browsers do not keep cookies apart by port. No other name gets it."""
    site.cookies.clear()
    for host in (STRANGER, "localhost", "127.0.0.1"):
        context.new_page().goto(site.url(host))
    assert [host for host, sent in site.cookies.items() if server.token in sent] == ["127.0.0.1"]
    assert set(site.cookies) == {STRANGER, "localhost", "127.0.0.1"}
