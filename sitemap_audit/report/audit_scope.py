"""Say what an audit leaves out, because of its options or against its will."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.plural import counted
from sitemap_audit.report.words import listed_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from sitemap_audit.report.overview import Ledger, Overview, Result
    from sitemap_audit.run_record import RunRecord

_OF_PAGES = {"pages", "page_dates", "page_images", "media", "renders"}
"Tables that are empty in an audit without pages."


def reasons(run: RunRecord) -> list[str]:
    """Say why an audit is incomplete; nothing of a complete one."""
    if run.complete:
        return []
    ended = run.reason or "unknown"
    return [*run.incomplete_because] or [
        f"The audit ended before everything was crawled (reason: {ended})."
    ]


def restrictions(run: RunRecord, ledger: Ledger) -> Iterator[str]:
    """Name the limit, the globs, the sample and the date that leave pages out: a sentence each."""
    options: Mapping[str, Any] = run.options
    if run.limit_reached:
        yield (
            f"Limited by --max-urls: {ledger.fetched:,} of {counted(ledger.urls, 'URL')}"
            f" {listed_in(run)} crawled; the others were not checked."
        )
    globs = ("include", "exclude", "sitemap")
    given = [f"--{name} {glob}" for name in globs for glob in options.get(name) or ()]
    if given:
        yield f"Restricted by {' '.join(given)}: other pages were not crawled and are not checked."
    chosen = run.selected
    if chosen is not None and chosen.since:
        yield (
            f"Crawled: {chosen.urls - chosen.sampled:,} URLs whose lastmod is after {chosen.since}"
            f" or missing or invalid, and a sample of {chosen.sampled:,} of the"
            f" {chosen.of - chosen.urls + chosen.sampled:,} others."
        )
    elif chosen is not None:
        yield (
            f"A sample (--sample {options.get('sample')}, --seed {options.get('seed') or 0}):"
            " counts are of its URLs, shares are estimates with their 95 % confidence interval."
        )


def scope(run: RunRecord, overview: Overview) -> Iterator[str]:
    """Name inputs, checks that did not run and what else limits an audit: a sentence each."""
    yield from run.notes
    if why := run.not_compared:
        yield str(why)
    if run.options.get("since") == "last" and not run.since:
        yield "All pages were crawled: --since last found no earlier complete audit."
    ran = len(overview.results)
    if known := run.checks_known:
        yield f"Only {ran:,} of {known:,} checks were selected."
    if whole := run.part_of:
        yield f"The reports of all checks are still in {whole}."
    if run.asks_pages is False:
        idle = sum(map(_lacks_pages, overview.results))
        why = "--offline" if run.options.get("offline") else "--no-pages"
        yield f"No pages were crawled ({why}): {idle:,} of {ran:,} checks had none to check."
    yield from run.over_budget
    if ignored := run.ignored:
        yield from ignored.sentences
    if cached := run.cached:
        yield cached.sentence


def no_findings(run: RunRecord, overview: Overview, ledger: Ledger) -> str:
    """Say what is told without findings: 'no findings' only of an audit that has looked."""
    passed, is_partial = overview.by_outcome["passed"], bool(reasons(run))
    if not passed or (is_partial and not ledger.listed):
        return "Nothing could be checked."
    end = " in what could be checked." if is_partial else "."
    return f"{counted(passed, 'check')} passed, no findings{end}"


def _lacks_pages(result: Result) -> bool:
    needs_pages = result.check is not None and not _OF_PAGES.isdisjoint(result.check.needs)
    return needs_pages and result.outcome in ("not applicable", "not checked")
