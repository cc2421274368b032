"""Sitemaps that come slowly: what keeps coming is read, and nothing holds an audit for ever."""

from __future__ import annotations

import itertools
import time
from typing import TYPE_CHECKING

import pytest
from commanding import PATIENCE, command, crawl, file_size_limit, impatient, sitemap
from mockserver.scripted import ReceivedRequest, answer, scripted

from sitemap_audit.crawl.loop import SITEMAP_WINDOW
from sitemap_audit.crawl.requests import MAX_SLOW_SITEMAPS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

TIMEOUT = 3
"Seconds: a busy machine may keep a piece waiting for two."
MAX_TIMEOUTS = 3
PATCH = f"""{impatient(".xml", TIMEOUT)}
from sitemap_audit.handlers import spool
spool.MAX_TIMEOUTS = {MAX_TIMEOUTS}
"""
NO_PAGES = 'SITEMAP_AUDIT={"pages": false}'
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\nConnection: close\r\n\r\n"
ENTRIES = 8


def pieces(name: str) -> Iterator[bytes]:
    """A sitemap, an entry a piece."""
    opening, *entries = sitemap(*(f"http://127.0.0.1/{name}/{n}" for n in range(ENTRIES))).split(
        "<url>"
    )
    yield HEAD + opening.encode()
    for entry in entries:
        yield f"<url>{entry}".encode()


def steadily(name: str) -> Iterator[bytes]:
    """All of it takes twice as long as an answer may."""
    for piece in pieces(name):
        yield piece
        time.sleep(TIMEOUT * 2 / ENTRIES)


def stalling(name: str) -> Iterator[bytes]:
    yield from itertools.islice(pieces(name), 1 + ENTRIES // 2)
    time.sleep(PATIENCE)


def dripping(name: str) -> Iterator[bytes]:
    yield from itertools.islice(pieces(name), 1 + ENTRIES // 2)
    while True:
        time.sleep(0.1)
        yield b" "


def nearly_beginning(_: str) -> Iterator[bytes]:
    """The head itself drips."""
    yield b"HTTP/1.1 200 OK\r\n"
    while True:
        time.sleep(TIMEOUT / 2)
        yield b"X-More: x\r\n"


SITEMAPS = {
    "steady": steadily,
    "stalls": stalling,
    "drips": dripping,
    "begins": nearly_beginning,
}


@pytest.mark.thorough
def test_a_sitemap_may_come_slowly_and_none_comes_for_ever(tmp_path: Path) -> None:
    def site(asked: ReceivedRequest) -> bytes | Iterable[bytes]:
        name = asked.target.removeprefix("/").removesuffix(".xml")
        if name == "robots.txt":
            lines = [f"Sitemap: http://{asked.headers['host']}/{each}.xml\n" for each in SITEMAPS]
            return answer("".join(lines), kind="text/plain")
        return SITEMAPS[name](name) if name in SITEMAPS else answer(status="404 Not Found")

    with scripted(site) as server:
        done = crawl(server.address, NO_PAGES, output=tmp_path, patch=PATCH)
    table = done.table("sitemaps").set_index("url")
    told = {
        name: tuple(table.loc[f"{server.address}/{name}.xml", ["error", "stopped_by", "entries"]])
        for name in SITEMAPS
    }
    assert told == {
        "steady": ("", "", "8"),
        "stalls": ("", "time", "4"),
        "drips": ("", "time", "4"),
        "begins": ("timeout", "", "0"),
    }
    assert float(table["seconds"][f"{server.address}/drips.xml"]) >= MAX_TIMEOUTS * TIMEOUT
    assert done.run["complete"] is False
    assert [line for line in done.run["incomplete_because"] if "before its end" in line] == [
        f"{server.address}/{name}.xml timed out before its end." for name in ("drips", "stalls")
    ]


@pytest.mark.thorough
def test_a_host_whose_sitemaps_drip_is_not_waited_for_thousands_of_times(tmp_path: Path) -> None:
    sitemaps = 24

    def site(asked: ReceivedRequest) -> bytes | Iterable[bytes]:
        if asked.target == "/robots.txt":
            lines = (f"Sitemap: http://{asked.headers['host']}/{n}.xml\n" for n in range(sitemaps))
            return answer("".join(lines), kind="text/plain")
        return dripping(asked.target)

    with scripted(site) as server:
        done = crawl(server.address, NO_PAGES, output=tmp_path, patch=PATCH)
    table = done.table("sitemaps")
    assert list(table["stopped_by"]) == ["time"] * sitemaps
    waited_for = (table["seconds"].astype(float) >= MAX_TIMEOUTS * TIMEOUT).sum()
    assert MAX_SLOW_SITEMAPS <= waited_for < MAX_SLOW_SITEMAPS + SITEMAP_WINDOW


@pytest.mark.thorough
def test_a_sitemap_that_there_is_no_room_for_is_read_when_the_audit_goes_on(tmp_path: Path) -> None:
    def site(asked: ReceivedRequest) -> bytes:
        locs = (f"http://{asked.headers['host']}/{number:06}" for number in range(4_000))
        return answer(sitemap(*locs), kind="application/xml")

    with scripted(site) as server:
        arguments = (
            f"{server.address}/sitemap.xml",
            "--no-pages",
            *("--workers", 0),
            *("--select", "status"),
            "-o",
            tmp_path,
        )
        short = command(*arguments, output=tmp_path, before=file_size_limit(200_000))
        assert short.status == 3, short.output
        assert "The crawl was stopped: cannot write: [Errno 27] File too large" in short.output
        assert "Traceback" not in short.output
        assert list(short.table("sitemaps")["url"]) == []
        done = command("resume", short.folder, output=tmp_path)
    assert done.status == 0, done.output
    assert list(done.table("sitemaps")["entries"]) == ["4000"]
