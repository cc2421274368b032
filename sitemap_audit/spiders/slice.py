"""A slice of an audit: pages that one process of a cluster fetches with the spider.

The process fetches them and nothing else: what they point to is in a slice of the next round.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemap_audit.frontier.restore import done_pages
from sitemap_audit.frontier.targets import PageAssertion, PageTarget
from sitemap_audit.middlewares.host_throttle import WAIT_FOR_FIRST
from sitemap_audit.middlewares.robots import tokens_of
from sitemap_audit.parsing import urls
from sitemap_audit.spiders.resume import stored_policies

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime
    from pathlib import Path

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.spiders.crawl_state import Crawl
    from sitemap_audit.storage import Store
    from sitemap_audit.storage.slices import SliceName

_TABLES = ("robots", "robots_lines")
_OF_SLICE = """
CREATE OR REPLACE TABLE robots_of_slice AS
SELECT robots.* FROM robots JOIN origins_of_slice USING (origin)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """What a process of a cluster fetches."""

    audit: AuditPlace
    "The audit, or on an executor a folder with what the slice needs of it."
    name: SliceName
    first: int
    "First of its IDs and of the numbers of its parts."
    share: int
    "Number of slices that fetch from the same host at once."
    since: datetime
    "When this run of the audit began."
    waited: Mapping[str, float]
    "Used seconds of the budgets of its hosts (``--max-wait``)."


def write_targets(path: Path, targets: Iterable[PageTarget]) -> None:
    """Append targets to the file of a slice."""
    with gzip.open(path, "at", encoding="utf-8", compresslevel=1) as lines:
        lines.writelines(f"{json.dumps(target)}\n" for target in targets)


def read_targets(path: Path) -> Iterator[PageTarget]:
    """Yield the targets in the file of a slice."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            target = PageTarget._make(json.loads(line))
            yield target._replace(assertions=tuple(target.assertions))


def fill_plan(crawl: Crawl, part: Slice) -> None:
    """Add the pages of a slice to the plan, without those that an earlier attempt has fetched.

    Raises:
        OSError: a file cannot be read or written.
    """
    from sitemap_audit.storage.duckdb import DuckDBStore  # late: it takes memory

    run, plan = crawl.run, crawl.plan
    assert run is not None
    assert plan is not None
    for host, seconds in part.waited.items():
        traffic = plan.queue.throttle.traffic.host(host)
        traffic.waited, traffic.is_usable = seconds, seconds > WAIT_FOR_FIRST
    targets = part.name.targets(part.audit.folder)
    origins = {urls.origin(target.url) for target in read_targets(targets)}
    with DuckDBStore(part.audit.folder, tables=_TABLES, scratch=run.spool / "audit") as store:
        _restore_policies(crawl, store, part.since, origins)
    with DuckDBStore(run.folder, tables=("pages", *_TABLES)) as store:
        _restore_policies(crawl, store, part.since, origins)
        plan.frontier.restore_known((key, 0) for key in done_pages(store))
    plan.frontier.add_assertions(
        PageAssertion(target.key, what)
        for target in read_targets(targets)
        for what in target.assertions
    )
    plan.frontier.restore_waiting(read_targets(targets))


def _restore_policies(crawl: Crawl, store: Store, since: datetime, origins: Iterable[str]) -> None:
    store.execute("CREATE TABLE origins_of_slice (origin VARCHAR)")
    store.insert("origins_of_slice", ({"origin": origin} for origin in origins))
    store.execute(_OF_SLICE)
    tokens = tokens_of(crawl.options)
    for origin, policy in stored_policies(store, tokens, since, "robots_of_slice"):
        crawl.queue.add_policy(origin, policy)
