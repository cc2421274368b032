"""Tolerant parser of the Link header (RFC 8288)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.parsing.cleaning import MAX_URL, clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class HeaderLink(NamedTuple):
    """A link of a Link header."""

    target: str
    "As written, between the angle brackets."
    params: dict[str, str]
    "Names in lower case; of a name given twice, the first (RFC 8288, 3)."
    is_wellformed: bool
    "False where the angle brackets are missing: no client takes it for a link."

    @property
    def rels(self) -> frozenset[str]:
        """Relation types, lower case."""
        return frozenset(self.params.get("rel", "").lower().split())


_GAP = re.compile(r"[\s,]*")
_TARGET = re.compile(r"<([^>]*)>|([^;,]+)")
_UNBRACKETED = re.compile(r"(?!)()|([^;,]+)")
"The same behind the last '>': each '<' would look for one to the end of the header."
_PARAM = re.compile(
    r"""\s*;\s*(?P<name>[^\s=;,]*)
        (?:\s*=\s*(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<token>[^;,]*)))?""",
    re.VERBOSE | re.DOTALL,
)
_REST = re.compile(r"[^,]*")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


def read_links(values: Iterable[str]) -> list[HeaderLink]:
    """Return the links of all Link headers of a response, in order."""
    return [link for value in values for link in _read_value(value)]


def _read_value(value: str) -> Iterator[HeaderLink]:
    position = _end(_GAP, value, 0)
    last = value.rfind(">")
    while position < len(value):
        target = (_TARGET if position < last else _UNBRACKETED).match(value, position)
        if target is None:  # parameters that belong to nothing
            position = _end(_GAP, value, max(_end(_REST, value, position), position + 1))
            continue
        params, position = _read_params(value, target.end())
        bracketed = target[1] is not None
        written = clean((target[1] if bracketed else target[2]).strip(), MAX_URL)
        yield HeaderLink(written or "", params, bracketed)
        position = _end(_GAP, value, _end(_REST, value, position))


def _end(pattern: re.Pattern[str], value: str, position: int) -> int:
    match = pattern.match(value, position)
    return match.end() if match else position


def _read_params(value: str, position: int) -> tuple[dict[str, str], int]:
    params: dict[str, str] = {}
    while param := _PARAM.match(value, position):
        position = param.end()
        name = clean(param["name"]) or ""
        if name:
            params.setdefault(name.lower(), clean(_param_value(param)) or "")
    return params, position


def _param_value(param: re.Match[str]) -> str:
    if param["quoted"] is not None:
        return _ESCAPED.sub(r"\1", param["quoted"])
    return (param["token"] or "").strip().strip('"')
