"""Bodies that go to a file as they come, and how long a sitemap's may take.

A page that is not there within ``--timeout`` timed out. A sitemap may have 50 MB, and what it lists
is lost with it: there the timeout is for the head of the response and for each silence in the body.
A body that keeps coming is taken, but a server that drips cannot hold the audit for ever.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
from scrapy.exceptions import DownloadTimeoutError, ResponseDataLossError

from sitemap_audit.handlers.engine import is_ending
from sitemap_audit.handlers.errors import CannotContinueError, Stopped

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from scrapy import Request
    from scrapy.crawler import Crawler


CUT = "too-large"
"Flag of a response with the beginning of a body that is larger than is read."
SLOWLY = "body_may_come_slowly"
"Key of a request's ``meta``."
WHOLE = "body_must_be_whole"
"Key of a request's ``meta``: a part of the body would say something else than all of it."
TIMES = 10
"""How often a body may take the timeout, at whatever speed: 5 minutes where nothing is said. Google
was measured to take no sitemap that needs more than 200 seconds
(lumar.io/blog/best-practice/google-times-out-after-two-minutes-when-crawling-sitemaps)."""
LEAST_SPEED = 100_000
"Bytes a second, in the mean, at which a body may take longer still; less is a slow sitemap."


def longest(request: Request, timeout: float) -> float:
    """Seconds that a request may take in all."""
    if SLOWLY not in request.meta:
        return timeout
    most: int = request.meta["download_maxsize"]
    return timeout + max(TIMES * timeout, most / LEAST_SPEED)


@asynccontextmanager
async def answering(request: Request, timeout: float) -> AsyncIterator[asyncio.Timeout]:  # noqa: ASYNC109
    """The time that is left for the head of a response whose body may come slowly.

    Raises:
        DownloadTimeoutError: it is over.
    """
    limit = asyncio.timeout(timeout)
    try:
        async with limit:
            yield limit
    except TimeoutError as error:
        if not limit.expired():
            raise
        sentence = f"{request.url} has not begun to answer within {timeout:g} seconds."
        raise DownloadTimeoutError(sentence) from error


class Beginning:
    """The first bytes of a body, as many as may be read: all of them where ``most`` is 0."""

    def __init__(self, pieces: AsyncIterator[bytes], most: int) -> None:
        self._pieces = pieces
        self._most = most
        self.is_cut = False

    async def pieces(self) -> AsyncIterator[bytes]:
        """The pieces as they come."""
        room = self._most or sys.maxsize
        async for piece in self._pieces:
            if len(piece) > room:
                self.is_cut = True
                yield piece[:room]
                return
            room -= len(piece)
            yield piece


async def spool(pieces: AsyncIterator[bytes], request: Request, crawler: Crawler) -> str | None:
    """Write a body to the request's file; why it is not whole, where it is not.

    Raises:
        DownloadTimeoutError: nothing of it came in time.
        CannotContinueError: the file cannot be written.
        Stopped: the audit ends.
    """
    received, most = 0, request.meta["download_maxsize"]
    with _file(request) as write:
        try:
            async for piece in _in_time(pieces, request, crawler):
                write(piece)
                received += len(piece)
                if received > most:
                    return "size"
        except aiohttp.ClientPayloadError:
            return "truncated"
        except TimeoutError as error:
            if not received:
                raise DownloadTimeoutError(f"Nothing of {request.url} came in time.") from error
            return "time"
    return None


def require_whole(request: Request, status: int, stopped_by: str | None) -> None:
    """Let a response fail, to be requested again, where no part of it may stand for all.

    Raises:
        DownloadTimeoutError, ResponseDataLossError: its body is truncated.
    """
    if WHOLE not in request.meta or not 200 <= status < 300:
        return
    if stopped_by == "time":
        raise DownloadTimeoutError("Its body did not come in time.")
    if stopped_by == "truncated":
        raise ResponseDataLossError("The connection ended before the whole body had come.")


async def _in_time(
    pieces: AsyncIterator[bytes], request: Request, crawler: Crawler
) -> AsyncIterator[bytes]:
    """The pieces of a body while they come in time.

    Raises:
        TimeoutError: the next one does not.
        Stopped: the audit ends, and this would keep it from ending.
    """
    now = asyncio.get_running_loop().time
    seconds: float = request.meta["download_timeout"]
    begun, received = now(), 0
    while True:
        until = None
        if SLOWLY in request.meta:
            until = min(now() + seconds, begun + max(TIMES * seconds, received / LEAST_SPEED))
            if is_ending(crawler) and now() > begun + seconds:
                raise Stopped("The crawl was stopped.")
        try:
            async with asyncio.timeout_at(until):
                piece = await anext(pieces)
        except StopAsyncIteration:
            return
        yield piece
        received += len(piece)


@contextmanager
def _file(request: Request) -> Iterator[Callable[[bytes], None]]:
    """Writes to a request's file; where that fails, the crawl ends as by any full disk."""

    def write(piece: bytes) -> None:
        with _ours():
            file.write(piece)

    with _ours():
        file = Path(request.meta["spool"]).open("wb")  # noqa: SIM115 - closed below
    try:
        yield write
    finally:
        with _ours():
            file.close()


@contextmanager
def _ours() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CannotContinueError(error) from error
