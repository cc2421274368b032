"""Pages and sitemaps are read by worker processes as they are read here; their death costs none."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

import psutil
import pytest
from commanding import PATIENCE, wait_for
from processes import is_at_work

from sitemap_audit.frontier.url_records import PageTarget, sitemap_target
from sitemap_audit.items import FoundBy, Sitemap
from sitemap_audit.machine.worker import WorkerEndedError
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.page.page_reader import MAX_HTML
from sitemap_audit.parsing.robots_rules import Decision
from sitemap_audit.reading.facts import Fetch
from sitemap_audit.reading.pages import FetchedPage, read_fetched_page
from sitemap_audit.reading.pool import BATCH_BYTES, BIG_SITEMAP, ReaderPool, UnreadError
from sitemap_audit.reading.sitemaps import FetchedSitemap, Piece
from sitemap_audit.reading.workers import ALLOWED

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

SITE = "https://example.com"
URL = f"{SITE}/big"
ENTRIES = 22_000
"Of a sitemap that is large enough for a worker process."
SMALL = 2_000
HEAD = f'<!doctype html><title>Big</title><link rel="canonical" href="{URL}">'


def fetch() -> Fetch:
    """A response of 200."""
    values: dict[str, Any] = dict.fromkeys(Fetch._fields) | {
        "status": 200,
        "attempts": 1,
        "headers": [("Content-Type", "text/html")],
        "fetched_at": datetime(2026, 1, 31, tzinfo=UTC),
    }
    return Fetch(**values)


def page(number: int, size: int = SMALL) -> FetchedPage:
    """A page of about so many bytes that returned 200."""
    target = PageTarget(URL, urls.key(URL), URL, "listed", 0)
    body = HEAD.encode() + b"<p>Some words.</p>" * (size // 18 + 1)
    return FetchedPage(number, target, fetch(), Decision("allowed"), "Googlebot", body)


def workers() -> list[psutil.Process]:
    """The worker processes that this one has started."""
    return [psutil.Process(child.pid or 0) for child in multiprocessing.active_children()]


@asynccontextmanager
async def pool(number: int = 1) -> AsyncIterator[ReaderPool]:
    """Worker processes that run, closed with the block."""
    readers = ReaderPool(number)
    try:
        yield readers
    finally:
        async with asyncio.timeout(PATIENCE):
            await readers.close()
        assert psutil.wait_procs(workers(), timeout=PATIENCE)[1] == []


async def send(readers: ReaderPool, pages: list[FetchedPage]) -> list[asyncio.Task[Any]]:
    """Hand pages to the pool; what will be read of them."""
    reading = [asyncio.ensure_future(readers.read_page(each)) for each in pages]
    await asyncio.sleep(0)
    return reading


@pytest.mark.parametrize("number", [0, 1], ids=["here", "by a worker"])
def test_pages_are_read_in_batches(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [page(number) for number in range(20)] + [page(20, BATCH_BYTES), page(21)]
    batches = []

    async def read() -> None:
        async with pool(number) as readers:
            send = readers._send

            def counting() -> None:
                batches.append(len(readers._batch))
                send()

            monkeypatch.setattr(readers, "_send", counting)
            read = await asyncio.gather(*(readers.read_page(each) for each in pages))
            assert read == [read_fetched_page(each) for each in pages]
            assert batches == [8, 8, 5, 1]
            assert len(workers()) == number

    asyncio.run(read())


async def hanging(worker: psutil.Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """Suspend a worker process, and have little patience with it until it is dead."""
    worker.suspend()
    with monkeypatch.context() as patch:
        patch.setattr(ALLOWED, "seconds", 0.3)
        while is_at_work(worker):  # noqa: ASYNC110 - nothing tells of its end
            await asyncio.sleep(0.02)


async def begun() -> psutil.Process:
    """Wait for the first worker process."""
    while not (found := workers()):  # noqa: ASYNC110 - nothing tells of its start
        await asyncio.sleep(0.001)
    return found[0]


@pytest.mark.parametrize("number", [1, 2], ids=["the only worker", "one of two"])
def test_a_worker_that_is_killed_with_pages_in_hand_costs_no_page(number: int) -> None:
    big = [page(number, 4 * BATCH_BYTES) for number in range(4)]  # which no pipe takes whole

    async def read() -> None:
        async with pool(number) as readers:
            reading = await send(readers, big)
            (await begun()).kill()
            assert await asyncio.gather(*reading) == [read_fetched_page(each) for each in big]

    before = set(threading.enumerate())
    asyncio.run(read())
    assert set(threading.enumerate()) <= before


def kill_reader() -> None:
    """End the worker process that calls this."""
    if multiprocessing.parent_process() is not None:
        os.kill(os.getpid(), signal.SIGKILL)


class Deadly:
    """A value whose unpickling kills a worker process."""

    def __reduce__(self) -> tuple[Any, ...]:
        return kill_reader, ()


class DeadlyToken(str):
    """A value that kills the worker process that reads a page with it."""

    __slots__ = ()

    def lower(self) -> str:
        kill_reader()
        return super().lower()


def test_a_page_that_kills_its_workers_is_unread_and_the_rest_is_read() -> None:
    pages = [page(number) for number in range(10)]
    pages[3] = pages[3]._replace(token=DeadlyToken("Googlebot"))

    async def read() -> None:
        async with pool() as readers:
            reading = await send(readers, pages)
            read = await asyncio.gather(*reading, return_exceptions=True)
            unread = read.pop(3)
            assert isinstance(unread, UnreadError)
            assert "A worker process ended" in str(unread)
            assert read == [read_fetched_page(each) for each in pages[:3] + pages[4:]]

    asyncio.run(read())


def many(piece: str, before: str = "") -> bytes:
    """A page of 2 MB."""
    return (before + piece * (MAX_HTML // len(piece))).encode()


COSTLY = {
    "minutes: nested": many("<ul><li>"),
    "minutes: attributes": f"<p {' '.join(f'a{number}' for number in range(200_000))}>".encode(),
    "gigabytes: reconstructed": many("<p>x", "<p>" + "".join(f"<b a={n}>" for n in range(2_000))),
    "gigabytes: attributes of a link": many(
        "<p>x", f"<p><a {' '.join(f'a{n}' for n in range(300))}>"
    ),
}
"HTML 13.2.6 sets no limits."


def test_a_page_that_takes_minutes_or_gigabytes_is_not_parsed_and_the_rest_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    costly = [page(number)._replace(body=body) for number, body in enumerate(COSTLY.values())]
    before = psutil.Process().memory_info().rss

    async def read() -> None:
        async with pool(2) as readers:
            with monkeypatch.context() as patch:
                patch.setattr(ALLOWED, "seconds", 1.0)
                read = await asyncio.gather(*await send(readers, costly))
            assert read == [
                read_fetched_page(each._replace(is_too_complex=True)) for each in costly
            ]
            assert await readers.read_page(page(9)) == read_fetched_page(page(9))

    asyncio.run(read())
    assert psutil.Process().memory_info().rss - before < 100 * 2**20


def test_what_a_page_left_unparsed_says_is_unknown() -> None:
    read = read_fetched_page(page(1)._replace(is_too_complex=True)).page
    assert (read.parsed, read.noindex, read.nofollow, read.words) == (False, None, None, None)
    assert read.unread_reason == "too-complex"
    assert read.body_hash is not None


def test_a_page_that_cannot_be_handed_over_is_unread_and_nothing_waits_for_it() -> None:
    unsendable = page(1)._replace(token=lambda: "cannot be pickled")  # type: ignore[arg-type]

    async def read() -> None:
        async with pool() as readers:
            with pytest.raises(UnreadError, match="pickle"):
                await asyncio.wait_for(readers.read_page(unsendable), PATIENCE)
            assert await readers.read_page(page(2)) == read_fetched_page(page(2))

    asyncio.run(read())


def test_an_error_of_ours_in_one_page_is_told_of_that_page() -> None:
    wrong = page(1)._replace(body="no bytes")  # type: ignore[arg-type]

    async def read() -> None:
        async with pool() as readers:
            one, other = await send(readers, [wrong, page(2)])
            with pytest.raises(UnreadError, match="/big could not be read:\nTraceback"):
                await one
            assert await other == read_fetched_page(page(2))

    asyncio.run(read())


def test_pages_are_read_here_where_no_worker_can_be_started(
    caplog: pytest.LogCaptureFixture,
) -> None:
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)

    async def read() -> None:
        readers = ReaderPool(1)
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, limits[1]))
        try:
            assert await readers.read_page(page(1)) == read_fetched_page(page(1))
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        await readers.close()

    asyncio.run(read())
    assert caplog.messages == [
        "No worker process can be started to read pages and sitemaps: [Errno 24] Too many open"
        " files"
    ]


def test_a_big_sitemap_is_read_here_where_no_worker_can_be_started(spool: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)

    async def read() -> Told:
        told = Told()
        readers = ReaderPool(1)
        free = os.dup(0)
        os.close(free)  # left: one for the file, and none for the pipe of a process
        resource.setrlimit(resource.RLIMIT_NOFILE, (free + 1, limits[1]))
        try:
            async for piece in readers.read_sitemap(fetched(), spool):
                told.note(piece)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        assert workers() == []
        await readers.close()
        return told

    assert asyncio.run(read()).is_whole


def test_a_function_is_called_by_a_worker_or_here() -> None:
    async def read() -> None:
        async with pool(0) as here, pool(1) as readers:
            assert await readers.run(os.getpid) == workers()[0].pid
            assert await here.run(os.getpid) == os.getpid()
            with pytest.raises(WorkerEndedError):
                await readers.run(kill_reader)
            with pytest.raises(UnreadError, match="ValueError"):
                await readers.run(partial(int, "no number"))
            assert await readers.run(os.getpid) == workers()[0].pid

    asyncio.run(read())


ORPHANED = """
import asyncio, multiprocessing, os, time
from functools import partial
from sitemap_audit.reading.pool import ReaderPool

async def main():
    readers = ReaderPool(2)
    await asyncio.gather(readers.run(os.getpid), readers.run(os.getpid))
    busy = asyncio.ensure_future(readers.run(partial(time.sleep, 600)))
    await asyncio.sleep(0)
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
    await busy

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_workers_end_when_the_crawl_is_killed(tmp_path: Path) -> None:
    (tmp_path / "crawl.py").write_text(ORPHANED)
    command = [sys.executable, str(tmp_path / "crawl.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        left = [psutil.Process(int(pid)) for pid in process.stdout.readline().split()]
        assert left
        process.kill()
    assert psutil.wait_procs(left, timeout=PATIENCE)[1] == []


SUSPENDED = f"""
import asyncio
from functools import partial
from sitemap_audit.reading import workers
from sitemap_audit.reading.pool import ReaderPool

async def main():
    suspend = "__import__('os').kill(0, {int(signal.SIGSTOP)}) or 'went on'"
    print(await ReaderPool(1).run(partial(eval, suspend)))

workers.ALLOWED.seconds = 2
asyncio.run(main())
"""
"A worker suspends the crawl, too, as Ctrl-Z does."


@pytest.mark.thorough
def test_a_worker_that_was_suspended_with_the_crawl_has_not_taken_too_long() -> None:
    command = [sys.executable, "-c", SUSPENDED]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        suspended = psutil.Process(process.pid)
        wait_for(lambda: suspended.status() == psutil.STATUS_STOPPED)
        time.sleep(3)  # longer than a page may take: nothing can be waited for
        os.killpg(process.pid, signal.SIGCONT)
        told, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, told) == (0, "went on\n")


# Sitemaps.


@pytest.fixture(scope="module")
def spool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a sitemap."""
    file = tmp_path_factory.mktemp("spool") / "sitemap.xml"
    urlset = 'urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    entries = "".join(f"<url><loc>{SITE}/{number:08}</loc></url>\n" for number in range(ENTRIES))
    file.write_text(f"<{urlset}>{entries}</urlset>")
    assert file.stat().st_size > BIG_SITEMAP
    return file


def fetched() -> FetchedSitemap:
    """A sitemap that returned 200."""
    target = sitemap_target(f"{SITE}/sitemap.xml", FoundBy.ROBOTS, None)
    return FetchedSitemap(1, target, fetch()._replace(headers=[]), "allowed", None)


class Told:
    """What is read of a sitemap."""

    def __init__(self) -> None:
        self.listed: list[str] = []
        self.sitemaps: list[Sitemap] = []

    def note(self, piece: Piece | Sitemap) -> None:
        """Take note of a piece."""
        if isinstance(piece, Piece):
            self.listed += [each.url for each in piece.discovered.pages]
        else:
            self.sitemaps.append(piece)

    @property
    def is_whole(self) -> bool:
        """Whether everything has come, once."""
        assert self.listed == [f"{SITE}/{number:08}" for number in range(ENTRIES)]
        return [each.entries for each in self.sitemaps] == [ENTRIES]


@pytest.mark.parametrize("number", [0, 1], ids=["here", "by a worker"])
def test_a_big_sitemap_is_read_whole_and_its_file_is_left(number: int, spool: Path) -> None:
    async def read() -> Told:
        told = Told()
        async with pool(number) as readers:
            async for piece in readers.read_sitemap(fetched(), spool):
                told.note(piece)
        return told

    assert asyncio.run(read()).is_whole
    assert [path.name for path in spool.parent.iterdir()] == ["sitemap.xml"]


def test_batches_arrive_while_a_sitemap_is_read(spool: Path) -> None:
    async def read() -> Told:
        told = Told()
        async with pool() as readers:
            pieces = readers.read_sitemap(fetched(), spool)
            told.note(await anext(pieces))
            (worker,) = workers()
            worker.suspend()
            assert 0 < len(told.listed) < ENTRIES
            worker.resume()
            async for piece in pieces:
                told.note(piece)
        return told

    assert asyncio.run(read()).is_whole


@pytest.mark.parametrize("how", ["dies", "hangs"])
def test_a_sitemap_whose_worker_dies_or_hangs_is_read_by_another(
    how: str, spool: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def read() -> Told:
        told = Told()
        async with pool() as readers:
            pieces = readers.read_sitemap(fetched(), spool)
            told.note(await anext(pieces))
            (worker,) = workers()
            if how == "dies":
                worker.kill()
            else:
                ending = asyncio.ensure_future(hanging(worker, monkeypatch))
            async for piece in pieces:
                told.note(piece)
            if how == "hangs":
                await ending
        return told

    assert asyncio.run(read()).is_whole


def test_a_sitemap_that_kills_its_workers_is_unread_and_the_next_one_is_read(spool: Path) -> None:
    deadly = fetched()._replace(robots=Deadly())  # type: ignore[arg-type]

    async def read() -> Told:
        told = Told()
        async with pool() as readers:
            with pytest.raises(UnreadError, match="2 worker processes ended"):
                await anext(readers.read_sitemap(deadly, spool))
            async for piece in readers.read_sitemap(fetched(), spool):
                told.note(piece)
        return told

    assert asyncio.run(read()).is_whole
