"""Read the changes since the previous audit, and write changes.json."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.analysis.catalogue.findings import RANK
from sitemap_audit.machine.files import write_whole
from sitemap_audit.masking import safe_json
from sitemap_audit.report.words import count, moment, not_checked

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from pathlib import Path

    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.storage import Store

CHANGES_FILE = "changes.json"
NO_EARLIER_AUDIT = "There is no earlier complete audit of the same scope to compare with."
_CAUSES = 1_000
"Causes in changes.json; changes.csv has every change."
_WORST = 10
"Causes in run.json."


class ChangeCause(NamedTuple):
    """Changes of one kind with the same cause, with the first change."""

    check: str
    title: str
    severity: str
    kind: str | None
    "Which change: '200 to 404', or the check of a finding."
    cause_by: str
    "host | pattern | sitemap | urls | site."
    cause: str
    urls: int
    "Affected URLs, each once."
    url: str | None
    sitemap_url: str | None
    related_url: str | None
    now: str | None
    before: str | None
    fix: str | None

    @property
    def what(self) -> str:
        """The change: 'Status code changed: 200 to 404'."""
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
        return f"{self.what}: {count(self.urls, 'URL')}, {self.where}."


class ChangeKind(NamedTuple):
    """The changes that one check of changes found."""

    check: str
    title: str
    severity: str
    "Of the check; a new finding, or one that is back, is as severe as the finding."
    urls: int
    "Affected URLs, each once."
    compared: int
    "Rows that were compared: URLs, files or findings."
    not_compared: int
    "Rows that were not checked in one of the two audits."
    reasons: str | None
    "Why not, most first, each with its number."


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
    is_complete: bool = True
    "Whether the audit that is compared with the previous one is complete."

    def cut(self, causes: int) -> Changes:
        """Return the same with the first causes only."""
        return self._replace(causes=self.causes[:causes])

    @property
    def when(self) -> str:
        """When the previous audit began: '2026-01-01 12:00 UTC'."""
        return moment(self.since)

    @property
    def told(self) -> list[str]:
        """Each kind of change that was found, 'Status code changed: 20 URLs', and what was not."""
        told = [f"{kind.title}: {count(kind.urls, 'URL')}" for kind in self.found] or [self.nothing]
        left_out = [f"{self.not_compared} not compared"] if self.not_compared else []
        return told + left_out

    @property
    def nothing(self) -> str:
        """What is said without changes: 'no changes' only of audits that could be compared."""
        return "no changes" if any(kind.compared for kind in self.kinds) else "nothing compared"

    @property
    def sentence(self) -> str:
        """All of it in a sentence; a second one if the audit is not complete."""
        caveat = f" {self.caveat}" if self.caveat else ""
        return f"Since {self.when}: {'; '.join(self.told)}.{caveat}"

    @property
    def caveat(self) -> str:
        """What an audit that is not complete leaves out; '' if it is complete."""
        if self.is_complete:
            return ""
        return (
            "This audit is not complete: what it did not fetch is not compared, and no finding"
            " counts as resolved."
        )

    @property
    def not_compared(self) -> str:
        """The most that one check could not compare: '4 URLs and 2 findings (2 not crawled)'."""
        told = []
        for noun in ("URL", "finding"):
            kinds = [
                kind
                for kind in self.kinds
                if kind.not_compared and kind.check.startswith("change/finding-") == (noun != "URL")
            ]
            if kinds:
                most = max(kinds, key=lambda kind: kind.not_compared)
                why = not_checked(most.reasons)
                told.append(count(most.not_compared, noun) + (f" ({why})" if why else ""))
        return " and ".join(told)

    @property
    def found(self) -> list[ChangeKind]:
        """Those that found a change."""
        return [kind for kind in self.kinds if kind.urls]


def read_new_by_check(store: Store) -> dict[str, int] | None:
    """Read how many findings of each check are new; None if that was not compared."""
    ran = store.rows('SELECT 1 FROM change_runs WHERE "check" = $new', {"new": _NEW})
    return dict(store.rows(_NEW_BY_CHECK, {"new": _NEW})) if ran else None


def read_changes(
    store: Store, checks: Sequence[Check], run: RunRecord, *, rows: int = _CAUSES
) -> Changes | None:
    """Read the changes; None if the audit was not compared with another one.

    Args:
        checks: to tell titles from.
        rows: causes at most.
    """
    previous = run.previous
    if previous is None:
        return None
    titles = {check.name: check.title for check in checks}
    kinds = [
        ChangeKind(name, titles.get(name, name), severity, int(urls), int(done), int(left), why)
        for name, severity, urls, done, left, why in store.rows(_KINDS)
    ]
    causes = [
        ChangeCause(name, titles.get(name, name), severity, titles.get(kind, kind), *rest)
        for name, severity, kind, *rest in store.rows(_OF_CAUSES, {"rows": rows})
    ]
    return Changes(previous.started_at, previous.folder, kinds, causes, run.complete)


def write_changes(changes: Changes, folder: Path) -> Path:
    """Write changes.json; return its path.

    Raises:
        OSError: the folder cannot be written.
    """
    facts = {
        "compared_with": {"folder": changes.folder, "started_at": changes.since.isoformat()},
        "complete": changes.is_complete,
        "changes": [kind._asdict() for kind in changes.kinds],
        "causes": _facts(changes.causes[:_CAUSES]),
    }
    path = folder / CHANGES_FILE
    text = f"{safe_json(facts)}\n".encode("utf-8", "backslashreplace")
    write_whole(path, lambda file: file.write(text))
    return path


def worst_changes(changes: Changes) -> list[dict[str, Any]]:
    """Return the most important changes, for run.json."""
    return _facts(changes.causes[:_WORST])


def _facts(causes: Sequence[ChangeCause]) -> list[dict[str, Any]]:
    return [cause._asdict() | {"sentence": cause.sentence} for cause in causes]


_KINDS = """
SELECT
    run."check",
    run.severity,
    COUNT(DISTINCT COALESCE(changes.url, changes.sitemap_url, changes.related_url)) AS urls,
    MAX(run.looked_at - run."unknown"),
    MAX(run."unknown"),
    MAX(run.unknown_reasons)
FROM change_runs AS run
LEFT JOIN changes ON run."check" = changes."check"
GROUP BY run."check", run.severity, run.rank
ORDER BY run.rank, urls DESC, run."check"
"""
_OF_CAUSES = f"""
SELECT
    "check", severity, kind, cause_by, cause, urls, url, sitemap_url, related_url, observed,
    expected, fix
FROM change_causes
ORDER BY {RANK.format("severity")}, urls DESC, "check", kind NULLS FIRST, cause
LIMIT $rows
"""
_NEW = "change/finding-new"
_NEW_BY_CHECK = 'SELECT kind, COUNT(*) FROM changes WHERE "check" = $new GROUP BY kind'
