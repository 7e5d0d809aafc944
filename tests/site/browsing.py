"""A page of the built site in Chromium, with what went wrong while it was loaded."""

import shutil
from functools import partial
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect

SITE = Path(__file__).parents[2] / "target" / "site"
SCREENSHOTS = SITE.parent / "screenshots"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PATIENCE = 60_000
"""Milliseconds: a busy machine is no error."""
expect.set_options(timeout=PATIENCE)

VIEWS = {"wide": (1300, 1000), "narrow": (390, 800)}


class Seen:
    """A page of the site, with what went wrong while it was loaded."""

    def __init__(self, browser: Browser, url: str, view: str, scheme: str) -> None:
        width, height = VIEWS[view]
        self.page: Page = browser.new_page(
            viewport={"width": width, "height": height}, color_scheme="dark" if scheme == "dark" else "light"
        )
        self.page.set_default_timeout(PATIENCE)
        self.problems: list[str] = []
        self.page.on("console", self.note_console)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("request", partial(self.note_request, url))
        self.page.on("requestfailed", lambda request: self.problems.append(f"failed: {request.url}"))
        self.page.goto(url)
        self.page.wait_for_load_state("networkidle")

    def note_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(message.text)

    def note_request(self, url: str, request: Request) -> None:
        host = url.split("/", 3)[2]
        if not request.url.startswith(("data:", "blob:")) and request.url.split("/", 3)[2] != host:
            self.problems.append(f"another host: {request.url}")


def what_axe_finds(page: Page) -> dict[str, list[str]]:
    """Return serious and critical violations of accessibility, each with some of its elements."""
    found = Axe().run(page).response
    assert len(found["passes"]) > 10
    return {
        violation["id"]: [node["html"][:200] for node in violation["nodes"][:3]]
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
    }
