"""The results of an audit as run.json has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.items import TABLES
from sitemap_audit.run_record import (
    CheckResult,
    CheckResults,
    FindingCounts,
    LedgerTotals,
    ToldFigure,
    WorstCauses,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sitemap_audit.report.figures import KeyFigure
    from sitemap_audit.report.issue_groups import Cause, IssueGroup
    from sitemap_audit.report.overview import Ledger, Overview
    from sitemap_audit.storage import Store


def told_figures(figures: Iterable[KeyFigure]) -> list[ToldFigure]:
    """Return the key figures as they are told."""
    return [
        ToldFigure(name=each.name, label=each.label, value=each.value, change=each.change)
        for each in figures
    ]


def ledger_totals(ledger: Ledger) -> LedgerTotals:
    """Return what became of the locs."""
    return LedgerTotals(
        listed=ledger.listed,
        fetched=ledger.fetched,
        refused=ledger.refused,
        not_fetched=ledger.not_fetched,
        outcomes=ledger.outcomes,
    )


def count_rows(store: Store) -> dict[str, int]:
    """Count the rows of every stored table, and the distinct URLs listed."""
    return {name: store.count(name) for name in [*sorted(TABLES), "listed"]}


def finding_counts(overview: Overview) -> FindingCounts:
    """Return the findings in numbers."""
    return FindingCounts(
        total=sum(overview.by_severity.values()),
        folded=overview.folded,
        by_severity=overview.by_severity,
        affected=overview.urls_by_severity,
        by_check={result.name: result.found for result in overview.failed},
    )


def worst_causes(causes: Iterable[Cause], first: Iterable[IssueGroup], total: int) -> WorstCauses:
    """Return the worst causes, of ``total``.

    ``line``: what the line of 'Do this first' affects that a cause begins; None of the others.
    """
    lines = {group.cause: group.affected for group in first}
    worst = [
        cause._asdict()
        | {"sentence": cause.sentence, "affected": cause.affected, "line": lines.get(cause)}
        for cause in causes
    ]
    return WorstCauses(total=total, worst=worst)


def check_results(overview: Overview) -> CheckResults:
    """Return the results of the checks, by name."""
    return CheckResults(
        outcomes=overview.by_outcome,
        results=[
            CheckResult(
                check=result.name,
                severity=result.severity,
                outcome=result.outcome,
                found=result.found,
                looked_at=result.looked_at,
                unknown=result.unknown,
                error=result.error,
                unknown_reasons=result.unknown_reasons,
            )
            for result in sorted(overview.results, key=lambda result: result.name)
        ],
    )
