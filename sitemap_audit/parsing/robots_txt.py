"""robots.txt: lines, Sitemap lines, and whether a bot may fetch a URL (:mod:`.robots_rules`)."""

from __future__ import annotations

import codecs
import re
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import xxhash

from sitemap_audit.items import RobotsLine
from sitemap_audit.parsing.cleaning import MAX_URL, clean
from sitemap_audit.parsing.robots_mending import meant_by
from sitemap_audit.parsing.robots_rules import (
    AGENT,
    CRAWL_DELAY,
    MAX_LINE,
    MAX_READ,
    RULES,
    SITEMAP,
    WHITE_SPACE,
    RobotsMatcher,
    agent_of,
    crawl_delay,
    groups_of,
    has_group,
    matches,
    path_of,
    read_groups,
    read_line,
    rules_for,
    usages_for,
)
from sitemap_audit.parsing.unmeant import read_meant
from sitemap_audit.parsing.urls import UrlProblem, read_link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sitemap_audit.parsing.robots_rules import Groups, Rule, Verdict
    from sitemap_audit.parsing.usage_preferences import UsageRule

MAX_KEPT = 2 * MAX_READ
"""Bytes whose lines are kept."""
MAX_WITHOUT_MEANING = 10_000
"""Lines kept whose field nobody knows: each has the same fault."""

_BOM_PART = re.compile(rb"\xef(?:\xbb\xbf?)?")
"""A byte order mark, or the beginning of one: Google's parser skips either."""
_NO_SPACE = re.compile(rb"\S")
_LINE = re.compile(rb"([^\r\n]*)(?:\r\n|\r|\n|$)")
_HTML = re.compile(rb"<(?:!--|(?:!doctype|html|head|body|title|meta|script|div|h1|p)\b)", re.I)
# Fields that are not for search engines: how the content may be used (Content Signals, IETF AI
# Preferences, RSL 1.0, TDMRep), where programs find more (NLWeb, Agentic Resource Discovery,
# llms.txt), and remarks (the Extended Standard for Robot Exclusion).
_FOR_OTHERS = frozenset(
    {
        *("content-signal", "content-usage", "license", "tdm-policy", "tdm-reservation"),
        *("agentmap", "llms", "llms-full", "llms-full-txt", "llms-txt", "schemamap"),
        *("comment", "robot-version"),
    }
)
_KNOWN = RULES | {AGENT, SITEMAP} | _FOR_OTHERS
# Fields that some engine understands, or did, or that are common, and Google does not.
_UNSUPPORTED = frozenset(
    {
        *("cache-delay", "clean-param", CRAWL_DELAY, "domain", "host", "noarchive", "nofollow"),
        *("noindex", "request-rate", "revisit-after", "visit-time"),
    }
)
_COUNTED = _KNOWN | _UNSUPPORTED
_SITEMAP_WITHOUT_COLON = re.compile(r"sitemap\s+(?=https?:)", re.IGNORECASE)
# Nothing but tags before the first field: no page, but lines in tags.
_IN_TAGS = re.compile(
    rb"\s*(?>(?:<(title|style|script)\b[^<>]*>[^<]*</\1>\s*|<[^<>]*>\s*)+)"
    rb"(?:user-agent|sitemap|allow|disallow)\s*:",
    re.IGNORECASE,
)
_NOT_ONE_URL = re.compile(r"[\s\"'<>]")
_WITHOUT_MEANING = ("no-colon", "unknown-field", "rule-before-agent")

_AT_ONCE = 2**16
"Bytes that are decoded at once."
_ESCAPED = "robots-escaped"


def _escape_bytes(error: UnicodeError) -> tuple[str, int]:
    """Escape bytes that are not UTF-8, as Google's parser does."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return "".join(map(_ESCAPES.__getitem__, wrong)), error.end


_ESCAPES = [f"%{byte:02X}" for byte in range(256)]
codecs.register_error(_ESCAPED, _escape_bytes)


class RobotsRules:
    """The part of a robots.txt that a crawl keeps: sitemaps, and rules for some bots.

    It can be pickled and uses little memory.
    """

    def __init__(self, text: RobotsText, tokens: Iterable[str]) -> None:
        """Keep the rules for the bots with these product tokens."""
        self.sitemaps: dict[str, str | None] = {}
        "URLs of Sitemap lines, each with how it is written; None where that is at fault."
        for line in text.lines:
            if line.field == SITEMAP and line.url:
                self.sitemaps.setdefault(line.url, None if line.problem else line.value)
        self._matchers = {token: text.matcher(token) for token in tokens}
        self._delays = {token: text.crawl_delay(token) for token in tokens}

    def verdict(self, url: str, token: str) -> Verdict:
        """Return whether the bot with the product token may fetch ``url``."""
        return self._matchers[token].verdict(url)

    def crawl_delay(self, token: str) -> float | None:
        """Return the bot's Crawl-delay in seconds, or None."""
        return self._delays[token]


class RobotsText:
    """A parsed robots.txt: its lines, and its rules for any bot."""

    def __init__(self, lines: Iterable[RobotsLine]) -> None:
        self.lines = list(lines)
        self._matchers: dict[tuple[int, ...], RobotsMatcher] = {}
        "By the groups that a bot obeys: the same one for all bots that obey them."

    @property
    def sitemaps(self) -> int:
        """Number of lines with a sitemap, including those beyond the bytes that Google reads."""
        return len({line.number for line in self.lines if line.field == SITEMAP})

    @property
    def rules_hash(self) -> str:
        """Hash of all lines except comments and Sitemap lines, fields as Google reads them."""
        lines = (line for line in self.lines if line.field != SITEMAP)
        text = "\n".join(f"{line.field}:{line.value}" for line in lines)
        return xxhash.xxh3_128_hexdigest(text.encode("utf-8", "replace"))

    def verdict(self, url: str, token: str) -> Verdict:
        """Return whether the bot with the product token may fetch ``url``."""
        return self.matcher(token).verdict(url)

    def matcher(self, token: str) -> RobotsMatcher:
        """Return a matcher with the rules for the bot with the product token."""
        groups = tuple(map(id, groups_of(self._groups, token)))
        if (matcher := self._matchers.get(groups)) is None:
            matcher = self._matchers[groups] = RobotsMatcher(self.rules(token))
        return matcher

    def rules(self, token: str) -> tuple[Rule, ...]:
        """Return the rules for the bot with the product token, in order of precedence."""
        return rules_for(self._groups, token)

    def has_group(self, token: str) -> bool:
        """Return whether a group names the product token."""
        return has_group(self._groups, token)

    def crawl_delay(self, token: str) -> float | None:
        """Return the bot's Crawl-delay in seconds, or None."""
        return crawl_delay(self._groups, token)

    @cached_property
    def usages(self) -> tuple[UsageRule, ...]:
        """The Content-Usage rules for bots without a group of their own, in order of precedence."""
        return usages_for(self._groups, "*")

    def usage(self, url: str) -> UsageRule | None:
        """Return that which applies to ``url``; None without one, or if it may not be fetched."""
        if not self.verdict(url, "*").allowed:
            return None
        path = path_of(url)
        return next((rule for rule in self.usages if matches(rule.pattern, path)), None)

    @cached_property
    def _groups(self) -> Groups:
        return read_groups(self.lines)


class ReceivedRobots(RobotsText):
    """A robots.txt as received.

    Of an HTML page only lines with a known field are kept: the fault is that it is HTML, not each
    of its lines.
    """

    def __init__(self, body: bytes, *, origin: str) -> None:
        """Read ``body``, the robots.txt of ``origin`` (scheme://host[:port])."""
        self.origin = origin
        self.has_bom = body.startswith(codecs.BOM_UTF8)
        self.is_utf8 = _is_utf8(body)
        text = _NO_SPACE.search(body, len(codecs.BOM_UTF8) if self.has_bom else 0)
        start = text.start() if text else 0
        self.is_html = bool(_HTML.match(body, start)) and not _IN_TAGS.match(body, start)
        super().__init__(self._read_lines(body))

    def _read_lines(self, body: bytes) -> Iterator[RobotsLine]:
        is_read: bool | None = None  # whether the group applies to a bot; None before the first
        without_meaning = 0
        last = ""
        for line, inner in self._parsed_lines(body):
            if line.field == AGENT or (line.lost and "User-agent" in line.lost):
                has_agent = line.field == AGENT and (not line.meant or agent_of(line.value) != "")
                is_read = has_agent or (last == AGENT and is_read is True)
                last = AGENT
            elif line.field in RULES:
                last = line.field
                line.problem = _rule_problem(line, is_read)
            if self.is_html and line.problem in _WITHOUT_MEANING:
                continue
            without_meaning += line.field not in _COUNTED
            if line.field in _COUNTED or without_meaning <= MAX_WITHOUT_MEANING:
                yield line
                yield from inner

    def _parsed_lines(self, body: bytes) -> Iterator[tuple[RobotsLine, list[RobotsLine]]]:
        """Parse each line on its own; with each the sitemaps that are lost in it."""
        mark = _BOM_PART.match(body)
        start = mark.end() if mark else 0
        is_alone = len(body[start:].strip().splitlines()) == 1
        for number, match in enumerate(_LINE.finditer(body, start, MAX_KEPT), start=1):
            whole = match[1].partition(b"\0")[0]
            written, comment, _ = whole[:MAX_LINE].partition(b"#")
            text = written.strip()
            if not text and (not comment or self.is_html):
                continue
            line = self._read_line(number, match.start(), text)
            inner: list[RobotsLine] = []
            if not self.is_html:
                line, inner = self._mended(line, whole, is_alone)
            if comment and written == text and line.url and not line.problem:
                line.problem = "glued-comment"
            if text or line.meant:
                yield line, inner

    def _read_line(self, number: int, offset: int, text: bytes) -> RobotsLine:
        line = clean(text.decode("utf-8", _ESCAPED), MAX_URL) or ""
        field, written, value, has_colon = read_line(line)
        url, key, problem = None, None, None
        if without_colon := _SITEMAP_WITHOUT_COLON.match(line):
            field, written, has_colon = SITEMAP, line[: len(SITEMAP)], False
            value = line[without_colon.end() :]
        if field == SITEMAP:
            url, key, problem = self._read_sitemap(value)
        if not has_colon:
            problem = "no-colon"
        problem = problem or _line_problem(field or "", value)
        is_as_it_should_be = field is None or (has_colon and written.lower() == field)
        name = None if is_as_it_should_be else written
        return RobotsLine(self.origin, number, offset, field, value, url, key, problem, name)

    def _mended(
        self, line: RobotsLine, received: bytes, is_alone: bool
    ) -> tuple[RobotsLine, list[RobotsLine]]:
        """Return a line with what is meant by it, and a line for each sitemap in it."""
        whole = clean(received.decode("utf-8", _ESCAPED), MAX_URL) or ""
        if (meaning := meant_by(line, whole, is_alone=is_alone)) is None:
            return line, []
        told = replace(
            line,
            value=line.value or whole,
            url=None,
            url_key=None,
            problem=UrlProblem.MALFORMED if meaning.problem == SITEMAP else meaning.problem,
            written=line.written or meaning.written,
            meant="\n".join(meaning.lines),
            lost=meaning.lost,
        )
        return told, [self._inner(line, url) for url in meaning.sitemaps]

    def _inner(self, line: RobotsLine, value: str) -> RobotsLine:
        url, key, _ = self._read_sitemap(value)
        return RobotsLine(
            line.origin, line.number, line.offset, SITEMAP, value, url, key, problem="lost"
        )

    def _read_sitemap(self, value: str) -> tuple[str | None, int | None, str | None]:
        if _NOT_ONE_URL.search(value):
            return None, None, UrlProblem.MALFORMED
        link = read_meant(value, f"{self.origin}/robots.txt") if self.origin else read_link(value)
        return link.url, link.key, link.problem


def _is_utf8(body: bytes) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()  # the whole text may take four times as much
    try:
        for start in range(0, len(body), _AT_ONCE):
            decoder.decode(body[start : start + _AT_ONCE])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _line_problem(field: str, value: str) -> str | None:
    if field in _UNSUPPORTED:
        return "unsupported-field"
    if field not in _KNOWN:
        return "unknown-field"
    return "bad-path" if field in RULES and value and _is_bad_path(value) else None


def _rule_problem(rule: RobotsLine, is_read: bool | None) -> str | None:
    """Return the problem of a rule in its group.

    Args:
        is_read: whether the group applies to a bot; None if the rule is before any.
    """
    if is_read is None and rule.problem in (None, "bad-path"):
        return "rule-before-agent"
    return "lost" if is_read is False and rule.problem is None else rule.problem


def _is_bad_path(value: str) -> bool:
    has_space = any(character in WHITE_SPACE for character in value)
    return has_space or not value.startswith(("/", "*")) or "$" in value[:-1]
