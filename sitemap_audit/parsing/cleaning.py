"""Cleaning of text for storage: no NULs, no lone surrogates, limited length."""

from __future__ import annotations

import re

from sitemap_audit.masking import without_userinfo

_UNSTORABLE = re.compile(r"[\0\ud800-\udfff]")

UNSEEN = (
    "\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f"
    "\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
)
"Characters that are not shown, or as a blank, in a set of a pattern."
_INVISIBLE = re.compile(f"[{UNSEEN}]")
_VISIBLE = re.compile(rf"[^\s{UNSEEN}]")

MAX_TEXT = 1_000
"""Characters kept of a title, a heading or a header."""

_BEHIND = 1_000
"""Characters in which a URL goes on whose password would be known by its end alone."""

MAX_URL = 65_537
"""Characters kept of a URL as written: one more than are read, so that a longer one is told."""


def clean(text: str | None, limit: int = MAX_TEXT) -> str | None:
    """Return the text without NULs and lone surrogates, truncated to ``limit`` characters."""
    if text is None:
        return None
    cut = text if len(text) <= limit else without_userinfo(text[: limit + _BEHIND])[:limit]
    return cut if cut.isascii() and "\0" not in cut else _UNSTORABLE.sub("", cut)


def fold(text: str, limit: int = MAX_TEXT) -> str:
    """Return the cleaned text on one line, white space collapsed."""
    return clean(" ".join(text.split()), limit) or ""


def show_invisible(text: str) -> str:
    """Return the text with the names of invisible characters: ``<U+200B>``."""
    if text.isascii():
        return text
    return _INVISIBLE.sub(lambda match: f"<U+{ord(match[0]):04X}>", text)


def has_text(text: str) -> bool:
    """Return whether some character of the text is visible."""
    return _VISIBLE.search(text) is not None
