"""Stream bodies to files, and apply timeouts to slow sitemaps.

A page times out after ``--timeout``. A sitemap may have 50 MB, so there the timeout applies to the
headers and to each gap in the body. A slow body is accepted as long as data arrives, within a total
limit.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
from scrapy.exceptions import DownloadTimeoutError, ResponseDataLossError

from sitemap_audit.handlers.engine import is_ending
from sitemap_audit.handlers.ignored_requests import CannotContinueError, Stopped

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from scrapy import Request
    from scrapy.crawler import Crawler

    from sitemap_audit.handlers.session import TruncatedResponse

BODY_TRUNCATED = "too-large"
"Flag of a response whose body was truncated at the size limit."
ALLOW_SLOW_BODY = "body_may_come_slowly"
"Key of a request's ``meta``."
REQUIRE_COMPLETE_BODY = "body_must_be_whole"
"Key of a request's ``meta``: a truncated body counts as a failure."
MAX_TIMEOUTS = 10
"""Total time limit of a body, in timeouts, at any speed: 5 minutes by default. According to a
measurement, Google accepts no sitemap that takes more than 200 seconds
(lumar.io/blog/best-practice/google-times-out-after-two-minutes-when-crawling-sitemaps)."""
MIN_SPEED = 100_000
"Average bytes per second above which a body may take longer than MAX_TIMEOUTS."


def max_seconds(request: Request, timeout: float) -> float:
    """Return the maximum total seconds of a request."""
    if ALLOW_SLOW_BODY not in request.meta:
        return timeout
    most: int = request.meta["download_maxsize"]
    return timeout + max(MAX_TIMEOUTS * timeout, most / MIN_SPEED)


@asynccontextmanager
async def header_timeout(request: Request, seconds: float) -> AsyncIterator[asyncio.Timeout]:
    """Apply the timeout to the headers of a response.

    Raises:
        DownloadTimeoutError: the headers did not arrive in time.
    """
    limit = asyncio.timeout(seconds)
    try:
        async with limit:
            yield limit
    except TimeoutError as error:
        if not limit.expired():
            raise
        sentence = f"{request.url} returned no headers within {seconds:g} seconds."
        raise DownloadTimeoutError(sentence) from error


async def spool(response: TruncatedResponse, request: Request, crawler: Crawler) -> str | None:
    """Write a body to the request's file; return why it is truncated, or None.

    Raises:
        DownloadTimeoutError, ResponseDataLossError: no data arrived in time, or the body is
            truncated and must be complete: it is retried.
        CannotContinueError: the file cannot be written.
        Stopped: the crawl is stopping, and the body is slow.
    """
    now = asyncio.get_running_loop().time
    seconds: float = request.meta["download_timeout"]
    begun, received, until = now(), 0, None
    must_be_whole = REQUIRE_COMPLETE_BODY in request.meta and 200 <= response.status < 300
    pieces = response.pieces()
    with _writing(Path(request.meta["spool"])) as write:
        try:
            while True:
                if ALLOW_SLOW_BODY in request.meta:
                    if is_ending(crawler) and now() > begun + seconds:
                        raise Stopped("The crawl was stopped.")
                    most = max(MAX_TIMEOUTS * seconds, received / MIN_SPEED)
                    until = min(now() + seconds, begun + most)
                async with asyncio.timeout_at(until):
                    piece = await anext(pieces, b"")
                if not piece:
                    return "size" if response.is_truncated else None
                write(piece)
                received += len(piece)
        except aiohttp.ClientPayloadError as error:
            if must_be_whole:
                sentence = "The connection ended before the whole body had come."
                raise ResponseDataLossError(sentence) from error
            return "truncated"
        except TimeoutError as error:
            if must_be_whole or not received:
                raise DownloadTimeoutError("Its body did not come in time.") from error
            return "time"


@contextmanager
def _writing(path: Path) -> Iterator[Callable[[bytes], None]]:
    """Open a file, and yield what writes to it; an error ends the crawl."""

    def write(piece: bytes) -> None:
        with _ours():
            file.write(piece)

    with _ours():
        file = path.open("wb")
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
