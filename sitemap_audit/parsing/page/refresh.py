"""Parser of the Refresh header and ``<meta http-equiv="refresh">`` (HTML standard)."""

from __future__ import annotations

import re
from typing import NamedTuple


class Refresh(NamedTuple):
    """A parsed refresh."""

    delay: int
    "Whole seconds."
    url: str | None
    "As written; None where the page loads itself again."


_DELAY = re.compile(r"\s*(?:(\d{1,18})|(?=\.))[\d.]*")
_SEPARATOR = re.compile(r"\s*[;,]\s*|\s+")
_URL = re.compile(r"url\s*=\s*", re.IGNORECASE)


def read_refresh(content: str) -> Refresh | None:
    """Parse ``5; url=/next``; return None if browsers ignore it."""
    delay = _DELAY.match(content)
    if delay is None:
        return None
    seconds = int(delay[1] or 0)
    rest = content[delay.end() :]
    if not rest.strip():
        return Refresh(seconds, None)
    separator = _SEPARATOR.match(rest)
    if separator is None:
        return None
    return Refresh(seconds, _url(rest[separator.end() :]))


def _url(text: str) -> str | None:
    prefix = _URL.match(text)
    url = text[prefix.end() :] if prefix else text
    if url[:1] in ("'", '"'):
        url = url[1:].partition(url[0])[0]
    return url.strip() or None
