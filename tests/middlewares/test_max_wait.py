"""How long an audit waits for a host that returns 429 or 503, in all."""

from __future__ import annotations

import re
from contextlib import ExitStack, suppress
from threading import Event
from typing import TYPE_CHECKING

import pytest
from commanding import PATIENCE as PATIENCE_OF_TESTS
from commanding import command, forked, only, page, record, run, sitemap, wait_for
from mockserver.scripted import ReceivedRequest, answer, scripted
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadTimeoutError
from scrapy.http import Response

from middlewares.conftest import Clock
from sitemap_audit.crawl_settings import AUDIT_OPTIONS
from sitemap_audit.handlers.errors import NotFetched, Postponed
from sitemap_audit.middlewares.host_throttle import PATIENCE, WAIT_FOR_FIRST, HostThrottle
from sitemap_audit.middlewares.retry_after import RetryAfterMiddleware
from sitemap_audit.options import Options
from sitemap_audit.spiders.sitemap import AuditSpider

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HOST = "www.example.com"
FEW = ("--select", "site,status", "--workers", 0)
MAX_WAIT = 900.0
"Seconds; the default."


@pytest.fixture
def throttle(clock: Clock) -> HostThrottle:
    throttle = HostThrottle(Options(), clock)
    throttle.note_response(HOST, 200, None)  # it is up
    return throttle


def waited(clock: Clock) -> float:
    """Seconds that have passed."""
    return clock.seconds - 1_000.0


def ask(throttle: HostThrottle, clock: Clock, status: int, asked: float | None = None) -> None:
    """Wait until the host may get a request, and have it respond."""
    clock.seconds += throttle.start(HOST)
    throttle.note_response(HOST, status, asked)


def test_a_section_under_maintenance_does_not_keep_an_audit_for_days(
    throttle: HostThrottle, clock: Clock
) -> None:
    for _ in range(300):
        ask(throttle, clock, 503, 9_999.0)
        ask(throttle, clock, 200)
    assert waited(clock) == MAX_WAIT
    assert not throttle.is_given_up(HOST)


@pytest.mark.parametrize(
    ("status", "asked"),
    [
        pytest.param(503, 9_999.0, id="503 with Retry-After"),
        pytest.param(503, 1.0, id="503 with a short Retry-After"),
        pytest.param(429, None, id="429"),
        pytest.param(503, None, id="503 alone"),
    ],
)
def test_a_host_that_returns_nothing_else_is_given_up(
    status: int, asked: float | None, throttle: HostThrottle, clock: Clock
) -> None:
    requests = 0
    while not throttle.is_given_up(HOST):
        ask(throttle, clock, status, asked)
        clock.seconds += 1.0  # for a response
        requests += 1
        assert requests < 2_000
    assert MAX_WAIT <= waited(clock) < MAX_WAIT + requests
    assert f"{HOST} returned {status}" in throttle.given_up[HOST]


@pytest.mark.parametrize("status", [503, 429, None])
def test_another_port_of_a_host_that_is_given_up_is_still_requested(
    status: int | None, throttle: HostThrottle, clock: Clock
) -> None:
    crawler = Crawler(AuditSpider)
    crawler.settings.set(AUDIT_OPTIONS, Options())
    middleware = RetryAfterMiddleware(crawler)
    middleware.throttle = throttle
    failing, working = f"https://{HOST}:8443", f"https://{HOST}"
    while not throttle.given_up:
        clock.seconds += max(throttle.seconds_until_start(HOST), 5.0)
        request = Request(f"{failing}/{clock.seconds}", cb_kwargs={"target": ()})
        if status is None:
            middleware.process_exception(request, DownloadTimeoutError())
        else:
            with suppress(Postponed):
                middleware.process_response(request, Response(request.url, status))
    assert list(throttle.given_up) == [failing]
    assert throttle.given_up[failing].startswith(f"{failing} ")
    with pytest.raises(NotFetched):
        middleware.process_request(Request(f"{failing}/x"))
    middleware.process_request(Request(f"{working}/x"))


@pytest.mark.parametrize(
    ("status", "asked"),
    [
        pytest.param(503, 9_999.0, id="503 with Retry-After"),
        pytest.param(503, 1.0, id="503 with a short Retry-After"),
        pytest.param(429, None, id="429"),
        pytest.param(503, None, id="503 alone"),
    ],
)
def test_a_host_that_has_never_returned_a_page_is_waited_for_two_minutes(
    status: int, asked: float | None, clock: Clock
) -> None:
    crawler = Crawler(AuditSpider)
    crawler.settings.set(AUDIT_OPTIONS, Options())
    middleware = RetryAfterMiddleware(crawler)
    throttle = middleware.throttle = HostThrottle(Options(), clock)
    for path, code in (("robots.txt", 200), ("", 500)):
        request = Request(f"https://{HOST}/{path}")
        middleware.process_response(request, Response(request.url, code))
    requests = 0
    while not throttle.is_given_up(HOST):
        ask(throttle, clock, status, asked)
        clock.seconds += 1.0  # for a response
        requests += 1
        assert requests < 200
    assert WAIT_FOR_FIRST <= waited(clock) < WAIT_FOR_FIRST + requests
    told = "after 120 seconds of waiting, the limit for a host that has returned no page"
    assert told in throttle.given_up[HOST]
    request = Request(f"https://{HOST}/gone")
    middleware.process_response(request, Response(request.url, 404))
    assert throttle.budget_left(HOST) == MAX_WAIT - throttle.traffic.hosts[HOST].waited


def test_a_host_is_waited_for_less_where_the_user_says_so(clock: Clock) -> None:
    assert HostThrottle(Options(max_wait=30.0), clock).budget_left(HOST) == 30.0


def test_a_budget_that_is_used_up_is_so_for_a_resumed_audit(throttle: HostThrottle) -> None:
    throttle.note_response(HOST, 503, 200.0)
    resumed = HostThrottle(Options(), Clock())
    resumed.traffic.restore(throttle.traffic.record())
    assert resumed.budget_left(HOST) == MAX_WAIT - 200.0


@pytest.mark.parametrize(
    ("status", "is_waited_for"),
    [pytest.param(503, False, id="503"), pytest.param(429, True, id="429")],
)
def test_a_url_that_returns_503_on_a_host_that_responds_is_waited_for_once(
    status: int, *, is_waited_for: bool, throttle: HostThrottle, clock: Clock
) -> None:
    assert throttle.note_response(HOST, status, 9_999.0)
    clock.seconds += throttle.start(HOST)
    throttle.note_response(HOST, 200, None)
    assert throttle.note_response(HOST, status, 9_999.0, is_again=True) is is_waited_for


def test_scrapy_does_not_make_a_request_again_that_is_waited_for_no_longer(
    clock: Clock,
) -> None:
    crawler = Crawler(AuditSpider, {"RETRY_TIMES": 2})
    crawler.settings.set(AUDIT_OPTIONS, Options())
    middleware = RetryAfterMiddleware(crawler)
    middleware.throttle = HostThrottle(Options(max_wait=30.0), clock)
    request = Request(f"https://{HOST}/", cb_kwargs={"target": ()})
    refusal = Response(request.url, 503, {"Retry-After": "30"})
    with pytest.raises(Postponed):
        middleware.process_response(request, refusal)
    clock.seconds += 30.0
    assert middleware.process_response(request, refusal) is refusal
    assert request.meta["dont_retry"]


class Refusing:
    """A site whose pages return 503; robots.txt, sitemap and the home page are there."""

    def __init__(self, *paths: str, good: Callable[[str], bool]) -> None:
        self.address = ""
        self.good = good
        self._paths = paths

    def __call__(self, asked: ReceivedRequest) -> bytes:
        match asked.target:
            case "/robots.txt":
                return answer(f"Sitemap: {self.address}/sitemap.xml", kind="text/plain")
            case "/sitemap.xml":
                locs = (self.address + path for path in self._paths)
                return answer(sitemap(*locs), kind="text/xml")
            case path if self.good(path):
                return answer(page(path))
        return answer("Later", status="503 Service Unavailable", headers=["Retry-After: 1"])


PAGES = [f"/{number:02}" for number in range(40)]


def test_hosts_and_sections_that_return_503_are_not_checked_until_they_are_back(
    tmp_path: Path,
) -> None:
    whole = Refusing(*PAGES, good=lambda _: False)
    section = Refusing(*PAGES, good=lambda path: not path.endswith(("3", "7")))
    with scripted(whole) as server, scripted(section, host="127.0.0.2") as other:
        whole.address, section.address = server.address, other.address
        options = ("-o", tmp_path, "--max-wait", 2, *FEW)
        done = command(server.address, other.address, *options, output=tmp_path)
        findings, pages = done.table("findings"), done.table("pages")
        waited = {each["host"]: each["waited_seconds"] for each in done.run["traffic"]["by_host"]}
        whole.good = lambda _: True
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
        assert status[section.address + path] == ("200" if section.good(path) else "503")
    assert waited["127.0.0.1"] == 2.0
    assert waited["127.0.0.2"] <= 2.0
    assert resumed.returncode == 0, resumed.stderr
    after = {each["host"]: each["waited_seconds"] for each in done.run["traffic"]["by_host"]}
    assert after["127.0.0.1"] == 2.0


def test_a_small_site_that_returns_503_to_all_is_not_complete(tmp_path: Path) -> None:
    site = Refusing(*PAGES[:3], good=lambda _: False)
    with scripted(site) as server:
        site.address = server.address
        done = command(server.address, "-o", tmp_path, "--max-wait", 0, *FEW, output=tmp_path)
    host = server.address.removeprefix("http://")
    assert f"{host} returned 503 to all of 3 listed URLs: they are not checked." in done.output
    assert done.status == 3
    assert list(done.table("findings")["observed"]) == ["Returns 503 for all 3 URLs"]


def test_a_host_that_does_not_respond_is_given_up(throttle: HostThrottle, clock: Clock) -> None:
    urls = 0
    while not throttle.is_given_up(HOST):
        throttle.note_failure(HOST, is_again=False)
        clock.seconds += 4.0
        urls += 1
        assert urls < 1_000
    assert MAX_WAIT <= waited(clock) < MAX_WAIT + 10.0
    assert f"{HOST} did not respond to {urls} URLs in a row" in throttle.given_up[HOST]


ORIGIN = f"https://{HOST}"


def refuse(throttle: HostThrottle, clock: Clock, urls: int = 16) -> None:
    """Wait until the host may get requests, and have the connections of some be refused."""
    clock.seconds += throttle.start(HOST)
    for _ in range(urls):
        throttle.note_failure(HOST, is_again=False, unconnected=ORIGIN)


def test_an_origin_without_connection_is_given_up_after_pauses_that_grow(
    throttle: HostThrottle, clock: Clock
) -> None:
    pauses = []
    while not throttle.is_given_up(ORIGIN):
        refuse(throttle, clock)
        pauses.append(throttle.seconds_until_start(HOST))
        assert len(pauses) < 100
    assert pauses == [5.0, 10.0, 20.0, 40.0, 80.0, 0.0]
    assert throttle.given_up[ORIGIN].startswith(f"No connection to {ORIGIN} for ")
    assert not throttle.is_given_up(HOST), "another port of it may respond"


def test_a_server_that_restarts_is_waited_for(throttle: HostThrottle, clock: Clock) -> None:
    for _ in range(50):
        refuse(throttle, clock)
        assert throttle.seconds_until_start(HOST) == 5.0
        assert throttle.waits_for is not None
        clock.seconds += throttle.start(HOST)
        throttle.note_response(HOST, 200, None)
    assert not throttle.given_up


def test_nothing_is_waited_for_without_a_budget(clock: Clock) -> None:
    throttle = HostThrottle(Options(max_wait=0.0), clock)
    refuse(throttle, clock)
    assert throttle.is_given_up(ORIGIN)


class Dying:
    """A site whose server ends once 20 pages are fetched; others wait for its end till then."""

    def __init__(self) -> None:
        self.address = ""
        self.is_back = False
        self.fetched, self.enough, self.dead = 0, Event(), Event()

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
            self.dead.wait(PATIENCE_OF_TESTS)
            return b""
        return answer(page(asked.target))


def test_a_server_that_comes_back_is_fetched_whole(tmp_path: Path) -> None:
    site = Dying()
    with ExitStack() as stack:
        with scripted(site) as server:
            site.address = server.address
            process = stack.enter_context(forked(server.address, "-o", tmp_path, *FEW))
            assert site.enough.wait(PATIENCE_OF_TESTS)
        site.dead.set()
        wait_for(lambda: "no connection" in run_json(tmp_path))
        site.is_back = True
        with scripted(site, port=int(site.address.rpartition(":")[2])):
            told, _ = process.communicate()
    assert process.returncode == 0, told
    assert record(only(tmp_path))["ledger"]["outcomes"] == {"fetched": 120}


def run_json(output: Path) -> str:
    """What the run.json of an audit says so far."""
    return "".join(path.read_text("utf-8") for path in output.glob("*/*/run.json"))


def test_a_url_that_does_not_respond_on_a_host_that_does_costs_nothing(
    throttle: HostThrottle, clock: Clock
) -> None:
    for _ in range(1_000):
        throttle.note_failure(HOST, is_again=False)
        clock.seconds += 4.0
        throttle.note_response(HOST, 200, None)
    assert throttle.budget_left(HOST) == MAX_WAIT


def test_a_host_that_does_not_respond_gets_no_request_three_times(clock: Clock) -> None:
    crawler = Crawler(AuditSpider, {"RETRY_TIMES": 2})
    crawler.settings.set(AUDIT_OPTIONS, Options())
    middleware = RetryAfterMiddleware(crawler)
    middleware.throttle = HostThrottle(Options(), clock)
    requests = [Request(f"https://{HOST}/{n}", cb_kwargs={"target": ()}) for n in range(20)]
    for request in requests:
        middleware.process_exception(request, DownloadTimeoutError("no response"))
    retried = [request for request in requests if not request.meta.get("dont_retry")]
    assert len(retried) == PATIENCE - 1
