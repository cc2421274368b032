"""Tolerant parser of the Link header (RFC 8288)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.parsing.cleaning import MAX_URL, clean
from sitemap_audit.parsing.urls import UrlProblem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class HeaderLink(NamedTuple):
    """A link of a Link header."""

    target: str
    "As written, between the angle brackets."
    params: dict[str, str]
    "Names in lower case; of a name given twice, the first (RFC 8288, 3)."
    problem: UrlProblem | None = None
    "Why clients do not take it for this link."

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
_QUOTED = re.compile("['`\u2018-\u201f\u00ab\u00b4].")
"Only double quotes are quotes (RFC 9110, 5.6.4): others are a part of the value."
_DECISIVE = ("rel", "hreflang")
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
        problem = None if bracketed else UrlProblem.MALFORMED
        if "\ufffd" in target[0]:
            problem = UrlProblem.NOT_UTF8
        elif bracketed and any(_QUOTED.match(params.get(name, "")) for name in _DECISIVE):
            problem = UrlProblem.QUOTES
            params = {name: _unquoted(value) for name, value in params.items()}
        yield HeaderLink(written or "", params, problem)
        position = _end(_GAP, value, _end(_REST, value, position))


def write_links(links: Iterable[HeaderLink]) -> str:
    """Return the value of a Link header with these links."""
    return ", ".join(
        "; ".join((f"<{link.target}>", *(_written(*param) for param in link.params.items())))
        for link in links
    )


def _written(name: str, value: str) -> str:
    quoted = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'{name}="{quoted}"' if value else name


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


def _unquoted(value: str) -> str:
    return value[1:-1] if _QUOTED.match(value) else value


def _param_value(param: re.Match[str]) -> str:
    if param["quoted"] is not None:
        return _ESCAPED.sub(r"\1", param["quoted"])
    return (param["token"] or "").strip().strip('"')
