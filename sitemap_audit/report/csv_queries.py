"""Define the CSV files: stored tables without IDs and keys, with columns from views."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sitemap_audit.analysis.catalogue.column_docs import FINGERPRINT, csv_names
from sitemap_audit.analysis.catalogue.findings import RANK
from sitemap_audit.analysis.sql_columns import quoted
from sitemap_audit.items import column_types
from sitemap_audit.report.sources.directories import DIRECTORIES
from sitemap_audit.report.streams import LongTable

ORDER_OF_FINDINGS = "rank, number"
"""The worst first, as SQL. The numbers of findings have the order of :data:`findings.ORDER`: to
sort two million by all of its columns would take five times as long, and more memory than a report
has."""
ORDER_OF_CHANGES = f"""{RANK.format("severity")}, "check", kind NULLS FIRST, number"""
_SECONDS = frozenset({"latency", "seconds"})


class Table(NamedTuple):
    """A CSV file: its name, its query, and whether it is written without rows.

    ``made``: the query of a table NAME_csv that ``sql`` reads, for wide rows: to join and to sort a
    million of them at once needs more memory than a report has.
    """

    name: str
    sql: str
    always: bool = True
    made: str = ""


def columns(table: str, *, alias: str = "t") -> list[str]:
    """Return the SQL of the columns of a stored table without its IDs and keys.

    Times are in UTC, in a format that Excel reads, and their names say so. Durations are rounded
    to milliseconds.
    """
    kinds = column_types(table)
    return [_column(name, shown, kinds[name][0], alias) for name, shown in csv_names(table).items()]


def _column(name: str, shown: str, kind: type, alias: str) -> str:
    column = f'{alias}."{name}"'
    if kind is datetime:
        return f"strftime({column} AT TIME ZONE 'UTC', '%Y-%m-%d %H:%M:%S') AS \"{shown}\""
    if name == FINGERPRINT:
        return f"'s' || CAST({column} AS VARCHAR) AS \"{shown}\""
    if name in _SECONDS:
        return f'round({column}, 3) AS "{shown}"'
    return column


def _stored(table: str, order: str) -> str:
    return f"SELECT {', '.join(columns(table))} FROM {table} AS t ORDER BY {order}"


FINDINGS = f"""
SELECT
    severity, "check", title, url, sitemap_url, related_url, line, observed, expected, fix, kind,
    pattern, cause, change_url, action, place, "from", "to", "change", finding_id AS id, root_id,
    diagnosis_id, unit
FROM reported_findings
ORDER BY {ORDER_OF_FINDINGS}
"""

_CAUSES = """
SELECT
    severity, keeps_out, "check", kind, cause_by, cause, urls, clicks, findings, folded, entries,
    patterns, url, sitemap_url, line, related_url, observed, expected, fix,
    diagnosis_id, diagnosis, certainty, statement, CASE WHEN statement IS NOT NULL THEN step END
    AS correction, likely, unit, host_urls
FROM causes
ORDER BY number
"""

_CHANGES = f"""
SELECT
    severity, state, "check", kind, told_with, url, sitemap_url, related_url, line,
    expected AS before, observed AS now, fix, pattern, cause
FROM changes
ORDER BY {ORDER_OF_CHANGES}
"""

_IGNORED = """
SELECT
    "check", url, sitemap_url, related_url, line, observed, expected, fix, finding_id AS id
FROM ignored_findings
ORDER BY "check", url NULLS FIRST, sitemap_url NULLS FIRST, line NULLS FIRST, finding_id
"""

_JOINED_URLS = """
SELECT
    page.url, page.entries > 0 AS is_listed, page.status_code AS status, page.is_indexable,
    NULLIF(page.reasons, '') AS reasons, page.unknown_reason, page.redirect AS redirect_url,
    page.canonical, clusters.state AS hreflang, found.severity,
    COALESCE(found.findings, 0) AS findings, page.sitemap_url, page.line, page.entries
FROM reported_urls AS page
LEFT JOIN reported_url_findings AS found ON page.url = found.url
LEFT JOIN cluster_members AS member ON page.url_key = member.url_key
LEFT JOIN clusters ON member.cluster_key = clusters.cluster_key
"""
_OF_URLS = (
    *("url", "is_listed", "status", "is_indexable", "reasons", "unknown_reason", "redirect_url"),
    *("canonical", "hreflang", "severity", "findings", "sitemap_url", "line", "entries"),
)
_URLS = f"SELECT {quoted(_OF_URLS)} FROM urls_csv ORDER BY url"

_JOINED_PAGES = f"""
SELECT
    t.url, verdict.listed, listed.sitemaps, listed.sitemap_url, verdict.state,
    verdict.is_indexable, verdict.reasons, verdict.unknown_reason, verdict.canonical,
    {", ".join(columns("pages")[1:])}
FROM pages AS t
LEFT JOIN indexability AS verdict ON verdict.page_id = t.id
LEFT JOIN listed ON listed.url_key = t.url_key
"""
_OF_PAGES = (
    *("url", "listed", "sitemaps", "sitemap_url", "state", "is_indexable", "reasons"),
    *("unknown_reason", "canonical", *list(csv_names("pages").values())[1:]),
)
_PAGES = f"SELECT {quoted(_OF_PAGES)} FROM pages_csv ORDER BY url, fetched_at_utc"

_SITEMAPS = f"""
SELECT
    {", ".join(columns("sitemaps"))},
    round(100 * trust.confirmed / NULLIF(trust.pages, 0), 2) AS lastmod_trust,
    trust.pages AS lastmod_trust_pages
FROM sitemaps AS t
LEFT JOIN lastmod_trust AS trust ON trust.sitemap_url = t.url
ORDER BY t.url, t.fetched_at
"""

_ENTRIES = f"""
SELECT {", ".join(columns("entries"))}, fate.outcome
FROM entries AS t
LEFT JOIN ledger AS fate
    ON t.kind = 'url' AND fate.sitemap_url = t.sitemap_url AND fate.position = t.position
ORDER BY t.sitemap_url, t.kind, t.position
"""

_ALTERNATES = """
SELECT
    source, url, hreflang, code, code_problem, code_suggestion, href, alternate, href_problem,
    sitemap_url, position, number, line, rel, in_head, attributes
FROM (
    SELECT
        'sitemap' AS source, url, hreflang, code, code_problem, code_suggestion, href, alternate,
        href_problem, sitemap_url, position, number, line, rel, NULL AS in_head,
        NULL AS attributes
    FROM entry_alternates
    UNION ALL
    SELECT
        source, url, hreflang, code, code_problem, code_suggestion, href, alternate,
        href_problem, NULL AS sitemap_url, NULL AS position, number, NULL AS line, NULL AS rel,
        in_head, attributes
    FROM page_alternates
) AS annotations
ORDER BY url, source, sitemap_url, position, number
"""

_LEDGER = """
SELECT sitemap_url, position, loc, url, outcome FROM ledger ORDER BY sitemap_url, position
"""

_CLUSTERS = """
SELECT
    cluster, state, is_complete, members, listed, locales, codes, faulty, "unknown",
    missing_returns, unknown_returns, conflicts, bridges, gaps, defaults_differ, component
FROM clusters
ORDER BY cluster
"""

_CLUSTER_MEMBERS = """
SELECT
    member.cluster, member.url, member.code, member.partners, member.listed, member.stands,
    member.fault
FROM cluster_members AS member
ORDER BY member.cluster, member.code, member.url
"""

_LOCALE_PAIRS = """
SELECT
    source_code, target_code, links, returned, missing, broken, "unknown",
    round(100 * returned_share, 2) AS returned_per_cent
FROM reported_locales
ORDER BY source_code, target_code
"""

_BOT_ACCESS = """
SELECT
    token, product, owner, purpose, host, robots_url, allowed, blocked, not_checked, rule, line,
    example, documentation
FROM bot_access
ORDER BY number, host, robots_url, line NULLS FIRST
"""

_NOT_CHECKED = "SELECT kind, reason, url, is_known FROM not_checked ORDER BY kind, reason, url"

_URL_SOURCES = """
SELECT
    url, directory, is_listed, is_linked, is_indexed, has_traffic, clicks, impressions, visits,
    is_indexable, has_error
FROM coverage
ORDER BY url
"""

_RENDERS = f"""
SELECT {", ".join(columns("renders"))}, named.canonical
FROM renders AS t
LEFT JOIN (
    SELECT page_id, MIN(canonical) AS canonical FROM rendered_canonicals GROUP BY page_id
) AS named ON named.page_id = t.page_id
ORDER BY t.url
"""

_ORDER_OF_LINES = "origin, number, field NULLS FIRST, value"
"A line is followed by the sitemaps that are lost in it, which have its number."

TABLES_OF_AUDIT = (
    Table("findings", FINDINGS),
    Table("causes", _CAUSES),
    Table("changes", _CHANGES, always=False),
    Table("ignored", _IGNORED, always=False),
    Table("urls", _URLS, made=_JOINED_URLS),
    Table("pages", _PAGES, made=_JOINED_PAGES),
    Table("sitemaps", _SITEMAPS),
    Table("sitemap_problems", _stored("sitemap_problems", 'sitemap_url, line, "column", code')),
    Table("entries", _ENTRIES),
    Table("ledger", _LEDGER),
    Table("alternates", _ALTERNATES),
    Table("hreflang_clusters", _CLUSTERS, always=False),
    Table("hreflang_cluster_members", _CLUSTER_MEMBERS, always=False),
    Table("locale_pairs", _LOCALE_PAIRS, always=False),
    Table("canonicals", _stored("page_canonicals", "url, source, number")),
    Table("device_forms", _stored("page_forms", "url, source, number"), always=False),
    Table("directives", _stored("page_directives", "url, source, number")),
    Table("renders", _RENDERS, always=False),
    Table("googlebot_pages", _stored("googlebot_pages", "url"), always=False),
    Table("robots", _stored("robots", "origin")),
    Table("robots_lines", _stored("robots_lines", _ORDER_OF_LINES), always=False),
    Table("bot_access", _BOT_ACCESS, always=False),
    Table("not_checked", _NOT_CHECKED, always=False),
    Table("url_sources", _URL_SOURCES, always=False),
    Table("directories", DIRECTORIES, always=False),
    Table("images", _stored("entry_images", "sitemap_url, position, number"), always=False),
    Table("videos", _stored("entry_videos", "sitemap_url, position, number"), always=False),
    Table("news", _stored("entry_news", "sitemap_url, position, number"), always=False),
)

ALL_FINDINGS = LongTable(FINDINGS, "SELECT COUNT(*) FROM findings")
"The rows of findings.csv."
