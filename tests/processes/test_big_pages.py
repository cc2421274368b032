"""Big pages are read by a process of their own, as any page is read, and its death costs none."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from sitemap_audit.crawling.offers import PageTarget
from sitemap_audit.crawling.readings import FetchedPage, read_page_records
from sitemap_audit.network.fetches import Fetch
from sitemap_audit.parsing import urls
from sitemap_audit.processes.big_pages import BIG, BigPages, UnreadError, is_big

URL = "https://example.com/big"
HEAD = f'<!doctype html><title>Big</title><link rel="canonical" href="{URL}">'


def page(number: int) -> FetchedPage:
    """A page that was answered with 200."""
    values: dict[str, Any] = dict.fromkeys(Fetch._fields) | {
        "status": 200,
        "attempts": 1,
        "headers": [("Content-Type", "text/html")],
        "fetched_at": datetime(2026, 1, 31, tzinfo=UTC),
    }
    target = PageTarget(URL, urls.key(URL), URL, "listed", 0)
    body = HEAD.encode() + b"<p>Some words.</p>" * (BIG // 18)
    return FetchedPage(number, target, Fetch(**values), ("allowed", None), "Googlebot", body)


def children() -> set[int]:
    """The processes that this one has started."""
    text = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text()
    return {int(child) for child in text.split()}


def test_a_big_page_is_read_as_any_other_and_one_process_reads_them_all() -> None:
    before = children()

    async def read() -> None:
        big_pages = BigPages()
        read = await asyncio.gather(*(big_pages.read(page(number)) for number in range(3)))
        assert read == [read_page_records(page(number)) for number in range(3)]
        assert len(children() - before) == 1
        await big_pages.end()

    asyncio.run(read())
    assert children() == before


def test_a_page_whose_reader_dies_is_read_by_another() -> None:
    before = children()

    async def read() -> None:
        big_pages = BigPages()
        await big_pages.read(page(1))
        (reader,) = children() - before
        os.kill(reader, signal.SIGKILL)
        assert await big_pages.read(page(2)) == read_page_records(page(2))
        await big_pages.end()

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
        big_pages = BigPages()
        killing = asyncio.ensure_future(kill_readers())
        with pytest.raises(UnreadError, match=r"/big is not read: 2 processes ended \(SIGKILL\)"):
            await big_pages.read(page(1))
        killing.cancel()
        assert await big_pages.read(page(2)) == read_page_records(page(2))
        await big_pages.end()

    asyncio.run(read())
    assert children() == before


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
