"""What the templates of report.html show beside charts and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlencode

from sitemap_audit.report import words
from sitemap_audit.report.scope import scope
from sitemap_audit.report.shown import EXAMPLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sitemap_audit.report.figures import KeyFigure
    from sitemap_audit.report.overview import Result
    from sitemap_audit.report.report import Report
    from sitemap_audit.report.sources.clicks import Clicks
    from sitemap_audit.run_record import PreviousAudit

_EXAMPLES = 20
"Findings of each check that are shown, and printed, without the table."
_OPTIONS = {
    "user_agent": "User-Agent",
    "robots_token": "robots.txt and meta robots evaluated for",
    "engines": "Guidelines of",
    "max_urls": "Maximum URLs",
    "include": "Only URLs that match",
    "exclude": "Without URLs that match",
    "sitemap": "Only URLs of sitemaps that match",
    "sample": "Sample",
    "since": "Only URLs modified since",
    "crawl": "Internal links followed",
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
    numbers: str
    "What the value is a share of; empty where it is none."
    change: str
    meaning: str
    kind: str
    link: str


class Summary(NamedTuple):
    """The head of the report."""

    started: str
    duration: str
    is_complete: bool
    has_looked: bool
    "Whether a check passed or found something."
    ran: int
    "Checks that ran."
    failed: int
    "Checks that found something."
    reasons: Sequence[str]
    "Why it is not complete."
    remarks: Sequence[str]
    "What was left out, and the changes since the last audit."
    outcomes: Mapping[str, int]
    "Entries of the sitemaps by what became of them."
    not_checked: Sequence[str]
    "Why URLs were not checked, a sentence for each cause."
    tiles: Sequence[Tile]


def summary(report: Report) -> Summary:
    """Return the head: figures, and whether the audit is complete."""
    run, overview, ledger, clicks = report.run, report.overview, report.ledger, report.clicks
    limit = words.limit(run, ledger)
    remarks = [
        *([limit] if limit else ()),
        *scope(run, overview),
        *([report.rendered.sentence + "."] if report.rendered else ()),
        *([clicks.sentence + "."] if clicks else ()),
        *([run.changes.sentence] if run.changes and run.changes.compared_with else ()),
    ]
    return Summary(
        words.moment(run.started_at),
        words.duration(run),
        run.complete,
        bool(overview.failed or overview.by_outcome["passed"]),
        len(overview.results),
        len(overview.failed),
        words.reasons(run),
        remarks,
        {words.result(outcome): number for outcome, number in ledger.outcomes.items()},
        [cause.sentence for cause in report.not_checked],
        [*_tiles(report.key_figures, run.previous), *([_tile_of_clicks(clicks)] if clicks else ())],
    )


def _tiles(figures: Iterable[KeyFigure], previous: PreviousAudit | None) -> Iterator[Tile]:
    for figure in figures:
        count, _, share = figure.value.partition(" (")
        if figure.interval:
            count, share = f"95 % confidence: {figure.interval}", count
        yield Tile(
            figure.label,
            share.rstrip(")") if share else count,
            count if share else "",
            f"{figure.change} since {previous.started_at:%Y-%m-%d}"
            if figure.change and previous
            else "",
            figure.meaning,
            *_LINKS.get(figure.name, ("", "")),
        )


def _tile_of_clicks(clicks: Clicks) -> Tile:
    share = f" ({100 * clicks.share:.1f} %)" if clicks.share is not None else ""
    return Tile(
        "Clicks on URLs with errors",
        f"{clicks.with_error:,}",
        f"of {clicks.total:,} known{share}",
        clicks.affected,
        "Clicks in search results, by imported lists, of URLs with at least one error.",
        "error",
        fragment("findings", "error"),
    )


_LINKS = {
    "indexable": ("good", fragment("urls", why="indexable", listed="yes")),
    "urls_with_error": ("error", fragment("findings", "error")),
    "not_checked": ("unchecked", "#checked"),
    "clusters_complete": ("", "#hreflang"),
}
"By key figure: the colour of its tile, and what it links to."


class Issue(NamedTuple):
    """A check that found something."""

    result: Result
    examples: Sequence[tuple[Any, ...]]
    link: str

    @property
    def anchor(self) -> str:
        """Its id in the page."""
        return "issue-" + self.result.name.replace("/", "-")


def issues(report: Report) -> list[Issue]:
    """Return the checks that found something, each with its first findings."""
    examples: dict[str, list[tuple[Any, ...]]] = {}
    for name, *rest in report.stream(EXAMPLES).rows(_EXAMPLES):
        examples.setdefault(name, []).append(tuple(rest))
    return [
        Issue(
            result,
            examples.get(result.name, ()),
            fragment("findings", check=result.name),
        )
        for result in report.overview.failed
    ]


def _told(value: Any) -> str:
    """The value of an option: '30', '2,097,152', 'google, bing'."""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, float):
        return f"{value:g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


class Method(NamedTuple):
    """How the audit was made."""

    facts: Mapping[str, str]
    traffic: Sequence[str]
    outcomes: Mapping[str, int]
    "Checks by outcome."
    unchecked: Sequence[Result]
    "Checks that could not check every row, or could not run."
    files: Sequence[str]


_FILES = ("findings", "causes", "checks", "pages", "sitemaps", "alternates", "bot_access")
"Of the CSV files, those that a reader of the report is likely to want."


def method(report: Report) -> Method:
    """Return how the audit was made."""
    run, requests = report.run, report.requests
    options: Mapping[str, Any] = run.options
    facts = {
        "Site": words.named_sites(run),
        "Started": words.moment(run.started_at),
        "Ended": words.moment(run.finished_at),
        "Duration": words.duration(run),
        "Requests": f"{requests.pages:,} for pages, {requests.sitemaps:,} for sitemaps",
        "robots.txt obeyed": "yes" if options.get("obey_robots", True) else "no",
    }
    for name, label in _OPTIONS.items():
        value = options.get(name)
        if value is not None and value not in ([], ()):
            facts[label] = _told(value)
    facts["Program"] = f"sitemap-audit {run.version}"
    return Method(
        facts,
        words.traffic(run),
        {words.ending(word): number for word, number in report.overview.by_outcome.items()},
        [
            result
            for result in report.overview.results
            if result.unknown or result.outcome == "error"
        ],
        ("report.xlsx", *map(report.files.csv, _FILES)),
    )
