"""A page that fails and then comes is fetched, and it is told how it failed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from commanding import audit, page, sitemap
from mockserver.scripted import ReceivedRequest, answer, scripted

if TYPE_CHECKING:
    from pathlib import Path

LATER = answer("Later.", status="500 Internal Server Error")
HALF = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000\r\n\r\n<title>Tea"
PAGES = ["/fine", "/error-once", "/cut-once", "/error-then-gone", "/always"]


class Shaky:
    """A site some of whose pages fail at the first request."""

    def __init__(self) -> None:
        self.address = ""
        self.asked: Counter[str] = Counter()

    def __call__(self, asked: ReceivedRequest) -> bytes:
        self.asked[asked.target] += 1
        is_first = self.asked[asked.target] == 1
        match asked.target:
            case "/robots.txt":
                return answer(f"Sitemap: {self.address}/sitemap.xml", kind="text/plain")
            case "/sitemap.xml":
                return answer(sitemap(*(self.address + path for path in PAGES)), kind="text/xml")
            case "/always":
                return LATER
            case "/error-then-gone":
                return LATER if is_first else answer("Gone.", status="404 Not Found")
            case "/error-once" if is_first:
                return LATER
            case "/cut-once" if is_first:
                return HALF
        return answer(page(asked.target))


def test_a_page_that_fails_once_is_told_with_its_first_failure(tmp_path: Path) -> None:
    site = Shaky()
    with scripted(site) as server:
        site.address = server.address
        done = audit(server.address, output=tmp_path)
        address = server.address
    found = done.table("findings")
    intermittent = found[found["check"] == "status/intermittent-error"].sort_values("url")
    assert list(zip(intermittent["url"], intermittent["observed"], strict=True)) == [
        (f"{address}/cut-once", "Incomplete response at first, then 200"),
        (f"{address}/error-once", "Returned 500 at first, then 200"),
    ]
    assert done.page("/error-once")["attempts"] == "2"
    assert done.page("/always")["attempts"] == str(site.asked["/always"]) == "4"
    assert done.page("/error-then-gone")["first_status"] == "500"
    assert done.page("/fine")["first_status"] == ""
