"""The figures that the workbook, the terminal and run.json all tell, read once."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.checkfile import KeepsOut

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sitemap_audit.catalogue import Check
    from sitemap_audit.store import Store

SEVERITIES = ("error", "warning", "notice")
OUTCOMES = ("failed", "passed", "not measured", "not applicable", "error")
_HOSTS = 3
"Hosts of which it is told how often they were asked."
_FATES = {
    "fetched": "Fetched",
    "duplicate": "Listed before, fetched once",
    "disallowed": "Disallowed for our own user agent",
    "not-asked": "Not asked for",
    "over-limit": "Over the limit of this audit",
    "out-of-scope": "Out of scope",
    "interrupted": "The audit ended first",
    "failed": "No usable answer",
    "not-a-url": "Not a URL that can be asked for",
}


class Result(NamedTuple):
    """What became of one check."""

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
    "Its manual; None where it is not among the checks any more."
    example: str | None
    "A URL of one finding."


@dataclass(frozen=True, slots=True)
class Overview:
    """Every check that was run, the worst first: severity, what is kept out, findings, name."""

    results: tuple[Result, ...]

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
        """Rows that checks could not judge."""
        return sum(result.unknown for result in self.results)

    def found(self, severity: str) -> int:
        """Findings of one severity."""
        return sum(result.found for result in self.results if result.severity == severity)

    def by_subject(self, severity: str) -> dict[str, int]:
        """Findings of one severity by subject, most first; none that has none."""
        counts: Counter[str] = Counter()
        for result in self.failed:
            if result.severity == severity:
                counts[result.subject] += result.found
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def read_overview(store: Store, checks: Sequence[Check]) -> Overview:
    """Read what became of the checks.

    Args:
        store: with findings and check_runs.
        checks: to tell titles from.
    """
    known = {check.name: check for check in checks}
    examples = dict(store.rows(_EXAMPLES))
    results = (
        _result(row, known.get(row[0]), examples.get(row[0])) for row in store.rows(_RESULTS)
    )
    return Overview(tuple(sorted(results, key=_rank)))


def _rank(result: Result) -> tuple[int, int]:
    consequences = [*KeepsOut, None]
    keeps_out = result.check.keeps_out if result.check else None
    return SEVERITIES.index(result.severity), consequences.index(keeps_out)


def _result(row: tuple[Any, ...], check: Check | None, example: str | None) -> Result:
    name, severity, subject, outcome, *figures, error = row
    found, looked_at, unknown = (int(figure or 0) for figure in figures)
    title = check.title if check else name
    return Result(
        name, title, severity, subject, outcome, found, looked_at, unknown, error, check, example
    )


_RESULTS = """
SELECT run."check", run.severity, run.subject, run.outcome, run.found, run.looked_at,
    run."unknown", run.error
FROM check_runs AS run
ORDER BY COALESCE(run.found, 0) DESC, run."check"
"""

_EXAMPLES = """
SELECT "check", MIN(COALESCE(url, sitemap_url, related_url, observed)) AS example
FROM findings
GROUP BY "check"
"""


class Ledger(NamedTuple):
    """What became of every loc that was read: ``listed == fetched + not_fetched``."""

    listed: int
    fetched: int
    outcomes: dict[str, int]
    "By outcome, most first: fetched, duplicate, failed:dns…"

    @property
    def not_fetched(self) -> int:
        """Those of every other outcome."""
        return self.listed - self.fetched

    @property
    def groups(self) -> dict[str, int]:
        """Those not fetched by the word before the colon, most first."""
        counts: dict[str, int] = defaultdict(int)
        for outcome, number in self.outcomes.items():
            if outcome != "fetched":
                counts[outcome.partition(":")[0]] += number
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def read_ledger(store: Store) -> Ledger:
    """Read what became of the locs."""
    outcomes = dict(
        store.rows("SELECT outcome, COUNT(*) FROM ledger GROUP BY outcome ORDER BY 2 DESC, 1")
    )
    return Ledger(sum(outcomes.values()), outcomes.get("fetched", 0), outcomes)


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
    per_pattern: int
    "Pages of each, at most, in a sample."

    @property
    def sentence(self) -> str:
        """All of it in a sentence."""
        told = f"{count(self.pages, 'page')} rendered"
        if self.mode == "sample":
            told += f", {self.per_pattern} at most of each of {count(self.patterns, 'pattern')}"
        unknown = sum(self.problems.values())
        return f"{told}; {unknown:,} could not be" if unknown else told


def read_rendered(store: Store, run: Mapping[str, Any]) -> Rendered | None:
    """Read what was rendered; None where nothing was to be."""
    options: Mapping[str, Any] = run.get("options") or {}
    mode = str(options.get("render") or "never")
    if mode == "never":
        return None
    shown, patterns = store.rows(
        "SELECT COUNT(*) FILTER (WHERE problem IS NULL), COUNT(DISTINCT pattern) FROM renders"
    )[0]
    problems = store.rows(
        "SELECT problem, COUNT(*) FROM renders WHERE problem IS NOT NULL"
        " GROUP BY problem ORDER BY 2 DESC, 1"
    )
    per_pattern = int(options.get("render_per_pattern") or 0)
    return Rendered(mode, int(shown), dict(problems), int(patterns), per_pattern)


def fate(outcome: str) -> str:
    """An outcome of the ledger in words: 'failed:dns' is 'No usable answer (dns)'."""
    word, _, detail = outcome.partition(":")
    known = _FATES.get(word, word.replace("-", " ").capitalize())
    return f"{known} ({detail.replace('-', ' ')})" if detail else known


def ending(outcome: str) -> str:
    """The outcome of a check as a reader takes it: 'error' is not an error of the site."""
    return "could not run" if outcome == "error" else outcome


def moment(run: Mapping[str, Any], field: str) -> datetime | None:
    """A moment of the run record; None where it is not there."""
    value = run.get(field)
    return datetime.fromisoformat(str(value)) if value else None


def moment_text(run: Mapping[str, Any], field: str) -> str:
    """A moment for people: '2026-07-01 12:00 UTC'; a dash where it is not there."""
    at = moment(run, field)
    return f"{at:%Y-%m-%d %H:%M} UTC" if at else "-"


def duration(run: Mapping[str, Any]) -> str:
    """How long the audit took, in two units: '3 min 12 s'; a dash where that is not known.

    The time between a stop and when it was taken up again does not count.
    """
    start, end = moment(run, "started_at"), moment(run, "finished_at")
    if not start or not end:
        return "-"
    worked: float = run.get("seconds_worked", (end - start).total_seconds())
    minutes, seconds = divmod(max(0, round(worked)), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def sites(run: Mapping[str, Any]) -> list[str]:
    """The sites of the audit."""
    named: Iterable[Any] = run.get("sites") or ()
    return [str(site) for site in named]


def limit(run: Mapping[str, Any], ledger: Ledger) -> str | None:
    """What a limit of URLs left out, in a sentence; None where it was not reached."""
    if not run.get("limit_reached"):
        return None
    return (
        f"Limited by --max-urls: {ledger.fetched:,} of {ledger.listed:,} listed addresses were"
        " fetched; nothing is known of the others."
    )


def traffic(run: Mapping[str, Any]) -> list[str]:
    """How often and how fast the hosts were asked, and what held them back, in sentences."""
    told: Mapping[str, Any] = run.get("traffic") or {}
    most = [_asked(each) for each in told.get("by_host", ())[:_HOSTS]]
    return [*most, *map(str, told.get("remarks", ()))]


def _asked(host: Mapping[str, Any]) -> str:
    """'www.example.com was asked 1,200 times: 4.0 a second, 8 at most'."""
    times = "once" if host["requests"] == 1 else f"{host['requests']:,} times"
    told = f"{host['host']} was asked {times}"
    if host["requests"] > 1:
        told += f": {host['mean_per_second']:,.1f} a second, {host['peak_per_second']:,} at most"
    if host["slowed"]:
        told += "; slowed down for its sake"
    if pauses := sum(host["pauses"].values()):
        why = ", ".join(host["pauses"])
        told += f"; paused {count(pauses, 'time')}, {host['paused_seconds']:,.0f} s ({why})"
    return f"{told}."


def reasons(run: Mapping[str, Any]) -> list[str]:
    """Why the audit is not complete, in sentences; at least one where it is not."""
    if run.get("complete"):
        return []
    why = [str(sentence) for sentence in run.get("incomplete_because") or ()]
    ended = str(run.get("reason") or "unknown")
    return why or [f"The audit ended before it had read everything (reason: {ended})."]


def count(number: int, noun: str) -> str:
    """'1 finding', '2,000 findings'."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
