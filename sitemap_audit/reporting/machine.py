"""run.json: the audit in figures, for machines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.items import TABLES
from sitemap_audit.reporting.causes import count_causes, read_causes
from sitemap_audit.reporting.figures import Selected, key_figures, read_figures, read_selected
from sitemap_audit.reporting.overview import (
    Ledger,
    Overview,
    Rendered,
    read_ledger,
    read_not_checked,
    read_overview,
    read_rendered,
)
from sitemap_audit.reporting.sources.clicks import read_clicks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.storage import Store

_CAUSES = 100
"Causes that it tells; causes.csv has them all."


def run_record(store: Store, checks: Sequence[Check], run: Mapping[str, Any]) -> dict[str, Any]:
    """What the crawl knows of itself (``run``), with the figures of the store and the checks."""
    overview = read_overview(store, checks)
    chosen = _selected(read_selected(store, run))
    figures = {**run, "figures": read_figures(store)._asdict(), "selected": chosen}
    told = ("name", "label", "value", "change")
    clicks = read_clicks(store)
    return {
        **figures,
        "key_figures": [
            {name: getattr(figure, name) for name in told} for figure in key_figures(figures)
        ],
        "ledger": _ledger(read_ledger(store)),
        "counts": _counts(store),
        "rendered": _rendered(read_rendered(store, run)),
        "findings": _findings(overview),
        "causes": _causes(store, checks),
        "clicks": clicks and clicks.record(),
        "not_checked": [cause._asdict() for cause in read_not_checked(store, run)],
        "checks": _checks(overview),
    }


def _selected(chosen: Selected | None) -> dict[str, Any] | None:
    return chosen and {**chosen._asdict(), "title": chosen.title}


def _ledger(ledger: Ledger) -> dict[str, Any]:
    return {
        "listed": ledger.listed,
        "fetched": ledger.fetched,
        "refused": ledger.refused,
        "not_fetched": ledger.not_fetched,
        "outcomes": ledger.outcomes,
    }


def _counts(store: Store) -> dict[str, int]:
    """Rows of every stored table, and distinct URLs listed."""
    rows = {name: int(store.value(f"SELECT COUNT(*) FROM {name}")) for name in sorted(TABLES)}
    return rows | {"listed": int(store.value("SELECT COUNT(*) FROM listed"))}


def _rendered(rendered: Rendered | None) -> dict[str, Any] | None:
    return rendered and {**rendered._asdict(), "sentence": rendered.sentence}


def _findings(overview: Overview) -> dict[str, Any]:
    return {
        "total": sum(overview.by_severity.values()),
        "folded": overview.folded,
        "by_severity": overview.by_severity,
        "affected_urls": overview.urls_by_severity,
        "by_check": {result.name: result.found for result in overview.failed},
    }


def _causes(store: Store, checks: Sequence[Check]) -> dict[str, Any]:
    """How many there are, and the worst of them."""
    worst = read_causes(store, checks, rows=_CAUSES)
    return {
        "total": count_causes(store),
        "worst": [cause._asdict() | {"sentence": cause.sentence} for cause in worst],
    }


def _checks(overview: Overview) -> dict[str, Any]:
    return {
        "outcomes": overview.by_outcome,
        "results": [
            {
                "check": result.name,
                "severity": result.severity,
                "outcome": result.outcome,
                "found": result.found,
                "looked_at": result.looked_at,
                "unknown": result.unknown,
                "error": result.error,
                "unknown_reasons": result.unknown_reasons,
            }
            for result in sorted(overview.results, key=lambda result: result.name)
        ],
    }
