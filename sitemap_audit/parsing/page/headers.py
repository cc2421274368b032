"""The response headers of a page."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.parsing.cleaning import MAX_URL, clean
from sitemap_audit.parsing.content_type import (
    content_type,
    content_types,
    media_type,
    without_quotes,
)
from sitemap_audit.parsing.dates import read_http_date
from sitemap_audit.parsing.page.html import MAX_ANNOTATIONS, pieces
from sitemap_audit.parsing.page.link_header import HeaderLink, read_links, write_links
from sitemap_audit.parsing.page.refresh import read_refresh
from sitemap_audit.parsing.page.robots_meta import Directive, read_header
from sitemap_audit.parsing.urls import UrlProblem, read_link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Headers:
    """Response headers, with case-insensitive names."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Store names and values in the order received."""
        self._values: dict[str, list[str]] = defaultdict(list)
        for name, value in pairs:
            self._values[name.lower()].append(value)
        self.joined = {name: ", ".join(values) for name, values in self._values.items()}

    def first(self, name: str) -> str | None:
        """Return the first value, without surrounding space."""
        return clean(self._values[name][0].strip(), MAX_URL) if name in self._values else None

    def only(self, name: str) -> str | None:
        """Return the first value, if there is no other one."""
        return None if self.differ(name) else self.first(name)

    def differ(self, name: str) -> bool:
        """Return whether the header has been sent more than once with different values."""
        return len({value.strip() for value in self.every(name)}) > 1

    def every(self, name: str) -> list[str]:
        """Return all values, as received."""
        return self._values.get(name, [])

    @cached_property
    def content_type(self) -> str | None:
        """The Content-Type that counts."""
        return clean(content_type(self.every("content-type")), MAX_URL)

    def facts(self) -> dict[str, Any]:
        """Return the headers that are stored, by column name of the pages table."""
        return {
            "content_type": clean(media_type(self.content_type)),
            "server": clean(self.first("server")),
            "last_modified": clean(self.first("last-modified")),
            "last_modified_at": read_http_date(self.only("last-modified")).at,
            "sent_at": read_http_date(self.first("date")).at,
            "etag": clean(self.first("etag")),
            "retry_after": clean(self.first("retry-after")),
            "x_robots_tag": clean("\n".join(self.every("x-robots-tag")), MAX_URL) or None,
            "usage_preferences": self._usage_preferences,
        }

    @property
    def _usage_preferences(self) -> str | None:
        """What the site says of the use of the content, as 'name: value' on a line each.

        Content-Usage: datatracker.ietf.org/doc/draft-ietf-aipref-attach, section 2, a draft.
        Content-Signal: developers.cloudflare.com/fundamentals/reference/markdown-for-agents.
        """
        lines = [
            f"{name}: {value.strip()}"
            for name in ("Content-Usage", "Content-Signal")
            for value in self.every(name.lower())
        ]
        return clean("\n".join(lines), MAX_URL) or None


class HeaderAnnotations(NamedTuple):
    """Annotations of response headers; empty if there are too many."""

    links: list[HeaderLink]
    directives: list[Directive]
    has_too_many: bool


def read_annotations(headers: Headers) -> HeaderAnnotations:
    """Parse Link and X-Robots-Tag headers."""
    links, directives = headers.every("link"), headers.every("x-robots-tag")
    if max(pieces(links), pieces(directives)) > MAX_ANNOTATIONS:
        return HeaderAnnotations([], [], has_too_many=True)
    return HeaderAnnotations(read_links(links), read_header(directives), has_too_many=False)


_ANNOTATIONS = frozenset({"alternate", "amphtml", "canonical"})
_SINGLE = ("Location", "Last-Modified", "Refresh")
"Headers that a response may have once; of several, clients take one or another."
REPEATED = "repeated"


class HeaderFault(NamedTuple):
    """A header that clients read differently."""

    header_problem: str | None
    "not-ascii | not-utf8 | quotes | repeated."
    header: str | None = None
    "As sent."
    header_to_send: str | None = None
    "None where that is not known."


def header_fault(headers: Headers, url: str) -> HeaderFault:
    """Return the first fault, if there is one; ``url`` is the page's, in normal form."""
    faults = chain(_of_links(headers, url), _of_targets(headers, url), _of_values(headers))
    return next(faults, HeaderFault(None))


def _of_links(headers: Headers, url: str) -> Iterator[HeaderFault]:
    for value in headers.every("link"):
        links = read_links([value]) if pieces([value]) <= MAX_ANNOTATIONS else []
        told = [link for link in links if link.rels & _ANNOTATIONS]
        problem = next(filter(None, (_problem(link.target, link.problem) for link in told)), None)
        if problem is not None:
            to_send = None if problem == UrlProblem.NOT_UTF8 else _link_value(links, url)
            yield _fault(problem, "Link", value, to_send)


def _of_targets(headers: Headers, url: str) -> Iterator[HeaderFault]:
    """Yield Refresh and Location headers whose URL has bytes outside ASCII."""
    refresh = headers.first("refresh") or ""
    parsed = read_refresh(refresh)
    location = headers.first("location") or ""
    for name, value, target in (
        ("Refresh", refresh, (parsed.url if parsed else None) or ""),
        ("Location", location, location),
    ):
        problem = _problem(target, UrlProblem.NOT_UTF8 if "\ufffd" in target else None)
        if problem is not None:
            link = read_link(target, url).url if problem == UrlProblem.NOT_ASCII else None
            yield _fault(problem, name, value, value.replace(target, link) if link else None)


def _of_values(headers: Headers) -> Iterator[HeaderFault]:
    """Yield headers with several values, and a charset in other quotes than double ones."""
    types = content_types(headers.every("content-type"))
    if len({each.lower() for each in types}) > 1:
        yield _fault(REPEATED, "Content-Type", ", ".join(types), headers.content_type)
    sent = headers.content_type or ""
    if (to_send := without_quotes(sent)) != sent:
        yield _fault(UrlProblem.QUOTES, "Content-Type", sent, to_send)
    for name in _SINGLE:
        if headers.differ(name.lower()):
            yield _fault(REPEATED, name, ", ".join(headers.every(name.lower())))


def _problem(target: str, problem: UrlProblem | None) -> str | None:
    if problem in (UrlProblem.NOT_UTF8, UrlProblem.QUOTES):
        return problem
    return None if target.isascii() else UrlProblem.NOT_ASCII


def _link_value(links: list[HeaderLink], url: str) -> str | None:
    """Return a Link header with the same links in ASCII; None if one is no URL."""
    targets = [
        link.target if link.target.isascii() else read_link(link.target, url).url for link in links
    ]
    if None in targets:
        return None
    pairs = zip(links, targets, strict=True)
    return write_links(link._replace(target=target or "") for link, target in pairs)


def _fault(problem: str, name: str, value: str, to_send: str | None = None) -> HeaderFault:
    sent = clean(f"{name}: {value}", MAX_URL)
    return HeaderFault(problem, sent, clean(f"{name}: {to_send}", MAX_URL) if to_send else None)
