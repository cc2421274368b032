"""Hosts that ask for less get less, and it is told: by whole audits."""

from __future__ import annotations

import re
import shutil
import signal
import threading
import time
from collections import Counter
from contextlib import ExitStack
from datetime import datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from commanding import (
    PATIENCE,
    Ended,
    audit,
    command,
    forked,
    only,
    page,
    record,
    run,
    sitemap,
    wait_for,
)
from mockserver.scripted import ReceivedRequest, answer, scripted

from sitemap_audit.middlewares.host_throttle import LONGEST_PAUSE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

PAGES = [f"/{number:02}" for number in range(40)]
"More than are requested at a time when a host is given up."
FEW = ("--select", "site,status", "--workers", 0)


LATER = "503 Service Unavailable"
TOO_MANY = "429 Too Many Requests"


def refusal(status: str, after: int) -> bytes:
    """Make a response that asks for time."""
    return answer("Later.", status=status, headers=[f"Retry-After: {after}"])


def never(_: str) -> bool:
    """Refuse no page."""
    return False


def always(_: str) -> bool:
    """Refuse all pages."""
    return True


class Busy:
    """A site whose robots.txt and sitemap are there, and pages that it does not refuse."""

    def __init__(
        self,
        refuses: Callable[[str], bool],
        refusal: bytes = refusal(LATER, 1),
        pages: Sequence[str] = PAGES[:12],
        robots: str = "",
    ) -> None:
        self.address = ""
        self.refuses = refuses
        self._refusal, self._pages, self._robots = refusal, pages, robots
        self._lock = threading.Lock()
        self.listed_at = 0.0
        "When its sitemap was asked for."
        self.at: list[tuple[float, str]] = []
        "When pages were asked for, and which."

    def __call__(self, asked: ReceivedRequest) -> bytes:
        match asked.target:
            case "/robots.txt":
                text = f"{self._robots}\nSitemap: {self.address}/sitemap.xml"
                return answer(text, kind="text/plain")
            case "/sitemap.xml":
                self.listed_at = time.monotonic()
                locs = (self.address + path for path in self._pages)
                return answer(sitemap(*locs), kind="text/xml")
        with self._lock:
            self.at.append((time.monotonic(), asked.target))
        return self._refusal if self.refuses(asked.target) else answer(page(asked.target))


class Hosts(NamedTuple):
    """An audit of several hosts at once."""

    done: Ended
    asks: Busy
    refuses: Busy
    delays: Busy
    gone: Busy
    section: Busy
    small: Busy

    def pages(self, site: Busy) -> dict[str, str]:
        """Return the status or error of each page of a site."""
        pages = self.done.table("pages")
        pages = pages[pages["url"].str.startswith(site.address)]
        results = pages["status"].where(pages["error"] == "", pages["error"])
        return dict(zip(pages["url"].str.removeprefix(site.address), results, strict=True))

    def traffic(self, site: Busy) -> dict[str, Any]:
        """Return what run.json says of the requests to a host."""
        host = urlsplit(site.address).hostname
        (told,) = (each for each in self.done.run["traffic"]["by_host"] if each["host"] == host)
        return dict(told)


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosts]:
    first = count()
    sites = (
        Busy(lambda _: not next(first), refusal(LATER, 2)),
        Busy(always, refusal(TOO_MANY, 1), PAGES),
        Busy(never, robots="User-agent: *\nCrawl-delay: 0.2\n"),
        Busy(always, pages=PAGES),
        Busy(lambda path: path.endswith(("3", "7")), pages=PAGES),
        Busy(always, pages=PAGES[:3]),
    )
    output = tmp_path_factory.mktemp("hosts")
    with ExitStack() as stack:
        for number, site in enumerate(sites, start=1):
            site.address = stack.enter_context(scripted(site, host=f"127.0.0.{number}")).address
        given = [site.address for site in sites]
        yield Hosts(command(*given, "-o", output, "--max-wait", 2, *FEW, output=output), *sites)


def test_a_host_that_asks_for_time_gets_it_and_nothing_is_called_broken(hosts: Hosts) -> None:
    assert set(hosts.pages(hosts.asks).values()) == {"200"}
    told = hosts.traffic(hosts.asks)
    assert (told["pauses"], told["paused_seconds"]) == ({"status 503": 1}, 2.0)
    assert "paused 1 time (503), 2 s" in hosts.done.output
    ((path, times),) = Counter(path for _, path in hosts.asks.at).most_common(1)
    first, *_, again = (at for at, each in hosts.asks.at if each == path)
    assert (times, again - first >= 1.9) == (2, True)


def test_a_host_that_asks_for_more_time_than_there_is_is_left_alone(hosts: Hosts) -> None:
    address = hosts.refuses.address
    (why, *more) = (each for each in hosts.done.run["incomplete_because"] if address[7:] in each)
    assert why.startswith(f"{address} returned 429 to ")
    # How many pages are refused before it is left alone is a matter of time.
    assert all("(bot protection)" in each for each in more)
    assert set(hosts.pages(hosts.refuses).values()) == {"throttled", "429"}
    findings = hosts.done.table("findings")
    assert not findings["check"].isin(["status/client-error", "status/no-response"]).any()


def test_a_crawl_delay_is_kept_and_told(hosts: Hosts) -> None:
    assert seconds(hosts.delays) >= (len(hosts.delays.at) - 1) * 0.19
    assert "has Crawl-delay: 0.2 s between two requests" in hosts.done.output


def test_hosts_and_sections_that_return_503_are_not_checked_until_they_are_back(
    hosts: Hosts, tmp_path: Path
) -> None:
    assert hosts.done.status == 3, hosts.done.output
    findings = hosts.done.table("findings")
    of_gone, *more = findings.loc[findings["url"].str.startswith(hosts.gone.address), "observed"]
    told = re.fullmatch(r"Returns 503 for (\d+) of 40 URLs; (\d+) not requested", of_gone)
    assert told is not None, of_gone
    assert sum(map(int, told.groups())) == 40
    of_small = findings.loc[findings["url"].str.startswith(hosts.small.address), "observed"]
    assert [*of_small, *more] == ["Returns 503 for all 3 URLs"]
    why = "\n".join(hosts.done.run["incomplete_because"])
    assert f"{hosts.gone.address} returned 503 to 10 URLs in a row, after 2 seconds" in why
    small = hosts.small.address.removeprefix("http://")
    assert f"{small} returned 503 to all of 3 listed URLs: they are not checked." in why
    status = hosts.pages(hosts.section)
    for path in PAGES:  # a section keeps no other page from being fetched
        assert status[path] == ("503" if hosts.section.refuses(path) else "200")
    assert hosts.traffic(hosts.gone)["waited_seconds"] == 2.0
    assert hosts.traffic(hosts.section)["waited_seconds"] <= 2.0

    assert hosts.done.folder is not None
    folder = shutil.copytree(hosts.done.folder, tmp_path / "resumed")
    for site in hosts[1:]:
        site.refuses = never
    resumed = run("resume", folder)
    assert resumed.returncode == 0, resumed.stderr
    again = Hosts(Ended(0, "", folder), *hosts[1:])
    assert again.done.run["incomplete_because"] == []
    assert again.traffic(hosts.gone)["waited_seconds"] == 2.0


def seconds(site: Busy) -> float:
    """Seconds from the request for the sitemap to the last one for a page.

    A busy machine may note all requests for pages late and at once; not before they were sent.
    """
    return max(site.at)[0] - site.listed_at


ANY_DELAY = f"""
from sitemap_audit.middlewares import host_throttle
host_throttle.LONGEST_DELAY = {PATIENCE}
"""
"Of a Crawl-delay; else it is kept in less time than the test waits."


def test_a_rate_holds_for_all_requests_together_and_a_crawl_delay_may_be_ignored(
    tmp_path: Path,
) -> None:
    site = Busy(never, robots=f"User-agent: *\nCrawl-delay: {PATIENCE}\n")
    with scripted(site) as server:
        site.address = server.address
        options = ("--max-rate", "10", "--no-obey-robots")
        done = audit(server.address, *options, output=tmp_path, patch=ANY_DELAY)
    assert done.status == 0, done.output
    assert done.run["traffic"]["by_host"][0]["peak_per_second"] <= 11
    assert seconds(site) >= (len(site.at) - 1) / 20
    assert "Crawl-delay" not in done.output


def closed_now() -> str:
    """Hours that begin in two hours."""
    now = datetime.now()
    begin, end = now + timedelta(hours=2), now + timedelta(hours=3)
    return f"{begin:%H:%M}-{end:%H:%M}"


@pytest.mark.parametrize("pause", ["asked for", "by the clock"])
def test_ctrl_c_ends_a_pause(pause: str, tmp_path: Path) -> None:
    site = Busy(always, refusal(TOO_MANY, 9999))
    options = ["--hours", closed_now()] if pause == "by the clock" else []
    with scripted(site) as server:
        site.address = server.address
        few = ("--select", "status", *options)
        with forked(server.address, "-o", tmp_path, *few) as process:
            words = " pauses " if not options else "No requests were sent outside"
            wait_for(lambda: words in written(tmp_path, "audit.log"))
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


def written(output: Path, name: str) -> str:
    """What a file of an audit says so far."""
    return "".join(path.read_text("utf-8") for path in output.glob(f"*/*/{name}"))


@pytest.mark.thorough
def test_a_server_that_comes_back_is_fetched_whole(tmp_path: Path) -> None:
    enough, dead = threading.Event(), threading.Event()

    def dies(_: str) -> bool:
        """Return 20 pages; then wait for the end of the server."""
        if len(site.at) <= 20:
            return False
        enough.set()
        dead.wait(PATIENCE)
        return True

    site = Busy(dies, b"", [f"/{number:03}" for number in range(120)])
    host = "127.0.0.53"  # so that nobody else takes its port meanwhile
    with ExitStack() as stack:
        with scripted(site, host=host) as server:
            site.address = server.address
            process = stack.enter_context(forked(server.address, "-o", tmp_path, *FEW))
            assert enough.wait(PATIENCE)
        dead.set()
        wait_for(lambda: "no connection" in written(tmp_path, "run.json"))
        site.refuses = never
        with scripted(site, host=host, port=urlsplit(site.address).port or 0):
            told, _ = process.communicate()
    assert process.returncode == 0, told
    assert record(only(tmp_path))["ledger"]["outcomes"] == {"fetched": 120}
