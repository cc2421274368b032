"""Say what an audit leaves out because of its options."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from sitemap_audit.reporting.overview import Overview, Result

_OF_PAGES = {"pages", "page_dates", "page_images", "media", "renders"}
"Tables that are empty in an audit without pages."


def scope(run: Mapping[str, Any], overview: Overview) -> Iterator[str]:
    """Name inputs, checks that did not run and pages not crawled: a sentence each.

    Args:
        run: the run record.
    """
    yield from run.get("notes") or ()
    if why := run.get("not_compared"):
        yield str(why)
    yield from _left_out(run)
    ran = len(overview.results)
    if known := run.get("checks_known"):
        yield f"Only {ran:,} of {known:,} checks were selected."
    if whole := run.get("part_of"):
        yield f"The reports of all checks are still in {whole}."
    if run.get("asks_pages") is False:
        idle = sum(map(_lacks_pages, overview.results))
        yield f"No pages were crawled (--no-pages): {idle:,} of {ran:,} checks had none to check."
    yield from run.get("over_budget") or ()
    if ignored := run.get("ignored"):
        yield from ignored["sentences"]
    if cached := run.get("cached"):
        yield cached["sentence"]


def _left_out(run: Mapping[str, Any]) -> Iterator[str]:
    """Name the globs of ``--include`` and ``--exclude``."""
    options: Mapping[str, Any] = run.get("options") or {}
    given = [
        f"--{name} {glob}" for name in ("include", "exclude") for glob in options.get(name) or ()
    ]
    if given:
        yield f"Restricted by {' '.join(given)}: other pages were not crawled and are not checked."


def _lacks_pages(result: Result) -> bool:
    needs_pages = result.check is not None and not _OF_PAGES.isdisjoint(result.check.needs)
    return needs_pages and result.outcome in ("not applicable", "not checked")
