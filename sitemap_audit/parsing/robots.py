"""robots.txt: its lines, its sitemaps, and whether a bot may fetch a URL (:mod:`.robots_rules`)."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import xxhash

from sitemap_audit.items import RobotsLine
from sitemap_audit.parsing.cleaning import MAX_URL, clean
from sitemap_audit.parsing.robots_rules import (
    AGENT,
    MAX_READ,
    RULES,
    Judge,
    meant,
    read_groups,
    rules_for,
)
from sitemap_audit.parsing.urls import UrlProblem, read_link

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitemap_audit.parsing.robots_rules import Groups, Rule, Verdict

MAX_KEPT = 10 * MAX_READ
"""Bytes whose lines are kept."""

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


class SitemapLine(NamedTuple):
    """A Sitemap line; it stands outside of the groups and may be anywhere."""

    written: str
    url: str | None
    "Normal form; None where it is no http(s) URL."


class RobotsText:
    """A robots.txt as read."""

    def __init__(self, body: bytes, *, origin: str) -> None:
        """Read ``body``, the robots.txt of ``origin`` (scheme://host[:port])."""
        self.origin = origin
        self.has_bom = body.startswith(_BOM)
        self.is_utf8 = _is_utf8(body)
        self.is_html = _HTML.match(body.removeprefix(_BOM).lstrip()) is not None
        self.lines = list(self._read_lines(body))
        self._judges: dict[str, Judge] = {}
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

    def _judge(self, rules: tuple[Rule, ...]) -> Judge:
        """By these rules: the same one for all bots that have them."""
        known = (judge for judge in self._judges.values() if judge.rules == rules)
        return next(known, None) or Judge(rules)

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
