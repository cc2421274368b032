"""Look up one URL in a stored audit, for people or for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.selection import selected_earlier
from sitemap_audit.analysis.url_facts import look_up, nearest
from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.items import TABLES
from sitemap_audit.masking import safe_json
from sitemap_audit.options.option_sources import read_again
from sitemap_audit.parsing.urls import Link, read_link
from sitemap_audit.report.escaping import for_screen
from sitemap_audit.reports.url_text import url_lines
from sitemap_audit.steps import step
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.parts import RESULTS, describe_damage
from sitemap_audit.storage.run_file import stored_run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.run_record import RunRecord


def url_report(
    place: AuditPlace, written: str, checks: Sequence[str] = (), *, as_json: bool = False
) -> tuple[bool, str]:
    """Return whether a URL is in the audit, and what the audit knows of it.

    Args:
        written: the URL; one that begins with a slash is of the audited site.
        checks: folders of the user's own checks.
        as_json: one JSON object. Where the URL is not in the audit, it has ``nearest``.

    Raises:
        UsageError: there is no audit, its checks have not run, or ``written`` is no URL.
        AuditError: some of its data is lost.
    """
    folder = place.folder
    run = stored_run(folder)
    if told := describe_damage(folder, run, (*TABLES, *RESULTS)):
        raise AuditError(f"Cannot look up URLs in {place}: {told}. Restore it from a copy.")
    link = _read(written, run)
    with DuckDBStore(folder, tables=(), in_memory=True) as store:
        facts = look_up(store, link, str(run.token or "Googlebot"))
        ran = {name for (name,) in store.rows(step("report/check_runs"))}
        others = [] if facts else nearest(store, link)
    if as_json:
        return bool(facts), safe_json(facts or {"url": link.url, "nearest": others})
    if facts is None:
        return False, "\n".join(map(for_screen, _not_found(link, others, place)))
    options = read_again(run.options, {"checks": checks})
    return True, "\n".join(url_lines(facts, selected_earlier(options, ran)))


def _read(written: str, run: RunRecord) -> Link:
    base = next(iter(run.sites), None) if written.startswith("/") else None
    is_whole = base or "://" in written
    link = read_link(written if is_whole else f"https://{written}", base)
    if link.url is None:
        raise UsageError(
            f"{written!r} is not a URL. Pass one such as https://www.example.com/page."
        )
    return link


def _not_found(link: Link, others: list[str], place: AuditPlace) -> list[str]:
    lines = [f"{link.url} is not in the audit {place}."]
    if others:
        lines += ["The nearest listed URLs:", *(f"  {url}" for url in others)]
    return lines
