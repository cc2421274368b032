"""What somebody may have meant who named a check that there is not."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sitemap_audit.analysis.checkfile import Check

_NEAR = 0.6
"From 0 to 1: likeness from which on a name is worth a question."
_MOST = 3


def nearest_checks(checks: Sequence[Check], written: str) -> str:
    """`` Did you mean …?`` with the nearest names, or else where all of them are listed."""
    likeness = dict(_likenesses(checks, written.lower()))
    near = sorted(likeness, key=lambda name: (-likeness[name], name))[:_MOST]
    names = [name for name in near if likeness[name] >= _NEAR]
    return (
        f" Did you mean {' or '.join(names)}?" if names else " 'sitemap-audit checks' lists them."
    )


def _likenesses(checks: Sequence[Check], written: str) -> Iterator[tuple[str, float]]:
    """Names of checks and of subjects, with how like they are to what was written."""
    for check in checks:
        short = check.name.removeprefix(f"{check.subject}/")
        texts = [check.name, short, check.title.lower(), *check.aliases]
        same = max(_same_letters(text, written) for text in texts)
        yield check.name, max(same, 0.9 * _same_words(" ".join(texts), written))
    for subject in {check.subject for check in checks}:
        yield subject, _same_letters(subject, written)


def _same_letters(text: str, written: str) -> float:
    return SequenceMatcher(None, written, text).ratio()


def _same_words(text: str, written: str) -> float:
    """The share of the written words that the text has."""
    words = _words(written)
    return len(words & _words(text)) / len(words) if words else 0


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))
