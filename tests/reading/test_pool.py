"""Pages are read by another process as they are read here, and its death costs none."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sitemap_audit.processes import helper
from sitemap_audit.processes.page_readers import (
    BIG,
    IN_HAND,
    LOOK,
    MOST_UNREAD,
    PageReaders,
    UnreadError,
    is_big,
)

from sitemap_audit.frontier.targets import PageTarget
from sitemap_audit.parsing import urls
from sitemap_audit.reading.fetch import Fetch
from sitemap_audit.reading.pages import FetchedPage, PageRecords, read_page_records

URL = "https://example.com/big"
SMALL = 2_000
HEAD = f'<!doctype html><title>Big</title><link rel="canonical" href="{URL}">'


def page(number: int, size: int = BIG) -> FetchedPage:
    """A page of about so many bytes that was answered with 200."""
    values: dict[str, Any] = dict.fromkeys(Fetch._fields) | {
        "status": 200,
        "attempts": 1,
        "headers": [("Content-Type", "text/html")],
        "fetched_at": datetime(2026, 1, 31, tzinfo=UTC),
    }
    target = PageTarget(URL, urls.key(URL), URL, "listed", 0)
    body = HEAD.encode() + b"<p>Some words.</p>" * (size // 18 + 1)
    return FetchedPage(number, target, Fetch(**values), ("allowed", None), "Googlebot", body)


def children() -> set[int]:
    """The processes that this one has started."""
    text = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text()
    return {int(child) for child in text.split()}


def test_a_big_page_is_read_as_any_other_and_one_process_reads_them_all() -> None:
    before = children()

    async def read() -> None:
        readers = PageReaders(shares=True)
        read = await asyncio.gather(*(readers.read(page(number)) for number in range(3)))
        assert read == [read_page_records(page(number)) for number in range(3)]
        assert len(children() - before) == 1
        await readers.end()

    asyncio.run(read())
    assert children() == before


def test_a_page_whose_reader_dies_is_read_by_another() -> None:
    before = children()

    async def read() -> None:
        readers = PageReaders(shares=True)
        await readers.read(page(1))
        (reader,) = children() - before
        os.kill(reader, signal.SIGKILL)
        assert await readers.read(page(2)) == read_page_records(page(2))
        await readers.end()

    asyncio.run(read())
    assert children() == before


def test_a_page_whose_reader_hangs_is_read_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    before = children()

    async def read() -> None:
        readers = PageReaders(shares=True)
        await readers.read(page(1))
        (reader,) = children() - before
        os.kill(reader, signal.SIGSTOP)
        with monkeypatch.context() as patch:
            patch.setattr(helper, "SILENCE", 0.3)
            waiting = asyncio.ensure_future(readers.read(page(2)))
            await asyncio.sleep(0.1)
        assert await waiting == read_page_records(page(2))
        assert reader not in children()
        await readers.end()

    asyncio.run(read())
    assert children() == before


def test_a_page_that_readers_die_of_is_unread_and_the_next_one_is_read() -> None:
    before = children()

    async def kill_readers() -> None:
        while True:
            for reader in children() - before:
                with suppress(ProcessLookupError):
                    os.kill(reader, signal.SIGKILL)
            await asyncio.sleep(0.01)

    async def read() -> None:
        readers = PageReaders(shares=True)
        killing = asyncio.ensure_future(kill_readers())
        with pytest.raises(UnreadError, match=r"/big is not read: 2 processes ended \(SIGKILL\)"):
            await readers.read(page(1))
        killing.cancel()
        assert await readers.read(page(2)) == read_page_records(page(2))
        await readers.end()

    asyncio.run(read())
    assert children() == before


async def busy_readers(before: set[int]) -> tuple[PageReaders, int]:
    """Readers that have had small pages read elsewhere, and the process that does."""
    readers = PageReaders(shares=True)
    while not readers.is_sharing:
        await readers.read(page(0, SMALL))
        await asyncio.sleep(0)
    (reader,) = children() - before
    return readers, reader


def test_a_page_that_cannot_be_handed_over_is_unread_and_the_next_one_is_read() -> None:
    unsendable = page(1)._replace(token=lambda: "cannot be pickled")  # type: ignore[arg-type]

    async def read() -> None:
        readers = PageReaders(shares=True)
        with pytest.raises(UnreadError, match="2 processes ended"):
            await asyncio.wait_for(readers.read(unsendable), helper.SILENCE / 10)
        assert await readers.read(page(2)) == read_page_records(page(2))
        await readers.end()

    asyncio.run(read())


def test_small_pages_that_come_fast_are_read_elsewhere() -> None:
    before = children()

    async def read() -> None:
        readers, reader = await busy_readers(before)
        os.kill(reader, signal.SIGSTOP)
        numbers = range(30)
        reading = [asyncio.ensure_future(readers.read(page(n, SMALL))) for n in numbers]
        _, pending = await asyncio.wait(reading, timeout=0.1)
        assert len(pending) == len(reading)  # the one that is stopped has them
        os.kill(reader, signal.SIGCONT)
        assert await asyncio.gather(*reading) == [
            read_page_records(page(n, SMALL)) for n in numbers
        ]
        await readers.end()

    asyncio.run(read())
    assert children() == before


def test_small_pages_that_the_other_process_has_no_room_for_are_read_here() -> None:
    before = children()

    async def read() -> None:
        readers, reader = await busy_readers(before)
        os.kill(reader, signal.SIGSTOP)
        size = BIG // 2
        many = IN_HAND // size + 1
        reading = [asyncio.ensure_future(readers.read(page(n, size))) for n in range(many)]
        await asyncio.sleep(0)
        assert await readers.read(page(many, size)) == read_page_records(page(many, size))
        assert not any(each.done() for each in reading)
        os.kill(reader, signal.SIGCONT)
        await asyncio.gather(*reading)
        await readers.end()

    asyncio.run(read())


def test_pages_that_are_not_read_yet_leave_no_room_for_further_ones() -> None:
    before = children()

    async def read() -> None:
        readers = PageReaders(shares=True)
        await readers.read(page(0))
        (reader,) = children() - before
        os.kill(reader, signal.SIGSTOP)
        reading: list[asyncio.Future[PageRecords]] = []
        while readers.has_room:
            reading.append(asyncio.ensure_future(readers.read(page(len(reading), 8 * 2**20))))
            await asyncio.sleep(0)
        assert len(reading) == MOST_UNREAD // (8 * 2**20)
        os.kill(reader, signal.SIGKILL)
        for each in reading:
            each.cancel()
        await asyncio.wait(reading)
        assert readers.has_room
        await readers.end()

    asyncio.run(read())
    assert children() == before


def test_what_a_process_had_in_hand_when_it_died_is_read_by_another() -> None:
    before = children()

    async def read() -> None:
        readers, reader = await busy_readers(before)
        os.kill(reader, signal.SIGSTOP)
        pages = [*(page(number, SMALL) for number in range(20)), page(20)]
        reading = [asyncio.ensure_future(readers.read(each)) for each in pages]
        await asyncio.sleep(0.1)
        os.kill(reader, signal.SIGKILL)
        assert await asyncio.gather(*reading) == [read_page_records(each) for each in pages]
        assert reader not in children()
        await readers.end()

    asyncio.run(read())
    assert children() == before


def test_a_process_that_is_not_to_share_reads_small_pages_itself() -> None:
    before = children()

    async def read() -> None:
        readers = PageReaders(shares=False)
        for number in range(2 * LOOK):
            await readers.read(page(number, SMALL))
            await asyncio.sleep(0)
        assert children() == before
        await readers.end()

    asyncio.run(read())


def test_pages_are_read_here_where_no_process_can_be_started(
    caplog: pytest.LogCaptureFixture,
) -> None:
    before, limits = children(), resource.getrlimit(resource.RLIMIT_NOFILE)

    async def read() -> None:
        readers = PageReaders(shares=True)
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, limits[1]))
        try:
            for number in range(2 * LOOK):
                await readers.read(page(number, SMALL))
                await asyncio.sleep(0)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        assert children() == before
        await readers.end()

    asyncio.run(read())
    assert caplog.messages == [
        "No process can be started to read pages: [Errno 24] Too many open files"
    ]


@pytest.mark.parametrize(
    ("size", "kind", "expected"),
    [
        pytest.param(BIG, "text/html; charset=utf-8", True, id="big"),
        pytest.param(BIG - 1, "text/html", False, id="small"),
        pytest.param(BIG, "Application/XHTML+xml", True, id="XHTML"),
        pytest.param(BIG, "image/png", False, id="no page"),
        pytest.param(BIG, None, True, id="of no type"),
    ],
)
def test_what_takes_long_to_read_is_a_big_page(size: int, kind: str | None, expected: bool) -> None:
    one = page(1)
    headers = [("content-type", kind)] if kind else []
    answer = one._replace(fetch=one.fetch._replace(headers=headers), body=b"x" * size)
    assert is_big(answer) is expected
