"""Say what an audit leaves out because of its options."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from sitemap_audit.report.overview import Overview, Result
    from sitemap_audit.run_record import RunRecord

_OF_PAGES = {"pages", "page_dates", "page_images", "media", "renders"}
"Tables that are empty in an audit without pages."


def scope(run: RunRecord, overview: Overview) -> Iterator[str]:
    """Name inputs, checks that did not run and pages not crawled: a sentence each.

    Args:
        run: the run record.
    """
    yield from run.notes
    if why := run.not_compared:
        yield str(why)
    yield from _left_out(run)
    ran = len(overview.results)
    if known := run.checks_known:
        yield f"Only {ran:,} of {known:,} checks were selected."
    if whole := run.part_of:
        yield f"The reports of all checks are still in {whole}."
    if run.asks_pages is False:
        idle = sum(map(_lacks_pages, overview.results))
        yield f"No pages were crawled (--no-pages): {idle:,} of {ran:,} checks had none to check."
    yield from run.over_budget
    if ignored := run.ignored:
        yield from ignored.sentences
    if cached := run.cached:
        yield cached.sentence


def _left_out(run: RunRecord) -> Iterator[str]:
    """Name the globs, the sample and the date that leave pages out."""
    options: Mapping[str, Any] = run.options
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
    if options.get("since") == "last" and not run.since:
        yield "All pages were crawled: --since last found no earlier complete audit."


def _lacks_pages(result: Result) -> bool:
    needs_pages = result.check is not None and not _OF_PAGES.isdisjoint(result.check.needs)
    return needs_pages and result.outcome in ("not applicable", "not checked")
