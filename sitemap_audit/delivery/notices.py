"""Compose the notice of a finished audit, and decide whether to send it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.options.kinds import NEW, SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

_NAMED = 3
"Maximum number of sites, reasons and checks in a notice, each."


class Notice(NamedTuple):
    """The notice of a finished audit."""

    subject: str
    text: str
    "A few lines of plain text."
    facts: dict[str, Any]
    "The figures of the audit, for the JSON of a webhook."


def is_wanted(
    occasions: Collection[str], run: Mapping[str, Any], changes: Mapping[str, Any] | None
) -> bool:
    """Whether one of the occasions applies.

    Args:
        changes: since the previous audit; None if the checks did not run.
    """
    if "any" in occasions or ("incomplete" in occasions and not run["complete"]):
        return True
    if changes is None:
        return False
    found = run["findings"]["by_severity"]
    lowest = max((SEVERITIES.index(each) for each in occasions if each in SEVERITIES), default=-1)
    is_severe = any(found.get(severity) for severity in SEVERITIES[: lowest + 1])
    # All findings of a first audit count as new.
    news = changes["new"] if changes["compared_with"] else found
    least = max(
        (NEW.index(each) for each in occasions if each in NEW),
        default=len(SEVERITIES) - 1 if "new" in occasions else -1,
    )
    return is_severe or any(news.get(severity) for severity in SEVERITIES[: least + 1])


def compose(
    folder: Path, run: Mapping[str, Any], changes: Mapping[str, Any] | None, place: str
) -> Notice:
    """Compose the notice of an audit.

    Args:
        changes: since the previous audit; None if the checks did not run.
        place: path or URI of the reports.
    """
    sites = shortened(run["sites"])
    state = "complete" if run["complete"] else "NOT COMPLETE"
    chosen = run.get("selected") if changes is not None else None
    of_part = f" ({chosen['title']})" if chosen else ""
    subject = f"Sitemap audit of {sites}{of_part}: {state}"
    lines = [subject + ".", *run["incomplete_because"][:_NAMED]]
    if changes is not None:
        ledger = run["ledger"]
        refused = f", {ledger['refused']:,} refused" if ledger.get("refused") else ""
        lines.append(f"{ledger['fetched']:,} of {ledger['listed']:,} listed URLs crawled{refused}.")
        lines += [_figure(each) for each in run.get("key_figures", ())]
        counts = _counts(run["findings"]["affected_urls"])
        lines += [f"{counts[:1].upper()}{counts[1:]}.", changes["sentence"]]
        lines += _worst(run)
        subject += f", {counts}"
    lines.append(f"Reports: {place}")
    return Notice(subject, "\n".join(lines), _facts(folder, run, changes, place))


def shortened(texts: Sequence[str]) -> str:
    """Join the first strings, and say how many more there are."""
    more = f" and {len(texts) - _NAMED:,} more" if len(texts) > _NAMED else ""
    return ", ".join(texts[:_NAMED]) + more


def _counts(affected: Mapping[str, int]) -> str:
    """'errors on 12 URLs, warnings on 30, notices on 1': affected pages and files."""
    first, *others = (f"{name}s on {affected.get(name, 0):,}" for name in SEVERITIES)
    return ", ".join([f"{first} {'URL' if affected.get('error') == 1 else 'URLs'}", *others])


def _figure(figure: Mapping[str, str | None]) -> str:
    """A key figure as in the reports: 'URLs with errors: 115 (+2)'."""
    change = f" ({figure['change']})" if figure["change"] else ""
    return f"{figure['label']}: {figure['value']}{change}"


def _worst(run: Mapping[str, Any]) -> list[str]:
    """Name the first causes by title, with their affected URLs."""
    causes = run.get("causes", {}).get("worst", ())[:_NAMED]
    text = "; ".join(f"{each['title']} ({each['urls']:,})" for each in causes)
    return [f"Do this first (affected URLs): {text}."] if text else []


def _facts(
    folder: Path, run: Mapping[str, Any], changes: Mapping[str, Any] | None, place: str
) -> dict[str, Any]:
    names = ("sites", "job", "started_at", "finished_at", "complete", "incomplete_because")
    facts = {name: run.get(name) for name in names} | {"folder": str(folder), "reports": place}
    if changes is not None:
        facts |= {"ledger": run["ledger"], "findings": run["findings"]["by_severity"]}
        facts |= {name: value for name, value in changes.items() if name != "sentence"}
    return facts
