"""The charts of report.html: bars with counts; each bar links to the rows it counts."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.plural import counted
from sitemap_audit.report import words
from sitemap_audit.reports.html.page_parts import fragment

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sitemap_audit.report.counts import Counts
    from sitemap_audit.report.overview import Overview


class Part(NamedTuple):
    """A piece of a bar."""

    kind: str
    "By which it is coloured: error, warning, notice, good, bad, unchecked or plain."
    name: str
    value: int
    link: str
    start: float = 0
    "In percent of the longest bar."
    width: float = 0


class Bar(NamedTuple):
    """A bar with its label."""

    label: str
    value: str
    parts: Sequence[Part]


class Chart(NamedTuple):
    """A chart: its title, one sentence on what it counts, its bars."""

    title: str
    about: str
    bars: Sequence[Bar]
    has_long_labels: bool = False


def charts(counts: Counts, overview: Overview) -> list[Chart]:
    """Draw the charts that have something to show."""
    of_urls = (each(counts) for each in (_verdicts, _statuses, _shares, _speeds))
    return [chart for chart in (_subjects(overview), *of_urls) if chart.bars]


def _subjects(overview: Overview) -> Chart:
    parts = [
        (
            subject,
            [
                Part(name, name, number, fragment("findings", name, root="causes", subject=subject))
                for name, number in numbers.items()
            ],
        )
        for subject, numbers in overview.by_subject
    ]
    bars = [
        bar._replace(value=" · ".join(counted(each.value, each.name) for each in bar.parts))
        for bar in scaled(parts)
    ]
    return Chart(
        "Affected URLs, hosts and files by subject",
        "Each URL, sitemap and robots.txt counts once in a subject for each severity.",
        bars,
        has_long_labels=True,
    )


def _verdicts(counts: Counts) -> Chart:
    bars = []
    for verdict, urls in counts.verdicts:
        kind = {"indexable": "good", "not checked": "unchecked"}.get(verdict, "bad")
        name = words.not_indexable(verdict)
        bars.append((name, [Part(kind, name, urls, fragment("urls", why=name, listed="yes"))]))
    return Chart("Why URLs are not indexable", "URLs in sitemaps.", scaled(bars))


def _statuses(counts: Counts) -> Chart:
    bars = []
    for status, urls in counts.statuses:
        label = f"{status} {_phrase(status)}".strip()
        bars.append(
            (
                label,
                [Part(_kind(status), label, urls, fragment("urls", status=status, listed="yes"))],
            )
        )
    return Chart("Status codes", "Of the first response of each URL in sitemaps.", scaled(bars))


def _phrase(status: str) -> str:
    if status.isdecimal():
        return HTTPStatus(int(status)).phrase if int(status) in set(HTTPStatus) else ""
    known = words.reason(status)
    return f"({known})" if known != status.replace("-", " ") else ""


def _kind(status: str) -> str:
    kinds = {"2": "good", "3": "warning", "4": "bad", "5": "bad"}
    return kinds.get(status[0], "plain") if status.isdecimal() else "unchecked"


def _shares(counts: Counts) -> Chart:
    bars = []
    for url, urls, judged, bad in counts.shares:
        good = judged - bad
        parts = [
            part._replace(width=part.value / urls)
            for part in by_verdict(good, bad, urls - judged, sitemap=url)
        ]
        value = f"{good:,} of {urls:,} ({words.whole_per_cent(good, urls)})"
        bars.append(Bar(url, value, _placed(parts, 1)))
    shown, all_of_them = len(counts.shares), counts.sitemaps
    more = f" The {shown} lowest of {all_of_them:,}." if all_of_them > shown else ""
    about = f"Share of the URLs in each file, lowest first.{more}"
    return Chart("Indexable URLs by sitemap", about, bars, has_long_labels=True)


def _speeds(counts: Counts) -> Chart:
    bars = [
        (name, [Part("plain", name, urls, fragment("urls", speed=name, listed="yes"))])
        for name, urls in counts.speeds.items()
    ]
    about = "Time to the first byte of URLs in sitemaps, as measured by the audit."
    return Chart("Response times", about, scaled(bars))


def by_verdict(indexable: int, not_indexable: int, not_checked: int, **wanted: str) -> list[Part]:
    """Parts for URLs by whether they are indexable, without naughts; each lists its own.

    Args:
        wanted: filters of the table of URLs.
    """
    counts = {"good": indexable, "bad": not_indexable, "unchecked": not_checked}
    names = ("indexable", "not indexable", "not checked")
    return [
        Part(kind, name, number, fragment("urls", **wanted, why=name))
        for (kind, number), name in zip(counts.items(), names, strict=True)
        if number
    ]


def scaled(bars: Iterable[tuple[str, list[Part]]]) -> list[Bar]:
    """Bars on one scale, from parts with their values."""
    told = [(label, parts, sum(part.value for part in parts)) for label, parts in bars]
    longest = max((total for *_, total in told), default=0) or 1
    return [
        Bar(
            label,
            f"{total:,}",
            _placed([part._replace(width=part.value / longest) for part in parts], 1),
        )
        for label, parts, total in told
    ]


def _placed(parts: Iterable[Part], whole: float) -> list[Part]:
    """Parts one behind the other, in percent of the whole; none is too narrow to be seen."""
    placed, start = [], 0.0
    for part in parts:
        width = max(100 * part.width / whole, 0.5)
        placed.append(part._replace(start=round(start, 2), width=round(width, 2)))
        start += width
    return placed
