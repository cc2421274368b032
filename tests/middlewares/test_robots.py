"""A robots.txt that does not come, or not whole, or from elsewhere: what is said of its host."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from commanding import audit, crawl, page, sitemap
from mockserver.scripted import ReceivedRequest, answer, scripted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5000\r\n"
    b"Connection: close\r\n\r\n"
)
CLOSED = "127.0.0.2:1"
"An address where nothing listens."


class Site:
    """A site of two pages, one of which its robots.txt forbids; that comes as it is told."""

    def __init__(self, robots: Callable[[Site], bytes | Iterable[bytes]]) -> None:
        self.address = ""
        self.is_over = threading.Event()
        self.times = 0
        "How often its robots.txt was asked for."
        self._robots = robots

    @property
    def first_half(self) -> bytes:
        """The half of its robots.txt that forbids nothing."""
        return f"Sitemap: {self.address}/sitemap.xml\nUser-agent: *\n".encode()

    @property
    def whole(self) -> bytes:
        """Its robots.txt as it ought to come."""
        return answer(self.first_half + b"Disallow: /private\n", kind="text/plain")

    def __call__(self, asked: ReceivedRequest) -> bytes | Iterable[bytes]:
        match asked.target:
            case "/robots.txt":
                self.times += 1
                return self._robots(self)
            case "/sitemap.xml":
                locs = (f"{self.address}/{path}" for path in ("open", "private"))
                return answer(sitemap(*locs), kind="text/xml")
        return answer(page(asked.target))


def cut_short(site: Site) -> bytes:
    return HEAD + site.first_half


def cut_short_once(site: Site) -> bytes:
    return cut_short(site) if site.times == 1 else site.whole


def slow_after_an_error(site: Site) -> bytes | Iterator[bytes]:
    return answer(status="503 Service Unavailable") if site.times == 1 else stalling(site)


def stalling(site: Site) -> Iterator[bytes]:
    yield HEAD + site.first_half
    site.is_over.wait(60)


@pytest.mark.parametrize(
    ("robots", "timeout", "error", "said"),
    [
        pytest.param(
            cut_short, 180, "truncated", "could not be read: truncated response", id="cut"
        ),
        pytest.param(
            slow_after_an_error, 1, "timeout", "could not be reached: timed out", id="slow"
        ),
    ],
)
def test_half_of_the_rules_are_none(
    robots: Callable[[Site], bytes], timeout: int, error: str, said: str, tmp_path: Path
) -> None:
    site = Site(robots)
    with scripted(site) as server:
        site.address = server.address
        done = crawl(server.address, f"DOWNLOAD_TIMEOUT={timeout}", output=tmp_path)
        site.is_over.set()
        assert set(server.targets()) == {"/robots.txt"}
    assert said in done.run["incomplete_because"][0]
    (row,) = done.table("robots").to_dict("records")
    assert (row["status"], row["error"], row["policy"]) == ("", error, "disallow-all")


def test_what_breaks_off_once_is_asked_for_again(tmp_path: Path) -> None:
    site = Site(cut_short_once)
    with scripted(site) as server:
        site.address = server.address
        done = audit(server.address, output=tmp_path)
    assert done.status == 0, done.output
    assert done.run["ledger"]["outcomes"] == {"fetched": 1, "disallowed": 1}


def test_a_host_is_not_blamed_for_that_to_which_its_robots_txt_redirects(tmp_path: Path) -> None:
    site = Site(
        lambda _: answer(status="302 Found", headers=[f"Location: http://{CLOSED}/robots.txt"])
    )
    with scripted(site) as server:
        site.address = server.address
        kept_out = audit(f"{server.address}/sitemap.xml", output=tmp_path / "obeyed")
        done = audit(
            f"{server.address}/sitemap.xml", "--no-obey-robots", output=tmp_path / "not-obeyed"
        )
    (fault,) = kept_out.run["incomplete_because"]
    assert f"/robots.txt redirects to http://{CLOSED}/robots.txt, which could not be read" in fault
    assert "sitemap/unreachable" not in kept_out.run["findings"]["by_check"]
    assert done.run["ledger"]["outcomes"] == {"fetched": 2}
