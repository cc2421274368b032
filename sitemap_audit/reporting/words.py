"""What run.json and codes say, in words, for the workbook and the terminal."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sitemap_audit.reporting.overview import Ledger

_HOSTS = 3
"Hosts of which it is told how often they were asked."
_FATES = {
    "fetched": "Fetched",
    "refused": "Refused by the host, not checked",
    "duplicate": "Listed before, fetched once",
    "disallowed": "Disallowed for our own user agent",
    "not-asked": "Not asked for",
    "over-limit": "Over the limit of this audit",
    "out-of-scope": "Out of scope",
    "interrupted": "The audit ended first",
    "failed": "No usable answer",
    "not-a-url": "Not a URL that can be asked for",
}


def fate(outcome: str) -> str:
    """An outcome of the ledger in words: 'failed:dns' is 'No usable answer (dns)'."""
    word, _, detail = outcome.partition(":")
    known = _FATES.get(word, word.replace("-", " ").capitalize())
    return f"{known} ({detail.replace('-', ' ')})" if detail else known


def ledger_sum(ledger: Ledger) -> str:
    """The sum of the ledger: '0 fetched + 40 refused (bot protection) + 2 not checked'."""
    why = ledger.refusals
    each = why if len(why) == 1 else (f"{number:,} {reason}" for reason, number in why.items())
    refused = f"{ledger.refused:,} refused" + (f" ({', '.join(each)})" if why else "")
    return f"{ledger.fetched:,} fetched + {refused} + {ledger.not_checked:,} not checked"


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
