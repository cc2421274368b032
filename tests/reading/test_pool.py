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
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from sitemap_audit.frontier.url_records import PageTarget, sitemap_target
from sitemap_audit.items import FoundBy, Sitemap
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.robots_rules import Decision
from sitemap_audit.reading import pool as pools
from sitemap_audit.reading import workers as worker_processes
from sitemap_audit.reading.facts import Fetch
from sitemap_audit.reading.pages import FetchedPage, read_fetched_page
from sitemap_audit.reading.pool import BIG_PAGE, BIG_SITEMAP, ReaderPool, UnreadError
from sitemap_audit.reading.sitemaps import FetchedSitemap, Piece
from sitemap_audit.reading.workers import read_pages

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
    if number:
        await readers._start()  # as it starts once reading here has taken long
    try:
        yield readers
    finally:
        async with asyncio.timeout(60):
            await readers.close()
        assert psutil.wait_procs(workers(), timeout=60)[1] == []


async def send(readers: ReaderPool, pages: list[FetchedPage]) -> list[asyncio.Task[Any]]:
    """Hand pages to the pool; what will be read of them."""
    reading = [asyncio.ensure_future(readers.read_page(each)) for each in pages]
    await asyncio.sleep(0)
    return reading


def test_pages_are_read_by_workers_as_they_are_read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [page(number) for number in range(30)] + [page(30, BIG_PAGE)]

    async def read() -> None:
        async with pool() as readers:
            calls: list[int] = []
            run = readers._processes.run

            async def counting(function: Any, pages: list[FetchedPage]) -> Any:
                calls.append(len(pages))
                return await run(function, pages)

            monkeypatch.setattr(readers._processes, "run", counting)
            read = await asyncio.gather(*(readers.read_page(each) for each in pages))
            assert read == [read_fetched_page(each) for each in pages]
            assert calls == [8, 8, 8, 7]

    asyncio.run(read())


def test_small_pages_are_read_together_in_this_process_too(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def counting(pages: list[FetchedPage]) -> list[Any]:
        calls.append(len(pages))
        return read_pages(pages)

    async def read() -> None:
        async with pool(0) as readers:
            pages = [page(1, BIG_PAGE), *(page(number) for number in range(2, 12))]
            read = await asyncio.gather(*(readers.read_page(each) for each in pages))
            assert read == [read_fetched_page(each) for each in pages]
            assert calls == [1, 8, 2]

    monkeypatch.setattr("sitemap_audit.reading.pool.read_pages", counting)
    asyncio.run(read())


def test_without_workers_pages_are_read_in_this_process() -> None:
    async def read() -> None:
        async with pool(0) as readers:
            for size in (SMALL, BIG_PAGE):
                assert await readers.read_page(page(1, size)) == read_fetched_page(page(1, size))
            assert workers() == []

    asyncio.run(read())


def test_workers_start_when_reading_here_has_taken_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    async def read() -> None:
        readers = ReaderPool(1)
        await readers.read_page(page(0))
        assert workers() == []
        monkeypatch.setattr(pools, "WORTH_PROCESSES", 0.0)
        await readers.read_page(page(1))
        await asyncio.wait(readers._tasks)
        assert len(workers()) == 1
        await readers.close()

    asyncio.run(read())


@pytest.mark.parametrize("number", [1, 2], ids=["the only worker", "one of two"])
def test_a_worker_that_is_killed_with_pages_in_hand_costs_no_page(number: int) -> None:
    pages = [page(number) for number in range(40)]

    async def read() -> None:
        async with pool(number) as readers:
            for worker in workers():
                worker.suspend()
            reading = await send(readers, pages)
            await asyncio.sleep(0.1)
            first, *others = workers()
            first.kill()
            for worker in others:
                with suppress(psutil.Error):
                    worker.resume()
            assert await asyncio.gather(*reading) == [read_fetched_page(each) for each in pages]

    asyncio.run(read())


def test_a_worker_that_is_killed_while_a_big_page_is_sent_leaves_no_thread_that_waits() -> None:
    big = page(1, 4 * BIG_PAGE)  # which no pipe takes whole

    async def read() -> None:
        readers = ReaderPool(1)
        (reading,) = await send(readers, [big])
        while not (starting := workers()):  # noqa: ASYNC110 - nothing tells of its start
            await asyncio.sleep(0.001)
        starting[0].kill()
        assert await reading == read_fetched_page(big)
        await readers.close()

    before = set(threading.enumerate())
    asyncio.run(read())
    for thread in set(threading.enumerate()) - before:
        thread.join(60)
        assert not thread.is_alive(), thread


async def hanging(worker: psutil.Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have little patience with a worker process until it is dead."""
    with monkeypatch.context() as patch:
        patch.setattr(worker_processes, "HANG_TIMEOUT", 0.3)
        # Nothing tells of its end.
        while worker.is_running() and worker.status() != psutil.STATUS_ZOMBIE:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def test_a_worker_that_hangs_is_killed_and_costs_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    async def read() -> None:
        async with pool() as readers:
            (hung,) = workers()
            hung.suspend()
            reading = await send(readers, [page(1)])
            await hanging(hung, monkeypatch)
            assert await asyncio.gather(*reading) == [read_fetched_page(page(1))]

    asyncio.run(read())


def kill_reader() -> None:
    """End the worker process that unpickles this."""
    if multiprocessing.parent_process() is not None:
        os.kill(os.getpid(), signal.SIGKILL)


class DeadlyToken:
    """A value whose unpickling kills a worker process."""

    def __reduce__(self) -> tuple[Any, ...]:
        return kill_reader, ()


def test_a_page_that_kills_its_worker_twice_is_unread_and_the_rest_is_read() -> None:
    deadly = page(3)._replace(token=DeadlyToken())  # type: ignore[arg-type]
    pages = [deadly if number == 3 else page(number) for number in range(20)]  # three batches

    async def read() -> None:
        async with pool() as readers:
            for worker in workers():
                worker.suspend()
            reading = await send(readers, pages)
            for worker in workers():
                worker.resume()
            read = await asyncio.gather(*reading, return_exceptions=True)
            unread = read.pop(3)
            assert isinstance(unread, UnreadError)
            assert "2 worker processes ended" in str(unread)
            assert read == [read_fetched_page(each) for each in pages if each is not deadly]
            assert await readers.read_page(page(9)) == read_fetched_page(page(9))

    asyncio.run(read())


def test_a_page_that_cannot_be_handed_over_is_unread_and_nothing_waits_for_it() -> None:
    unsendable = page(1)._replace(token=lambda: "cannot be pickled")  # type: ignore[arg-type]

    async def read() -> None:
        async with pool() as readers:
            with pytest.raises(UnreadError, match="pickle"):
                await asyncio.wait_for(readers.read_page(unsendable), 60)
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
            await readers._start()
            assert await readers.read_page(page(1, BIG_PAGE)) == read_fetched_page(
                page(1, BIG_PAGE)
            )
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        await readers.close()

    asyncio.run(read())
    assert caplog.messages == [
        "No worker process can be started to read pages: [Errno 24] Too many open files"
    ]


ORPHANED = """
import asyncio, multiprocessing, sys
from sitemap_audit.reading.pool import ReaderPool

async def main():
    readers = ReaderPool(2)
    await readers._start()
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
    await asyncio.sleep(600)

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
    assert psutil.wait_procs(left, timeout=60)[1] == []


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
            (worker,) = workers()
            pieces = readers.read_sitemap(fetched(), spool)
            told.note(await anext(pieces))
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
            (worker,) = workers()
            pieces = readers.read_sitemap(fetched(), spool)
            told.note(await anext(pieces))
            if how == "dies":
                worker.kill()
            else:
                worker.suspend()
                ending = asyncio.ensure_future(hanging(worker, monkeypatch))
            async for piece in pieces:
                told.note(piece)
            if how == "hangs":
                await ending
        return told

    assert asyncio.run(read()).is_whole


def test_a_sitemap_that_kills_its_workers_is_unread_and_the_next_one_is_read(spool: Path) -> None:
    deadly = fetched()._replace(robots=DeadlyToken())  # type: ignore[arg-type]

    async def read() -> Told:
        told = Told()
        async with pool() as readers:
            with pytest.raises(UnreadError, match="2 worker processes ended"):
                await anext(readers.read_sitemap(deadly, spool))
            async for piece in readers.read_sitemap(fetched(), spool):
                told.note(piece)
        return told

    assert asyncio.run(read()).is_whole
