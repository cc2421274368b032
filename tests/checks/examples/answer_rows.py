"""The rows that an answer becomes: read by the parsers that read it in an audit."""

from __future__ import annotations

import codecs
import gzip
from dataclasses import asdict
from functools import cached_property
from typing import TYPE_CHECKING, Any

import xxhash

from checks.examples.answers import TABLES
from checks.examples.manual import ExampleError
from checks.examples.sound import SITE, SITEMAP, policy
from sitemap_audit.items import TABLES as SCHEMA
from sitemap_audit.items import Page, column_names
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.page.assertions import PageRef, find_dates, find_images
from sitemap_audit.parsing.page.encoding import decode
from sitemap_audit.parsing.page.reader import read_page
from sitemap_audit.parsing.robots import read_robots
from sitemap_audit.parsing.robots_rules import Decision
from sitemap_audit.parsing.sitemap import SitemapReader

if TYPE_CHECKING:
    from collections.abc import Callable

    from checks.examples.answers import Answer
    from checks.examples.sound import Given, Rows
    from sitemap_audit.parsing.robots import ReceivedRobots

FIRST_ID = 1001
"""Of the answers' rows; smaller ones are those of rows that are given as such."""

_URLS = {"robots": f"{SITE}/robots.txt", "sitemaps": SITEMAP, "pages": f"{SITE}/"}
_TYPES = {"robots": "text/plain", "sitemaps": "application/xml", "pages": "text/html"}
_NAMESPACES = """\
xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" \
xmlns:xhtml="http://www.w3.org/1999/xhtml" \
xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" \
xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" \
xmlns:news="http://www.google.com/schemas/sitemap-news/0.9\""""


def url_of(answer: Answer) -> str:
    """The URL of an answer, in normal form; of a robots.txt its own too."""
    table = TABLES[answer.kind]
    url = urls.read_link(answer.url).url or _URLS[table]
    return f"{urls.origin(url)}/robots.txt" if table == "robots" else url


class Received:
    """An answer as it came: bytes and headers."""

    def __init__(self, answer: Answer, columns: Given, number: int, token: str) -> None:
        """Take an answer.

        Args:
            columns: those of the answer, converted.
            number: tells its row apart from those of other answers.
            token: of the bot that verdicts are made for.
        """
        self.table = TABLES[answer.kind]
        self.url = url_of(answer)
        self.requested = answer.url or self.url
        self.columns = columns
        self.id = FIRST_ID + number
        self.token = token
        self.status = columns.get("status", None if columns.get("error") else 200)
        self.headers = list(answer.headers)
        if self.status == 200 and self.header("content-type") is None:
            self.headers.append(("Content-Type", _TYPES[self.table]))
        self.body = _body(answer)

    @property
    def is_ok(self) -> bool:
        """Whether its body is what was asked for."""
        return self.status is not None and 200 <= self.status < 300

    def header(self, name: str) -> str | None:
        """The first header of a name; None where it has none, or an empty one."""
        return next((v for key, v in self.headers if key.lower() == name), None) or None

    @cached_property
    def rules(self) -> ReceivedRobots:
        """Of a robots.txt; none where its answer has no effect."""
        is_read = policy(self.status) == "rules"
        return read_robots(self.body if is_read else b"", origin=urls.origin(self.url))

    def verdict(self, url: str) -> Decision:
        """What a robots.txt says of a URL, and by which line."""
        if policy(self.status) == "disallow-all":
            return Decision("unknown")
        allowed, rule, line = self.rules.verdict(url, self.token)
        return Decision("allowed" if allowed else "disallowed", rule, line)

    def rows(self) -> Rows:
        """Its row, by table, and those of its parts; what is sound may be missing."""
        row, parts = _READ[self.table](self)
        rows: Rows = {self.table: [{**row, "status": self.status, **self.columns}]}
        for part in parts:
            table = next(name for name, kind in SCHEMA.items() if isinstance(part, kind))
            rows.setdefault(table, []).append(asdict(part))
        return rows

    def found(self, parts: Rows) -> Rows:
        """Of a page that was read: what the parts of sitemaps say is there, by table."""
        if self.table != "pages" or not _page(self)[0]["parsed"]:
            return {}
        images = [row["image_url"] for row in parts.get("entry_images", []) if self._is_of(row)]
        has_news = any(self._is_of(row) for row in parts.get("entry_news", []))
        page = PageRef(self.id, self.url, urls.key(self.url))
        text = decode(self.body, self.header("content-type")).text
        return {
            "page_images": [asdict(each) for each in find_images(page, text, filter(None, images))],
            "page_dates": [asdict(each) for each in find_dates(page, text)] if has_news else [],
        }

    def _is_of(self, part: Given) -> bool:
        return bool(part["url"] == self.url)


def _body(answer: Answer) -> bytes:
    text = answer.body
    if answer.kind in ("urlset", "sitemapindex"):
        text = f"<{answer.kind} {_NAMESPACES}>{text}</{answer.kind}>"
    first, *rest = answer.sent_as if answer.sent_as[0] not in _PACK else ("utf-8", *answer.sent_as)
    try:
        data = _escapes(text) if first == "escapes" else codecs.encode(text, first)
        for way in rest:
            data = _PACK[way](data)
    except (LookupError, UnicodeError) as error:
        raise ExampleError(
            f"An example sends an answer as '{', '.join(answer.sent_as)}', which cannot be: {error}"
        ) from None
    return data


def _escapes(text: str) -> bytes:
    return text.encode().decode("unicode_escape").encode("latin-1")


_PACK: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda data: gzip.compress(data, mtime=0),
    "members": lambda data: gzip.compress(data[:9], mtime=0) + gzip.compress(data[9:], mtime=0),
    "damaged": lambda data: data[:-8] + bytes(8),
    "half": lambda data: data[: len(data) // 2],
}


def _robots(answer: Received) -> tuple[Given, list[Any]]:
    origin = urls.origin(answer.url)
    text = answer.rules
    return {
        "origin": origin,
        "url": f"{origin}/robots.txt",
        "content_type": answer.header("content-type"),
        "bytes": len(answer.body),
        "is_html": text.is_html,
        "is_utf8": text.is_utf8,
        "has_bom": text.has_bom,
        "sitemaps": len(text.sitemaps),
        "content_hash": xxhash.xxh3_128_hexdigest(answer.body),
        "rules_hash": text.rules_hash if policy(answer.status) == "rules" else None,
    }, text.lines


def _sitemap(answer: Received) -> tuple[Given, list[Any]]:
    row: Given = {
        "id": answer.id,
        "url": answer.url,
        "requested": answer.requested,
        "location": answer.header("location"),
        **{
            name: answer.header(name.replace("_", "-"))
            for name in ("content_type", "content_encoding", "last_modified", "etag")
        },
    }
    if not answer.is_ok:
        return row, []
    reader = SitemapReader(
        iter([answer.body]),
        sitemap_id=answer.id,
        url=answer.url,
        content_type=row["content_type"],
        content_encoding=row["content_encoding"],
        truncated=answer.columns.get("error") == "truncated",
    )
    parts = [record for batch in reader.batches() for record in batch]
    return {**row, **reader.facts._asdict()}, parts


def _page(answer: Received) -> tuple[Given, list[Any]]:
    reading = read_page(
        answer.body,
        page_id=answer.id,
        url=answer.url,
        status=answer.status,
        headers=answer.headers,
        token=answer.token,
    )
    row = {name: getattr(reading, name) for name in column_names(Page) if hasattr(reading, name)}
    return {
        **row,
        "id": answer.id,
        "url": answer.url,
        "requested": answer.requested,
        "location": answer.header("location"),
        "bytes": len(answer.body),
        "canonicals": len(reading.canonicals),
        "alternates": len(reading.alternates),
    }, [*reading.canonicals, *reading.alternates, *reading.directives, *reading.forms]


_READ: dict[str, Callable[[Received], tuple[Given, list[Any]]]] = {
    "robots": _robots,
    "sitemaps": _sitemap,
    "pages": _page,
}
