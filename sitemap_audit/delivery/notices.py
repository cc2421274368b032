"""Compose the notice of a finished audit, and decide whether to send it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.options.kinds import NEW
from sitemap_audit.severity import SEVERITIES, at_least
from sitemap_audit.storage.csv_parts import HTML
from sitemap_audit.storage.run_file import as_json

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.run_record import Changes, RunRecord, ToldFigure

_NAMED = 3
"Maximum number of sites, reasons and causes that are named, each."
_CHANGES = 5
"Maximum number of changes in a notice."
_CHARACTERS = 200
"Maximum length of a change; some services accept 2,000 characters in all."


class Notice(NamedTuple):
    """The notice of a finished audit."""

    subject: str
    text: str
    "A few lines of plain text."
    facts: dict[str, Any]
    "The figures of the audit, for the JSON of a webhook."
    report: Path | None = None
    "report.html, to attach to mails; None if the checks did not run."


def is_wanted(occasions: Collection[str], run: RunRecord) -> bool:
    """Whether one of the occasions applies to an audit."""
    changes = _changes(run)
    if "any" in occasions or ("incomplete" in occasions and not run.complete):
        return True
    if changes is None or run.findings is None:
        return False
    named = ["new-notice" if each == "new" else each for each in occasions]
    return any(
        run.found(each).get(severity)
        for each in named
        if each in (*SEVERITIES, *NEW)
        for severity in at_least(each)
    )


def compose(folder: Path, run: RunRecord, place: str) -> Notice:
    """Compose the notice of an audit.

    Args:
        place: path or URI of the reports.
    """
    changes = _changes(run)
    sites = shortened(run.sites)
    state = "complete" if run.complete else "NOT COMPLETE"
    subject = f"Sitemap audit of {sites}{run.qualifier}: {state}"
    lines = [subject + ".", *run.incomplete_because[:_NAMED]]
    if run.ledger and run.findings and changes:
        ledger = run.ledger
        refused = f", {ledger.refused:,} refused" if ledger.refused else ""
        lines.append(f"{ledger.fetched:,} of {ledger.listed:,} listed URLs crawled{refused}.")
        lines += [_figure(each) for each in run.key_figures]
        counts = _counts(run.findings.affected)
        lines += [f"{counts[:1].upper()}{counts[1:]}.", *_worst(run), changes.sentence]
        lines += _most_important(changes)
        subject += f", {counts}"
    lines.append(f"Reports: {place}")
    report = folder / HTML if HTML in run.files else None
    return Notice(subject, "\n".join(lines), _facts(folder, run, changes, place), report)


def _changes(run: RunRecord) -> Changes | None:
    """Return the changes since the previous audit; None if the checks did not run."""
    return run.changes if run.findings else None


def shortened(texts: Sequence[str]) -> str:
    """Join the first strings, and say how many more there are."""
    more = f" and {len(texts) - _NAMED:,} more" if len(texts) > _NAMED else ""
    return ", ".join(texts[:_NAMED]) + more


def _counts(affected: Mapping[str, int]) -> str:
    """'errors on 12 URLs, hosts and files, warnings on 30, notices on 1'."""
    first, *others = (f"{name}s on {affected.get(name, 0):,}" for name in SEVERITIES)
    noun = "URL, host or file" if affected.get("error") == 1 else "URLs, hosts and files"
    return ", ".join([f"{first} {noun}", *others])


def _figure(figure: ToldFigure) -> str:
    """A key figure as in the reports: 'URLs with errors: 115 (+2)'."""
    change = f" ({figure.change})" if figure.change else ""
    return f"{figure.label}: {figure.value}{change}"


def _worst(run: RunRecord) -> list[str]:
    """Name the first lines of 'Do this first', with what they affect."""
    worst = run.causes.worst if run.causes else ()
    lines = [f"{each['title']}: {each['line']}" for each in worst if each["line"]]
    text = "; ".join(lines[:_NAMED])
    return [f"Do this first: {text}."] if text else []


def _most_important(changes: Changes) -> list[str]:
    """Name the most important changes since the previous audit."""
    lines = [f"- {_cut(each['sentence'])}" for each in changes.worst[:_CHANGES]]
    return [*lines, "- More in changes.json."] if len(changes.worst) > _CHANGES else lines


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _CHARACTERS else f"{line[: _CHARACTERS - 1]}…"


def _facts(folder: Path, run: RunRecord, changes: Changes | None, place: str) -> dict[str, Any]:
    names = ("sites", "job", "started_at", "finished_at", "complete", "incomplete_because")
    told = as_json(run)
    facts = {name: told[name] for name in names} | {"folder": str(folder), "reports": place}
    if changes is not None:
        facts |= {"ledger": told["ledger"], "findings": told["findings"]["by_severity"]}
        facts |= told["changes"] | {"key_figures": told["key_figures"]}
        facts |= {"changes": facts.pop("worst")}
        del facts["sentence"]
    return facts
