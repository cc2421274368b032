"""The Content-Type header."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_MEMBER = re.compile(r'(?>[^",]+|"(?:[^"\\]|\\.)*"?)+', re.DOTALL)
_NAME = r"[!#$%&'*+.^_`|~\w-]+"
_MEDIA_TYPE = re.compile(rf"{_NAME}/{_NAME}(?=\s*(?:;|$))", re.ASCII)
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE)
_OTHER_QUOTES = "['`\u2018-\u201f\u00b4]"
_QUOTED = re.compile(
    rf"(charset\s*=\s*){_OTHER_QUOTES}([\w.:-]{{1,40}}){_OTHER_QUOTES}", re.IGNORECASE
)


def content_type(values: Iterable[str]) -> str | None:
    """Return the Content-Type that counts: of several, in one header or more, the last valid one.

    It takes over the charset of one with the same media type (RFC 9110, 8.3; "extract a MIME type"
    of https://fetch.spec.whatwg.org). If none is valid, the first header is returned.
    """
    sent = list(values)
    last: str | None = None
    charset: str | None = None
    for member in content_types(sent):
        if not _MEDIA_TYPE.match(member) or media_type(member) == "*/*":
            continue
        inherited = charset if media_type(member) == media_type(last) else None
        last, charset = member, header_charset(member) or inherited
    if last is None:
        return sent[0].strip() if sent else None
    return f"{last}; charset={charset}" if charset and not header_charset(last) else last


def content_types(values: Iterable[str]) -> list[str]:
    """Return what one or more headers name, as written."""
    return [member.strip() for member in _MEMBER.findall(", ".join(values)) if member.strip()]


def media_type(written: str | None) -> str | None:
    """Return the media type without its parameters, lower case."""
    return (written or "").partition(";")[0].strip().lower() or None


def header_charset(written: str | None) -> str | None:
    """Return the charset parameter, lower case."""
    match = _CHARSET.search(written or "")
    return match[1].lower() if match else None


def without_quotes(written: str) -> str:
    """Return a Content-Type without quotes that are none in a header."""
    return _QUOTED.sub(r"\1\2", written)
