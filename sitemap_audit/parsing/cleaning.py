"""Text from the web made storable: no NUL, nothing that UTF-8 cannot write, no endless values."""

from __future__ import annotations

import re

from sitemap_audit.masking import without_userinfo

_UNSTORABLE = re.compile(r"[\0\ud800-\udfff]")

MAX_TEXT = 1_000
"""Characters kept of a title, a heading or a header."""

_BEHIND = 1_000
"""Characters in which a URL goes on whose password would be known by its end alone."""

MAX_URL = 65_537
"""Characters kept of a URL as written: one more than are read, so that a longer one is told."""


def clean(text: str | None, limit: int = MAX_TEXT) -> str | None:
    """The text without NULs and lone surrogates, cut at ``limit`` characters."""
    if text is None:
        return None
    cut = text if len(text) <= limit else without_userinfo(text[: limit + _BEHIND])[:limit]
    return cut if cut.isascii() and "\0" not in cut else _UNSTORABLE.sub("", cut)


def fold(text: str, limit: int = MAX_TEXT) -> str:
    """The text on one line, its white space folded, clean."""
    return clean(" ".join(text.split()), limit) or ""
