"""Show the progress of the crawl: one line in a terminal, lines in a pipe, log lines on a server.

If standard error blocks (a full pipe, a terminal paused by Ctrl-S), the line is skipped. Otherwise
the crawl would wait, and its requests would time out.
"""

from __future__ import annotations

import asyncio
import logging
import os
import select
import signal
import sys
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from scrapy import signals
from scrapy.utils.asyncio import create_looping_call

from sitemap_audit.crawl.loop import CrawlLoop, loop_of
from sitemap_audit.middlewares.host_throttle import NOTABLE_DELAY
from sitemap_audit.options import Options
from sitemap_audit.plural import counted
from sitemap_audit.standard_output import UPDATE, note

if TYPE_CHECKING:
    from types import FrameType

    from scrapy.crawler import Crawler


logger = logging.getLogger(__name__)


class Display(Protocol):
    """A display of the crawl's progress."""

    seconds: float
    "Interval between two updates."

    def show(self, line: str) -> None:
        """Show a line."""

    def close(self) -> None:
        """End the display."""


class RewrittenLine:
    """One line on a terminal, which each update rewrites."""

    seconds = 0.5

    def __init__(self) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.text import Text

        self._live = Live(
            console=Console(stderr=True),
            transient=True,
            auto_refresh=False,  # its thread would block on a paused terminal, and we on it
        )
        self._text = partial(Text, no_wrap=True, overflow="ellipsis")
        self._live.start()
        self.show("looking for sitemaps")

    def show(self, line: str) -> None:
        """Rewrite the line."""
        self._live.update(self._text(line), refresh=_has_room())

    def close(self) -> None:
        """Remove the line."""
        self._live.stop()


class Lines:
    """Plain lines on standard error, for a pipe or a file."""

    seconds = 10.0

    def show(self, line: str) -> None:
        """Print a line."""
        if _has_room():
            note(line)

    def close(self) -> None:
        """Do nothing."""


class Updates(Lines):
    """Lines for a process that shows the last one: see :data:`UPDATE`."""

    seconds = 0.5

    def __init__(self) -> None:
        self.show("looking for sitemaps")

    def show(self, line: str) -> None:
        """Print a line."""
        super().show(f"{UPDATE}{line}")


def _has_room() -> bool:
    """Whether standard error can be written without blocking."""
    try:
        return bool(select.select((), (sys.stderr,), (), 0)[1])
    except (OSError, ValueError):  # not a file, or select() does not support it
        return True


def acknowledge_stop(crawler: Crawler) -> None:
    """Print a sentence as soon as Ctrl-C is pressed; Scrapy's handler then stops the crawl.

    Until the engine runs, Scrapy's handler has no effect, and the present one stays. Call it before
    the crawl starts.
    """
    present = signal.getsignal(signal.SIGINT)

    def postpone() -> None:
        scrapys = signal.getsignal(signal.SIGINT)
        signal.signal(signal.SIGINT, present)
        install = partial(signal.signal, signal.SIGINT, partial(_acknowledge, crawler, scrapys))
        crawler.signals.connect(lambda: install(), signal=signals.engine_started, weak=False)

    asyncio.get_event_loop().call_soon(postpone)  # runs when Scrapy has installed its handlers


def _acknowledge(crawler: Crawler, stop: Any, number: int, frame: FrameType | None) -> None:
    active = len(crawler.engine.downloader.active)
    requests = counted(active, "request")
    doing = f": finishing {requests}" if active else ""
    line = f"Stopping{doing}. Press Ctrl-C again to stop at once.\n"
    with suppress(OSError, ValueError):  # standard error may be closed
        if _has_room():  # os.write: the handler may interrupt a print
            line = _CLEARED + line if sys.stderr.isatty() else line
            os.write(sys.stderr.fileno(), line.encode())
    stop(number, frame)


_CLEARED = "\r\x1b[2K"
"Removes the line that shows the progress."


class LogLines:
    """Log lines, for a server."""

    seconds = 60.0

    def show(self, line: str) -> None:
        """Log a line."""
        logger.info(line)

    def close(self) -> None:
        """Do nothing."""


DISPLAYS: dict[str, type[Display]] = {
    "terminal": RewrittenLine,
    "updates": Updates,
    "lines": Lines,
    "log": LogLines,
}


class ProgressExtension:
    """Scrapy extension that shows progress in the form set by AUDIT_PROGRESS, or none."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._began = time.monotonic()
        self._fetched_before = 0
        self._shown_at = self._began
        self._display: Display | None = None
        self._loop: CrawlLoop
        self._clock = create_looping_call(self._show)
        crawler.signals.connect(self.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(self.spider_closed, signal=signals.spider_closed)
        crawler.signals.connect(self.engine_stopped, signal=signals.engine_stopped)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ProgressExtension:
        return cls(crawler)

    def spider_opened(self) -> None:
        """Start the display."""
        loop = loop_of(self._crawler)
        if loop is None:
            return
        display = self._crawler.settings.get("AUDIT_PROGRESS", "log")
        if display == "none":
            return
        self._loop = loop
        self._display = DISPLAYS[display]()
        if display == "log" and loop.run.options.delay >= NOTABLE_DELAY:
            self._display.show(slowness(loop.run.options, is_resumed=loop.run.is_resumed))
        self._clock.start(self._display.seconds, now=False)

    def spider_closed(self) -> None:
        """Show that the checks run."""
        if self._display is not None:
            self._clock.stop()
            run = self._loop.run
            if run.is_discarded:
                return
            imports = "importing files, " if run.options.imports else ""
            google = "reading Search Console, " if run.options.search_console else ""
            self._display.show(f"{imports}{google}running the checks, writing the reports")

    def engine_stopped(self) -> None:
        """Close the display."""
        if self._display is not None:
            self._display.close()

    def _show(self) -> None:
        assert self._display is not None
        if self._crawler.engine is not None and not self._crawler.engine.running:
            self._display.show("stopping; crawled pages are kept")
            return
        loop, throttle, rounds = self._loop, self._loop.queue.throttle, self._loop.crawl.rounds
        if rounds is not None:
            while rounds.ended:
                self._display.show(rounds.ended.pop(0))
            if rounds.progress is not None:
                self._display.show(rounds.progress)
                return
        counts, before = loop.frontier.counts, loop.run.done_before
        stats = self._crawler.stats
        fetched = stats.get_value("audit/pages", 0)
        now = time.monotonic()
        rate = (fetched - self._fetched_before) / max(now - self._shown_at, 0.001)
        overall = fetched / max(now - self._began, 0.001)
        self._fetched_before, self._shown_at = fetched, now
        left = counts.pages_waiting + counts.pages_in_flight
        sitemaps = before.get("sitemaps", 0) + stats.get_value("audit/sitemaps", 0)
        fetched += before.get("pages", 0)
        parts = [f"{fetched:,} of {fetched + left:,} crawled" if left else f"{fetched:,} crawled"]
        why = loop.reachability.waiting_message or throttle.waits_for
        if why:
            parts.append(why)
        if rate or not why:
            parts.append(f"{rate * 60:.0f}/min" if 0 < rate < 1 else f"{rate:,.0f}/s")
        if overall and left and not (counts.sitemaps_waiting or counts.sitemaps_in_flight):
            least = throttle.least_seconds(left, loop.frontier.largest_hosts)
            parts.append(f"about {duration(max(left / overall, least))} left")
        if chosen := stats.get_value("audit/renders_chosen", 0):
            parts.append(f"rendered {stats.get_value('audit/renders', 0):,} of {chosen:,}")
        # Least important last: a narrow terminal truncates the line.
        parts += [
            f"{stats.get_value('audit/failures', 0):,} failed",
            f"{counts.listed:,} URLs in {counted(sitemaps, 'sitemap')}",
            f"{counts.pages_in_flight:,} in progress",
        ]
        self._display.show(" · ".join(parts))


def slowness(options: Options, *, is_resumed: bool) -> str:
    """Return a sentence on how the delay of a Scrapy project slows the audit down."""
    if is_resumed:  # it keeps its options; settings on the command line win
        faster, concurrency = "-s DOWNLOAD_DELAY=0", " -s CONCURRENT_REQUESTS_PER_DOMAIN"
    else:
        faster, concurrency = "-a delay=0", " -a concurrency"
    if options.concurrency < Options().concurrency:
        faster += f"{concurrency}={Options().concurrency}"
    return (
        f"The delay is {options.delay:g} s (DOWNLOAD_DELAY, or the option delay): at most"
        f" {1 / options.delay:.3g}/s to each host, and 10,000 URLs of one host take at least"
        f" {duration(10_000 * options.delay)}. To crawl faster: {faster}"
    )


def duration(seconds: float) -> str:
    """Format seconds: ``40 s``, ``3 min``, ``2 h 5 min``."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"
