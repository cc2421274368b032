"""The process that runs the spider on a slice: it exits with the task that started it."""

from __future__ import annotations

import asyncio
import ctypes
import logging
import signal
import sqlite3
import sys
import traceback
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sitemap_audit.cluster.task import IDS, STOPPED, TAKEN_OVER, SliceResult, SliceTask
from sitemap_audit.errors import AuditError
from sitemap_audit.machine.child import run_task
from sitemap_audit.machine.interpreter import open_event_loop
from sitemap_audit.options import Options
from sitemap_audit.run_record import FINISHED
from sitemap_audit.storage.slices import SliceName, prepare, sending, standing, take_over

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import Settings

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.crawl.run import AuditRun
    from sitemap_audit.crawl.slice import Slice
    from sitemap_audit.run_record import HostRequests

logger = logging.getLogger(__name__)

_POLL_SECONDS = 1.0
"Seconds between two checks whether the crawl has to stop."
_TARGET = Options().limits["AUTOTHROTTLE_TARGET_CONCURRENCY"]
_PR_SET_PDEATHSIG = 1  # linux/prctl.h


def main() -> None:
    """Fetch the slice read from standard input: the entry point of the process."""
    _die_with_parent()
    run_task(_fetch)


def _die_with_parent() -> None:
    """Let Linux kill this process when its parent dies; elsewhere the closed pipe ends it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _fetch(task: SliceTask, name: SliceName, audit: AuditPlace) -> SliceResult:
    try:
        run = _run(task, name, audit)
        with sending(audit, name) as send_rest:
            result = _crawl(task, name, run)
            if result.reason != TAKEN_OVER:
                send_rest()
        return result
    except AuditError as error:
        return SliceResult(name=name, reason=str(error))
    except (OSError, sqlite3.Error) as error:
        return SliceResult(name=name, reason=f"cannot write: {error}")
    except Exception as error:
        traceback.print_exc()
        return SliceResult(name=name, reason=f"internal error ({type(error).__name__}: {error})")


def _crawl(task: SliceTask, name: SliceName, run: AuditRun) -> SliceResult:
    from scrapy import signals
    from scrapy.crawler import AsyncCrawlerProcess

    from sitemap_audit.crawl.loop import loop_of
    from sitemap_audit.spiders.sitemap import AuditSpider

    logging.raiseExceptions = False  # no tracebacks if the log cannot be written
    settings = _settings(task, run)
    open_event_loop(settings["ASYNCIO_EVENT_LOOP"])
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler(AuditSpider)
    assert run.slice is not None
    watch = _Watch(run.slice, crawler)
    crawler.signals.connect(watch.begin, signals.spider_opened)
    crawler.signals.connect(watch.end, signals.spider_closed)
    crawling = process.crawl(crawler, run=run)
    process.start()
    if crawling.done() and not crawling.cancelled() and (error := crawling.exception()):
        raise error  # it could not begin
    loop = loop_of(crawler)
    if loop is None or run.record is None:
        return SliceResult(name=name, reason="the spider did not start")
    traffic = loop.queue.throttle.traffic
    is_finished = run.reason == FINISHED
    return SliceResult(
        name=name,
        reason=run.reason if is_finished else watch.reason or run.reason,
        faults=tuple(run.record.incomplete_because) if is_finished else (),
        remarks=tuple(traffic.record().remarks),
        traffic={host: _added(each.record(host), task) for host, each in traffic.hosts.items()},
    )


def _run(task: SliceTask, name: SliceName, audit: AuditPlace) -> AuditRun:
    """Begin an attempt: its folder, with what earlier attempts have written.

    Args:
        audit: on this machine.

    Raises:
        OSError: the folder cannot be written.
        UsageError: another process writes to it.
    """
    from sitemap_audit.crawl.run import AuditRun
    from sitemap_audit.crawl.slice import Slice

    prepare(audit, name)
    place = audit.at(name.folder(audit.folder))
    place.folder.mkdir(parents=True, exist_ok=True)
    run = AuditRun(place, task.options, task.targets)
    run.id, run.since = task.audit_id, task.since_date
    run.slice = Slice(
        audit=audit,
        name=name,
        first=task.first + name.attempt * IDS,
        share=task.share,
        since=task.began,
        waited=task.waited,
    )
    take_over(audit, name)
    run.begin()
    return run


def _settings(task: SliceTask, run: AuditRun) -> Settings:
    from scrapy.settings import Settings

    from sitemap_audit.storage.run_file import LOG_FILE

    settings = Settings()
    settings.setmodule("sitemap_audit.settings")
    more: dict[str, Any] = {
        "LOG_FILE": str(run.folder / LOG_FILE),
        "LOG_LEVEL": "WARNING",  # audit.log gets the lines of every slice
        "AUDIT_PROGRESS": "none",
    }
    if task.share > 1:
        whole = max(task.options.concurrency * task.share, _TARGET)
        more["AUTOTHROTTLE_TARGET_CONCURRENCY"] = whole / task.share
    settings.setdict(more, priority="cmdline")
    return settings


def _added(record: HostRequests, task: SliceTask) -> HostRequests:
    """Return the statistics of a host without what it had waited before."""
    waited = record.waited_seconds - task.waited.get(record.host, 0.0)
    return replace(record, waited_seconds=max(0.0, waited))


class _Watch:
    """Stops the crawl when the audit is being stopped, or a later attempt has begun."""

    def __init__(self, part: Slice, crawler: Crawler) -> None:
        self._audit, self._name, self._crawler = part.audit, part.name, crawler
        self.reason: str | None = None

    async def begin(self) -> None:
        """Look every second."""
        self._looking = asyncio.ensure_future(self._watch())

    def end(self) -> None:
        """Look no more: the crawl has ended."""
        self._looking.cancel()

    async def _watch(self) -> None:
        while self.reason is None:
            await asyncio.sleep(_POLL_SECONDS)
            self.reason = await asyncio.to_thread(self._look)
        self._stopping = asyncio.ensure_future(self._crawler.stop_async())

    def _look(self) -> str | None:
        try:
            found = standing(self._audit, self._name)
        except OSError as error:  # it is read again in a second
            logger.warning("Cannot see whether to stop: %s", error)
            return None
        if found.is_stopped:
            return STOPPED
        return None if found.is_latest else TAKEN_OVER
