"""Fetch pages in rounds: what is left by the stored audit, in slices, each by a Spark task.

The rounds run in a thread of their own, while the spider waits for them.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

from sitemap_audit.cluster.planning import Cluster, RoundPlan, plan_round
from sitemap_audit.cluster.task import SliceResult, fetch_slice
from sitemap_audit.crawl.slice import read_targets
from sitemap_audit.errors import UsageError
from sitemap_audit.steps import step
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.slices import (
    FOLDER,
    attempts,
    bring,
    clear,
    commit,
    of_slice,
    recover,
    rows_written,
    stop,
)
from sitemap_audit.storage.spark_session import FAILURES, FAILURES_PER_NODE
from sitemap_audit.storage.writer import next_first

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pyspark import SparkContext

    from sitemap_audit.cluster.task import SliceTask
    from sitemap_audit.crawl.crawl import Crawl
    from sitemap_audit.crawl.run import AuditRun
    from sitemap_audit.storage.slices import SliceName

logger = logging.getLogger(__name__)

FEW_PAGES = 20
"Pages that the process of the command fetches itself: a round takes seconds to start."
_JOBS = "sitemap-audit"
_STOP_SECONDS = 120.0
"Seconds after which the tasks of an audit that is being stopped are cancelled."
_POLL_SECONDS = 2.0
"Seconds between two counts of the rows that tasks have written."


class ClusterRounds:
    """The rounds of one run of an audit; see :class:`sitemap_audit.crawl.crawl.Rounds`."""

    def __init__(self, run: AuditRun, context: SparkContext, release: Callable[[], None]) -> None:
        """Fetch the pages of an audit by Spark.

        Args:
            release: ends the session when no task is left: other programs may need the cluster.
        """
        self._run, self._context, self._release = run, context, release
        self.since = next_first(run.folder)
        self.not_fetched: set[int] = set()
        self.progress: str | None = None
        self.ended: list[str] = []
        self._is_stopped = False
        self._ended: asyncio.Future[None] | None = None

    async def fetch(self, crawl: Crawl) -> None:
        """Fetch the pages until few are left.

        Raises:
            OSError: the folder of the audit cannot be written.
        """
        loop = asyncio.get_running_loop()
        self._ended = loop.create_future()
        # A daemon: at a second Ctrl-C the process does not wait for it.
        threading.Thread(target=self._work, args=(crawl, loop, self._ended), daemon=True).start()
        await asyncio.shield(self._ended)

    async def stop(self) -> None:
        """End the present round; what was fetched is kept."""
        if self._ended is None or self._ended.done():
            return
        self._is_stopped = True
        with suppress(OSError):
            await asyncio.to_thread(stop, self._run.place)
        with suppress(Exception):
            await asyncio.wait([self._ended], timeout=_STOP_SECONDS)
            if not self._ended.done():  # tasks for which there is no executor
                await asyncio.to_thread(self._context.cancelJobGroup, _JOBS)
            await self._ended

    def _work(
        self, crawl: Crawl, loop: asyncio.AbstractEventLoop, ended: asyncio.Future[None]
    ) -> None:
        error = None
        try:
            self._fetch_all(crawl)
        except Exception as raised:
            error = raised
        finally:
            self.progress = None
            self._release()

        def tell() -> None:
            if error is None:
                ended.set_result(None)
            else:
                ended.set_exception(error)

        with suppress(RuntimeError):  # the loop was closed by a second Ctrl-C
            loop.call_soon_threadsafe(tell)

    def _fetch_all(self, crawl: Crawl) -> None:
        number, last = 0, self.since
        while not self._is_stopped:
            number += 1
            self.progress = "looking for pages to fetch"
            (self._run.folder / FOLDER).mkdir(exist_ok=True)
            first = next_first(self._run.folder, last)
            plan = plan_round(crawl, self, number, self._cluster(), first)
            if plan.pages < FEW_PAGES:
                break
            last = plan.last
            if not self._fetch_round(crawl, plan):
                break
        clear(self._run.place)

    def _cluster(self) -> Cluster:
        """Return what Spark says of itself; its executors may come and go."""
        is_local = str(self._context.master).partition("[")[0] == "local"
        known = self._context._jsc.sc().statusStore().executorList(True)
        executors = (known.apply(place) for place in range(known.size()))
        nodes = Counter(
            each.hostPort().rsplit(":", 1)[0] for each in executors if each.id() != "driver"
        )
        failures = sum(min(number, FAILURES_PER_NODE) for number in nodes.values())
        return Cluster(
            self._context.defaultParallelism,
            1 if is_local else max(2, min(failures, FAILURES)),
        )

    def _fetch_round(self, crawl: Crawl, plan: RoundPlan) -> bool:
        """Fetch the slices of a round; return whether there may be a next one."""
        self.progress = plan.sentence
        if self._is_stopped:
            return False
        ended = threading.Event()
        threading.Thread(target=self._count, args=(plan, ended), daemon=True).start()
        try:
            results = self._run_tasks(plan)
        finally:
            ended.set()
        if results is None:
            self._leave(plan.tasks)
            try:
                recover(self._run.place)
            except UsageError as error:  # a crawler that does not stop: resume goes on with it
                self._run.add_fault(str(error))
            return False
        pages = [
            self._keep(crawl, task, result)
            for task, result in zip(plan.tasks, results, strict=True)
        ]
        sentence = plan.progress(sum(pages))
        logger.info("%s", sentence)
        self.ended.append(sentence)
        return True

    def _run_tasks(self, plan: RoundPlan) -> list[SliceResult] | None:
        """Run a round on Spark; None if Spark gave it up."""
        from py4j.protocol import Py4JError
        from pyspark.errors import PySparkException

        self._context.setJobGroup(_JOBS, plan.sentence, interruptOnCancel=True)
        try:
            slices = self._context.parallelize(plan.tasks, len(plan.tasks))
            return slices.map(fetch_slice).collect()
        except (Py4JError, PySparkException, OSError) as error:
            logger.exception("Spark has given up round %d", plan.number)
            if not self._is_stopped:
                self._run.add_fault(
                    f"Spark gave up round {plan.number} of the crawl ({reason_of(error)}):"
                    f" what is left of its {plan.pages:,} pages is not checked."
                )
            return None

    def _count(self, plan: RoundPlan, ended: threading.Event) -> None:
        """Show how many pages the tasks have fetched."""
        while not ended.wait(_POLL_SECONDS):
            with suppress(OSError):
                names = attempts(self._run.place, plan.tasks[0].name.round)
                latest = {name.slice: name for name in names}
                rows = (rows_written(self._run.place, name) for name in latest.values())
                self.progress = plan.progress(sum(rows))

    def _keep(self, crawl: Crawl, task: SliceTask, result: SliceResult) -> int:
        """Take over what a task has fetched; return the number of pages."""
        pages = 0
        begun = of_slice(self._run.place, task.name)
        # The last attempt may have failed before it could begin.
        kept = result.name if result.name in begun and not result.has_failed else None
        kept = kept or (begun[-1] if begun else None)
        if result.has_failed:
            self._leave([task])
            self._run.add_fault(self._fault(task, result, kept))
        if kept is not None:
            pages = rows_written(self._run.place, kept)
            commit(self._run.place, kept)
            crawl.count("pages", pages)
        traffic = crawl.queue.throttle.traffic
        for host, record in result.traffic.items():
            traffic.host(host).add(record)
        for remark in result.remarks:
            traffic.remark(remark)
        for fault in result.faults:
            self._run.add_fault(fault)
        return pages

    def _leave(self, tasks: Iterable[SliceTask]) -> None:
        """Leave the pages of slices that failed out of this run."""
        for task in tasks:
            targets = read_targets(task.name.targets(self._run.folder))
            self.not_fetched.update(target.key for target in targets)

    def _fault(self, task: SliceTask, result: SliceResult, kept: SliceName | None) -> str:
        fetched = 0
        if kept is not None:
            folder = bring(self._run.place, kept)
            with DuckDBStore(folder, tables=("pages",), in_memory=True) as store:
                fetched = store.value(step("spark_crawl/fetched_urls"))
        hosts = task.hosts[0] if len(task.hosts) == 1 else f"{len(task.hosts):,} hosts"
        return (
            f"{task.pages - fetched:,} of {task.pages:,} pages of {hosts} were not fetched and are"
            f" not checked: each attempt on the cluster failed, the last one because:"
            f" {result.reason.rstrip('.')}."
        )


def reason_of(error: Exception) -> str:
    """Return why Spark gave a job up: the cause, without the Java stack."""
    java = getattr(error, "java_exception", None)
    text = str(error if java is None else java.getMessage())
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    line = lines[0].rpartition("most recent failure: ")[2] if lines else type(error).__name__
    return line[:200].rstrip(".:")
