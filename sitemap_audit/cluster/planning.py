"""Plan a round: which pages are left by the stored audit, and in which slices."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import cycle
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.cluster.partition import SLICES_PER_CORE, Shape, partition
from sitemap_audit.cluster.task import SliceTask
from sitemap_audit.crawl.slice import read_targets, write_targets
from sitemap_audit.frontier.frontier import Frontier
from sitemap_audit.frontier.restore import restore_pages
from sitemap_audit.parsing import urls
from sitemap_audit.plural import counted
from sitemap_audit.steps import step
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.slices import SliceName, begin_round
from sitemap_audit.storage.writer import SPAN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sitemap_audit.crawl.crawl import Crawl, Rounds
    from sitemap_audit.frontier.url_records import PageTarget
    from sitemap_audit.options import Options

_PAGES_AT_ONCE = 5_000
"Pages to take from the frontier, or to write to a file, at once."


class Cluster(NamedTuple):
    """What the plan needs to know of the cluster."""

    cores: int
    "Tasks that it runs at once."
    failures: int
    "Attempts at a task, each on another executor."


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """The slices of a round."""

    number: int
    pages: int
    hosts: int
    tasks: list[SliceTask]
    last: int
    "Last first ID that was given to a slice."

    @property
    def sentence(self) -> str:
        """The round in words."""
        return (
            f"Round {self.number}: {counted(self.pages, 'URL')} of {counted(self.hosts, 'host')} in"
            f" {counted(len(self.tasks), 'slice')}"
        )

    def progress(self, done: int) -> str:
        """Return the round in words, with the number of pages fetched."""
        return f"{self.sentence}; {min(done, self.pages):,} done"


def plan_round(
    crawl: Crawl, rounds: Rounds, number: int, cluster: Cluster, first: int
) -> RoundPlan:
    """Compute what is left to fetch, and write it to the files of slices.

    Args:
        number: of the round in this run of the audit.
        first: first ID for the slices.

    Raises:
        OSError: the folder of the audit cannot be written.
    """
    run = crawl.run
    every = run.spool / "round.jsonl.gz"
    every.unlink(missing_ok=True)
    pages: Counter[str] = Counter()
    unknown: set[str] = set()
    with DuckDBStore(run.folder) as store:
        known = {origin for (origin,) in store.stream(step("spark_crawl/known_origins"))}
        for batch in _left(crawl, rounds, store):
            pages.update(urls.host(page.url) for page in batch)
            unknown |= {urls.host(page.url) for page in batch if urls.origin(page.url) not in known}
            write_targets(every, batch)
    shapes = partition(
        pages,
        cluster.cores,
        run.options.concurrency,
        lambda host: host not in unknown,
        # Each has its part of --max-rate all the time, whether it runs or waits.
        slices_per_core=1 if run.options.max_rate else SLICES_PER_CORE,
    )
    tasks = [
        _task(crawl, shape, SliceName(first, place, 0), cluster, len(shapes), first + place * SPAN)
        for place, shape in enumerate(shapes)
    ]
    distribute(every, shapes, [task.name.targets(run.folder) for task in tasks])
    begin_round(run.place, [task.name for task in tasks])
    return RoundPlan(number, pages.total(), len(pages), tasks, first + len(tasks) * SPAN)


def _left(crawl: Crawl, rounds: Rounds, store: DuckDBStore) -> Iterator[list[PageTarget]]:
    """Yield the pages that are left, a batch at a time."""
    run = crawl.run
    options = run.options
    frontier = Frontier(
        run.spool / "round.sqlite",
        max_urls=options.max_urls,
        follow=options.follow,
        scope=crawl.scope,
    )
    try:
        frontier.add_known(rounds.not_fetched)
        what = (options, run.selection, crawl.assertion_tables)
        restore_pages(frontier, store, *what, rounds.since)
        while not frontier.is_done:
            frontier.add_pending()
            batch = frontier.take_pages(_PAGES_AT_ONCE)
            for page in batch:
                frontier.finish(page)
            yield batch
    finally:
        frontier.close()


def _task(
    crawl: Crawl,
    shape: Shape,
    name: SliceName,
    cluster: Cluster,
    slices: int,
    first: int,
) -> SliceTask:
    """Make the task of a slice.

    Args:
        slices: number of slices in the round.
        first: first of its IDs.
    """
    run = crawl.run
    throttled = crawl.queue.throttle.traffic.hosts
    return SliceTask(
        audit=run.place.shared,
        name=name,
        pages=shape.pages,
        hosts=shape.hosts,
        share=shape.share,
        first=first,
        options=share_options(run.options, shape, slices),
        targets=tuple(run.targets),
        audit_id=run.id,
        since_date=run.since,
        began=run.running_since,
        waited={host: throttled[host].waited for host in shape.hosts if host in throttled},
        failures=cluster.failures,
    )


def share_options(options: Options, shape: Shape, slices: int) -> Options:
    """Return the options of a slice: its share of the rates."""
    share, extra = divmod(options.concurrency, shape.share)
    return replace(
        options,
        cluster=None,
        workers=1 if options.workers is None else options.workers,  # a task has one core
        concurrency=share + (shape.place < extra),
        delay=options.delay * shape.share,
        max_rate=options.max_rate / slices if options.max_rate else None,
    )


def distribute(every: Path, shapes: list[Shape], files: list[Path]) -> None:
    """Write each page to the file of its slice; those of a divided host take turns."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for number, shape in enumerate(shapes):
        for host in shape.hosts:
            places[host].append(number)
    turns = {host: cycle(numbers) for host, numbers in places.items()}
    waiting: defaultdict[int, list[PageTarget]] = defaultdict(list)
    for page in read_targets(every) if shapes else ():
        number = next(turns[urls.host(page.url)])
        waiting[number].append(page)
        if len(waiting[number]) >= _PAGES_AT_ONCE:
            write_targets(files[number], waiting.pop(number))
    for number, pages in waiting.items():
        write_targets(files[number], pages)
    every.unlink(missing_ok=True)
