"""An audit as its reports tell it: each figure has one name and is read once."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.report import page_rows
from sitemap_audit.report.access_by_bot import read_bots
from sitemap_audit.report.audit_scope import no_findings, reasons, restrictions, scope
from sitemap_audit.report.branding import Brand
from sitemap_audit.report.counts import read_counts
from sitemap_audit.report.csv_tables import TableStream, read_tables
from sitemap_audit.report.figures import key_figures, read_figures, read_selected
from sitemap_audit.report.issue_changes import read_changes, read_new_by_check
from sitemap_audit.report.issue_groups import read_causes, read_examples, read_first
from sitemap_audit.report.matrix import read_matrix
from sitemap_audit.report.overview import (
    read_ledger,
    read_not_checked,
    read_overview,
    read_rendered,
    read_requests,
)
from sitemap_audit.report.results import (
    check_results,
    count_rows,
    finding_counts,
    ledger_totals,
    told_figures,
    worst_causes,
)
from sitemap_audit.report.sitemap_tree import read_tree
from sitemap_audit.report.sources.clicks import read_clicks
from sitemap_audit.report.sources.directories import read_directories
from sitemap_audit.report.sources.indexing import read_indexing
from sitemap_audit.report.sources.sets import read_sets
from sitemap_audit.report.streams import LongTable, Stream
from sitemap_audit.report.table_files import TableFiles, read_files
from sitemap_audit.report.words import listed_in
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.redaction import Redaction
    from sitemap_audit.report.access_by_bot import BotAccess
    from sitemap_audit.report.counts import Counts
    from sitemap_audit.report.figures import KeyFigure
    from sitemap_audit.report.issue_changes import Changes
    from sitemap_audit.report.issue_groups import Cause, IssueGroup
    from sitemap_audit.report.matrix import Matrix
    from sitemap_audit.report.overview import (
        Ledger,
        NotChecked,
        Overview,
        Rendered,
        RequestCounts,
    )
    from sitemap_audit.report.sitemap_tree import Tree
    from sitemap_audit.report.sources.clicks import Clicks
    from sitemap_audit.report.sources.directories import Directories
    from sitemap_audit.report.sources.indexing import Indexing
    from sitemap_audit.report.sources.sets import UrlSets
    from sitemap_audit.run_record import Figures, RunRecord, Selected
    from sitemap_audit.storage import Store

_CAUSES = 100
"Causes in run.json; causes.csv has them all."
_DIRECTORIES = 25


class Report:
    """What the reports of an audit tell. A format is a function of it, and asks nothing else.

    A figure is read when it is first asked for, and kept; long tables are streams.
    """

    def __init__(
        self,
        store: Store,
        checks: Sequence[Check],
        run: RunRecord,
        *,
        redaction: Redaction | None = None,
        fail_on: str | None = None,
        place: AuditPlace | None = None,
        brand: Brand | None = None,
        browser: Path | None = None,
    ) -> None:
        """Make the report of a judged audit.

        Args:
            store: with the views that reports read, results of the checks, changes, and the views
                ``reported_*``.
            checks: those that ran; without its check, a result shows the name only.
            run: the record, without results.
            redaction: has redacted the store, and redacts what is shown of the record. run.json
                keeps the options and targets of the run, because resume reads them.
            fail_on: the option of this name.
            place: where the reports are; None for the store's folder.
            brand: the title and the logo, if they are not those of the program.
            browser: the program that prints a PDF, if it is not the one that is installed.
        """
        self._store, self._given, self._redaction = store, run, redaction
        self.checks = checks
        self.fail_on = fail_on
        self.place = place or (AuditPlace(store.folder) if store.folder else None)
        self.brand = brand or Brand()
        self.browser = browser
        self._streams: dict[LongTable, Stream] = {}
        self._has_chosen = False

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """Titles of the checks, by name."""
        of_changes = self._store.rows(step("report/change_runs"))
        return {result.name: result.title for result in self.overview.results} | dict(of_changes)

    @cached_property
    def run(self) -> RunRecord:
        """The record as reports show it, with the key figures and numbers of findings."""
        run = self._redaction.record(self._given) if self._redaction else self._given
        counts = finding_counts(self.overview)
        return replace(run, figures=self._figures, selected=self._selected, findings=counts)

    @cached_property
    def record(self) -> RunRecord:
        """The record for run.json, with all results."""
        run, rendered = self.run, self.rendered
        changes = self._given.changes
        if changes and self.changes:
            changes = replace(changes, worst=self.changes.worst)
        return replace(
            self._given,
            changes=changes,
            figures=run.figures,
            selected=run.selected,
            key_figures=told_figures(self.key_figures),
            ledger=ledger_totals(self.ledger),
            counts=count_rows(self._store),
            rendered=rendered and {**rendered._asdict(), "sentence": rendered.sentence},
            findings=run.findings,
            causes=worst_causes(self.causes, self.do_first, self._store.count("causes")),
            clicks=self.clicks and self.clicks.record(),
            google=self.indexing and self.indexing.record(),
            not_checked=[cause._asdict() for cause in self.not_checked],
            checks=check_results(self.overview),
        )

    @cached_property
    def _figures(self) -> Figures:
        return read_figures(self._store)

    @cached_property
    def _selected(self) -> Selected | None:
        return read_selected(self._store, self._given)

    @cached_property
    def key_figures(self) -> Sequence[KeyFigure]:
        """The key figures, with their change since the audit before."""
        return key_figures(self.run)

    @cached_property
    def overview(self) -> Overview:
        """The results of the checks."""
        return read_overview(self._store, self.checks)

    @cached_property
    def ledger(self) -> Ledger:
        """What became of each loc."""
        return read_ledger(self._store)

    @property
    def coverage(self) -> str:
        """What became of the URLs, in one line."""
        return self.ledger.coverage(listed_in(self.run))

    @property
    def reasons(self) -> Sequence[str]:
        """Why the audit is not complete; none if it is."""
        return reasons(self.run)

    @cached_property
    def restrictions(self) -> Sequence[str]:
        """What leaves pages out because the options say so; told in place of 'Crawl complete'."""
        return list(restrictions(self.run, self.ledger))

    @cached_property
    def scope(self) -> Sequence[str]:
        """What else limits the audit, such as checks that did not run."""
        return list(scope(self.run, self.overview))

    @property
    def no_findings(self) -> str:
        """What is told where there are none."""
        return no_findings(self.run, self.overview, self.ledger)

    @cached_property
    def do_first(self) -> Sequence[IssueGroup]:
        """What to do first."""
        return read_first(self._store, self.checks, self.overview)

    @cached_property
    def examples(self) -> Sequence[Sequence[str]]:
        """Up to three affected URLs or files of each of the groups."""
        return read_examples(self._store)

    @cached_property
    def causes(self) -> Sequence[Cause]:
        """The worst causes."""
        return read_causes(self._store, self.checks, rows=_CAUSES)

    @cached_property
    def changes(self) -> Changes | None:
        """The changes since the audit before; None if there is none to compare with."""
        return read_changes(self._store, self.run, self.checks)

    @cached_property
    def new_by_check(self) -> Mapping[str, int] | None:
        """New findings by check; None if that was not compared."""
        return read_new_by_check(self._store, self.checks)

    @cached_property
    def not_checked(self) -> Sequence[NotChecked]:
        """Why URLs were not checked."""
        return read_not_checked(self._store, self.run)

    @cached_property
    def rendered(self) -> Rendered | None:
        """What a browser has rendered; None if nothing was to be."""
        return read_rendered(self._store, self.run)

    @cached_property
    def requests(self) -> RequestCounts:
        """How many requests were sent."""
        return read_requests(self._store)

    @cached_property
    def clicks(self) -> Clicks | None:
        """Clicks in search results; None if no import has them."""
        return read_clicks(self._store)

    @cached_property
    def indexing(self) -> Indexing | None:
        """What Google says of the listed URLs; None if it has told of none."""
        return read_indexing(self._store)

    @cached_property
    def counts(self) -> Counts:
        """Listed URLs by verdict, status code, sitemap and speed."""
        return read_counts(self._store)

    @cached_property
    def matrix(self) -> Matrix | None:
        """Hreflang annotations from one code to another; None if there are none."""
        return read_matrix(self._store)

    @cached_property
    def sets(self) -> UrlSets | None:
        """URLs by source; None of an audit that knows the sitemaps only."""
        return read_sets(self._store)

    @cached_property
    def directories(self) -> Directories | None:
        """The directories with most missing pages; None without a link crawl."""
        return read_directories(self._store, _DIRECTORIES)

    @cached_property
    def bots(self) -> Sequence[BotAccess]:
        """What each bot may fetch."""
        return read_bots(self._store)

    @cached_property
    def tree(self) -> Tree | None:
        """The sitemaps, each index before its own; None if there is none."""
        return read_tree(self._store)

    @cached_property
    def sitemaps(self) -> int:
        """Number of sitemaps."""
        return self._store.count("reported_sitemaps")

    @property
    def files(self) -> TableFiles:
        """The files that have all rows of a table."""
        return read_files(self.place)

    def stream(self, table: LongTable) -> Stream:
        """Return the rows of a long table."""
        if table in _SHOWN and not self._has_chosen:
            page_rows.choose(self._store)
            self._has_chosen = True
        return self._streams.setdefault(table, Stream(self._store, table))

    def tables(self, names: Collection[str] | None = None) -> Iterator[TableStream]:
        """Yield the tables of the CSV files, all or those of some names."""
        yield from read_tables(self._store, self.overview, names)


_SHOWN = (page_rows.FINDINGS, page_rows.EXAMPLES)
"Tables of the findings that a page shows."
