"""A small site that counts what it is asked, and how much of it at once."""

from __future__ import annotations

import threading
import time
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

from commanding import PATIENCE, page, sitemap
from mockserver.scripted import answer, scripted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mockserver.scripted import ReceivedRequest

PAGES = 8
"Plain pages, /page-0 to /page-7; the site lists four more."
LISTED = [*(f"/page-{n}" for n in range(PAGES)), "/moved", "/gone", "/secret", "/kept-out"]
"Paths that its sitemap lists; robots.txt disallows the last one."
FETCHED = [path for path in LISTED if path != "/kept-out"]


class Site:
    """The site while it is served."""

    def __init__(self, more: Mapping[str, bytes], seconds: float, together: int) -> None:
        self.base = ""
        self.asked: list[str] = []
        "Paths, in the order in which they were asked for."
        self.statuses: Counter[int] = Counter()
        self.most_at_once = 0
        self.took = 0.0
        "Seconds between the request for its sitemap and the last one for a page."
        self.more, self._seconds = dict(more), seconds
        self._together = together
        self._at_once = 0
        self._listed_at = 0.0
        self._lock = threading.Condition()

    def pages_asked(self) -> list[str]:
        """The paths of pages, in the order in which they were asked for."""
        return [path for path in self.asked if path not in ("/robots.txt", "/sitemap.xml")]

    def respond(self, asked: ReceivedRequest) -> bytes:
        """Respond to a request; a page takes a moment."""
        path = asked.target.removeprefix(self.base)
        with self._lock:
            self.asked.append(path)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            if path == "/sitemap.xml":
                self._listed_at = time.monotonic()
            self.took = time.monotonic() - self._listed_at
            self._lock.notify_all()
            if path in LISTED:
                self._lock.wait_for(lambda: self.most_at_once >= self._together, PATIENCE)
        time.sleep(self._seconds)
        said = self.more.get(path) or self._said(path)
        with self._lock:
            self._at_once -= 1
            self.statuses[int(said[9:12])] += 1
        return said

    def _said(self, path: str) -> bytes:
        if path == "/robots.txt":
            text = f"User-agent: *\nDisallow: /kept-out\nSitemap: {self.base}/sitemap.xml\n"
            return answer(text, kind="text/plain")
        if path == "/sitemap.xml":
            return answer(sitemap(*(self.base + each for each in LISTED)), kind="text/xml")
        if path == "/moved":
            location = f"Location: {self.base}/page-0"
            return answer(status="301 Moved Permanently", headers=[location])
        if path == "/secret":
            return answer("no", status="401 Unauthorized")
        if path.startswith("/page-") and path.removeprefix("/page-").isdigit():
            return answer(page(path, self._head(path)))
        return answer("nothing", status="404 Not Found")

    def _head(self, path: str) -> str:
        url = self.base + path
        links = [f'<link rel="canonical" href="{url}">']
        links += [f'<link rel="alternate" hreflang="{code}" href="{url}">' for code in ("en", "fr")]
        return "".join(links)


@contextmanager
def served_site(
    more: Mapping[str, bytes] | None = None, *, seconds: float = 0.0, together: int = 1
) -> Iterator[Site]:
    """Serve the site while the block runs.

    Args:
        more: responses by path, in place of the site's own.
        seconds: that each response takes.
        together: requests that must come at once before a listed page is answered.
    """
    site = Site(more or {}, seconds, together)
    with scripted(site.respond) as server:
        site.base = server.address
        yield site
