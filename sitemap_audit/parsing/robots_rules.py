"""Google's robots.txt parser: the meaning of lines, and the rule that applies to a URL.

The grammar is RFC 9309. Extensions follow Google's open-source parser
(github.com/google/robotstxt) and its documentation
(developers.google.com/search/docs/crawling-indexing/robots/robots_txt). Neither has Crawl-delay;
Bing and others obey it.
"""

from __future__ import annotations

import re
from array import array
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sitemap_audit.parsing.usage_preferences import CONTENT_USAGE, UsageRule, in_order, read_usage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sitemap_audit.items import RobotsLine

MAX_READ = 512_000
"""Bytes of a robots.txt that Google reads ("500 kibibytes"); what is behind them has no effect."""
MAX_LINE = 2083 * 8 - 1
"""Bytes of a line that Google's parser keeps; it ignores what is behind them."""

AGENT = "user-agent"
SITEMAP = "sitemap"
RULES = frozenset({"allow", "disallow"})
CRAWL_DELAY = "crawl-delay"
_OWN = frozenset({CRAWL_DELAY, CONTENT_USAGE})
"Fields that apply only to the user agents above them."

WHITE_SPACE = " \t\n\v\f\r"
"""What Google's parser strips; a no-break space is part of the value."""

# A field is what its name begins with, in this order.
_FIELDS = (
    (AGENT, (AGENT, "useragent", "user agent")),
    ("allow", ("allow",)),
    ("disallow", ("disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw")),
    (SITEMAP, (SITEMAP, "site-map")),
)
_TO_ESCAPE = re.compile(rb"%[0-9A-Fa-f]{2}|[\x80-\xff]")
_TOKEN = re.compile(r"[A-Za-z_-]*")
_PATH_START = re.compile(r"[/?;]")
_INDEX_PAGE = re.compile(r"(.*/)index\.htm[^/]*", re.DOTALL)
_NUMBER = re.compile(r"\d{1,9}(\.\d{1,9})?|\.\d{1,9}")

# A crawler without a group of its own obeys that of the other token:
# developers.google.com/search/docs/crawling-indexing/google-common-crawlers,
# support.apple.com/en-us/119829, yandex.com/support/webmaster/en/robot-workings/user-agent
_FAMILY = {
    "applebot": "googlebot",
    "yandexbot": "yandex",
    **dict.fromkeys(("googlebot-image", "googlebot-news", "googlebot-video"), "googlebot"),
    "google-inspectiontool": "googlebot",
    **dict.fromkeys(("googleother-image", "googleother-video"), "googleother"),
}
# developers.google.com/search/docs/crawling-indexing/google-special-case-crawlers
_IGNORES_ASTERISK = frozenset({"adsbot-google", "adsbot-google-mobile", "mediapartners-google"})


class ParsedLine(NamedTuple):
    """A line as Google's parser reads it."""

    field: str | None
    "user-agent | allow | disallow | sitemap; another field's name in lower case; None without one."
    written: str
    "The name as written."
    value: str
    has_colon: bool
    "Whether a colon stands between name and value."


def read_line(text: str) -> ParsedLine:
    """Parse a line without its comment.

    Without a colon, white space between two words separates field and value.
    """
    name, colon, value = text.partition(":")
    if not colon:
        words = re.split(r"[ \t]+", text)
        if len(words) != 2:
            return ParsedLine(None, "", text, has_colon=False)
        name, value = words
    written = name.strip(WHITE_SPACE)
    lower = written.lower()
    known = (field for field, starts in _FIELDS if lower.startswith(starts))
    field = next(known, lower if colon else None)
    if field is None:
        return ParsedLine(None, "", text, has_colon=False)
    # In "Disallow /a:b" the colon is another: Google's parser reads "Disallow: b".
    is_another = field != lower and " " in written and not lower.startswith("user agent")
    return ParsedLine(field, written, value.strip(WHITE_SPACE), bool(colon) and not is_another)


class Verdict(NamedTuple):
    """Whether a bot may fetch a URL, and the rule that applies."""

    allowed: bool
    rule: str | None
    "As read: 'Disallow: /private/'; None where no rule matches."
    line: int | None
    "Number of the line; None where no rule matches."


_ALLOWED = Verdict(allowed=True, rule=None, line=None)


class Decision(NamedTuple):
    """The stored values of a verdict, including "not checked"."""

    robots: str | None = None
    "allowed | disallowed | unknown; None where it was not looked up."
    rule: str | None = None
    line: int | None = None


class Rule(NamedTuple):
    """An Allow or Disallow line."""

    pattern: str
    "Its path, escaped."
    is_allow: bool
    value: str
    "As read."
    line: int

    @property
    def verdict(self) -> Verdict:
        """The verdict for URLs that it applies to."""
        written = f"{'Allow' if self.is_allow else 'Disallow'}: {self.value}".rstrip(" ")
        # An empty rule matches, and blocks nothing.
        return Verdict(self.is_allow or not self.value, written, self.line)


def matches(pattern: str, path: str) -> bool:
    """Return whether a rule's escaped path (``/private/*.pdf$``) matches a path with query."""
    first, *rest = pattern.removesuffix("$").split("*")
    is_anchored = pattern.endswith("$")
    if not path.startswith(first):
        return False
    if not rest:
        return not is_anchored or path == first
    position = len(first)
    for part in rest[:-1]:
        found = path.find(part, position)
        if found < 0:
            return False
        position = found + len(part)
    if is_anchored:
        return path.endswith(rest[-1]) and len(path) - len(rest[-1]) >= position
    return path.find(rest[-1], position) >= 0


class Group(NamedTuple):
    """The rules of a group of user agents."""

    rules: list[Rule]
    delays: list[float]
    "Its Crawl-delays in seconds."
    usages: list[UsageRule]
    "Its Content-Usage lines."

    def add(self, line: RobotsLine) -> None:
        """Add a Crawl-delay or Content-Usage."""
        if line.field == CONTENT_USAGE:
            rule = read_usage(line.value, line.number)
            self.usages.append(rule._replace(pattern=_escaped(rule.pattern)))
        elif _NUMBER.fullmatch(line.value):
            self.delays.append(float(line.value))


Groups: TypeAlias = "Mapping[str, Sequence[Group]]"
"""By agent, in lower case, every group that names it."""


def read_groups(lines: Iterable[RobotsLine]) -> Groups:
    """Return the groups of a robots.txt.

    Fields other than Allow and Disallow do not end the list of user agents (RFC 9309, 2.2.1, and
    Google's parser), but a Crawl-delay or Content-Usage applies only to the user agents above it.
    """
    groups: dict[str, list[Group]] = {}
    group: Group | None = None
    has_rules = has_own = False
    for line in lines:
        if line.offset >= MAX_READ:
            break
        if line.field == AGENT:
            if group is None or has_rules:
                group = Group([], [], [])
            elif has_own:
                group = Group(group.rules, [], [])
            has_rules = has_own = False
            of_agent = groups.setdefault(agent_of(line.value), [])  # without rules: allowed all
            if not any(known is group for known in of_agent[-1:]):
                of_agent.append(group)
        elif group is not None and line.field in RULES:
            group.rules.extend(_rules(line))
            has_rules = True
        elif group is not None and line.field in _OWN:
            group.add(line)
            has_own = True
    return groups


def agent_of(value: str) -> str:
    """Return the product token of a User-agent value: no version, no second word."""
    if value.startswith("*") and not value[1:2].strip(WHITE_SPACE):
        return "*"
    return _token(value)


def _token(text: str) -> str:
    token = _TOKEN.match(text)
    return token[0].lower() if token else ""


def _rules(line: RobotsLine) -> Iterator[Rule]:
    is_allow = line.field == "allow"
    yield Rule(_escaped(line.value), is_allow, line.value, line.number)
    if is_allow and (page := _INDEX_PAGE.fullmatch(line.value)):
        # Google: index.html is its folder, too
        yield Rule(_escaped(f"{page[1]}$"), is_allow, line.value, line.number)


def _escaped(value: str) -> str:
    """Escape a value; return the same object if nothing changes, to save memory."""
    escaped = escape(value)
    return value if escaped == value else escaped


def escape(path: str) -> str:
    """Escape a rule's path as Google's parser does: %aa to %AA, é to %C3%A9."""
    escaped = _TO_ESCAPE.sub(
        lambda found: found[0].upper() if found[0][0] < 0x80 else b"%%%02X" % found[0][0],
        path.encode("utf-8", "replace"),
    )
    return escaped.decode("ascii")


def path_of(url: str) -> str:
    """Return path and query of a URL, without the fragment."""
    begin = 2 if url.startswith("//") else 0
    early = _PATH_START.search(url, begin)
    scheme = url.find("://", begin)
    has_scheme = scheme >= 0 and not (early and early.start() < scheme)
    start = _PATH_START.search(url, scheme + 3 if has_scheme else begin)
    fragment = url.find("#", begin)
    if start is None or 0 <= fragment < start.start():
        return "/"
    path = url[start.start() : fragment if fragment >= 0 else None]
    return path if path.startswith("/") else f"/{path}"


def groups_of(groups: Groups, token: str) -> Sequence[Group]:
    """Return the groups that apply to a bot: its own, its fallback token's, or those of '*'."""
    token = _token(token)
    for agent in (token, _FAMILY.get(token, "")):
        if agent and agent in groups:
            return groups[agent]
    return () if token in _IGNORES_ASTERISK else groups.get("*", ())


def has_group(groups: Groups, token: str) -> bool:
    """Return whether a group names a product token."""
    return _token(token) in groups


def rules_for(groups: Groups, token: str) -> tuple[Rule, ...]:
    """Return the rules for a bot in order of precedence, without duplicates."""
    seen = {id(group.rules): group.rules for group in groups_of(groups, token)}
    rules: dict[tuple[str, bool], Rule] = {}
    for rule in chain.from_iterable(seen.values()):
        rules.setdefault((rule.pattern, rule.is_allow), rule)
    # The longest; of the same length Allow, and then the earlier line: the sort is stable.
    return tuple(sorted(rules.values(), key=lambda rule: (-len(rule.pattern), not rule.is_allow)))


def usages_for(groups: Groups, token: str) -> tuple[UsageRule, ...]:
    """Return the Content-Usage rules for a bot in order of precedence."""
    return in_order(chain.from_iterable(group.usages for group in groups_of(groups, token)))


class RobotsMatcher:
    """Matcher of URLs against a bot's rules; caches the last verdict.

    Rules are stored as one column per field: an audit may have robots.txt files of many hosts, each
    with 50,000 rules.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._patterns = [rule.pattern for rule in rules]
        self._values = [rule.value for rule in rules]
        self._lines = array("q", (rule.line for rule in rules))
        self._are_allow = bytes(rule.is_allow for rule in rules)
        self._last = ("", _ALLOWED)

    def verdict(self, url: str) -> Verdict:
        """Return whether the bot may fetch a URL."""
        if self._last[0] != url:
            self._last = (url, self._verdict(url))
        return self._last[1]

    def _verdict(self, url: str) -> Verdict:
        if not self._patterns:
            return _ALLOWED
        path = path_of(url)
        if path == "/robots.txt":  # RFC 9309, 2.2.2: implicitly allowed
            return _ALLOWED
        for index, pattern in enumerate(self._patterns):
            if matches(pattern, path):
                return self._by_rule(index)
        return _ALLOWED

    def _by_rule(self, index: int) -> Verdict:
        is_allow, value = bool(self._are_allow[index]), self._values[index]
        return Rule(self._patterns[index], is_allow, value, self._lines[index]).verdict


def crawl_delay(groups: Groups, token: str) -> float | None:
    """Return a bot's Crawl-delay in seconds, or None if there is none.

    The longest of several delays applies. Values that are not numbers are ignored.
    """
    delays = chain.from_iterable(group.delays for group in groups_of(groups, token))
    return max(delays, default=None)
