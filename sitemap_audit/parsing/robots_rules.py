"""Which line of a robots.txt decides about a URL: the longest match, Allow before Disallow."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sitemap_audit.items import RobotsLine

AGENT = "user-agent"
RULES = frozenset({"allow", "disallow"})

_SLIPS = {
    **dict.fromkeys(("useragent", "user agent"), AGENT),
    **dict.fromkeys(("dissallow", "dissalow", "disalow", "diasllow", "disallaw"), "disallow"),
}
"""Slips of the pen that Google's parser (github.com/google/robotstxt) reads as what was meant."""

_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_SAFE = "%/:@!$&'()*+,;=~?[]"


class Rule(NamedTuple):
    """An Allow or Disallow line."""

    parts: tuple[str, ...]
    "The path between its asterisks, escapes in normal form."
    is_anchored: bool
    "Whether it ends in '$': nothing may follow."
    length: int
    is_allow: bool
    written: str

    @classmethod
    def read(cls, path: str, is_allow: bool, written: str) -> Rule:
        """A rule from its path (``/private/*.pdf$``) and its whole line as written."""
        pattern = _normal(path)
        is_anchored = pattern.endswith("$")
        parts = tuple(pattern.removesuffix("$").split("*"))
        return cls(parts, is_anchored, len(pattern), is_allow, written)

    def matches(self, target: str) -> bool:
        """Whether the rule is about ``target``: path and query in normal form."""
        first, *rest = self.parts
        if not target.startswith(first):
            return False
        if not rest:
            return not self.is_anchored or target == first
        position = len(first)
        for part in rest[:-1]:
            found = target.find(part, position)
            if found < 0:
                return False
            position = found + len(part)
        if self.is_anchored:
            return target.endswith(rest[-1]) and len(target) - len(rest[-1]) >= position
        return target.find(rest[-1], position) >= 0


Groups: TypeAlias = "Mapping[str, Sequence[Sequence[Rule]]]"
"""By agent, in lower case, the rules of every group that names it; agents share their group's."""


def _normal(path: str) -> str:
    quoted = quote(path, safe=_SAFE)
    return _ESCAPE.sub(_normal_escape, quoted) if "%" in quoted else quoted


def _normal_escape(match: re.Match[str]) -> str:
    byte = int(match[1], 16)
    return chr(byte) if byte in _UNRESERVED else f"%{match[1].upper()}"


def meant(line: RobotsLine) -> tuple[str | None, str]:
    """Field and value as Google's parser reads them: past usual slips and a forgotten colon."""
    field, value = line.field, line.value
    if field is None and len(words := value.split()) == 2:
        field, value = words[0].lower(), words[1]
    return _SLIPS.get(field or "", field), value


def read_groups(lines: Iterable[RobotsLine]) -> Groups:
    """Rules by agent in lower case; groups of the same agent are one (RFC 9309, 2.2.1)."""
    groups: dict[str, list[list[Rule]]] = {}
    rules: list[Rule] | None = None
    is_open = False
    for field, value in map(meant, lines):
        if field == AGENT:
            if not is_open or rules is None:
                rules = []
            of_agent = groups.setdefault(value.lower(), [])  # without rules: allowed all
            if not of_agent or of_agent[-1] is not rules:
                of_agent.append(rules)
            is_open = True
        elif field in RULES:
            if rules is not None and value:
                rules.append(Rule.read(value, field == "allow", f"{field.capitalize()}: {value}"))
            is_open = False
    return groups


def deciding_rule(groups: Groups, url: str, token: str) -> Rule | None:
    """The rule that decides about ``url`` for a product token, by RFC 9309, 2.2.2."""
    rest = url.partition("#")[0].partition("://")[2]
    target = _normal("/" + rest.partition("/")[2])
    matching = (rule for rule in rules_for(groups, token) if rule.matches(target))
    return max(matching, key=lambda rule: (rule.length, rule.is_allow), default=None)


def rules_for(groups: Groups, token: str) -> Iterator[Rule]:
    """The rules of the longest agent that the token begins with, else those of '*'."""
    token = token.lower()
    named = [agent for agent in groups if agent != "*" and agent and token.startswith(agent)]
    return chain.from_iterable(groups[max(named, key=len)] if named else groups.get("*", ()))
