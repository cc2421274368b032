"""Big sitemaps are read by a process of their own, whose death is said and costs nothing else."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest
from sitemap_audit.audit import Audit
from sitemap_audit.processes import helper
from sitemap_audit.processes.readers import Readers

from sitemap_audit.frontier.targets import sitemap_target
from sitemap_audit.items import FoundBy
from sitemap_audit.options import Options
from sitemap_audit.reading.fetch import Fetch
from sitemap_audit.reading.sitemaps import FetchedSitemap
from sitemap_audit.spiders.inputs import read_targets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitemap_audit.frontier.targets import Offer

SITE = "https://example.com"
ENTRIES = 5_000


@pytest.fixture
def audit(tmp_path: Path) -> Iterator[Audit]:
    audit = Audit(tmp_path, Options(), read_targets([SITE]))
    yield audit
    audit.end("finished")
    audit.release()


@pytest.fixture
def spool(tmp_path: Path) -> Path:
    return written(tmp_path / "sitemap.xml", ENTRIES)


def written(file: Path, entries: int) -> Path:
    """A sitemap of so many entries."""
    urls = (f"<url><loc>{SITE}/{n}</loc></url>\n" for n in range(entries))
    namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    file.write_text(f"<urlset {namespace}>{''.join(urls)}</urlset>")
    return file


def fetched(audit: Audit) -> FetchedSitemap:
    """A sitemap that was answered with 200."""
    target = sitemap_target(f"{SITE}/sitemap.xml", FoundBy.ROBOTS, None)
    values: dict[str, Any] = dict.fromkeys(Fetch._fields) | {
        "status": 200,
        "attempts": 1,
        "headers": [],
    }
    values["fetched_at"] = datetime(2026, 1, 31, tzinfo=UTC)
    return FetchedSitemap(audit.writer.next_id(), target, Fetch(**values), "allowed", None)


def children() -> list[int]:
    """The processes that this one has started."""
    text = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text()
    return [int(child) for child in text.split()]


def test_a_sitemap_is_stored_by_the_reader_and_what_it_lists_comes_back(
    audit: Audit, spool: Path
) -> None:
    listed: list[str] = []

    async def take(offer: Offer) -> None:
        listed.extend(page.url for page in offer.pages)

    async def read() -> None:
        readers = Readers(audit)
        await readers.read(fetched(audit), spool, take)
        await readers.read(fetched(audit), spool, take)
        await readers.end()

    asyncio.run(read())
    assert listed == [f"{SITE}/{n}" for n in range(ENTRIES)] * 2
    entries = pq.read_table(audit.folder / "data" / "entries", columns=["sitemap_id"])
    assert entries.num_rows == 2 * ENTRIES
    assert pq.read_table(audit.folder / "data" / "sitemaps").column("entries").to_pylist() == [
        ENTRIES,
        ENTRIES,
    ]
    assert audit.faults == []


@pytest.mark.parametrize(
    ("how", "said"),
    [
        pytest.param(signal.SIGKILL, "SIGKILL", id="dies"),
        pytest.param(signal.SIGSTOP, "no answer for 1 seconds", id="hangs"),
    ],
)
def test_a_sitemap_whose_reader_dies_or_hangs_is_not_stored_and_said_to_be_unread(
    how: signal.Signals, said: str, audit: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spool = written(
        tmp_path / "sitemap.xml", 40 * ENTRIES
    )  # more than a pipe holds: it is not done
    before = set(children())

    async def stop(_: Offer) -> None:
        monkeypatch.setattr(helper, "SILENCE", 1)
        for reader in set(children()) - before:
            os.kill(reader, how)

    async def read() -> None:
        readers = Readers(audit)
        await readers.read(fetched(audit), spool, stop)
        await readers.end()

    asyncio.run(read())
    assert audit.faults == [
        f"{SITE}/sitemap.xml is not read: the process that read it ended ({said})."
    ]
    assert not (audit.folder / "data" / "sitemaps").exists()


def test_what_waits_for_a_reader_is_not_garbage(audit: Audit, spool: Path) -> None:
    """Neither Scrapy nor asyncio keeps the task of a callback that waits."""

    async def read() -> list[str]:
        readers, done = Readers(audit), asyncio.Event()
        listed: list[str] = []

        async def take(offer: Offer) -> None:
            listed.extend(page.url for page in offer.pages)

        async def work() -> None:
            await readers.read(fetched(audit), spool, take)
            done.set()

        asyncio.get_running_loop().call_soon(asyncio.ensure_future, work())
        async with asyncio.timeout(60):
            while not done.is_set():
                gc.collect()
                await asyncio.sleep(0.01)
        await readers.end()
        return listed

    assert asyncio.run(read()) == [f"{SITE}/{n}" for n in range(ENTRIES)]
