"""robots.txt: its lines, its sitemaps, its Crawl-delay, and whether a bot may fetch a URL.

The longest rule that matches decides, Allow before Disallow (RFC 9309). Crawl-delay is no part of
the RFC; Bing and others honour it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from urllib.parse import quote

import xxhash
from protego import Protego

from sitemap_audit.items import RobotsLine
from sitemap_audit.parsing.cleaning import MAX_URL, clean
from sitemap_audit.parsing.urls import UrlProblem, normal_escape, read_link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

MAX_READ = 512_000
"""Bytes of a robots.txt that Google reads ("500 kibibytes"); what is behind them has no effect."""

MAX_KEPT = 10 * MAX_READ
"""Bytes whose lines are kept."""

AGENT = "user-agent"
RULES = frozenset({"allow", "disallow"})

_SLIPS = {
    **dict.fromkeys(("useragent", "user agent"), AGENT),
    **dict.fromkeys(("dissallow", "dissalow", "disalow", "diasllow", "disallaw"), "disallow"),
}
"""Slips of the pen that Google's parser (github.com/google/robotstxt) reads as what was meant."""

_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_SAFE = "%/:@!$&'()*+,;=~?[]"
_BOM = b"\xef\xbb\xbf"
_LINE = re.compile(rb"([^\r\n]*)(?:\r\n|\r|\n|$)")
_HTML = re.compile(rb"<(?:!--|(?:!doctype|html|head|body|title|meta|script|div|h1|p)\b)", re.I)
# As Google's parser and Protego spell them, besides the field's own name.
_SITEMAP_FIELDS = frozenset({"sitemap", "sitemaps", "site-map"})
# Fields with a meaning for others than search engines: what may be made of the content.
_FOR_OTHERS = frozenset({"content-signal", "content-usage"})
_KNOWN = RULES | {AGENT, "sitemap"} | _FOR_OTHERS
# Fields that some engine understands, or did, and Google does not.
_UNSUPPORTED = frozenset(
    {
        *("clean-param", "crawl-delay", "host", "noarchive", "nofollow", "noindex"),
        *("request-rate", "visit-time"),
    }
)
_SITEMAP_WITHOUT_COLON = re.compile(r"sitemap\s+(?=https?:)", re.IGNORECASE)
_NOT_ONE_URL = re.compile(r"[\s\"'<>]")
_CRAWL_DELAY = "crawl-delay"
_NUMBER = re.compile(r"\d{1,9}(\.\d{1,9})?|\.\d{1,9}")


class SitemapLine(NamedTuple):
    """A Sitemap line; it stands outside of the groups and may be anywhere."""

    written: str
    url: str | None
    "Normal form; None where it is no http(s) URL."


class Verdict(NamedTuple):
    """Whether a bot may fetch a URL, and the line that says so."""

    allowed: bool
    rule: str | None
    "As written: 'Disallow: /private/'; None where no rule matches or it cannot be told."


_ALLOWED = Verdict(allowed=True, rule=None)


class RobotsText:
    """A robots.txt as read."""

    def __init__(self, body: bytes, *, origin: str) -> None:
        """Read ``body``, the robots.txt of ``origin`` (scheme://host[:port])."""
        self.origin = origin
        self.has_bom = body.startswith(_BOM)
        self.is_utf8 = _is_utf8(body)
        self.is_html = _HTML.match(body.removeprefix(_BOM).lstrip()) is not None
        self.lines = list(self._read_lines(body))
        self._judges: dict[str, _Judge] = {}
        "By product token."

    @property
    def sitemaps(self) -> list[SitemapLine]:
        """The Sitemap lines, also those that Google does not read that far to see."""
        return [
            SitemapLine(line.value, line.url)
            for line in self.lines
            if line.field in _SITEMAP_FIELDS or line.url
        ]

    @property
    def rules_hash(self) -> str:
        """Of all lines but comments and Sitemap lines, fields in lower case."""
        lines = (line for line in self.lines if line.field not in _SITEMAP_FIELDS)
        text = "\n".join(f"{line.field}:{line.value}" for line in lines if not line.url)
        return xxhash.xxh3_128_hexdigest(text.encode("utf-8", "replace"))

    def verdict(self, url: str, token: str) -> Verdict:
        """Whether the bot with the product token may fetch ``url``."""
        if (judge := self._judges.get(token)) is None:
            judge = self._judges[token] = self._judge(tuple(rules_for(self._groups, token)))
        return judge.verdict(url)

    def _judge(self, rules: tuple[Rule, ...]) -> _Judge:
        """By these rules: the same one for all bots that have them."""
        known = (judge for judge in self._judges.values() if judge.rules == rules)
        return next(known, None) or _Judge(rules)

    @cached_property
    def _groups(self) -> Groups:
        return read_groups(line for line in self.lines if line.offset < MAX_READ)

    def _read_lines(self, body: bytes) -> Iterator[RobotsLine]:
        has_agent = False
        start = len(_BOM) if self.has_bom else 0
        for number, match in enumerate(_LINE.finditer(body, start, MAX_KEPT), start=1):
            written, comment, _ = match[1].partition(b"#")
            text = written.strip()
            if not text:
                continue
            line = self._read_line(number, match.start(), text, has_agent)
            if comment and written == text and line.url and not line.problem:
                line = replace(line, problem="glued-comment")
            has_agent = has_agent or meant(line)[0] == AGENT
            if not (self.is_html and line.problem in ("no-colon", "unknown-field")):
                yield line

    def _read_line(self, number: int, offset: int, text: bytes, has_agent: bool) -> RobotsLine:
        written = clean(text.decode("utf-8", "replace"), MAX_URL) or ""
        name, colon, value = written.partition(":")
        field: str | None = name.strip().lower()
        value = value.strip()
        url, key, problem = None, None, None
        if without_colon := _SITEMAP_WITHOUT_COLON.match(written):
            field, value, problem = None, written, "no-colon"
            url, key, _ = self._read_sitemap(written[without_colon.end() :])
        elif not colon:
            field, value, problem = None, written, "no-colon"
        elif field in _SITEMAP_FIELDS:
            url, key, problem = self._read_sitemap(value)
        problem = problem or _line_problem(field or "", value, has_agent)
        return RobotsLine(self.origin, number, offset, field, value, url, key, problem)

    def _read_sitemap(self, value: str) -> tuple[str | None, int | None, str | None]:
        if _NOT_ONE_URL.search(value):
            return None, None, UrlProblem.MALFORMED
        link = read_link(value, f"{self.origin}/robots.txt" if self.origin else None)
        return link.url, link.key, link.problem


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def _line_problem(field: str, value: str, has_agent: bool) -> str | None:
    if field in _UNSUPPORTED:
        return "unsupported-field"
    if field not in _KNOWN:
        return "unknown-field"
    if field not in RULES:
        return None
    if not has_agent:
        return "rule-before-agent"
    return "bad-path" if value and _is_bad_path(value) else None


def _is_bad_path(value: str) -> bool:
    return not value.startswith(("/", "*")) or "$" in value[:-1]


def read_robots(body: bytes, *, origin: str) -> RobotsText:
    """Read a robots.txt.

    Of an HTML page only the lines that have a meaning are kept: that it is HTML is the fault,
    not every line of it.
    """
    return RobotsText(body, origin=origin)


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


class _Judge:
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
