"""The rules of a robots.txt: which of them decides about a URL, and the Crawl-delay.

The longest rule that matches decides, Allow before Disallow (RFC 9309). Crawl-delay is no part of
the RFC; Bing and others honour it.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from urllib.parse import quote

from protego import Protego

from sitemap_audit.parsing.urls import normal_escape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sitemap_audit.items import RobotsLine

MAX_READ = 512_000
"""Bytes of a robots.txt that Google reads ("500 kibibytes"); what is behind them has no effect."""

AGENT = "user-agent"
RULES = frozenset({"allow", "disallow"})

_SLIPS = {
    **dict.fromkeys(("useragent", "user agent"), AGENT),
    **dict.fromkeys(("dissallow", "dissalow", "disalow", "diasllow", "disallaw"), "disallow"),
}
"""Slips of the pen that Google's parser (github.com/google/robotstxt) reads as what was meant."""

_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_SAFE = "%/:@!$&'()*+,;=~?[]"
_CRAWL_DELAY = "crawl-delay"
_NUMBER = re.compile(r"\d{1,9}(\.\d{1,9})?|\.\d{1,9}")


class Verdict(NamedTuple):
    """Whether a bot may fetch a URL, and the line that says so."""

    allowed: bool
    rule: str | None
    "As written: 'Disallow: /private/'; None where no rule matches or it cannot be told."


_ALLOWED = Verdict(allowed=True, rule=None)


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
    return _ESCAPE.sub(normal_escape, quoted) if "%" in quoted else quoted


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


class Judge:
    """Judges URLs by rules, Protego's way; the last verdict is kept, for the next bot to ask."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        # Protego is given the bot's own rules alone: with all, it takes minutes for a hostile file.
        self.rules = rules
        self._protego = Protego.parse("\n".join(["User-agent: *", *(r.written for r in rules)]))
        self._last: tuple[str, Verdict] | None = None

    def verdict(self, url: str) -> Verdict:
        if not self.rules:
            return _ALLOWED
        if self._last is None or self._last[0] != url:
            allowed = self._protego.can_fetch(url, "*")
            rule = deciding_rule(self.rules, url)
            agrees = allowed == (rule is None or rule.is_allow)
            self._last = url, Verdict(allowed, rule.written if rule and agrees else None)
        return self._last[1]


def deciding_rule(rules: Iterable[Rule], url: str) -> Rule | None:
    """The rule that decides about ``url``, by RFC 9309, 2.2.2."""
    rest = url.partition("#")[0].partition("://")[2]
    target = _normal("/" + rest.partition("/")[2])
    matching = (rule for rule in rules if rule.matches(target))
    return max(matching, key=lambda rule: (rule.length, rule.is_allow), default=None)


def rules_for(groups: Groups, token: str) -> Iterator[Rule]:
    """The rules of the longest agent that the token begins with, else those of '*'."""
    token = token.lower()
    named = [agent for agent in groups if agent != "*" and agent and token.startswith(agent)]
    return chain.from_iterable(groups[max(named, key=len)] if named else groups.get("*", ()))


def crawl_delay(lines: Iterable[RobotsLine], token: str) -> float | None:
    """Seconds between two requests that a robots.txt asks of a bot; None where it asks nothing.

    The groups of the longest agent that the token begins with decide, else those of ``*``; of
    several lines the longest delay does. What is no number says nothing.
    """
    delays: dict[str, float] = {}
    named: set[str] = set()
    for agents, line in _grouped(lines, token.lower()):
        named |= agents
        if line.field == _CRAWL_DELAY and _NUMBER.fullmatch(line.value):
            for agent in agents:
                delays[agent] = max(delays.get(agent, 0.0), float(line.value))
    return delays.get(max(named - {"*"}, key=len, default="*"))


def _grouped(lines: Iterable[RobotsLine], token: str) -> Iterator[tuple[set[str], RobotsLine]]:
    """Every line with those agents of its group that mean the bot."""
    agents: set[str] = set()
    is_open = False
    for line in lines:
        if line.offset >= MAX_READ:
            return
        if line.field == AGENT:
            agent = line.value.lower()
            is_meant = agent == "*" or (agent and token.startswith(agent))
            agents = (agents if is_open else set()) | ({agent} if is_meant else set())
            is_open = True
        elif line.field in RULES or line.field == _CRAWL_DELAY:
            is_open = False
        yield agents, line
