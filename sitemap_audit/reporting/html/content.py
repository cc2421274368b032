"""What the templates of report.html show beside charts and tables, read from the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlencode

from sitemap_audit.reporting import words
from sitemap_audit.reporting.causes import read_causes
from sitemap_audit.reporting.html import queries
from sitemap_audit.reporting.overview import read_ledger, read_rendered
from sitemap_audit.reporting.scope import scope

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sitemap_audit.analysis.catalogue import Check
    from sitemap_audit.reporting.causes import Cause
    from sitemap_audit.reporting.overview import Overview, Result
    from sitemap_audit.storage import Store

_CARDS = 10
EXAMPLES = 20
"Findings of each check that are shown, and printed, without the table."
_OPTIONS = {
    "user_agent": "User-Agent",
    "robots_token": "robots.txt and meta robots evaluated for",
    "engines": "Guidelines of",
    "max_urls": "Maximum URLs",
    "include": "Only URLs that match",
    "exclude": "Without URLs that match",
    "concurrency": "Parallel requests per host",
    "delay": "Seconds between requests",
    "max_rate": "Maximum requests per second",
    "timeout": "Timeout in seconds",
    "max_page_bytes": "Bytes of HTML read per page",
    "render": "Rendered in a browser",
}
"Options that a reader of the report wants to know."


def fragment(table: str, severity: str | None = None, **wanted: str) -> str:
    """A link to a table of the page with filters set: '#findings?severity=error'."""
    filters = ({"severity": severity} if severity else {}) | wanted
    return f"#{table}?{urlencode(filters, quote_via=quote, safe='')}"


class Tile(NamedTuple):
    """A key figure."""

    label: str
    value: str
    note: str = ""
    kind: str = ""
    link: str = ""


class Summary(NamedTuple):
    """The head of the report."""

    started: str
    duration: str
    is_complete: bool
    reasons: Sequence[str]
    "Why it is not complete."
    remarks: Sequence[str]
    "What was left out, and the changes since the last audit."
    outcomes: Mapping[str, int]
    "Entries of the sitemaps by what became of them."
    tiles: Sequence[Tile]


def read_summary(store: Store, overview: Overview, record: Mapping[str, Any]) -> Summary:
    """Read the head: figures, and whether the audit is complete."""
    ledger = read_ledger(store)
    limit = words.limit(record, ledger)
    rendered = read_rendered(store, record)
    changes = record.get("changes") or {}
    remarks = [
        *([limit] if limit else ()),
        *scope(record, overview),
        *([rendered.sentence + "."] if rendered else ()),
        *([changes["sentence"]] if changes.get("compared_with") else ()),
    ]
    return Summary(
        words.moment_text(record, "started_at"),
        words.duration(record),
        bool(record.get("complete")),
        words.reasons(record),
        remarks,
        {words.result(outcome): number for outcome, number in ledger.outcomes.items()},
        list(_tiles(record["figures"])),
    )


def _tiles(figures: Mapping[str, int]) -> list[Tile]:
    checked, listed = figures["checked"], figures["urls_in_sitemaps"]
    tiles = [
        Tile("URLs in sitemaps", f"{listed:,}"),
        Tile(
            "Indexable",
            f"{100 * figures['indexable'] / checked:.1f} %" if checked else "-",
            f"{figures['indexable']:,} of {checked:,} checked",
            "good",
            fragment("urls", why="indexable", listed="yes"),
        ),
        Tile(
            "URLs with an error",
            f"{figures['urls_with_error']:,}",
            "in sitemaps",
            "error",
            fragment("findings", "error"),
        ),
        Tile(
            "Not checked",
            f"{listed - checked:,}",
            f"{figures['refused']:,} refused by the host, {figures['not_checked']:,} not fetched",
            "unchecked",
            "#checked",
        ),
    ]
    if figures.get("clusters"):
        tiles.append(
            Tile(
                "Hreflang clusters complete",
                f"{figures['clusters_complete']:,}",
                f"of {figures['clusters']:,}",
                link="#hreflang",
            )
        )
    return tiles


class Card(NamedTuple):
    """A thing to do."""

    cause: Cause
    change: str
    who: str
    link: str


def read_cards(store: Store, checks: Sequence[Check]) -> list[Card]:
    """Read what to do first: the causes that matter most."""
    return [_card(store, cause, checks) for cause in read_causes(store, checks, rows=_CARDS)]


def _card(store: Store, cause: Cause, checks: Sequence[Check]) -> Card:
    from sitemap_audit.reporting.text import plain

    known = {check.name: check for check in checks}
    place = {name: getattr(cause, name) for name in ("check", "url", "sitemap_url", "line")}
    first = store.rows(_FIRST, place)
    change, change_url, where, is_sitemap = first[0] if first else (None, None, None, False)
    if not change and not (change := cause.fix) and cause.check in known:
        change = plain(known[cause.check].how_to_fix_it)
    who = _who(cause.check, change_url or "", where, is_sitemap=is_sitemap)
    return Card(cause, change or "", who, fragment("findings", check=cause.check))


_FIRST = """
SELECT "change", change_url, place, change_url IN (SELECT url FROM sitemaps)
FROM findings
WHERE "check" = $check AND url IS NOT DISTINCT FROM $url
    AND sitemap_url IS NOT DISTINCT FROM $sitemap_url AND line IS NOT DISTINCT FROM $line
LIMIT 1
"""
_SERVER = {"redirect", "status", "header"}
"Places of a change that templates cannot make."
_BY_SUBJECT = {
    "entry": "Sitemap generator",
    "image": "Sitemap generator",
    "index": "Sitemap generator",
    "news": "Sitemap generator",
    "redirect": "Server",
    "robots": "robots.txt",
    "site": "Server or CDN",
    "sitemap": "Sitemap generator",
    "status": "Server or CMS",
    "video": "Sitemap generator",
}


def _who(check: str, change_url: str, place: str | None, *, is_sitemap: bool) -> str:
    """Where the change is to be made: template, server, sitemap generator, robots.txt."""
    if change_url.endswith("/robots.txt"):
        return "robots.txt"
    if is_sitemap:
        return "Sitemap generator"
    if place in _SERVER:
        return "Server"
    if change_url:
        return "Page template or CMS"
    return _BY_SUBJECT.get(check.partition("/")[0], "Page template or CMS")


class Issue(NamedTuple):
    """A check that found something."""

    result: Result
    affected: int
    "URLs, each once."
    examples: Sequence[tuple[Any, ...]]
    link: str

    @property
    def anchor(self) -> str:
        """Its id in the page."""
        return "issue-" + self.result.name.replace("/", "-")


def read_issues(store: Store, overview: Overview) -> list[Issue]:
    """Read the checks that found something, each with its first findings."""
    affected = dict(store.rows(queries.AFFECTED_BY_CHECK))
    examples: dict[str, list[tuple[Any, ...]]] = {}
    for name, *rest in store.rows(queries.EXAMPLES, {"examples": EXAMPLES}):
        examples.setdefault(name, []).append(tuple(rest))
    return [
        Issue(
            result,
            affected.get(result.name, 0),
            examples.get(result.name, ()),
            fragment("findings", check=result.name),
        )
        for result in overview.failed
    ]


class Method(NamedTuple):
    """How the audit was made."""

    facts: Mapping[str, str]
    traffic: Sequence[str]
    outcomes: Mapping[str, int]
    "Checks by outcome."
    unchecked: Sequence[Result]
    "Checks that could not check every row, or could not run."
    files: Sequence[str]


def read_method(store: Store, overview: Overview, record: Mapping[str, Any]) -> Method:
    """Read how the audit was made."""
    options: Mapping[str, Any] = record.get("options") or {}
    facts = {
        "Site": ", ".join(words.sites(record)),
        "Started": words.moment_text(record, "started_at"),
        "Ended": words.moment_text(record, "finished_at"),
        "Duration": words.duration(record),
        "Requests": f"{store.value('SELECT SUM(attempts) FROM pages') or 0:,} for pages,"
        f" {store.value('SELECT SUM(attempts) FROM sitemaps') or 0:,} for sitemaps",
        "robots.txt obeyed": "yes" if options.get("obey_robots", True) else "no",
    }
    for name, label in _OPTIONS.items():
        value = options.get(name)
        if value is not None and value not in ([], ()):
            listed = isinstance(value, list | tuple)
            facts[label] = ", ".join(map(str, value)) if listed else f"{value}"
    facts["Program"] = f"sitemap-audit {record.get('version', '')}"
    return Method(
        facts,
        words.traffic(record),
        {words.ending(word): number for word, number in overview.by_outcome.items()},
        [result for result in overview.results if result.unknown or result.outcome == "error"],
        ("report.xlsx", "findings.csv", "causes.csv", "pages.csv", "sitemaps.csv", "checks.csv"),
    )
