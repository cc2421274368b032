"""Hosts that ask for less get less, and it is told."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

import pytest
from commanding import Ended, audit, forked, only, page, record, sitemap, wait_for
from mockserver.scripted import ReceivedRequest, answer, scripted

from sitemap_audit.middlewares.host_throttle import LONGEST_PAUSE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

PAGES = [f"/{number}" for number in range(12)]
MANY = [f"/{number}" for number in range(60)]
"More than are requested at a time when a host is given up."


class Busy:
    """A site whose pages are there, after some answers that ask for time."""

    def __init__(
        self, refusal: bytes, refusals: int, robots: str = "", pages: Sequence[str] = PAGES
    ) -> None:
        self.address = ""
        self._refusal, self._left, self._robots, self._pages = refusal, refusals, robots, pages
        self._lock = threading.Lock()
        self.at: list[float] = []
        "When pages were asked for."

    def __call__(self, asked: ReceivedRequest) -> bytes:
        match asked.target:
            case "/robots.txt":
                text = f"{self._robots}\nSitemap: {self.address}/sitemap.xml"
                return answer(text, kind="text/plain")
            case "/sitemap.xml":
                return answer(
                    sitemap(*(self.address + path for path in self._pages)), kind="text/xml"
                )
        with self._lock:
            self.at.append(time.monotonic())
            self._left -= 1
            return self._refusal if self._left >= 0 else answer(page(asked.target))


def refusal(status: str, *headers: str) -> bytes:
    """An answer that asks for time."""
    return answer("Later.", status=status, headers=headers)


class Hosts(NamedTuple):
    """An audit of a host that asks for time, one that never has any, and one with a crawl delay."""

    done: Ended
    asks: Busy
    delays: Busy


ASKS, REFUSES, DELAYS = "127.0.0.1", "127.0.0.2", "127.0.0.3"


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Hosts:
    sites = {
        ASKS: Busy(refusal("503 Service Unavailable", "Retry-After: 2"), refusals=1),
        REFUSES: Busy(refusal("429 Too Many Requests", "Retry-After: 1"), 999, pages=MANY),
        DELAYS: Busy(b"", refusals=0, robots="User-agent: *\nCrawl-delay: 0.2\n"),
    }
    with ExitStack() as stack:
        for host, site in sites.items():
            site.address = stack.enter_context(scripted(site, host=host)).address
        given = [site.address for site in sites.values()]
        output = tmp_path_factory.mktemp("hosts")
        done = audit(*given, "--max-wait", "2", "--no-follow", output=output)
    return Hosts(done, sites[ASKS], sites[DELAYS])


def statuses(done: Ended, host: str) -> set[str]:
    """Statuses or errors of the pages of a host."""
    pages = done.table("pages")
    pages = pages[pages["url"].str.contains(f"//{host}:")]
    return set(pages["status"].where(pages["error"] == "", pages["error"]))


def test_a_host_that_asks_for_time_gets_it_and_nothing_is_called_broken(hosts: Hosts) -> None:
    assert statuses(hosts.done, ASKS) == {"200"}
    (host,) = (each for each in hosts.done.run["traffic"]["by_host"] if each["host"] == ASKS)
    assert host["pauses"] == {"status 503": 1}
    assert host["paused_seconds"] == 2.0
    assert "paused 1 time (503), 2 s" in hosts.done.output
    assert max(between(hosts.asks)) >= 1.9


def test_a_host_that_asks_for_more_time_than_there_is_is_left_alone(hosts: Hosts) -> None:
    assert hosts.done.status == 3
    why, *more = hosts.done.run["incomplete_because"]
    assert why.startswith(f"http://{REFUSES}:")
    assert " returned 429 to " in why
    # How many pages are refused before it is left alone is a matter of time.
    assert all("(bot protection)" in each and REFUSES in each for each in more)
    assert statuses(hosts.done, REFUSES) == {"throttled", "429"}
    findings = hosts.done.table("findings")
    assert not findings["check"].isin(["status/client-error", "status/no-response"]).any()


TOLD = "has Crawl-delay: 0.2 s between two requests"


def test_a_crawl_delay_is_kept_and_told(hosts: Hosts) -> None:
    kept = between(hosts.delays)
    assert sum(kept) / len(kept) >= 0.19
    assert TOLD in hosts.done.output


def between(site: Busy) -> list[float]:
    """Seconds between two requests for pages."""
    return [later - one for one, later in zip(site.at, site.at[1:], strict=False)]


def test_a_rate_holds_for_all_requests_together_and_a_crawl_delay_may_be_ignored(
    tmp_path: Path,
) -> None:
    site = Busy(b"", refusals=0, robots="User-agent: *\nCrawl-delay: 10\n")
    with scripted(site) as server:
        site.address = server.address
        done = audit(server.address, "--max-rate", "10", "--no-obey-robots", output=tmp_path)
    assert done.status == 0, done.output
    assert done.run["traffic"]["by_host"][0]["peak_per_second"] <= 11
    assert site.at[-1] - site.at[0] >= (len(site.at) - 1) / 20
    assert max(between(site)) < 10
    assert "Crawl-delay" not in done.output


def closed_now() -> str:
    """Hours that begin in two hours."""
    now = datetime.now()
    begin, end = now + timedelta(hours=2), now + timedelta(hours=3)
    return f"{begin:%H:%M}-{end:%H:%M}"


@pytest.mark.parametrize("pause", ["asked for", "by the clock"])
def test_ctrl_c_ends_a_pause(pause: str, tmp_path: Path) -> None:
    site = Busy(refusal("429 Too Many Requests", "Retry-After: 9999"), refusals=999)
    options = ["--hours", closed_now()] if pause == "by the clock" else []
    with scripted(site) as server:
        site.address = server.address
        few = ("--select", "status", *options)
        with forked(server.address, "-o", tmp_path, *few) as process:
            words = " pauses " if not options else "No requests were sent outside"
            wait_for(lambda: words in "".join(log.read_text() for log in logs(tmp_path)))
            if not options:  # an audit that is killed now knows how long it has waited
                wait_for(lambda: record(only(tmp_path))["traffic"])
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=LONGEST_PAUSE - 30)
    assert process.returncode == 3
    assert "NOT COMPLETE  The audit was stopped before the crawl was finished." in output
    if options:
        assert server.asked == []
    else:
        (folder,) = tmp_path.glob("*/*/tables/pages.csv")
        assert "429" not in folder.read_text("utf-8-sig")


def logs(output: Path) -> Iterable[Path]:
    """The logs of audits."""
    return output.glob("*/*/audit.log")
