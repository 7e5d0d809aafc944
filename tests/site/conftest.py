"""The site on a server, and the browser that its tests share."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from browsing import CHROMIUM, SITE, Seen
from playwright.sync_api import Browser, sync_playwright


@pytest.fixture(autouse=True)
def no_threads_left() -> None:
    """Take the place of the fixture of all tests: threads of the browser outlive a test."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    assert (SITE / "index.html").exists(), "no site: `just site` builds it"

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(SITE))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None, "no Chromium on this system"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def see(browser, address) -> Iterator[object]:
    opened = []

    def open_page(path: str, view: str = "wide", scheme: str = "light") -> Seen:
        opened.append(Seen(browser, address + path, view, scheme))
        return opened[-1]

    yield open_page
    for seen in opened:
        seen.page.close()
