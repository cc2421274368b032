"""Content-Usage rules of a robots.txt: whether its content may be used to train AI models.

A draft of the IETF, which may change: the rules are section 3 of
datatracker.ietf.org/doc/draft-ietf-aipref-attach, preferences such as ``train-ai=n`` are section 6
of datatracker.ietf.org/doc/draft-ietf-aipref-vocab.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.bots import TRAIN_AI

if TYPE_CHECKING:
    from collections.abc import Iterable

CONTENT_USAGE = "content-usage"
_PREFERENCES = {"y": True, "n": False}


class UsageRule(NamedTuple):
    """A Content-Usage line."""

    pattern: str
    "Its path, escaped; / where it has none."
    allows: bool | None
    "Whether the content may be used to train AI models; None if the line does not say it."
    written: str
    "As read: 'Content-Usage: /blog/ train-ai=n'."
    line: int


def read_usage(value: str, line: int) -> UsageRule:
    """Read the value of a line: a path if it begins with a slash, and preferences."""
    path, preferences = "/", value
    if value.startswith("/"):
        path, preferences = [*re.split(r"[ \t]+", value, maxsplit=1), ""][:2]
    return UsageRule(path, _allows_training(preferences), f"Content-Usage: {value}", line)


def in_order(rules: Iterable[UsageRule]) -> tuple[UsageRule, ...]:
    """Return rules in order of precedence: the longest path, and of the same path n before y."""
    order = {False: 0, True: 1, None: 2}
    return tuple(sorted(rules, key=lambda rule: (-len(rule.pattern), order[rule.allows])))


def _allows_training(preferences: str) -> bool | None:
    """Read a structured field (RFC 9651), of which only y and n say something."""
    import http_sf  # few sites have such lines, and it takes long

    try:
        read = http_sf.parse(preferences.encode(), tltype="dictionary")
    except ValueError:
        return None
    item = read.get(TRAIN_AI) if isinstance(read, dict) else None
    value = item[0] if isinstance(item, tuple) else None
    return _PREFERENCES.get(str(value)) if isinstance(value, http_sf.Token) else None
