"""Hosts that ask for less get less, and it is told: by whole audits."""

from __future__ import annotations

import re
import signal
import threading
import time
from contextlib import ExitStack
from datetime import datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

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
    from collections.abc import Callable, Sequence
    from pathlib import Path

PAGES = [f"/{number:02}" for number in range(40)]
"More than are requested at a time when a host is given up."
FEW = ("--select", "site,status", "--workers", 0)


class Busy:
    """A site whose robots.txt and sitemap are there, and pages that it does not refuse."""

    def __init__(
        self,
        refuses: Callable[[str], bool],
        refusal: tuple[str, str] = ("503 Service Unavailable", "Retry-After: 1"),
        robots: str = "",
        pages: Sequence[str] = PAGES[:12],
    ) -> None:
        self.address = ""
        self.refuses, self._robots, self._pages = refuses, robots, pages
        status, *headers = refusal
        self._refusal = answer("Later.", status=status, headers=headers)
        self._lock = threading.Lock()
        self.at: list[float] = []
        "When pages were asked for."

    def __call__(self, asked: ReceivedRequest) -> bytes:
        match asked.target:
            case "/robots.txt":
                text = f"{self._robots}\nSitemap: {self.address}/sitemap.xml"
                return answer(text, kind="text/plain")
            case "/sitemap.xml":
                locs = (self.address + path for path in self._pages)
                return answer(sitemap(*locs), kind="text/xml")
        with self._lock:
            self.at.append(time.monotonic())
            refuses = self.refuses(asked.target)
        return self._refusal if refuses else answer(page(asked.target))


def never(_: str) -> bool:
    """Refuse no page."""
    return False


def always(_: str) -> bool:
    """Refuse all pages."""
    return True


TOO_MANY = "429 Too Many Requests"


class Hosts(NamedTuple):
    """An audit of a host that asks for time, one that never has any, and one with a crawl delay."""

    done: Ended
    asks: Busy
    delays: Busy


ASKS, REFUSES, DELAYS = "127.0.0.1", "127.0.0.2", "127.0.0.3"


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Hosts:
    requests = count()
    sites = {
        ASKS: Busy(lambda _: not next(requests), ("503 Service Unavailable", "Retry-After: 2")),
        REFUSES: Busy(always, (TOO_MANY, "Retry-After: 1"), pages=PAGES),
        DELAYS: Busy(never, robots="User-agent: *\nCrawl-delay: 0.2\n"),
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
    site = Busy(never, robots="User-agent: *\nCrawl-delay: 10\n")
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
    site = Busy(always, (TOO_MANY, "Retry-After: 9999"))
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


def test_hosts_and_sections_that_return_503_are_not_checked_until_they_are_back(
    tmp_path: Path,
) -> None:
    whole = Busy(always, pages=PAGES)
    section = Busy(lambda path: path.endswith(("3", "7")), pages=PAGES)
    with scripted(whole) as server, scripted(section, host="127.0.0.2") as other:
        whole.address, section.address = server.address, other.address
        options = ("-o", tmp_path, "--max-wait", 2, *FEW)
        done = command(server.address, other.address, *options, output=tmp_path)
        findings, pages = done.table("findings"), done.table("pages")
        waited = {each["host"]: each["waited_seconds"] for each in done.run["traffic"]["by_host"]}
        whole.refuses = never
        resumed = run("resume", done.folder)
    assert done.status == 3, done.output
    (unavailable,) = findings[findings["check"] == "site/unavailable"].to_dict("records")
    assert unavailable["url"].startswith(server.address)
    told = re.fullmatch(
        r"Returns 503 for (\d+) of 40 URLs; (\d+) not requested", unavailable["observed"]
    )
    assert told is not None, unavailable
    assert sum(map(int, told.groups())) == 40
    assert (
        not findings[findings["check"] != "site/unavailable"]["url"]
        .str.contains(server.address)
        .any()
    )
    reason = f"NOT COMPLETE  {server.address} returned 503 to 10 URLs in a row, after 2 seconds"
    assert reason in done.output
    assert len(done.run["incomplete_because"]) == 0, "of the resumed audit"
    status = pages.set_index("url")["status"]
    for path in PAGES:  # a section keeps no other page from being fetched
        assert status[section.address + path] == ("503" if section.refuses(path) else "200")
    assert waited["127.0.0.1"] == 2.0
    assert waited["127.0.0.2"] <= 2.0
    assert resumed.returncode == 0, resumed.stderr
    after = {each["host"]: each["waited_seconds"] for each in done.run["traffic"]["by_host"]}
    assert after["127.0.0.1"] == 2.0


def test_a_small_site_that_returns_503_to_all_is_not_complete(tmp_path: Path) -> None:
    site = Busy(always, pages=PAGES[:3])
    with scripted(site) as server:
        site.address = server.address
        done = command(server.address, "-o", tmp_path, "--max-wait", 0, *FEW, output=tmp_path)
    host = server.address.removeprefix("http://")
    assert f"{host} returned 503 to all of 3 listed URLs: they are not checked." in done.output
    assert done.status == 3
    assert list(done.table("findings")["observed"]) == ["Returns 503 for all 3 URLs"]


class Dying:
    """A site whose server ends once 20 pages are fetched; others wait for its end till then."""

    def __init__(self) -> None:
        self.address = ""
        self.is_back = False
        self.fetched, self.enough, self.dead = 0, threading.Event(), threading.Event()

    def __call__(self, asked: ReceivedRequest) -> bytes:
        if asked.target == "/robots.txt":
            return answer(f"Sitemap: {self.address}/sitemap.xml", kind="text/plain")
        if asked.target == "/sitemap.xml":
            locs = (f"{self.address}/{number:03}" for number in range(120))
            return answer(sitemap(*locs), kind="text/xml")
        if "no-such-page" in asked.target:
            return answer(status="404 Not Found")
        self.fetched += 1
        if self.fetched > 20 and not self.is_back:
            self.enough.set()
            self.dead.wait(PATIENCE)
            return b""
        return answer(page(asked.target))


def test_a_server_that_comes_back_is_fetched_whole(tmp_path: Path) -> None:
    site = Dying()
    with ExitStack() as stack:
        with scripted(site) as server:
            site.address = server.address
            process = stack.enter_context(forked(server.address, "-o", tmp_path, *FEW))
            assert site.enough.wait(PATIENCE)
        site.dead.set()
        wait_for(lambda: "no connection" in written(tmp_path, "run.json"))
        site.is_back = True
        with scripted(site, port=int(site.address.rpartition(":")[2])):
            told, _ = process.communicate()
    assert process.returncode == 0, told
    assert record(only(tmp_path))["ledger"]["outcomes"] == {"fetched": 120}
