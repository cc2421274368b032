"""Read the changes since the previous audit."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.analysis.catalogue.checkfile import OfFindings
from sitemap_audit.plural import counted
from sitemap_audit.report.words import affected, moment, not_checked
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.storage import Store

NO_EARLIER_AUDIT = "There is no earlier complete audit of the same scope to compare with."
_WORST = 10
"Causes in run.json."


_STATES = {"new": "New", "back": "Back", "fixed": "Fixed"}
"What became of a finding, in words."


class ChangeCause(NamedTuple):
    """Changes of one kind with the same cause, with the first change."""

    check: str
    title: str
    "Of the check; of the finding that is new, back or fixed."
    state: str
    "new | back | fixed, of findings; changed."
    severity: str | None
    "None of what is fixed."
    kind: str | None
    "Which change: '200 to 404', or the check of a finding."
    cause_by: str
    "host | pattern | sitemap | urls | site."
    cause: str
    urls: int
    "What is affected, each once."
    unit: str
    "What that is: URL | host | sitemap | robots.txt file."
    url: str | None
    sitemap_url: str | None
    related_url: str | None
    now: str | None
    before: str | None
    fix: str | None

    @property
    def what(self) -> str:
        """The change: 'Status code changed: 200 to 404', 'New: Noindex URL in sitemap'."""
        if self.state in _STATES:
            return f"{_STATES[self.state]}: {self.title}"
        return f"{self.title}: {self.kind}" if self.kind else self.title

    @property
    def example(self) -> str | None:
        """URL of the first change."""
        return self.url or self.sitemap_url or self.related_url

    @property
    def where(self) -> str:
        """The cause in words: 'most URLs of www.example.com', '/p/{slug}', a URL."""
        if self.cause_by == "host":
            return f"most URLs of {self.cause}"
        if self.cause_by == "urls":
            return self.example or "" if self.urls == 1 else "URLs without a common pattern"
        return self.cause

    @property
    def sentence(self) -> str:
        """All of it: 'Status code changed: 200 to 404: 12 URLs, /p/{slug}.'."""
        return f"{self.what}: {self.affected}, {self.where}."

    @property
    def affected(self) -> str:
        """How many URLs, hosts or files: '12 URLs', '1 sitemap'."""
        return counted(self.urls, self.unit)

    @property
    def record(self) -> dict[str, Any]:
        """All of it for JSON."""
        return self._asdict() | {"sentence": self.sentence}


class IssueChange(NamedTuple):
    """The URLs, hosts or files that an issue affected before, and that it affects now.

    ``before - fixed - not_compared_before + new + not_compared_now == now``.
    """

    check: str
    title: str
    severity: str
    unit: str
    "What is counted: URL | host | sitemap | robots.txt file."
    before: int
    fixed: int
    new: int
    "Those that are back are among them."
    now: int
    not_compared_before: int
    "Affected before, and it is not known whether they are fixed."
    not_compared_now: int
    "Affected now, and it is not known whether they were before."
    more: int
    "New findings about URLs, hosts or files that had the issue before."

    @property
    def state(self) -> str:
        """Its severity; 'fixed' where nothing has it any more."""
        return self.severity if self.now else "fixed"

    @property
    def told(self) -> str:
        """'4 → 3 URLs (3 fixed, 2 new)'."""
        counts = {
            "fixed": self.fixed,
            "new": self.new,
            "not compared": self.not_compared_before + self.not_compared_now,
        }
        parts = [f"{number:,} {name}" for name, number in counts.items() if number]
        parts += [self.more_told] if self.more else []
        return f"{self.before:,} → {counted(self.now, self.unit)} ({', '.join(parts)})"

    @property
    def more_told(self) -> str:
        """'2 more findings about sitemaps that had it'; '' if there are none."""
        if not self.more:
            return ""
        units = counted(2, self.unit).partition(" ")[2]
        return f"{counted(self.more, 'more finding')} about {units} that had it"

    @property
    def not_compared(self) -> str:
        """'1 of before, 2 of now'; '' if all were compared."""
        sides = {"before": self.not_compared_before, "now": self.not_compared_now}
        return ", ".join(f"{number:,} of {side}" for side, number in sides.items() if number)


class ChangeKind(NamedTuple):
    """The changes that one check of changes found."""

    check: str
    title: str
    severity: str
    "Of the check; a new finding, or one that is back, is as severe as the finding."
    urls: int
    "What is affected, each once."
    own: int
    "Those that are not told with another change or a finding."
    compared: int
    "Rows that were compared: URLs, files or findings."
    not_compared: int
    "Rows that were not checked in one of the two audits."
    reasons: str | None
    "Why not, most first, each with its number."
    units: Mapping[str, int]
    "What its own are, by unit: URLs, hosts, sitemaps, robots.txt files."
    of_findings: OfFindings | None = None
    "The findings of other checks that it tells."

    @property
    def record(self) -> dict[str, Any]:
        """All of it for JSON."""
        told = self._asdict()
        del told["of_findings"]
        return told


class Changes(NamedTuple):
    """The changes since the previous audit."""

    since: datetime
    "When the previous audit began."
    folder: str
    "Name of its folder."
    kinds: Sequence[ChangeKind]
    "All checks of changes, the most severe first."
    causes: Sequence[ChangeCause]
    "The most severe first."
    issues: Sequence[IssueChange] = ()
    "The issues of which URLs are new or fixed, the most severe first."
    differences: Sequence[str] = ()
    "What of the two audits differs, so that not all is compared: sentences."
    checks: int = 0
    "Checks whose findings were compared."
    is_complete: bool = True
    "Whether the audit that is compared with the previous one is complete."

    def others(self) -> Sequence[ChangeCause]:
        """Return the changes that are not of an issue, the most severe first."""
        return [cause for cause in self.causes if cause.state not in _STATES]

    def where(self, issue: IssueChange, most: int | None = None) -> list[str]:
        """Return where an issue is new or fixed: '6 new: /p/{slug}', the first causes only."""
        causes = self.of_issue(issue.check)[:most]
        told = [f"{cause.urls:,} {cause.state}: {cause.where}" for cause in causes]
        return told + ([issue.more_told] if issue.more else [])

    def of_issue(self, check: str) -> Sequence[ChangeCause]:
        """Return what is new, back or fixed of an issue, by cause."""
        return [cause for cause in self.causes if cause.state in _STATES and cause.kind == check]

    @property
    def when(self) -> str:
        """When the previous audit began: '2026-01-01 12:00 UTC'."""
        return moment(self.since)

    @property
    def told(self) -> list[str]:
        """Each issue and kind of change, 'Status code changed: 20 URLs', and what was not told."""
        told = [f"{issue.title}: {issue.told}" for issue in self.issues]
        told += [f"{kind.title}: {affected(kind.units)}" for kind in self.found]
        told = told or [self.nothing]
        left_out = [f"{self.not_compared} not compared"] if self.not_compared else []
        return told + left_out

    @property
    def nothing(self) -> str:
        """What is said without changes: 'no changes' only of audits that could be compared."""
        is_compared = self.checks or any(kind.compared for kind in self.kinds)
        return "no changes" if is_compared else "nothing compared"

    @property
    def sentence(self) -> str:
        """All of it in a sentence; a second one if the audit is not complete."""
        caveat = f" {self.caveat}" if self.caveat else ""
        return f"Since {self.when}: {'; '.join(self.told)}.{caveat}"

    @property
    def caveat(self) -> str:
        """What is not compared, as the audits are not alike; '' if they are."""
        stopped = (
            "This audit is not complete: what it did not fetch is not compared, and no finding"
            " counts as fixed."
        )
        return " ".join([*([] if self.is_complete else [stopped]), *self.differences])

    @property
    def not_compared(self) -> str:
        """The most that one check could not compare: '4 URLs and 2 findings (not crawled: 2)'."""
        told = []
        for noun in ("URL", "finding"):
            kinds = [
                kind
                for kind in self.kinds
                if kind.not_compared and (kind.of_findings is None) == (noun == "URL")
            ]
            if kinds:
                most = max(kinds, key=lambda kind: kind.not_compared)
                why = not_checked(most.reasons)
                told.append(counted(most.not_compared, noun) + (f" ({why})" if why else ""))
        return " and ".join(told)

    @property
    def record(self) -> dict[str, Any]:
        """All of it for changes.json."""
        return {
            "compared_with": {"folder": self.folder, "started_at": self.since.isoformat()},
            "complete": self.is_complete,
            "differences": list(self.differences),
            "issues": [issue._asdict() for issue in self.issues],
            "changes": [kind.record for kind in self.kinds],
            "causes": [cause.record for cause in self.causes],
        }

    @property
    def worst(self) -> list[dict[str, Any]]:
        """The most important causes, for run.json."""
        return [cause.record for cause in self.causes[:_WORST]]

    @property
    def found(self) -> list[ChangeKind]:
        """Those that found a change that is not of an issue."""
        return [kind for kind in self.kinds if kind.own and kind.of_findings is None]


def read_new_by_check(store: Store, checks: Sequence[Check]) -> dict[str, int] | None:
    """Read how many findings of each check are new; None if that was not compared.

    Args:
        checks: those that ran, of changes too.
    """
    ran = dict(store.rows(step("report/change_runs")))
    if not any(check.of_findings is OfFindings.NEW and check.name in ran for check in checks):
        return None
    return dict(store.rows(step("report/new_findings")))


def read_changes(store: Store, run: RunRecord, checks: Sequence[Check]) -> Changes | None:
    """Read the changes; None if the audit was not compared with another one.

    Args:
        checks: those that ran, of changes too.
    """
    previous = run.previous
    if previous is None:
        return None
    units: dict[str, dict[str, int]] = defaultdict(dict)
    for check, unit, number in store.rows(step("report/change_units")):
        units[check][unit] = number
    of_findings = {check.name: check.of_findings for check in checks}
    kinds = [
        ChangeKind(*(*row, units[row[0]], of_findings.get(row[0])))
        for row in store.rows(step("report/change_kinds"))
    ]
    causes = [ChangeCause(*row) for row in store.rows(step("report/change_causes"))]
    issues = [
        IssueChange(name, title, severity, unit, *map(int, numbers))
        for name, title, severity, unit, *numbers in store.rows(step("report/changed_issues"))
    ]
    told = (previous.differences, previous.checks, run.complete)
    return Changes(previous.started_at, previous.folder, kinds, causes, issues, *told)
