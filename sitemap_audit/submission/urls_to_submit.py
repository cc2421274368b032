"""What was added, changed or removed since the last submission, by the checks of ``change``.

The last submission keeps the state of each URL, the *baseline*. A URL that an audit did not check
keeps the state of an earlier audit there: its next change is found, however long that takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.analysis import runner
from sitemap_audit.analysis.selection import known_checks
from sitemap_audit.analysis.views import tables_in, view_queries
from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.steps import step, steps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sitemap_audit.options import Options
    from sitemap_audit.storage import Store

_LEFT = "left from the last submission"


class Host(NamedTuple):
    """A host whose URLs are submitted."""

    name: str
    "With its port."
    origin: str
    "Its origin, with https if a URL has it."
    urls: int
    is_listed: bool
    "Whether a sitemap lists a URL of it, or may list one: not all sitemaps were read."


class Changes:
    """What to submit: the table ``submitted_urls``, with ``url``, ``change`` and ``host``."""

    def __init__(self, store: Store) -> None:
        """Read the counts; the URLs stay in the table."""
        self._store = store
        self.not_submitted: Mapping[str, int] = dict(store.rows(step("submit/not_submitted")))
        "Numbers of URLs that are not submitted, by reason."
        self.robots_lines: list[tuple[str, str]] = store.rows(step("submit/robots_lines"))
        "Origins and sitemaps that its robots.txt does not list."
        self.has_moved: bool = store.count("moved_urls") > 0
        "Whether most listed URLs of an origin are listed with their path on another one now."

    def counts(self) -> dict[str, int]:
        """Return the numbers of URLs by change: added | changed | left … | removed."""
        return dict(self._store.rows(step("submit/counts")))

    def of_kind(self, change: str) -> Iterator[str]:
        """Yield the URLs with a change, sorted."""
        rows = self._store.stream(step("submit/urls_with_change"), {"change": change})
        return (url for (url,) in rows)

    def hosts(self) -> list[Host]:
        """Return the hosts of the URLs."""
        return [Host(*row) for row in self._store.rows(step("submit/hosts"))]

    def of_host(self, host: str) -> Iterator[str]:
        """Yield the URLs of a host, sorted."""
        rows = self._store.stream(step("submit/urls_of_host"), {"host": host})
        return (url for (url,) in rows)

    def add_left(self, urls: Iterable[str]) -> None:
        """Add URLs that the last submission left."""
        self._store.execute(step("submit/left_urls"))
        self._store.insert("left_urls", ({"url": url} for url in urls))
        self._store.create("submitted_urls", step("submit/with_left_urls"), {"change": _LEFT})

    def leave_out_removed(self) -> None:
        """Leave out the URLs that were removed."""
        self._store.create("submitted_urls", step("submit/without_removed"))

    def leave_out(self, host: str) -> None:
        """Leave out the URLs of a host."""
        self._store.create("submitted_urls", step("submit/without_host"), {"host": host})


def find_changes(store: Store, options: Options) -> Changes:
    """Compare an audit with the baseline, by all checks of changes of pages.

    Raises:
        AuditError: a check fails.
        UsageError: no checked page of the audit can be indexed.
    """
    checks = [
        check
        for check in known_checks(options)
        if check.is_of_changes and check.over == "compared_urls" and check.submit
    ]
    runner.prepare(store, checks, also={*view_queries()} & tables_in(steps("submit")))
    ((checked, indexable),) = store.rows(step("submit/indexable"))
    if checked and not indexable:
        raise UsageError(
            f"Not submitted: none of the {checked:,} listed pages that were checked is indexable,"
            " as on a staging server. See report.html for the reasons."
        )
    runner.run_checks(store, checks, into=runner.CHANGES)
    if failed := store.rows(step("submit/failed_checks")):
        check, error = failed[0]
        raise AuditError(f"Not submitted: the check {check} failed ({error}).")
    for table in ("failing_urls", "left_out_urls", "submitted_urls", "found_sitemaps"):
        store.create(table, step(f"submit/{table}"))
    return Changes(store)
