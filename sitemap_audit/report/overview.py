"""Read the figures that the workbook, the terminal and run.json share."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.options import PAGES_PER_PATTERN
from sitemap_audit.parsing.scope import UrlScope
from sitemap_audit.plural import counted
from sitemap_audit.report.words import affected, unread
from sitemap_audit.severity import SEVERITIES
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.storage import Store

OUTCOMES = ("failed", "passed", "not checked", "not applicable", "error")


class Result(NamedTuple):
    """The result of one check."""

    name: str
    title: str
    severity: str
    subject: str
    outcome: str
    found: int
    looked_at: int
    unknown: int
    error: str | None
    "Why the check itself could not run."
    check: Check | None
    "With its manual; None where the check no longer exists."
    example: str | None
    "A URL of one finding."
    unknown_reasons: str | None = None
    "Why rows were not checked, most first, each with its number."
    affected: Mapping[str, int] = MappingProxyType({})
    "What is affected, each once, by its unit: URLs, sitemaps; without folded findings."
    host_urls: int | None = None
    "URLs of the hosts that it finds kept out of the index; None of other checks."
    folded: int = 0
    "Findings that are a consequence of another check's, and told with that one."

    @property
    def urls(self) -> int:
        """Number of what is affected, whatever its unit."""
        return sum(self.affected.values())

    @property
    def told(self) -> str:
        """What is affected: '12 URLs', '1 host (12 URLs)'; '' of consequences only."""
        return affected(self.affected, self.host_urls)

    @property
    def checked(self) -> int:
        """Rows that the check could judge."""
        return self.looked_at - self.unknown


@dataclass(frozen=True, slots=True)
class Overview:
    """Every check that was run, in the order of the causes that 'Do this first' tells.

    A check whose findings follow from others comes after those with its severity, and then those
    that found nothing.
    """

    results: tuple[Result, ...]
    affected: Mapping[tuple[str, str | None], Mapping[str, int]]
    """What is affected, each once, by its unit, of a severity and a subject; of all subjects where
    that is None."""

    @property
    def failed(self) -> list[Result]:
        """Those that found something."""
        return [result for result in self.results if result.found]

    @property
    def broken(self) -> list[Result]:
        """Those that could not run."""
        return [result for result in self.results if result.outcome == "error"]

    @property
    def by_severity(self) -> dict[str, int]:
        """Findings of each severity, the worst first, naughts too."""
        return {name: self.found(name) for name in SEVERITIES}

    @property
    def by_outcome(self) -> dict[str, int]:
        """Checks of each outcome, naughts too."""
        counts = Counter(result.outcome for result in self.results)
        return {name: counts[name] for name in (*OUTCOMES, *sorted(counts.keys() - {*OUTCOMES}))}

    @property
    def unknown(self) -> int:
        """Rows that the checks could not check."""
        return sum(result.unknown for result in self.results)

    @property
    def urls_by_severity(self) -> dict[str, int]:
        """Number of what is affected by severity, each once, the worst first, naughts too."""
        return {name: self.urls(name) for name in SEVERITIES}

    def urls(self, severity: str, subject: str | None = None) -> int:
        """Number of what findings of a severity affect, each once, whatever its unit."""
        return sum(self.units(severity, subject).values())

    def told(self, severity: str, subject: str | None = None) -> str:
        """What findings of a severity affect: '29 URLs and 7 sitemaps'; '' if nothing."""
        return affected(self.units(severity, subject))

    def units(self, severity: str, subject: str | None = None) -> Mapping[str, int]:
        """What findings of a severity affect, by its unit."""
        return self.affected.get((severity, subject), {})

    @property
    def folded(self) -> int:
        """Findings that are a consequence of another."""
        return sum(result.folded for result in self.results)

    def found(self, severity: str) -> int:
        """Findings of one severity."""
        return sum(result.found for result in self.results if result.severity == severity)

    def urls_by_subject(self, severity: str) -> dict[str, int]:
        """Number of what findings of a severity affect by subject, most first."""
        subjects = {subject for of, subject in self.affected if of == severity and subject}
        counts = {subject: self.urls(severity, subject) for subject in subjects}
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    @property
    def by_subject(self) -> list[tuple[str, dict[str, int]]]:
        """Number of what is affected by subject and severity, most first, without naughts."""
        counts: dict[str, dict[str, int]] = {}
        for severity in SEVERITIES:
            for subject, number in self.urls_by_subject(severity).items():
                counts.setdefault(subject, {})[severity] = number
        return sorted(counts.items(), key=lambda item: -sum(item[1].values()))


def read_overview(store: Store, checks: Sequence[Check]) -> Overview:
    """Read the results of the checks.

    Args:
        store: with the view ``reported_findings``, causes and check_runs.
        checks: to tell manuals from.
    """
    known = {check.name: check for check in checks}
    of_checks: dict[str, dict[str, int]] = defaultdict(dict)
    totals: dict[tuple[str, str | None], dict[str, int]] = defaultdict(dict)
    for severity, subject, name, unit, number in store.rows(step("report/affected")):
        (totals[severity, subject] if name is None else of_checks[name])[unit] = number
    told = {name: rest for name, *rest in store.rows(step("report/examples_of_checks"))}
    results = (
        _result(row, known.get(row[0]), of_checks[row[0]], *told.get(row[0], (None, None, 0)))
        for row in store.rows(step("report/checks"))
    )
    return Overview(tuple(results), totals)


def _result(
    row: tuple[Any, ...],
    check: Check | None,
    affected: Mapping[str, int],
    example: str | None,
    host_urls: int | None,
    folded: int,
) -> Result:
    name, title, severity, subject, outcome, *figures, error, reasons = row
    found, looked_at, unknown = (int(figure or 0) for figure in figures)
    return Result(
        *(name, title, severity, subject, outcome, found, looked_at, unknown),
        *(error, check, example, reasons, affected, host_urls, folded),
    )


class Ledger(NamedTuple):
    """The outcome of every loc that was read: ``listed == fetched + refused + not_fetched``."""

    listed: int
    fetched: int
    refused: int
    "By bot protection, or with 429 or 503: the page is not checked."
    outcomes: dict[str, int]
    "By outcome, most first: fetched, refused:challenge, duplicate, failed:dns…"

    @property
    def not_fetched(self) -> int:
        """Those of every other outcome."""
        return self.listed - self.fetched - self.refused

    @property
    def urls(self) -> int:
        """Distinct URLs: locs without duplicates and invalid ones."""
        return self.listed - self.number("duplicate") - self.number("not-a-url")

    @property
    def unread(self) -> dict[str, int]:
        """URLs that could not be read, by reason, most first."""
        counts: Counter[str] = Counter()
        for outcome, number in self.outcomes.items():
            word, _, reason = outcome.partition(":")
            if word in _FAILED and reason:
                counts[reason] += number
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def number(self, word: str) -> int:
        """Locs whose outcome is this, or has this word; 'failed:dns' counts as one of 'failed'.

        Those of 'not-asked' with a reason count as unread.
        """
        return sum(
            number
            for outcome, number in self.outcomes.items()
            if word in (outcome, outcome.partition(":")[0])
            and not (word in _FAILED and ":" in outcome)
        )

    def coverage(self, place: str) -> str:
        """Return the coverage: '300 URLs in sitemaps: 294 crawled, 6 blocked by robots.txt'."""
        parts = [f"{self.fetched:,} crawled"]
        counts = ((self.number(outcome), text) for outcome, text in _LEFT_OUT.items())
        parts += [f"{number:,} {text}" for number, text in counts if number]
        if unread_urls := sum(self.unread.values()):
            parts.append(f"{unread_urls:,} could not be read")
        text = f"{counted(self.urls, 'URL')} {place}: {', '.join(parts)}"
        twice, invalid = self.number("duplicate"), self.number("not-a-url")
        more = [f"{counted(twice, 'duplicate')}"] if twice else []
        more += [f"{counted(invalid, 'invalid URL')}"] if invalid else []
        return f"{text}; plus {' and '.join(more)}" if more else text


_REFUSED = "refused:"
_FAILED = ("refused", "failed", "not-asked")
_LEFT_OUT = {
    "disallowed": "blocked by robots.txt",
    "out-of-scope:excluded": "excluded by --exclude",
    "out-of-scope:not-included": "not matching --include",
    "out-of-scope:not-in-sitemap": "in other sitemaps only (--sitemap)",
    "out-of-scope:filtered": "left out by sitemap_filter()",
    "out-of-scope:not-sampled": "not in the sample",
    "out-of-scope:not-modified": "not modified (--since)",
    "over-limit": "over --max-urls",
    "interrupted": "left when the audit ended",
    "not-asked": "not requested",
}
"Outcomes of the ledger that are not failures, in words."


def read_ledger(store: Store) -> Ledger:
    """Read the outcomes of the locs."""
    outcomes = dict(store.rows(step("report/outcomes")))
    refused = sum(number for outcome, number in outcomes.items() if outcome.startswith(_REFUSED))
    return Ledger(sum(outcomes.values()), outcomes.get("fetched", 0), refused, outcomes)


class NotChecked(NamedTuple):
    """Why URLs were not checked: one cause."""

    kind: str
    reason: str
    urls: int
    "Distinct URLs with this cause."
    sentence: str
    "'5 URLs timed out: their noindex, canonicals and hreflang are not known.'"


def read_not_checked(store: Store, run: RunRecord) -> list[NotChecked]:
    """Read why URLs were not checked: a cause each, most URLs first; none of a clean audit."""
    options: Mapping[str, Any] = run.options
    leaving_out = {
        "--include": options.get("include"),
        "--exclude": options.get("exclude"),
        "--no-follow": options.get("follow") is False,
        "--max-urls": run.limit_reached,
    }
    given = [name for name, is_given in leaving_out.items() if is_given]
    told_by_note = Counter({("sitemap", "not-fetched"): len(left_out_sitemaps(store, run))})
    rows = (
        (kind, reason, is_known, urls - told_by_note[kind, reason])
        for kind, reason, is_known, urls in store.rows(step("report/not_checked"))
    )
    return [
        NotChecked(
            *(kind, reason, urls),
            unread(kind, reason, urls, is_known=is_known, options=given),
        )
        for kind, reason, is_known, urls in rows
        if urls > 0
    ]


def left_out_sitemaps(store: Store, run: RunRecord) -> list[str]:
    """Return the sitemaps of indexes that --sitemap leaves out: a note tells them."""
    chosen = UrlScope(run.options.get("sitemap") or ())
    if chosen.is_everything:
        return []
    rows = store.stream(step("report/sitemaps_not_fetched"))
    return [url for (url,) in rows if url not in chosen]


class Rendered(NamedTuple):
    """How many pages a browser was to show, and how they were chosen."""

    mode: str
    "sample | all."
    pages: int
    "Those that it has shown."
    problems: dict[str, int]
    "Those that it could not show, by why, most first."
    patterns: int
    "Of URLs, among all of them."

    @property
    def sentence(self) -> str:
        """The numbers in a sentence."""
        told = f"{counted(self.pages, 'page')} rendered"
        if self.mode == "sample":
            patterns = counted(self.patterns, "URL pattern")
            told += f" (at most {PAGES_PER_PATTERN} of each of {patterns})"
        unknown = sum(self.problems.values())
        return f"{told}; {unknown:,} could not be rendered" if unknown else told


def read_rendered(store: Store, run: RunRecord) -> Rendered | None:
    """Read what was rendered; None where nothing was to be."""
    mode = str(run.options.get("render") or "never")
    if mode == "never":
        return None
    ((shown, patterns),) = store.rows(step("report/rendered"))
    problems = store.rows(step("report/render_problems"))
    return Rendered(mode, int(shown), dict(problems), int(patterns))


class RequestCounts(NamedTuple):
    """How many requests were sent."""

    pages: int
    sitemaps: int


def read_requests(store: Store) -> RequestCounts:
    """Count the requests, with those that were sent again."""
    ((pages, sitemaps),) = store.rows(step("report/requests"))
    return RequestCounts(int(pages), int(sitemaps))
