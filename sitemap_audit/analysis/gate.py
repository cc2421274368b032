"""Read a budget and a list of ignored findings, for audits in continuous integration.

A budget is a TOML file with the most findings of a check, and limits of the key figures::

    [findings]
    "status/not-found" = 10   # a check, a subject or a pattern
    hreflang = 0
    "change/url-removed" = 100

    [figures]
    indexable_percent = 95    # at least
    urls_in_sitemaps = 1000   # at least
    urls_with_error = 20      # at most
    not_checked = 50          # at most

A list of ignored findings has an entry for each::

    [[ignore]]
    check = "status/not-found"
    url = "https://www.example.com/archive/*"
    reason = "The archive returns in spring."
    until = 2027-03-01        # the last day; optional
"""

from __future__ import annotations

import tomllib
from datetime import date, datetime
from math import floor
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.analysis.catalogue.catalogue import fits, nearest
from sitemap_audit.analysis.selection import known_checks
from sitemap_audit.errors import UsageError
from sitemap_audit.options.option_sources import read_small
from sitemap_audit.parsing.scope import UrlScope
from sitemap_audit.plural import counted
from sitemap_audit.run_record import Ignored
from sitemap_audit.steps import step
from sitemap_audit.storage.csv_parts import file_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.options import Options
    from sitemap_audit.storage import Store

IGNORED = "ignored_findings"
_FIGURES = {
    "indexable_percent": True,
    "urls_in_sitemaps": True,
    "urls_with_error": False,
    "not_checked": False,
}
"Key figures that a budget may limit, and whether its number is the least."
_KEYS = {"check": str, "url": str, "reason": str, "until": date}


class Budget(NamedTuple):
    """Limits of an audit."""

    findings: Mapping[str, int]
    "Most findings, by check, subject or pattern."
    figures: Mapping[str, float]
    "Limits by the names of _FIGURES."

    def exceeded(
        self, found: Mapping[str, int], figures: Mapping[str, int], checks: Sequence[Check]
    ) -> list[str]:
        """Return a sentence for each limit that is exceeded.

        Args:
            found: findings and changes by check.
            figures: the key figures, as in run.json.
        """
        sentences = []
        for word, most in self.findings.items():
            number = sum(found.get(check.name, 0) for check in checks if fits(check, word))
            if number > most:
                found_of = f"{counted(number, 'finding')} of {word}"
                sentences.append(f"Over budget: {found_of}, at most {most:,}.")
        checked = figures["checked"]
        share = {"indexable_percent": 100 * figures["indexable"] / checked} if checked else {}
        for name, limit in self.figures.items():
            value = {**figures, **share}.get(name)
            if value is None:
                sentences.append(f"Over budget: {name} is not known, as no URL was checked.")
            elif value < limit if _FIGURES[name] else value > limit:
                bound = "at least" if _FIGURES[name] else "at most"
                # Rounded down: 66.66 and not 66.7, where at least 66.7 is asked.
                told = floor(value * 100) / 100 if name in share else value
                sentences.append(f"Over budget: {name} is {told:,}, {bound} {limit:,}.")
        return sentences


class Ignore(NamedTuple):
    """Findings to ignore."""

    check: str
    "A check, a subject or a pattern."
    url: str
    "Glob on the URL or sitemap of the finding."
    reason: str
    until: date | None
    "The last day on which it applies."

    @property
    def facts(self) -> dict[str, Any]:
        """The entry as run.json has it."""
        return {**self._asdict(), "until": self.until and self.until.isoformat()}


def read_budget(options: Options) -> Budget | None:
    """Read the budget; None if there is none.

    Raises:
        UsageError: the file cannot be read, or names a check or figure that does not exist.
    """
    if (path := options.budget) is None:
        return None
    written, checks = _read(path), known_checks(options)
    _refuse_unknown(path, written, ("findings", "figures"))
    findings, figures = written.get("findings", {}), written.get("figures", {})
    if not isinstance(findings, dict) or not isinstance(figures, dict):
        raise UsageError(f"In {path}: findings and figures must be tables, such as [findings].")
    _refuse_unknown(path, figures, tuple(_FIGURES))
    for word, most in {**findings, **figures}.items():
        if isinstance(most, bool) or not isinstance(most, int | float) or not most >= 0:
            raise UsageError(f"In {path}: {word} is {most!r}; it must be a number, 0 or more.")
    for word in findings:
        _refuse_unknown_check(path, word, checks)
    return Budget(findings, figures)


def read_ignores(options: Options) -> list[Ignore]:
    """Read the list of ignored findings; empty if there is none.

    Raises:
        UsageError: the file cannot be read, or an entry names no check, or has no reason.
    """
    if (path := options.ignore_file) is None:
        return []
    written, checks = _read(path), known_checks(options)
    _refuse_unknown(path, written, ("ignore",))
    entries = written.get("ignore", [])
    if not isinstance(entries, list) or not all(isinstance(each, dict) for each in entries):
        raise UsageError(f"In {path}: each entry must begin with [[ignore]].")
    return [_ignore(path, entry, checks) for entry in entries]


def _ignore(path: Path, entry: Mapping[str, Any], checks: Sequence[Check]) -> Ignore:
    _refuse_unknown(path, entry, tuple(_KEYS))
    for name, kind in _KEYS.items():
        if name in ("check", "reason") and not entry.get(name):
            raise UsageError(f"In {path}: an entry has no {name}. Each needs check and reason.")
        value = entry.get(name)
        if value is not None and (not isinstance(value, kind) or isinstance(value, datetime)):
            expected = "a date such as 2027-03-01" if kind is date else "text"
            raise UsageError(f"In {path}: {name} is {value!r}; it must be {expected}.")
    _refuse_unknown_check(path, entry["check"], checks)
    return Ignore(entry["check"], entry.get("url", "*"), entry["reason"], entry.get("until"))


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_small(path))
    except OSError as error:
        raise UsageError(f"Cannot read {path}: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not TOML: {error}. Correct it there.") from None


def _refuse_unknown(path: Path, written: Mapping[str, Any], known: Sequence[str]) -> None:
    for name in written:
        if name not in known:
            raise UsageError(f"In {path}: unknown key {name!r}; known are {', '.join(known)}.")


def _refuse_unknown_check(path: Path, word: str, checks: Sequence[Check]) -> None:
    if not any(fits(check, word) for check in checks):
        raise UsageError(f"In {path}: there is no check '{word}'.{nearest(checks, word)}")


def ignore_findings(
    store: Store, ignores: Sequence[Ignore], checks: Sequence[Check], today: date
) -> Ignored | None:
    """Move ignored findings to ``ignored_findings``; None if there are no entries to ignore any.

    Args:
        store: with findings and check_runs.
        today: the day of the audit.
    """
    if not ignores:
        store.execute(step("ignored/no_ignored"))
        return None
    rules = [each for each in ignores if each.until is None or each.until >= today]
    names = [{check.name for check in checks if fits(check, rule.check)} for rule in rules]
    scopes = [UrlScope([rule.url]) for rule in rules]

    def rule_of(pair: str) -> str:
        check, _, about = pair.partition("\n")
        for number, (fitting, scope) in enumerate(zip(names, scopes, strict=True)):
            if check in fitting and about in scope:
                return str(number)
        return ""

    with store.function("rule_of", rule_of):
        store.create("ignored_pairs", step("ignored/pairs"))
    for table in (IGNORED, "findings", "check_runs"):
        store.create(table, step(f"ignored/{table}"))
    store.drop("ignored_pairs")
    counts = dict(store.rows(step("ignored/counts")))
    findings, urls = sum(counts.values()), int(store.value(step("ignored/urls")))
    expired = [each for each in ignores if each not in rules]
    return Ignored(
        findings=findings,
        urls=urls,
        rules=[
            rule.facts | {"findings": counts.get(str(number), 0)}
            for number, rule in enumerate(rules)
        ],
        expired=[each.facts for each in expired],
        sentences=list(_sentences(findings, urls, expired)),
    )


def _sentences(findings: int, urls: int, expired: Iterable[Ignore]) -> Iterator[str]:
    if findings:
        yield (
            f"Ignored by --ignore-file: {counted(findings, 'finding')} on {counted(urls, 'URL')};"
            f" see {file_of('ignored')}."
        )
    for each in expired:
        yield f"Expired on {each.until}: ignore {each.check} on {each.url} ({each.reason})."
