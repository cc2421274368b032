"""Say what was left as it is, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.actions import checks as corrected
from sitemap_audit.actions.plan_links import in_list
from sitemap_audit.actions.plan_missing import WHY_NOT
from sitemap_audit.reporting.table_files import read_files
from sitemap_audit.reporting.words import count, not_checked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sitemap_audit.storage.duckdb import DuckDBStore


def remarks(store: DuckDBStore, checks: Sequence[str]) -> Iterator[str]:
    """Yield sentences on findings and files that stay as they are."""
    gone = f"(\"check\" IN {corrected.GONE} AND place IS NOT DISTINCT FROM 'loc')"
    once, refused = store.rows(
        f"""SELECT
            COUNT(DISTINCT CASE WHEN {gone} THEN url END),
            COUNT(DISTINCT CASE WHEN NOT {gone} THEN url END)
        FROM fix_findings
        WHERE "check" IN {corrected.PAGES}
            AND url NOT IN (SELECT page.url FROM fix_pages AS page)"""
    )[0]
    if once:
        yield (
            f"{once:,} {_urls(once)} 404 or 410 in this audit only. They stay; audit again:"
            " what returns it twice is removed."
        )
    if refused:
        yield (
            f"{refused:,} {_urls(refused, 'needs', 'need')} a decision of yours: the entries"
            f" stay. {read_files(store.folder).csv('findings')} has them."
        )
    yield from _of_missing_pages(store, checks)
    left = store.rows(
        "SELECT url, kind, complete FROM sitemaps WHERE found_by <> 'list' AND kind IS NOT NULL"
        " AND kind NOT IN ('html', 'empty', 'unknown')"
        " AND id NOT IN (SELECT fix_files.id FROM fix_files) ORDER BY url"
    )
    for url, kind, is_complete in left:
        why = "was not read to its end" if not is_complete else "is not kept as received"
        why = f"is a feed ({kind})" if kind.startswith(("rss", "atom")) else why
        yield f"{url} is left out: it {why}."


def _of_missing_pages(store: DuckDBStore, checks: Sequence[str]) -> Iterator[str]:
    rows = store.rows(
        "SELECT why_not, COUNT(*) FROM fix_not_added GROUP BY why_not ORDER BY 2 DESC, 1"
    )
    if rows:
        why = "; ".join(f"{WHY_NOT[reason]}: {number:,}" for reason, number in rows)
        missing = not_added(sum(number for _, number in rows)).rstrip(".")
        yield f"{missing} ({why}). {read_files(store.folder).csv('findings')} has them."
    unchecked = store.rows(
        'SELECT "check", "unknown", unknown_reasons FROM fix_runs WHERE "unknown" > 0 AND "check"'
        f' IN {in_list(name for name in corrected.ADDED if name in checks)} ORDER BY "check"'
    )
    for check, unknown, reasons in unchecked:
        why = f" ({told})" if (told := not_checked(reasons)) else ""
        yield f"{check}: {count(unknown, 'URL')} not checked{why}. They are not added."


def not_added(number: int) -> str:
    """Say that so many pages are not added: a sentence."""
    return f"{number:,} missing {'page is' if number == 1 else 'pages are'} not added."


def _urls(number: int, one: str = "returned", many: str = "returned") -> str:
    return f"URL {one}" if number == 1 else f"URLs {many}"
