"""Find a check by whatever a user calls it: its name, its title, another tool's name."""

from __future__ import annotations

import csv
import difflib
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.analysis.catalogue.catalogue import ALL_OF_THEM, CatalogueError, fits
from sitemap_audit.near_names import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from sitemap_audit.analysis.catalogue.catalogue import Check

    Form: TypeAlias = Callable[[str], str]

_MOST_NEAR = 3
_CUTOFF = 0.6
_CATEGORY = re.compile(r"^[^:]+:\s+")
"What other tools write before an issue: 'XML Sitemaps: '."
_SAME = {"tag": "link", "tags": "link", "canonicalised": "canonicalized"}
_NOT_COVERED = "not-covered.csv"


class NotCovered(NamedTuple):
    """An issue of another tool that no check finds, and why."""

    tool: str
    issue: str
    why: str


def find(checks: Sequence[Check], written: str) -> list[Check]:
    """The checks that have this name, title or name in another tool, or fit the pattern.

    Names and titles are compared without case, punctuation and order of the words, names in other
    tools also without their category.

    Raises:
        CatalogueError: there is none; the message has the nearest.
    """
    word = written.removesuffix("/")
    found = {check.name for check in checks if fits(check, word)}
    for form in (_plain, _in_order):
        wanted = _forms(written, form)
        found |= {check.name for check in checks if wanted & _known(check, form)}
        if found:
            return [check for check in checks if check.name in found]
    raise CatalogueError(_nothing(checks, written))


def _known(check: Check, form: Form) -> set[str]:
    return {each for text in _texts(check) for each in _forms(text, form)}


def _texts(check: Check) -> Iterator[str]:
    yield from (check.name, check.title)
    for names in check.known_as.values():
        yield from names


@cache
def _forms(text: str, form: Form) -> frozenset[str]:
    """The text and the text without its category, in a form to compare."""
    return frozenset({form(text), form(_CATEGORY.sub("", text))} - {""})


def _plain(text: str) -> str:
    """Letters and digits alone: "Submitted URL marked 'noindex'" is 'submittedurlmarkednoindex'."""
    return "".join(re.findall(r"[^\W_]+", text.lower()))


def _in_order(text: str) -> str:
    """The words in alphabetical order, singular: 'return tag missing' is 'link missing return'."""
    words = re.findall(r"[^\W_]+", text.lower())
    return " ".join(sorted(_SAME.get(word, word.removesuffix("s")) for word in words))


def _nothing(checks: Sequence[Check], written: str) -> str:
    """What is said where no check is found."""
    for each in not_covered():
        if _forms(written, _in_order) & _forms(each.issue, _in_order):
            return f"There is no check for '{each.issue}' ({each.tool}): {each.why}."
    hint = did_you_mean(_nearest(checks, written), ALL_OF_THEM)
    return f"There is no check '{written}'.{hint}"


def _nearest(checks: Sequence[Check], written: str) -> list[str]:
    """The checks that are called most like it: 'hreflang/missing-self (Hreflang …)'."""
    wanted = _in_order(_CATEGORY.sub("", written))
    ranked = []
    for check in checks:
        texts = [*_texts(check), check.name.partition("/")[2]]
        forms = {each for text in texts for each in _forms(text, _in_order)}
        score = max(_likeness(wanted, form) for form in forms)
        if set(wanted.split()) <= set(_in_order(check.title).split()):
            score = max(score, _CUTOFF)
        if score >= _CUTOFF:
            ranked.append((-score, check.name, check.title))
    return [f"{name} ({title})" for _, name, title in sorted(ranked)[:_MOST_NEAR]]


def _likeness(wanted: str, form: str) -> float:
    matcher = difflib.SequenceMatcher(None, wanted, form)
    if matcher.real_quick_ratio() < _CUTOFF or matcher.quick_ratio() < _CUTOFF:
        return 0
    return matcher.ratio()


@cache
def not_covered() -> tuple[NotCovered, ...]:
    """The issues of other tools that no check finds."""
    text = (files("sitemap_audit.analysis.catalogue") / _NOT_COVERED).read_text(encoding="utf-8")
    return tuple(NotCovered(**row) for row in csv.DictReader(text.splitlines()))
