"""Requests are given out when they may be made, and no crawl waits for what never ends."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from commanding import PATIENCE, Ended, only, page, run, sitemap
from mockserver.scripted import ReceivedRequest, answer, scripted
from scrapy import Request

from sitemap_audit.crawl import request_queue as queues
from sitemap_audit.crawl.request_queue import RequestQueue
from sitemap_audit.middlewares.host_throttle import HostThrottle
from sitemap_audit.middlewares.robots_policies import RobotsPolicies
from sitemap_audit.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable

URL = "https://example.com/a"


async def given_out(queue: RequestQueue) -> list[str]:
    """The next URLs that are given out."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if given := [request.url for request in queue.take()]:
                return given
            await queue.wait()


def next_urls(queue: RequestQueue) -> list[str]:
    """The first URLs that are given out."""
    return asyncio.run(given_out(queue))


def robots_request(origin: str) -> Request:
    return Request(f"{origin}/robots.txt")


def test_a_request_waits_for_the_robots_txt_of_its_origin() -> None:
    queue = RequestQueue(
        HostThrottle(Options()), RobotsPolicies(), robots_request, obeys_robots=True
    )
    queue.enqueue_after_robots(Request(URL), URL)
    queue.enqueue_after_robots(Request(f"{URL}b"), f"{URL}b")
    queue.wake()
    assert next_urls(queue) == ["https://example.com/robots.txt"]
    assert not queue.is_empty
    assert queue.cancel_all_robots() == 1
    assert queue.is_empty


def test_a_pause_that_ends_between_two_looks_at_the_clock_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(queues, "POLL_SECONDS", 0.01)
    times = iter([0.0, 0.0, 0.0, 9.9])  # the last one ever; then it is over
    throttle = HostThrottle(Options(), clock=lambda: next(times, 10.1))
    throttle.note_response(URL, 429, 10.0)
    queue = RequestQueue(throttle, RobotsPolicies(), robots_request, obeys_robots=True)
    queue.enqueue(Request(URL))
    assert next_urls(queue) == [URL]


@pytest.mark.parametrize(("size", "at_once"), [(2 * 2**20, 5), (100 * 2**10, 50)])
def test_fewer_large_pages_than_small_ones_are_under_way(size: int, at_once: int) -> None:
    policies = RobotsPolicies()
    queue = RequestQueue(HostThrottle(Options()), policies, robots_request, obeys_robots=True)
    for _ in range(64):
        queue.add_page_size(size)
    for number in range(50):
        queue.enqueue(Request(f"{URL}{number}"))
    queue.enqueue(Request(f"{URL}.xml", meta={"spool": "a"}))  # its body goes to a file
    assert len(next_urls(queue)) == at_once + 1
    assert queue.has_waiting_requests == (at_once < 50)


def test_large_pages_of_one_host_leave_room_for_those_of_another() -> None:
    other = "https://example.org/"

    async def look() -> None:
        queue = RequestQueue(
            HostThrottle(Options()), RobotsPolicies(), robots_request, obeys_robots=True
        )
        queue.enqueue_after_robots(Request(other), other)
        assert await given_out(queue) == [f"{other}robots.txt"]
        for number in range(50):
            queue.enqueue(Request(f"{URL}{number}"))
        assert len(await given_out(queue)) == 5  # of 10, while the robots.txt is read
        queue.enqueue(Request(other))
        assert (await given_out(queue))[-1] == other

    asyncio.run(look())


PROJECT = """
import asyncio

from scrapy.exceptions import IgnoreRequest
from scrapy.http import TextResponse
from scrapy import signals


class RefusesScheduling:
    def __init__(self, crawler):
        crawler.signals.connect(self.scheduled, signal=signals.request_scheduled)

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    def scheduled(self, request):
        if WANTED(request.url):
            raise IgnoreRequest


class Stops:
    def __init__(self, crawler, signal):
        self.crawler = crawler
        crawler.signals.connect(self.meet, signal=signal)

    def meet(self, request):
        if WANTED(request.url):
            self.stopping = asyncio.ensure_future(self.stop())

    async def stop(self):
        await self.crawler.stop_async()


class StopsAtScheduling(Stops):
    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler, signals.request_scheduled)


class StopsAtDownloader(Stops):
    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler, signals.request_reached_downloader)


class StopsOnResponse(Stops):
    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler, signals.response_downloaded)


class ClosesTheSpider(StopsAtScheduling):
    async def stop(self):
        await self.crawler.engine.close_spider_async(reason="enough")


class FailsOnOutput:
    async def process_spider_output(self, response, result):
        if WANTED(response.url):
            raise ValueError("an error of a component's")
        async for each in result:
            yield each


class Answers:
    def process_request(self, request):
        if WANTED(request.url):
            answer = ANSWERS[request.url.rpartition("/")[2]]
            return TextResponse(request.url, body=answer, encoding="utf-8")
"""
PAGES = [f"/{number}" for number in range(3)]


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Ended]:
    """Crawls a site of three pages with a component of the user's that meets some URLs."""

    def crawled(setting: str, wanted: str | tuple[str, ...], *more: str) -> Ended:
        folder = tmp_path_factory.mktemp("project")

        def site(asked: ReceivedRequest) -> bytes:
            match asked.target:
                case "/robots.txt":
                    text = f"Sitemap: {server.address}/sitemap.xml"
                    return answer(text, kind="text/plain")
                case "/sitemap.xml":
                    locs = (server.address + path for path in PAGES)
                    return answer(sitemap(*locs), kind="text/xml")
            return answer(page(asked.target))

        with scripted(site) as server:
            text = PROJECT.replace("WANTED(", f"(lambda url: url.endswith({wanted!r}))(")
            answers = {
                "robots.txt": f"Sitemap: {server.address}/of-component.xml".encode(),
                "of-component.xml": sitemap(f"{server.address}/1").encode(),
            }
            (folder / "components.py").write_text(f"ANSWERS = {answers}\n{text}")
            given = ["-a", f"site={server.address}", "-a", f"output={folder}/out"]
            given += ["-a", "select=status", "-a", "workers=0", "-s", setting, *more]
            patch = f"import sys; sys.path.insert(0, {str(folder)!r})"
            done = run("crawl", "sitemap", *given, module="scrapy", patch=patch)
        return Ended(done.returncode, done.stdout + done.stderr, only(folder / "out"))

    return crawled


def middleware(kind: str, name: str) -> str:
    """A setting that switches a component on."""
    return f'{kind}={{"components.{name}": 700}}'


def test_a_request_that_is_refused_by_the_scheduler_is_not_waited_for(
    crawl: Callable[..., Ended],
) -> None:
    run = crawl('EXTENSIONS={"components.RefusesScheduling": 0}', "/1").run
    assert run["ledger"]["outcomes"] == {"fetched": 2, "interrupted": 1}
    assert run["complete"] is False


def test_an_error_of_another_component_in_what_a_sitemap_gives_is_not_waited_for(
    crawl: Callable[..., Ended],
) -> None:
    done = crawl(middleware("SPIDER_MIDDLEWARES", "FailsOnOutput"), "sitemap.xml")
    assert "'finish_reason': 'finished'" in done.output
    assert done.run["complete"] is False


def test_what_another_component_answers_is_read(crawl: Callable[..., Ended]) -> None:
    wanted = ("robots.txt", "of-component.xml")
    done = crawl(middleware("DOWNLOADER_MIDDLEWARES", "Answers"), wanted)
    assert done.run["ledger"]["outcomes"] == {"fetched": 1}, done.output


@pytest.mark.parametrize(
    ("how", "wanted"),
    [
        ("StopsAtScheduling", "robots.txt"),
        pytest.param("StopsAtDownloader", "sitemap.xml", marks=pytest.mark.thorough),
        pytest.param("StopsOnResponse", "robots.txt", marks=pytest.mark.thorough),
        ("ClosesTheSpider", "sitemap.xml"),
    ],
)
def test_a_long_delay_does_not_keep_a_crawl_that_is_stopped(
    crawl: Callable[..., Ended], how: str, wanted: str
) -> None:
    delay = ("-a", f"delay={2 * PATIENCE}")
    done = crawl(f'EXTENSIONS={{"components.{how}": 0}}', wanted, *delay)
    assert done.run["complete"] is False, done.output
