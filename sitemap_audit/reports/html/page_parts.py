"""What the templates of report.html show beside charts and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlencode

from sitemap_audit.plural import counted
from sitemap_audit.report import words
from sitemap_audit.report.figures import is_whole
from sitemap_audit.report.page_rows import EXAMPLES
from sitemap_audit.report.sources.clicks import LABEL
from sitemap_audit.severity import SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sitemap_audit.report.figures import KeyFigure
    from sitemap_audit.report.issue_groups import IssueGroup
    from sitemap_audit.report.overview import Overview, Result
    from sitemap_audit.report.report import Report
    from sitemap_audit.report.sources.clicks import Clicks
    from sitemap_audit.run_record import RunRecord

_EXAMPLES = 50
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
    "render": "Rendered in a browser",
}
"Options that a reader of the report wants to know."


def fragment(table: str, severity: str | None = None, **wanted: str) -> str:
    """A link to a table of the page with filters set: '#findings?severity=error'."""
    filters = ({"severity": severity} if severity else {}) | wanted
    return f"#{table}?{urlencode(filters, quote_via=quote, safe='')}"


class Counted(NamedTuple):
    """What a link of the page lists: the test of the page clicks each and counts the rows."""

    href: str
    rows: int | None = None
    affected: int | None = None
    "Different URLs and files of the rows, in a table that has several rows of one."


class Tile(NamedTuple):
    """A figure."""

    label: str
    value: str
    note: str
    "What the value is a share of, or its findings; may be empty."
    change: str
    meaning: str
    kind: str
    "good | low | error | warning | notice | unchecked | plain: its colour."
    link: Counted | None = None
    severity: str = ""
    "Whose URLs and files it counts."
    unit: str = ""
    "Of the value."


class Summary(NamedTuple):
    """The head of the report."""

    started: str
    duration: str
    is_complete: bool
    has_looked: bool
    "Whether a check passed or found something."
    coverage: str
    reasons: Sequence[str]
    "Why it is not complete."
    restrictions: Sequence[str]
    "Which pages its options leave out."
    severities: Sequence[Tile]


class Figures(NamedTuple):
    """The key figures."""

    tiles: Sequence[Tile]
    remarks: Sequence[str]
    "What was left out, and the changes since the last audit."


def summary(report: Report) -> Summary:
    """Return the head: whether the audit is complete, and how much is wrong."""
    run, overview = report.run, report.overview
    return Summary(
        words.moment(run.started_at),
        words.duration(run),
        run.complete,
        bool(overview.failed or overview.by_outcome["passed"]),
        report.coverage,
        report.reasons,
        report.restrictions,
        list(_severities(overview, is_whole=is_whole(run))),
    )


def _severities(overview: Overview, *, is_whole: bool) -> Iterator[Tile]:
    has_looked = is_whole and overview.by_outcome["passed"] > 0
    for severity in SEVERITIES:
        own = [result for result in overview.failed if result.severity == severity]
        found = sum(result.found - result.folded for result in own)
        (unit, number), *others = sorted(overview.units(severity).items()) or [("URL", 0)]
        more = ", ".join(counted(files, name) for name, files in others)
        note = f"{f'and {more}, ' if others else ''}in {counted(found, 'finding')}"
        href = fragment("findings", severity, root="causes")
        yield Tile(
            f"{severity.capitalize()}s",
            f"{number:,}",
            note if found else "",
            "",
            f"URLs, hosts and files with at least one {severity}. What follows from another finding"
            " does not count.",
            severity if found else "good" if has_looked and not own else "plain",
            Counted(href, found, overview.urls(severity)) if found else None,
            severity,
            counted(number, unit).partition(" ")[2],
        )


def figures(report: Report) -> Figures:
    """Return the key figures with what they leave out."""
    run, clicks = report.run, report.clicks
    remarks = [
        *report.scope,
        *([report.rendered.sentence + "."] if report.rendered else ()),
        *([clicks.sentence + "."] if clicks else ()),
        *([run.changes.sentence] if run.changes and run.changes.compared_with else ()),
    ]
    tiles = [_tile(figure, run) for figure in report.key_figures]
    return Figures([*tiles, *([_tile_of_clicks(clicks)] if clicks else ())], remarks)


def _tile(figure: KeyFigure, run: RunRecord) -> Tile:
    place = words.listed_in(run) if figure.name == "urls_with_error" else ""
    wanted = _LISTED.get(figure.name)
    is_listed = wanted is not None and figure.number
    return Tile(
        figure.label,
        figure.main,
        figure.note or place,
        f"{figure.change} since {run.previous.started_at:%Y-%m-%d}"
        if figure.change and run.previous
        else "",
        figure.meaning,
        figure.kind,
        Counted(fragment("urls", listed="yes", **(wanted or {})), figure.number)
        if is_listed
        else None,
    )


def _tile_of_clicks(clicks: Clicks) -> Tile:
    share = f" ({words.per_cent(clicks.share)})" if clicks.share is not None else ""
    return Tile(
        LABEL,
        f"{clicks.with_error:,}",
        f"of {clicks.total:,} known{share}",
        clicks.affected,
        "Clicks in search results, by imported lists, of URLs with at least one error.",
        "error" if clicks.with_error else "plain",
    )


_LISTED: Mapping[str, Mapping[str, str]] = {
    "urls_in_sitemaps": {},
    "indexable": {"why": "indexable"},
    "urls_with_error": {"worst": "error"},
    "not_checked": {"why": "not checked"},
}
"By key figure that counts URLs of sitemaps: the filters that list them."


class Card(NamedTuple):
    """A line of 'Do this first'."""

    group: IssueGroup
    link: Counted


def cards(report: Report) -> list[Card]:
    """Return what to do first; a link lists the findings."""
    return [
        Card(group, _findings_of(group, place)) for place, group in enumerate(report.do_first, 1)
    ]


def _findings_of(group: IssueGroup, place: int) -> Counted:
    # A diagnosis affects more than its findings name.
    is_named = not group.cause.diagnosis and group.urls <= group.findings
    href = fragment("findings", first=str(place))
    return Counted(href, group.findings, group.urls if is_named else None)


class Issue(NamedTuple):
    """A check that found something."""

    result: Result
    examples: Sequence[tuple[Any, ...]]
    link: Counted


def anchor(check: str) -> str:
    """Return the id of an issue in the page."""
    return "issue-" + check.replace("/", "-")


def issues(report: Report) -> list[Issue]:
    """Return the checks that found something, each with its first findings."""
    examples: dict[str, list[tuple[Any, ...]]] = {}
    for name, *rest in report.stream(EXAMPLES).rows(_EXAMPLES):
        examples.setdefault(name, []).append(tuple(rest))
    return [
        Issue(
            result,
            examples.get(result.name, ()),
            Counted(fragment("findings", check=result.name), result.found),
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

    entries: Mapping[str, int]
    "Entries of the sitemaps by what became of them."
    not_checked: Sequence[str]
    "Why URLs were not checked, a sentence for each cause."
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
    if run.built is not None:
        facts["Pages"] = run.built.served
        facts["Files read and requests"] = facts.pop("Requests")
    for name, label in _OPTIONS.items():
        value = options.get(name)
        if value is not None and value not in ([], ()):
            facts[label] = _told(value)
    facts["Program"] = f"sitemap-audit {run.version}"
    return Method(
        {words.result(outcome): number for outcome, number in report.ledger.outcomes.items()},
        [cause.sentence for cause in report.not_checked],
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
