"""Turn a response into rows with the parsers of the audit."""

from __future__ import annotations

import codecs
import gzip
from dataclasses import asdict
from functools import cached_property
from typing import TYPE_CHECKING, Any

import xxhash

from checks.examples.fixture_defaults import SITE, SITEMAP, policy
from checks.examples.manual import ExampleError
from checks.examples.responses import TABLES
from sitemap_audit.items import TABLES as SCHEMA
from sitemap_audit.items import Page, column_names
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.page.assertions import PageRef, find_dates, find_images
from sitemap_audit.parsing.page.encoding import decode
from sitemap_audit.parsing.page.page_reader import read_page
from sitemap_audit.parsing.page.tag_lines import read_tags
from sitemap_audit.parsing.robots_rules import Decision
from sitemap_audit.parsing.robots_txt import ReceivedRobots
from sitemap_audit.parsing.sitemap import SitemapReader

if TYPE_CHECKING:
    from collections.abc import Callable

    from checks.examples.fixture_defaults import Rows, Values
    from checks.examples.responses import Response

FIRST_ID = 1001
"""First ID of rows read from responses; rows given in an example have smaller ones."""

_URLS = {"robots": f"{SITE}/robots.txt", "sitemaps": SITEMAP, "pages": f"{SITE}/"}
_TYPES = {"robots": "text/plain", "sitemaps": "application/xml", "pages": "text/html"}
_NAMESPACES = """\
xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" \
xmlns:xhtml="http://www.w3.org/1999/xhtml" \
xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" \
xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" \
xmlns:news="http://www.google.com/schemas/sitemap-news/0.9\""""


def url_of(response: Response) -> str:
    """Return the URL of a response in normal form."""
    table = TABLES[response.kind]
    url = urls.read_link(response.url).url or _URLS[table]
    return f"{urls.origin(url)}/robots.txt" if table == "robots" else url


class ParsedResponse:
    """A response parsed into rows."""

    def __init__(self, response: Response, columns: Values, number: int, token: str) -> None:
        """Encode the body and complete the headers.

        Args:
            columns: columns of the response, converted.
            number: added to FIRST_ID for the ID of its row.
            token: the bot whose robots rules apply.
        """
        self.table = TABLES[response.kind]
        self.url = url_of(response)
        self.requested = response.url or self.url
        self.columns = columns
        self.id = FIRST_ID + number
        self.token = token
        self.status = columns.get("status", None if columns.get("error") else 200)
        self.headers = list(response.headers)
        if self.status == 200 and self.header("content-type") is None:
            self.headers.append(("Content-Type", _TYPES[self.table]))
        self.body = _body(response)

    @property
    def is_ok(self) -> bool:
        """Whether the status is 2xx."""
        return self.status is not None and 200 <= self.status < 300

    def header(self, name: str) -> str | None:
        """Return the first header of that name; None if it is missing or empty."""
        return next((v for key, v in self.headers if key.lower() == name), None) or None

    @cached_property
    def rules(self) -> ReceivedRobots:
        """Rules of a robots.txt; none if its status makes them void."""
        is_read = policy(self.status) == "rules"
        return ReceivedRobots(self.body if is_read else b"", origin=urls.origin(self.url))

    def verdict(self, url: str) -> Decision:
        """Return whether robots.txt allows a URL, and the line that decides."""
        if policy(self.status) == "disallow-all":
            return Decision("unknown")
        allowed, rule, line = self.rules.verdict(url, self.token)
        return Decision("allowed" if allowed else "disallowed", rule, line)

    def rows(self) -> Rows:
        """Return its row and the rows of its parts, by table; defaults may be missing."""
        row, parts = _READ[self.table](self)
        rows: Rows = {self.table: [{**row, "status": self.status, **self.columns}]}
        for part in parts:
            table = next(name for name, kind in SCHEMA.items() if isinstance(part, kind))
            rows.setdefault(table, []).append(asdict(part))
        return rows

    def found(self, parts: Rows) -> Rows:
        """Return images and dates that sitemap entries name and this page has, by table."""
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

    def _is_of(self, part: Values) -> bool:
        return bool(part["url"] == self.url)


def _body(response: Response) -> bytes:
    text = response.body
    if response.kind in ("urlset", "sitemapindex"):
        text = f"<{response.kind} {_NAMESPACES}>{text}</{response.kind}>"
    first, *rest = (
        response.sent_as if response.sent_as[0] not in _PACK else ("utf-8", *response.sent_as)
    )
    try:
        data = _escapes(text) if first == "escapes" else codecs.encode(text, first)
        for way in rest:
            data = _PACK[way](data)
    except (LookupError, UnicodeError) as error:
        raise ExampleError(
            f"An example sends '{', '.join(response.sent_as)}', which is not possible: {error}"
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


def _robots(response: ParsedResponse) -> tuple[Values, list[Any]]:
    origin = urls.origin(response.url)
    text = response.rules
    return {
        "origin": origin,
        "url": f"{origin}/robots.txt",
        "content_type": response.header("content-type"),
        "bytes": len(response.body),
        "is_html": text.is_html,
        "is_utf8": text.is_utf8,
        "has_bom": text.has_bom,
        "sitemaps": text.sitemaps,
        "content_hash": xxhash.xxh3_128_hexdigest(response.body),
        "rules_hash": text.rules_hash if policy(response.status) == "rules" else None,
    }, text.lines


def _sitemap(response: ParsedResponse) -> tuple[Values, list[Any]]:
    row: Values = {
        "id": response.id,
        "url": response.url,
        "requested": response.requested,
        "location": response.header("location"),
        **{
            name: response.header(name.replace("_", "-"))
            for name in ("content_type", "content_encoding", "last_modified", "etag")
        },
    }
    if not response.is_ok:
        return row, []
    reader = SitemapReader(
        iter([response.body]),
        sitemap_id=response.id,
        url=response.url,
        content_type=row["content_type"],
        content_encoding=row["content_encoding"],
        truncated=response.columns.get("error") == "truncated",
    )
    parts = [record for batch in reader.batches() for record in batch]
    return {**row, **reader.facts._asdict()}, parts


def _page(response: ParsedResponse) -> tuple[Values, list[Any]]:
    reading = read_page(
        response.body,
        page_id=response.id,
        url=response.url,
        status=response.status,
        headers=response.headers,
        token=response.token,
    )
    row = {name: getattr(reading, name) for name in column_names(Page) if hasattr(reading, name)}
    tags = []
    if response.columns.get("file") and reading.parsed:
        tags = read_tags(
            decode(response.body, response.header("content-type")).text,
            {"page_id": response.id, "url": response.url, "url_key": urls.key(response.url)},
            urls.read_link(reading.base, response.url).url or response.url,
            head_ended_by=reading.head_ended_by,
            with_outlinks=True,
        )
    return {
        **row,
        "id": response.id,
        "url": response.url,
        "requested": response.requested,
        "location": response.header("location"),
        "bytes": len(response.body),
        "canonicals": len(reading.canonicals),
        "alternates": len(reading.alternates),
    }, [*reading.canonicals, *reading.alternates, *reading.directives, *reading.forms, *tags]


_READ: dict[str, Callable[[ParsedResponse], tuple[Values, list[Any]]]] = {
    "robots": _robots,
    "sitemaps": _sitemap,
    "pages": _page,
}
