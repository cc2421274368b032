"""Item classes: one per table, the only definition of the schema.

The spider yields items. An item is a row of a table. *Nested* fields hold its rows of other tables:
they have the names of those tables and are not columns. The classes are dataclasses, which Scrapy's
exporters and pipelines read by ``itemadapter``. They are not frozen: an audit of a big site makes a
hundred million items, and a frozen one takes four times as long to make.

Conventions that hold in every table:

* A value as written and as parsed are two columns: ``lastmod`` is the text, ``lastmod_at`` the
  time, NULL if the text cannot be read. Values are stored unrepaired.
* A URL column ``x`` holds the normal form (see :mod:`sitemap_audit.parsing.urls`), ``x_key`` its
  64-bit key for joins, and ``x_near_key`` the key of the URL without common variations (slash,
  case, scheme, www, index page, order of the query). NULL if the text is not an http(s) URL; the
  keys are NULL if ``x`` is.
* ``*_problem`` is one of a fixed set of codes: what is wrong with the value. NULL if nothing is.
* A row that belongs to a fetch has its ``sitemap_id`` or ``page_id`` and is written before it. Rows
  whose fetch has no row are left from an interruption and are ignored.

The text below a column is its documentation: meaning, unit and when it is NULL
(:func:`column_texts`). Keys have none.
"""

from __future__ import annotations

import ast
import copyreg
import inspect
import sys
from dataclasses import dataclass, field, fields
from datetime import datetime  # noqa: TC003 - the schema is read from the annotations
from enum import StrEnum
from functools import cache
from itertools import pairwise, starmap
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar, get_args, get_type_hints

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

R = TypeVar("R")
NESTED = "nested"
"Metadata key of a field that holds rows of the table with the field's name."


def _nested(**metadata: Any) -> Any:
    """Return a dataclass field for rows of another table.

    Args:
        metadata: further metadata of the field, such as Scrapy's ``serializer``.
    """
    return field(default_factory=list, metadata={NESTED: True, **metadata})


class FetchError(StrEnum):
    """Why a request failed."""

    DNS = "dns"
    """The host does not exist: two NXDOMAIN responses, while DNS resolves the audited host. Audits
    before version 0.2 also use it after one lookup, and for a host without an IP address."""
    NO_ADDRESS = "no-address"
    "The host has no IP address: DNS says so twice, and resolves the audited host."
    RESOLVER = "resolver"
    "The DNS lookup failed; the host may exist."
    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    TLS = "tls"
    TIMEOUT = "timeout"
    RESET = "reset"
    TRUNCATED = "truncated"
    TOO_LARGE = "too-large"
    HEADERS_TOO_LARGE = "headers-too-large"
    "The response headers are longer than browsers accept; the response was not read."
    INVALID_RESPONSE = "invalid-response"
    UNDECODABLE = "undecodable"
    DISALLOWED = "disallowed"
    FORBIDDEN_SCHEME = "forbidden-scheme"
    ROBOTS_UNREACHABLE = "robots-unreachable"
    PRIVATE_ADDRESS = "private-address"
    "Not requested: the IP address is private and not the audited site's."
    THROTTLED = "throttled"
    "Not requested: the host asks to wait longer (429, Retry-After) than the audit runs."
    IGNORED = "ignored"
    "Not requested: a middleware of the Scrapy project dropped the request."
    OFFLINE = "offline"
    "Not requested: the audit is offline."
    HOSTING = "hosting"
    "Not known what the host serves for a URL of the folder that is read instead of the site."
    PROXY = "proxy"
    "The proxy failed or refused the request; the site was not checked."
    OTHER = "other"


TEMPORARY = frozenset(
    {
        *(FetchError.DNS, FetchError.NO_ADDRESS, FetchError.RESOLVER, FetchError.REFUSED),
        *(FetchError.RESET, FetchError.TIMEOUT, FetchError.TRUNCATED, FetchError.UNREACHABLE),
    }
)
"Errors that a second try may not meet."


class RenderProblem(StrEnum):
    """Why a page was not rendered."""

    TIMEOUT = "timeout"
    CRASHED = "crashed"
    "The page's renderer process crashed."
    BROWSER_LOST = "browser-lost"
    "The browser exited while the page was open."
    MEMORY = "memory"
    "The browser exceeded its memory limit."
    TOO_LARGE = "too-large"
    DOWNLOAD = "download"
    "The response is a file download."
    NETWORK = "network"
    REFUSED = "refused"
    "The browser got another response than the crawl, such as bot protection or a redirect."
    NOT_ALLOWED = "not-allowed"
    "robots.txt disallows it, or cannot be read."
    NO_BROWSER = "no-browser"
    OTHER = "other"


class FoundBy(StrEnum):
    """How a sitemap was found."""

    GIVEN = "given"
    ROBOTS = "robots"
    GUESS = "guess"
    LINK = "link"
    INDEX = "index"
    REDIRECT = "redirect"
    LIST = "list"
    "A list of URLs from the user, not a sitemap of the site."


class Role(StrEnum):
    """Why a page was fetched: the first reason."""

    LISTED = "listed"
    REDIRECT = "redirect"
    CANONICAL = "canonical"
    REFRESH = "refresh"
    ALTERNATE = "alternate"
    HOME = "home"
    PROBE = "probe"
    "A random URL that cannot exist, to detect soft 404s."
    LINKED = "linked"
    "An internal link leads to it (``--crawl``)."


class BaseFault(StrEnum):
    """What may be wrong with the base URL of listed URLs."""

    LACKS = "lacks"
    "A directory is missing."
    EXTRA = "extra"
    "A directory is too much."
    ORIGIN = "origin"
    "Scheme, host or port."


class SitemapKind(StrEnum):
    """Format of a sitemap file."""

    URLSET = "urlset"
    INDEX = "sitemapindex"
    TEXT = "text"
    RSS2 = "rss-2.0"
    RSS1 = "rss-1.0"
    ATOM1 = "atom-1.0"
    ATOM03 = "atom-0.3"
    HTML = "html"
    EMPTY = "empty"
    UNKNOWN = "unknown"


class TagKind(StrEnum):
    """What a tag of a built page is, in the table ``page_tags``."""

    HTML = "html"
    HEAD = "head"
    TITLE = "title"
    H1 = "h1"
    BASE = "base"
    CANONICAL = "canonical"
    HREFLANG = "hreflang"
    "A <link> or an <a>."
    ALTERNATE = "alternate"
    "A <link> to an AMP or mobile form."
    ROBOTS = "robots"
    REFRESH = "refresh"
    CHARSET = "charset"
    DESCRIPTION = "description"
    OG_URL = "og:url"
    LINK = "link"
    "An <a>, the first with its href."
    ENDS_HEAD = "ends-head"
    "The element that ended the head too early."


class RowOf(StrEnum):
    """What a row of a table or a view is of."""

    URL = "url"
    ENTRY = "entry"
    "An entry of a sitemap."
    ENTRY_PART = "entry-part"
    "An image, a video, the news or an alternate of an entry."
    PAGE_PART = "page-part"
    "A canonical, an alternate, a link and so on of a page."
    FILE = "file"
    "A sitemap, a robots.txt or an imported file."
    LINE = "line"
    "A line of a file."
    SUM = "sum"
    "A file, whose entries it sums up."
    PAIR = "pair"
    "Two URLs: a URL has one for each other URL, and each may be at fault."
    HOST = "host"
    DIRECTORY = "directory"
    CLUSTER = "cluster"
    "A hreflang cluster."
    CODE = "code"
    "A code or a word, whatever URLs have it."
    FINDING = "finding"
    AUDIT = "audit"


@dataclass(slots=True)
class Row:
    """A row of a table."""

    row: ClassVar[RowOf]


@dataclass(slots=True)
class Robots(Row):
    """A robots.txt: one row per origin."""

    row = RowOf.FILE
    id: int
    "ID of this fetch, unique in the audit."
    origin: str
    "Origin of the robots.txt: scheme://host[:port]."
    url: str
    "URL of the first request: origin + /robots.txt."
    final_url: str
    "Final URL, after redirects."
    redirects: int
    "Number of redirects followed, at most 5 (RFC 9309, 2.3.1.2)."
    status: int | None
    "HTTP status code; NULL if no response came."
    error: str | None
    "Error code (dns, timeout, tls, reset, …); NULL if the response was read."
    error_detail: str | None
    "Error message; NULL if there is no error."
    policy: str
    "rules | allow-all (4xx) | disallow-all (5xx, 429, no response): RFC 9309, 2.3.1."
    content_type: str | None
    "Content-Type header; NULL if there is none."
    bytes: int | None
    "Size of the body in bytes; NULL if no response came."
    is_html: bool
    "Whether the body is an HTML page."
    is_utf8: bool
    "Whether the body is valid UTF-8."
    has_bom: bool
    "Whether the body begins with a byte order mark."
    sitemaps: int
    "Number of lines with a sitemap, also behind another field."
    content_hash: str | None
    "Hash of the body; NULL if no response came."
    rules_hash: str | None
    "Hash of the rules, without comments and Sitemap lines; NULL if there are no rules."
    fetched_at: datetime
    "When the request ended, UTC."
    seconds: float | None
    "Seconds to the last byte; NULL if no response came."
    received_hash: str | None = None
    "File name of the stored copy in the folder received (xxh3); NULL if none is stored."
    robots_lines: list[RobotsLine] | Columns = _nested(serializer=list)
    "Its lines."


@dataclass(slots=True)
class RobotsLine(Row):
    """A line of a robots.txt that is neither blank nor a comment, or a sitemap that is lost in one.

    Stored are lines in the first 1,024,000 bytes (Google reads 512,000), and at most 10,000 lines
    with an unknown field.
    """

    row = RowOf.LINE
    origin: str
    "Origin of the robots.txt."
    number: int
    "Line number, from 1."
    offset: int
    "Offset of the line in bytes. Google reads the first 512,000."
    field: str | None
    "Field as Google's parser reads it, lower case; NULL if it reads none."
    value: str
    "Value without comment and surrounding space; the whole line if there is no field."
    url: str | None
    "URL of a Sitemap line, normal form; NULL on other lines and if it is not an http(s) URL."
    url_key: int | None
    problem: str | None
    """no-colon | unknown-field | unsupported-field | rule-before-agent | bad-path | glued-comment |
    glued (several lines in one) | decorated (with quotes, tags or the like) | lost (a sitemap in
    such a line, a rule below such a User-agent) | or the problem of the Sitemap URL; NULL if there
    is none."""
    written: str | None = None
    "Field name as written ('Dissallow'), if misspelled, glued or without a colon; else NULL."
    meant: str | None = None
    "The line or lines to write instead, if it is glued, decorated or has several URLs; else NULL."
    lost: str | None = None
    "What of the lines in it search engines do not read ('1 rule, 1 sitemap'); NULL if nothing."
    robots_id: int = 0
    "ID of the fetch of the robots.txt."


@dataclass(slots=True)
class Sitemap(Row):
    """A requested sitemap file; a redirect and its target have a row each."""

    row = RowOf.FILE
    id: int
    "ID of this fetch, unique in the audit."
    url: str
    "URL of the file, normal form."
    url_key: int
    requested: str
    "URL as requested."
    found_by: str
    "How it was found: given | robots | guess | link | index | redirect | list."
    found_in: str | None
    "URL of the robots.txt, page, sitemap index or redirect; NULL if the user gave the URL."
    depth: int
    "Number of sitemap indexes above it; 0 if none."
    status: int | None
    "HTTP status code; NULL if no response came."
    error: str | None
    "Error code (dns, timeout, tls, reset, …); NULL if the response was read."
    error_detail: str | None
    "Error message; NULL if there is no error."
    tls_problem: str | None
    "What is wrong with the TLS certificate; NULL if it is valid."
    attempts: int
    "Number of requests, retries included."
    location: str | None
    "Location header as sent; NULL if there is none."
    redirect_url: str | None
    "Redirect target, normal form; NULL if not a redirect or not an http(s) URL."
    redirect_key: int | None
    robots: str | None
    "robots.txt for the audited bot: allowed | disallowed | unknown; NULL if not checked."
    content_type: str | None
    "Content-Type header; NULL if there is none."
    content_encoding: str | None
    "Content-Encoding header; NULL if there is none."
    compression: str | None
    "Compression of the file: gzip | gzip-twice | zip | bzip2 | xz | zstd; NULL if none."
    bytes: int | None
    "Size as received, in bytes; NULL if no response came."
    unpacked: int | None
    "Decompressed size in bytes, as far as read; NULL if no response came."
    kind: str | None
    """urlset | sitemapindex | text | rss-2.0 | rss-1.0 | atom-1.0 | atom-0.3 | html | empty |
    unknown; NULL if no response came."""
    root: str | None
    "Name of the root element, without prefix; NULL if the file is not XML."
    namespace: str | None
    "Namespace of the root element; NULL if it has none."
    encoding: str | None
    "Character encoding used to read it; NULL if nothing was read."
    encoding_declared: str | None
    "Encoding in the XML declaration; NULL if there is none."
    encoding_header: str | None
    "charset of the Content-Type header; NULL if there is none."
    has_bom: bool
    "Whether the file begins with a byte order mark."
    entries: int
    "Number of <url> elements, lines or feed items."
    children: int
    "Number of <sitemap> elements."
    complete: bool
    "Whether the file was read to its end."
    stopped_by: str | None
    """Why reading stopped: size | ratio | time | truncated | gzip | long-entry | xml; NULL if the
    file was read to its end."""
    last_modified: str | None
    "Last-Modified header as sent; NULL if there is none."
    etag: str | None
    "ETag header as sent; NULL if there is none."
    content_hash: str | None
    "Hash of the decompressed file; NULL if nothing was read."
    fetched_at: datetime
    "When the request ended, UTC."
    latency: float | None
    "Seconds to the response's headers; NULL if none came."
    seconds: float | None
    "Seconds to the last byte; NULL if no response came."
    received_hash: str | None = None
    "File name of the stored copy in the folder received (xxh3); NULL if none is stored."
    last_modified_at: datetime | None = None
    "Date and time of last_modified, UTC; NULL if it is missing or cannot be read."
    sent_at: datetime | None = None
    "Date header: when the response was made, UTC; NULL if it is missing or cannot be read."
    first_requested: str | None = None
    "URL as first requested, if redirects to other spellings of it led to `requested`; else NULL."
    respelled_by: str | None = None
    "Status codes of those redirects, separated by commas; NULL if there were none."


@dataclass(slots=True)
class SitemapProblem(Row):
    """A format error of a sitemap file, with its line and column."""

    row = RowOf.LINE
    sitemap_id: int
    "ID of the sitemap file's row in sitemaps."
    sitemap_url: str
    "URL of the sitemap file, normal form."
    code: str
    "Code of the fault."
    position: int | None
    "Position of the entry with the fault, from 1; NULL if it is outside all entries."
    line: int | None
    "Line in the file, from 1; NULL if it is not known."
    column: int | None
    "Column in the line, from 1; NULL if it is not known."
    detail: str
    "What was found."
    expected: str | None
    "What the specification requires; NULL if code says it."
    excerpt: str | None
    "Excerpt of the file, at most 80 characters, with … where it is cut; NULL if there is none."


@dataclass(slots=True)
class Entry(Row):
    """A <url>, <sitemap>, text line or feed item, in the order of the file."""

    row = RowOf.ENTRY
    sitemap_id: int
    "ID of the sitemap file's row in sitemaps."
    sitemap_url: str
    "URL of the sitemap file, normal form."
    position: int
    "Position in the file, from 1, counted apart for <url> and <sitemap>."
    line: int | None
    "Line in the file, from 1; NULL if it is not known."
    kind: str
    "What the entry lists: url | sitemap."
    loc: str | None
    "<loc> as written, entities resolved; NULL if there is none."
    url: str | None
    "URL of loc, resolved, normal form; NULL if it is not an http(s) URL."
    url_key: int | None
    url_near_key: int | None
    loc_problem: str | None
    "Why loc is not a valid URL (relative, scheme, malformed, …); NULL if it is valid."
    repeated_parameter: str | None
    "First repeated query parameter, except lists (a[]=); NULL if there is none."
    lastmod: str | None
    "<lastmod> as written; NULL if there is none."
    lastmod_at: datetime | None
    "Date and time of lastmod, UTC; NULL if it is missing or cannot be read."
    lastmod_precision: str | None
    "year | month | day | minute | second | fraction; NULL if it cannot be read."
    lastmod_problem: str | None
    "What is wrong with lastmod (not-w3c, no-time-zone, …); NULL if nothing."
    changefreq: str | None
    "<changefreq> as written; NULL if there is none."
    changefreq_problem: str | None
    "empty | not-lower-case | unknown; NULL if nothing is wrong."
    priority: str | None
    "<priority> as written; NULL if there is none."
    priority_value: float | None
    "priority as a number; NULL if it is not a number."
    priority_problem: str | None
    "empty | not-a-number | out-of-range; NULL if nothing is wrong."
    alternates: int
    "Number of <xhtml:link> elements."
    images: int
    "Number of <image:image> elements."
    videos: int
    "Number of <video:video> elements."
    news: int
    "Number of <news:news> elements."
    lastmod_correction: str | None = None
    """lastmod in the right form; the date alone if its time zone is not clear. NULL if
    nothing is wrong, or if its meaning is not clear."""
    filtered: bool | None = None
    "Whether sitemap_filter() of a Scrapy project has left its page out; NULL if there is none."


@dataclass(slots=True)
class EntryPart(Row):
    """A row that belongs to an entry of a sitemap."""

    row = RowOf.ENTRY_PART
    sitemap_id: int
    "ID of the sitemap file's row in sitemaps."
    sitemap_url: str
    "URL of the sitemap file, normal form."
    position: int
    "Position of its entry in the file, from 1."
    number: int
    "Number within the entry, from 1."
    line: int | None
    "Line in the file, from 1; NULL if it is not known."
    url: str | None
    "URL of the entry, normal form; NULL if its loc is not an http(s) URL."
    url_key: int | None


@dataclass(slots=True)
class EntryAlternate(EntryPart):
    """An <xhtml:link> of an entry."""

    rel: str | None
    "rel attribute as written; NULL if there is none."
    hreflang: str | None
    "hreflang attribute as written; NULL if there is none."
    code: str | None
    "Normal form of hreflang (en-GB, zh-Hant-TW, x-default); NULL if it cannot be read."
    code_problem: str | None
    "What is wrong with hreflang (unknown-region, underscore, …); NULL if nothing."
    code_suggestion: str | None
    "Suggested valid code; NULL if there is no suggestion."
    href: str | None
    "href attribute as written; NULL if there is none."
    alternate: str | None
    "URL of href, resolved, normal form; NULL if it is not an http(s) URL."
    alternate_key: int | None
    alternate_near_key: int | None
    href_problem: str | None
    "Why href is not a valid URL (relative, scheme, malformed, …); NULL if it is valid."


@dataclass(slots=True)
class EntryImage(EntryPart):
    """An <image:image> of an entry."""

    loc: str | None
    "<image:loc> as written; NULL if there is none."
    image_url: str | None
    "URL of loc, resolved, normal form; NULL if it is not an http(s) URL."
    image_url_key: int | None
    loc_problem: str | None
    "Why loc is not a valid URL (relative, scheme, malformed, …); NULL if it is valid."
    title: str | None
    "Text of its title element; NULL if there is none."
    caption: str | None
    "Text of its caption element; NULL if there is none."
    geo_location: str | None
    "Text of its geo_location element; NULL if there is none."
    license: str | None
    "Text of its license element; NULL if there is none."
    elements: str
    "Names of the child elements in order, a space before and after each; one that is not of the\
 extension is as written, with a colon before it."
    misnamed: str | None = None
    "Children that stand for a required one: <written> → <right>, with commas between; NULL if\
 there are none."


@dataclass(slots=True)
class EntryVideo(EntryPart):
    """A <video:video> of an entry."""

    thumbnail_loc: str | None
    "<video:thumbnail_loc> as written; NULL if there is none."
    title: str | None
    "Text of its title element; NULL if there is none."
    description: str | None
    "Text of its description element; NULL if there is none."
    content_loc: str | None
    "<video:content_loc> as written; NULL if there is none."
    content_url: str | None
    "URL of content_loc, resolved, normal form; NULL if it is not an http(s) URL."
    content_url_key: int | None
    player_loc: str | None
    "<video:player_loc> as written; NULL if there is none."
    player_url: str | None
    "URL of player_loc, resolved, normal form; NULL if it is not an http(s) URL."
    player_url_key: int | None
    player_attributes: str | None
    "Names of player_loc's attributes, separated by spaces; NULL if it has none."
    duration: str | None
    "<video:duration> as written; NULL if there is none."
    duration_value: int | None
    "The duration in seconds; NULL if it is no whole number."
    expiration_date: str | None
    "<video:expiration_date> as written; NULL if there is none."
    expiration_at: datetime | None
    "Date and time of expiration_date, UTC; NULL if it is missing or cannot be read."
    expiration_precision: str | None
    "year | month | day | minute | second | fraction; NULL if it cannot be read."
    expiration_problem: str | None
    "What is wrong with expiration_date (not-w3c, no-time-zone, …); NULL if nothing."
    rating: str | None
    "<video:rating> as written; NULL if there is none."
    rating_value: float | None
    "rating as a number; NULL if it is not a number."
    view_count: str | None
    "<video:view_count> as written; NULL if there is none."
    publication_date: str | None
    "Text of publication_date; NULL if there is none."
    publication_at: datetime | None
    "Date and time of publication_date, UTC; NULL if it is missing or cannot be read."
    publication_precision: str | None
    "year | month | day | minute | second | fraction; NULL if it cannot be read."
    publication_problem: str | None
    "What is wrong with publication_date (not-w3c, no-time-zone, …); NULL if nothing."
    family_friendly: str | None
    "<video:family_friendly> as written; NULL if there is none."
    restriction: str | None
    "<video:restriction> as written: country codes; NULL if there is none."
    restriction_relationship: str | None
    "relationship attribute of restriction; NULL if there is none."
    restriction_unknown: str | None
    "First word of restriction that is no country code of ISO 3166-1; NULL if all are."
    platform: str | None
    "<video:platform> as written; NULL if there is none."
    platform_relationship: str | None
    "relationship attribute of platform; NULL if there is none."
    requires_subscription: str | None
    "<video:requires_subscription> as written; NULL if there is none."
    uploader: str | None
    "<video:uploader> as written; NULL if there is none."
    uploader_info: str | None
    "info attribute of uploader: a URL; NULL if there is none."
    live: str | None
    "<video:live> as written; NULL if there is none."
    tags: int
    "Number of <video:tag> elements."
    elements: str
    "Names of the child elements in order, a space before and after each; one that is not of the\
 extension is as written, with a colon before it."
    misnamed: str | None = None
    "Children that stand for a required one: <written> → <right>, with commas between; NULL if\
 there are none."
    duration_correction: int | None = None
    "Whole seconds that a duration in another form means; NULL if it has the right form, or none."
    expiration_correction: str | None = None
    """expiration_date in the right form; the date alone if its time zone is not clear. NULL if
    nothing is wrong, or if its meaning is not clear."""
    publication_correction: str | None = None
    """publication_date in the right form; the date alone if its time zone is not clear. NULL if
    nothing is wrong, or if its meaning is not clear."""


@dataclass(slots=True)
class EntryNews(EntryPart):
    """A <news:news> of an entry."""

    publication_name: str | None
    "Text of the publication's name; NULL if there is none."
    publication_language: str | None
    "Text of the publication's language; NULL if there is none."
    language_problem: str | None
    "unknown-language | malformed | empty; NULL if nothing is wrong."
    publication_date: str | None
    "Text of publication_date; NULL if there is none."
    publication_at: datetime | None
    "Date and time of publication_date, UTC; NULL if it is missing or cannot be read."
    publication_precision: str | None
    "year | month | day | minute | second | fraction; NULL if it cannot be read."
    publication_problem: str | None
    "What is wrong with publication_date (not-w3c, no-time-zone, …); NULL if nothing."
    title: str | None
    "Text of its title element; NULL if there is none."
    genres: str | None
    "Text of its genres element; NULL if there is none."
    keywords: str | None
    "Text of its keywords element; NULL if there is none."
    stock_tickers: str | None
    "Text of its stock_tickers element; NULL if there is none."
    elements: str
    "Names of the child elements in order, a space before and after each; one that is not of the\
 extension is as written, with a colon before it."
    misnamed: str | None = None
    "Children that stand for a required one: <written> → <right>, with commas between; NULL if\
 there are none."
    publication_correction: str | None = None
    """publication_date in the right form; the date alone if its time zone is not clear. NULL if
    nothing is wrong, or if its meaning is not clear."""


@dataclass(slots=True)
class Page(Row):
    """A requested page: one row per URL."""

    row = RowOf.URL
    id: int
    "ID of this fetch, unique in the audit."
    url: str
    "URL of the page, normal form."
    url_key: int
    url_near_key: int
    site: str | None
    "Registrable domain by the public suffix list; the host itself where it has none."
    requested: str
    "URL as requested."
    role: str
    """Why it was fetched: listed | redirect | canonical | refresh | alternate | home | probe |
    linked."""
    attempts: int
    "Number of requests, retries included; 0 if none was made (page from the HTTP cache)."
    first_status: int | None
    "Status code of the first request, if it failed or was slow and the page was requested again;\
 else NULL."
    first_error: str | None
    "Error code of the first request, if the page was requested again; else NULL."
    status: int | None
    "HTTP status code; NULL if no response came."
    error: str | None
    "Error code; with a status if reading the body failed. NULL if all was read."
    error_detail: str | None
    "Error message; NULL if there is no error."
    tls_problem: str | None
    "What is wrong with the TLS certificate; NULL if it is valid."
    location: str | None
    "Location header as sent; NULL if there is none."
    redirect_url: str | None
    "Redirect target, normal form; NULL if not a redirect or not an http(s) URL."
    redirect_key: int | None
    redirect_problem: str | None
    "Why location is not a valid URL (missing, relative, …); NULL if valid or not a redirect."
    robots: str | None
    "robots.txt for the audited bot: allowed | disallowed | unknown; NULL if not checked."
    robots_rule: str | None
    "robots.txt rule that applies ('Disallow: /a/'); NULL if no rule matches."
    content_type: str | None
    "Media type of the Content-Type header, lower case; NULL if there is none."
    charset: str | None
    "Character encoding of the page; NULL if none is known."
    bytes: int | None
    "Decompressed size of the body in bytes; NULL if no response came or it is over the limit."
    latency: float | None
    "Seconds to the response's headers; NULL if none came."
    seconds: float | None
    "Seconds to the last byte; NULL if no response came."
    protocol: str | None
    "Protocol of the connection, such as HTTP/1.1; NULL if it is not known."
    ip_address: str | None
    "IP address of the server; NULL if it is not known."
    server: str | None
    "Server header; NULL if there is none."
    last_modified: str | None
    "Last-Modified header as sent; NULL if there is none."
    etag: str | None
    "ETag header as sent; NULL if there is none."
    retry_after: str | None
    "Retry-After header as sent; NULL if there is none."
    x_robots_tag: str | None
    "All X-Robots-Tag headers, separated by line feeds; NULL if there is none."
    parsed: bool
    "Whether the body was read as HTML."
    meta_robots: str | None
    "All robots meta tags as 'name: content', separated by line feeds; NULL if there is none."
    noindex: bool | None
    "Whether the audited bot gets noindex by meta or header; NULL if the page was not read."
    nofollow: bool | None
    "Whether the audited bot gets nofollow by meta or header; NULL if the page was not read."
    noindex_source: str | None
    "Where noindex is set: meta | header | both; NULL if there is no noindex."
    unavailable_after: str | None
    "Value of unavailable_after as written; NULL if there is none."
    unavailable_after_at: datetime | None
    """Date and time of unavailable_after, UTC: the latest that it can be, where the time zone is
    not clear; NULL if it is missing or cannot be read."""
    title: str | None
    "Text of the first <title>; NULL if there is none."
    h1: str | None
    "Text of the first <h1>; NULL if there is none."
    lang: str | None
    "lang attribute of <html> as written; NULL if there is none."
    lang_problem: str | None
    "What is wrong with lang (unknown-language, …); NULL if nothing, or if it is missing."
    base: str | None
    "href of the first <base> as written; NULL if there is none."
    refresh: str | None
    "meta refresh or Refresh header as written; NULL if there is none."
    refresh_source: str | None
    "meta | header; NULL if there is no refresh."
    refresh_url: str | None
    "Target URL of the refresh, normal form; NULL if it is not an http(s) URL."
    refresh_key: int | None
    head_ended_by: str | None
    "Element that ends <head> early, so that browsers start <body>; NULL if there is none."
    repeated_elements: str | None
    "Repeated elements (head, body, title, base), separated by commas; NULL if there is none."
    og_url: str | None
    "URL of the first meta og:url, resolved, normal form; NULL if there is none."
    og_url_key: int | None
    canonicals: int
    "Number of canonical annotations, in HTML and Link headers."
    alternates: int
    "Number of hreflang annotations, in HTML, Link headers and <a> elements."
    words: int | None
    "Words in the main text; NULL if the page was not read."
    body_hash: str | None
    "Hash of the decompressed body; NULL if no response came."
    text_hash: str | None
    "Hash of the main text (no header, navigation, footer, scripts); NULL if the page was not read."
    simhash: int | None
    """64-bit simhash of the main text, close for similar texts, in CSV with s in front; NULL if
    there are no words."""
    asks_password: bool | None
    "Whether the main text has a password field; NULL if the page was not read."
    challenge: str | None
    "Sign of a bot protection (Cloudflare, CAPTCHA) in the response; NULL if there is none."
    fetched_at: datetime
    "When the request ended, UTC."
    content_hash: str | None
    "Hash of the main text without dates, times, nonces and counters; NULL if none was read."
    modified: str | None
    "Modified date as written, in JSON-LD, article:modified_time or microdata; NULL if none."
    cached_at: datetime | None
    "When the page in the HTTP cache was received, UTC; NULL if it was fetched now."
    robots_line: int | None = None
    "Line of robots_rule in the robots.txt, from 1; NULL if no rule matches."
    cut_at: int | None = None
    "Bytes read of a truncated body; NULL if all was read."
    unread_reason: str | None = None
    """Why the HTML or the headers were not read: too-complex | binary | too-many-annotations; NULL
    if they were read."""
    charset_conflict: str | None = None
    "Charset in the header or HTML, if the byte order mark or header names another one; else NULL."
    detected_language: str | None = None
    "Language of the main text, if neither lang nor the page's hreflang say it; else NULL."
    detected_probability: float | None = None
    """Probability of detected_language, 0 to 1 (py3langid, or the share of its script); NULL if
    detected_language is NULL."""
    looks_like_html: bool | None = None
    "Whether HTML is sent as another type; NULL if the type is HTML or XML, or the status not 2xx."
    head_ended_element: str | None = None
    "Start tag or text of head_ended_by, truncated; NULL if there is none."
    description: str | None = None
    "Text of the first meta description; NULL if there is none."
    modified_at: datetime | None = None
    "Date and time of modified, UTC; NULL if it is missing or cannot be read."
    modified_precision: str | None = None
    "year | month | day | minute | second | fraction; NULL if modified cannot be read."
    modified_problem: str | None = None
    "What is wrong with modified (not-w3c, no-time-zone, …); NULL if nothing, or if it is missing."
    last_modified_at: datetime | None = None
    "Date and time of last_modified, UTC; NULL if it is missing or cannot be read."
    sent_at: datetime | None = None
    "Date header: when the response was made, UTC; NULL if it is missing or cannot be read."
    links: int | None = None
    """Number of its links (<a href> and <area href>), of which ``--crawl`` reads the first 10,000;
    NULL if they were not read."""
    first_requested: str | None = None
    "URL as first requested, if redirects to other spellings of it led to `requested`; else NULL."
    respelled_by: str | None = None
    "Status codes of those redirects, separated by commas; NULL if there were none."
    charsets: str | None = None
    "All charsets with their places ('Header: latin1; HTML: utf-8') if they differ; else NULL."
    charset_problem: str | None = None
    """Why its text may be garbled: undeclared (no valid charset, not UTF-8) | not-as-declared (not
    UTF-8 as declared); NULL if nothing is wrong, or if the page was not read."""
    header_problem: str | None = None
    """Why clients read a header differently: not-ascii | not-utf8 | quotes | repeated; NULL if none
    has such a fault."""
    header: str | None = None
    "The header with header_problem, name and value as sent; NULL if there is none."
    header_to_send: str | None = None
    "The header as it should be sent; NULL if that is not known."
    void_robots: str | None = None
    "First <meta> or header that was meant to hold robots directives, without effect; else NULL."
    robots_to_write: str | None = None
    "The robots meta tag or X-Robots-Tag that void_robots was meant to be; NULL if there is none."
    shows_nothing: bool | None = None
    "Whether nothing in the HTML is shown: no text, image, field or frame; NULL if it was not read."
    # 64-bit simhash of the runs of four words in the main text, which sees their order.
    phrases_key: int | None = None
    file: str | None = None
    """Path of the built HTML file that it was read from, in its Git repository or else in the
    working directory, or absolute; NULL if it was requested."""
    usage_preferences: str | None = None
    """All Content-Usage and Content-Signal headers as 'name: value', separated by line feeds; NULL
    if there is none."""
    page_canonicals: list[PageCanonical] = _nested()
    "Its canonical annotations."
    page_alternates: list[PageAlternate] = _nested()
    "Its hreflang annotations."
    page_directives: list[PageDirective] = _nested()
    "Its robots directives."
    page_forms: list[PageForm] = _nested()
    "Its links to AMP and mobile versions."
    page_images: list[PageImage] = _nested()
    "Images of its entries, searched for in the HTML."
    page_dates: list[PageDate] = _nested()
    "Its publication dates, if a news sitemap lists it."
    page_tags: list[PageTag] = _nested()
    "Its tags with their lines, if it has a file."
    outlinks: list[Outlink] = _nested()
    "Its links (``--crawl``)."
    link_targets: list[LinkTarget] = _nested()
    "URLs of its internal links that no page before it links to (``--crawl``)."


@dataclass(slots=True)
class PagePart(Row):
    """A row that belongs to a page."""

    row = RowOf.PAGE_PART
    page_id: int
    "ID of the page's row in pages."
    url: str
    "URL of the page, normal form."
    url_key: int


@dataclass(slots=True)
class PageCanonical(PagePart):
    """A canonical annotation of a page."""

    number: int
    "Number within the page, from 1."
    source: str
    "html | header."
    href: str | None
    "href as written; NULL if there is none."
    canonical: str | None
    "URL of href, resolved, normal form; NULL if it is not an http(s) URL."
    canonical_key: int | None
    canonical_near_key: int | None
    href_problem: str | None
    "Why href is not a valid URL (relative, scheme, malformed, …); NULL if it is valid."
    difference: str | None
    """How canonical differs from the page's URL (scheme, www, case, …); NULL if self-referencing or
    if canonical is NULL."""
    in_head: bool
    "Whether it is in <head>; true for a header."
    attributes: str | None
    "Attributes that invalidate it (hreflang, lang, media, type), comma-separated; NULL if none."
    without_base: str | None = None
    "URL of href without the page's <base>; NULL if it is the same."
    element: str | None = None
    "The <link> element, truncated, if it has a fault; else NULL."


@dataclass(slots=True)
class PageAlternate(PagePart):
    """A hreflang annotation of a page."""

    number: int
    "Number within the page, from 1."
    source: str
    "html | header | anchor (an <a hreflang>, which has no effect)."
    hreflang: str | None
    "hreflang attribute as written; NULL if there is none."
    code: str | None
    "Normal form of hreflang (en-GB, zh-Hant-TW, x-default); NULL if it cannot be read."
    code_problem: str | None
    "What is wrong with hreflang (unknown-region, underscore, …); NULL if nothing."
    code_suggestion: str | None
    "Suggested valid code; NULL if there is no suggestion."
    href: str | None
    "href as written; NULL if there is none."
    alternate: str | None
    "URL of href, resolved, normal form; NULL if it is not an http(s) URL."
    alternate_key: int | None
    alternate_near_key: int | None
    href_problem: str | None
    "Why href is not a valid URL (relative, scheme, malformed, …); NULL if it is valid."
    in_head: bool
    "Whether it is in <head>; true for a header."
    attributes: str | None
    "Attributes that do not belong (media, type, rel=canonical), comma-separated; NULL if none."
    without_base: str | None = None
    "URL of href without the page's <base>; NULL if it is the same."
    element: str | None = None
    "The <link> element, truncated, if it has a fault; else NULL."


@dataclass(slots=True)
class PageForm(PagePart):
    """A page's link to its AMP (rel=amphtml) or mobile version (rel=alternate with media)."""

    number: int
    "Number within the page, from 1."
    source: str
    "html | header."
    kind: str
    "amphtml | media."
    media: str | None
    "media attribute as written; NULL if there is none."
    href: str | None
    "href as written; NULL if there is none."
    form: str | None
    "URL of href, resolved, normal form; NULL if it is not an http(s) URL."
    form_key: int | None
    href_problem: str | None
    "Why href is not a valid URL (relative, scheme, malformed, …); NULL if it is valid."
    in_head: bool
    "Whether it is in <head>; true for a header."


@dataclass(slots=True)
class PageDirective(PagePart):
    """A robots directive of a page."""

    number: int
    "Number within the page, from 1."
    source: str
    "meta | header."
    agent: str
    "Bot, lower case (robots, googlebot, …); '*' if a header names none."
    directive: str
    "Name of the directive, lower case."
    value: str | None
    "Value after the colon (max-snippet:20); NULL if there is none."
    in_head: bool
    "Whether it is in <head>; true for a header."
    problem: str | None
    "unknown | bad-value; NULL if nothing is wrong."
    suggestion: str | None = None
    "The directives that were meant, separated by commas; NULL if valid, or if it is not known."


@dataclass(slots=True)
class PageImage(PagePart):
    """An image that an entry lists, searched for in the HTML of its page.

    Only if a selected check needs it, and only in pages with images in the HTML.
    """

    image_url: str
    "URL of the listed image, normal form."
    image_url_key: int
    is_named: bool
    "Whether the HTML contains the image's file name."


@dataclass(slots=True)
class PageDate(PagePart):
    """A publication date in the structured data of a page that a news sitemap lists."""

    source: str
    "Where the HTML has the date: meta | json-ld | time."
    published: str
    "Date as written."
    published_at: datetime | None
    "Date and time of published, UTC; NULL if it is missing or cannot be read."
    published_precision: str | None
    "year | month | day | minute | second | fraction; NULL if it cannot be read."
    published_problem: str | None
    "What is wrong with published (not-w3c, no-time-zone, …); NULL if nothing."


@dataclass(slots=True)
class PageTag(PagePart):
    """Where a tag of a built page stands, in the file that the page was read from.

    Only of pages with a file: findings name the line of the tag that is to be changed. An
    X-Robots-Tag header of a file of rules is a robots tag in that file.
    """

    number: int
    "Position among the tags of its page, from 1; 0 of ends-head."
    tag: str
    """What it is: html | head | title | h1 | base | canonical | hreflang | alternate |
    robots | refresh | charset | description | og:url | link | ends-head."""
    line: int
    "Line of the file on which the tag begins, from 1."
    code: str | None = None
    "Its hreflang, the bot that a robots meta tag names, or its media; NULL if none."
    written: str | None = None
    "Its href or content, as written; NULL if none."
    target: str | None = None
    "URL that its href means, normal form; NULL if it means none."
    element: str | None = None
    """The start tag as the parser reads it, or the header, truncated to 500 characters; NULL of a
    link."""
    file: str | None = None
    "Path of the file of rules that has the header; NULL of a tag of the page."


@dataclass(slots=True)
class Outlink(Row):
    """The links of a page (`<a href>`) to one URL, with ``--crawl``.

    ``link_targets`` has the URL of the key, if it is internal.
    """

    row = RowOf.PAGE_PART
    page_id: int
    "ID of the page's row in pages."
    target_key: int
    rel: str | None
    "Those of nofollow, sponsored and ugc that all these links have, comma-separated; NULL if none."
    text: str | None
    "Anchor text of the first link with one, at most 100 characters; else the alt of its image."
    place: str
    "content | navigation | header | footer | aside: the element that the first link is in."
    links: int
    "Number of links of the page to that URL."


@dataclass(slots=True)
class LinkTarget(Row):
    """A URL that an internal link leads to: one row per URL, with ``--crawl``.

    ``first_key`` is the key of the page on which the link was found first.
    """

    row = RowOf.URL
    url: str
    "URL of the link, normal form."
    url_key: int
    url_near_key: int
    first_key: int
    first_seen_at: datetime
    "When it was found first, UTC."
    depth: int
    "Links to follow to it from the home page or a listed page, on the way it was found first."
    trap: str | None = None
    """Kind of URL trap that it looks like (session-id | calendar | facets | repeated-path |
    deep-path), if it was not requested for that; else NULL."""
    trap_pattern: str | None = None
    """What the URLs of such a trap have in common (origin and path, numbers as 0), requested or
    not; NULL if it looks like none."""


@dataclass(slots=True)
class Render(Row):
    """A page rendered by a browser, after its scripts have run.

    If ``problem`` is not NULL, the page was not rendered.
    """

    row = RowOf.URL
    id: int
    "ID of this rendering, unique in the audit."
    page_id: int
    "ID of the fetched page's row in pages."
    url: str
    "URL of the page, normal form."
    url_key: int
    pattern: str
    "Pattern of the URL, such as /products/{slug}; a sample takes pages of each pattern."
    problem: str | None
    "Why it was not rendered (timeout, crashed, memory, …); NULL if it was rendered."
    problem_detail: str | None
    "Message of the problem; NULL if there is none."
    status: int | None
    "Status code of the browser's response; NULL if no response came."
    redirect_url: str | None
    "Target of a redirect by script or refresh, not followed; NULL if there is none."
    redirect_key: int | None
    address: str | None
    "URL in the browser after rendering (scripts can change it); NULL if not rendered."
    address_key: int | None
    reloads: int | None
    "Number of reloads by the page itself; NULL if it was not rendered."
    is_settled: bool
    "Whether all requests had ended; false if the page was read while loading."
    meta_robots: str | None
    "All robots meta tags as 'name: content', separated by line feeds; NULL if there is none."
    noindex: bool | None
    "Whether the audited bot gets noindex by meta or header; NULL if the page was not read."
    nofollow: bool | None
    "Whether the audited bot gets nofollow by meta or header; NULL if the page was not read."
    noindex_source: str | None
    "Where noindex is set: meta | header | both; NULL if there is no noindex."
    title: str | None
    "Text of the first <title> after rendering; NULL if there is none."
    h1: str | None
    "Text of the first <h1>; NULL if there is none."
    lang: str | None
    "lang attribute of <html> as written; NULL if there is none."
    head_ended_by: str | None
    "Element that ends <head> early in the rendered HTML; NULL if there is none."
    canonicals: int
    "Number of canonical annotations."
    alternates: int
    "Number of hreflang annotations."
    words: int | None
    "Words in the main text; NULL if the page was not read."
    text_hash: str | None
    "Hash of the main text (no header, navigation, footer, scripts); NULL if the page was not read."
    simhash: int | None
    """64-bit simhash of the main text, close for similar texts, in CSV with s in front; NULL if
    there are no words."""
    links: int | None
    "Number of <a href> elements; NULL if it was not rendered."
    requests: int | None
    "Requests of the browser, without images, fonts, media and beacons; NULL if not rendered."
    console_errors: int | None
    "Number of errors in the console; NULL if it was not rendered."
    script_errors: int | None
    "Number of uncaught script errors; NULL if it was not rendered."
    disallowed: int | None
    "Resources of the same origin that robots.txt disallows; NULL if it was not rendered."
    disallowed_url: str | None
    "URL of the first disallowed resource; NULL if there is none."
    disallowed_rule: str | None
    "robots.txt rule that disallows it, as written; NULL if there is none."
    seconds: float | None
    "Duration of rendering in seconds; NULL if it is not known."
    fetched_at: datetime
    "When rendering ended, UTC."
    render_canonicals: list[RenderCanonical] = _nested()
    "Its canonical annotations."
    render_alternates: list[RenderAlternate] = _nested()
    "Its hreflang annotations."


@dataclass(slots=True)
class RenderCanonical(Row):
    """A canonical annotation of a rendered page."""

    row = RowOf.PAGE_PART
    render_id: int
    "ID of the page's row in renders."
    url: str
    "URL of the page, normal form."
    url_key: int
    number: int
    "Number within the page, from 1."
    source: str
    "html | header."
    href: str | None
    "href as written; NULL if there is none."
    canonical: str | None
    "URL of href, resolved, normal form; NULL if it is not an http(s) URL."
    canonical_key: int | None
    href_problem: str | None
    "Why href is not a valid URL (relative, scheme, malformed, …); NULL if it is valid."
    in_head: bool
    "Whether it is in <head>; true for a header."
    attributes: str | None
    "Attributes that invalidate it (hreflang, lang, media, type), comma-separated; NULL if none."


@dataclass(slots=True)
class RenderAlternate(Row):
    """A hreflang annotation of a rendered page."""

    row = RowOf.PAGE_PART
    render_id: int
    "ID of the page's row in renders."
    url: str
    "URL of the page, normal form."
    url_key: int
    number: int
    "Number within the page, from 1."
    source: str
    "html | header | anchor (an <a hreflang>, which has no effect)."
    hreflang: str | None
    "hreflang attribute as written; NULL if there is none."
    code: str | None
    "Normal form of hreflang (en-GB, zh-Hant-TW, x-default); NULL if it cannot be read."
    href: str | None
    "href as written; NULL if there is none."
    alternate: str | None
    "URL of href, resolved, normal form; NULL if it is not an http(s) URL."
    alternate_key: int | None
    href_problem: str | None
    "Why href is not a valid URL (relative, scheme, malformed, …); NULL if it is valid."
    in_head: bool
    "Whether it is in <head>; true for a header."


@dataclass(slots=True)
class Medium(Row):
    """An image or video file that a sitemap lists, requested with the option ``media``.

    ``sitemap_url`` and ``line`` are of the first entry that lists it. Redirects are not followed.
    """

    row = RowOf.URL
    id: int
    "ID of this fetch, unique in the audit."
    url: str
    "URL of the file, normal form."
    url_key: int
    kind: str
    "image | thumbnail (of a video) | video."
    page_url: str | None
    "URL of the entry that lists it; NULL if loc is not an http(s) URL."
    sitemap_url: str
    "URL of the first sitemap that lists it, normal form."
    line: int | None
    "Line of the sitemap, from 1; NULL if it is not known."
    robots: str | None
    "robots.txt for Googlebot-Image or Googlebot-Video: allowed | disallowed | unknown; else NULL."
    attempts: int
    "Number of requests, retries included."
    status: int | None
    "HTTP status code; NULL if no response came."
    error: str | None
    "Error code (dns, timeout, tls, reset, …); NULL if the response was read."
    error_detail: str | None
    "Error message; NULL if there is no error."
    tls_problem: str | None
    "What is wrong with the TLS certificate; NULL if it is valid."
    redirect_url: str | None
    "Redirect target, normal form; NULL if not a redirect or not an http(s) URL."
    content_type: str | None
    "Media type of the Content-Type header, lower case; NULL if there is none."
    fetched_at: datetime
    "When the request ended, UTC."


@dataclass(slots=True)
class BotAnswer(Row):
    """The response to a page requested again with a bot's user agent, with the option ``as_bots``.

    Where it differs from the response in ``pages``, the page is requested once more with the
    audit's own user agent, in the same minute: a second row with ``is_own``. What differs there,
    too, has changed in between or changes with each request.
    """

    row = RowOf.URL
    id: int
    "ID of this fetch, unique in the audit."
    url: str
    "URL of the page, normal form."
    url_key: int
    bot: str
    "Product token of the bot (Googlebot, GPTBot, …), as robots.txt has it."
    is_own: bool
    "Whether it is the request with the audit's own user agent, after that of the bot."
    robots: str | None
    "robots.txt for this bot: allowed | disallowed | unknown."
    attempts: int
    "Number of requests, retries included."
    status: int | None
    "HTTP status code; NULL if no response came."
    error: str | None
    """Error code (dns, timeout, tls, reset, …); disallowed, if robots.txt disallows it to this bot;
    NULL if the response was read."""
    error_detail: str | None
    "Error message; NULL if there is no error."
    challenge: str | None
    "Sign of a bot protection (Cloudflare, CAPTCHA) in the response; NULL if there is none."
    bot_named: str | None
    """Text around the bot's name in a response with a 4xx or 5xx status, at most 80 characters;
    NULL if it is not named there."""
    redirect_url: str | None
    "Redirect target, normal form; NULL if not a redirect or not an http(s) URL."
    redirect_key: int | None
    is_loop: bool
    "Whether it is in a redirect loop."
    content_type: str | None
    "Media type of the Content-Type header, lower case; NULL if there is none."
    x_robots_tag: str | None
    "All X-Robots-Tag headers, separated by line feeds; NULL if there is none."
    meta_robots: str | None
    "All robots meta tags as 'name: content', separated by line feeds; NULL if there is none."
    noindex: bool | None
    """Whether the audited bot gets noindex by meta or header, as in pages; NULL if the page was not
    read."""
    canonical: str | None
    "Canonical URL, if all valid canonicals agree; NULL if there is none or they differ."
    canonical_key: int | None
    canonicals: int
    "Number of canonical annotations, in HTML and Link headers."
    title: str | None
    "Text of <title>; NULL if there is none or the page was not read."
    words: int | None
    "Words in the main text; NULL if the page was not read."
    content_hash: str | None
    "Hash of the main text without dates, times, nonces and counters; NULL if none was read."
    simhash: int | None
    """64-bit simhash of the main text, close for similar texts, in CSV with s in front; NULL if
    there are no words."""
    body_hash: str | None
    "Hash of the decompressed body; NULL if no response came."
    fetched_at: datetime
    "When the request ended, UTC."
    usage_preferences: str | None
    """All Content-Usage and Content-Signal headers as 'name: value', separated by line feeds; NULL
    if there is none."""


@dataclass(slots=True)
class RedirectLoop(Row):
    """A redirect loop, requested again with cookies at the end of the crawl."""

    row = RowOf.URL
    url: str
    "URL that redirects, normal form."
    url_key: int
    cookies: int
    "Number of cookies set by the responses."
    hops: int
    "Number of redirects followed."
    final_url: str
    "Final URL of the redirect chain."
    status: int | None
    "Status code of the last response (3xx if it still loops); NULL if no response came."
    error: str | None
    "Error code (dns, timeout, tls, reset, …); NULL if the response was read."
    fetched_at: datetime
    "When the request ended, UTC."


@dataclass(slots=True)
class BaseProbe(Row):
    """A URL with another base URL than the listed ones, requested as most of these return 404."""

    row = RowOf.URL
    sitemap_url: str
    "Sitemap that lists ``listed_url``, or others of the same base URL."
    origin: str
    "Origin of the listed URLs."
    fault: str
    "What is wrong with the listed URLs, if this base URL is right: lacks | extra | origin."
    part: str
    "Directory that they lack or have too much, as /en/; or the right origin."
    base: str
    "Base URL that was tried."
    rank: int
    "Place among the base URLs tried for the sitemap, the likeliest first, from 0."
    listed_url: str | None
    "Listed URL with the same path; NULL if the requested URL cannot exist."
    url: str
    "Requested URL, normal form."
    url_key: int
    status: int | None
    "HTTP status code; NULL if no response came."
    error: str | None
    "Error code (dns, timeout, tls, reset, …); NULL if the response was read."
    is_indexable: bool
    "Whether it returned a page that the audited bot can index under this URL."
    title: str | None
    "Text of <title>; NULL if there is none or the page was not read."
    text_hash: str | None
    "Hash of the main text; NULL if the page was not read."
    fetched_at: datetime
    "When the request ended, UTC."


@dataclass(slots=True)
class ImportedPart(Row):
    """A row that belongs to an imported file."""

    file_id: int
    "Imported file, see ``imported_files.id``."


@dataclass(slots=True)
class ImportedUnreadable(ImportedPart):
    """Rows of an imported file that cannot be read, by reason."""

    row = RowOf.LINE
    reason: str
    """Why: no-url, not-a-url, userinfo, encoding, columns, too-long, truncated; of a workbook also
    damaged, of a log request (no HTTP request, as they say nothing of a URL), format, time, status,
    json."""
    rows: int
    "Number of rows."
    line: int | None
    "Line of the first one, from 1; NULL if it is not known."


@dataclass(slots=True)
class ImportedUrl(ImportedPart):
    """A URL of the audited site in a list of another product."""

    row = RowOf.URL
    line: int
    "Line of the row in the file, from 1."
    written: str
    "URL as written."
    url: str
    "Normal form."
    url_key: int
    url_near_key: int
    state: str | None
    "State or reason as written, such as 'Crawled - currently not indexed'; NULL if there is none."
    state_code: str | None
    """Code of the state in every language: crawled-not-indexed, discovered-not-indexed, redirect,
    …; NULL if there is none or it is not known."""
    clicks: int | None
    "Clicks in search results; NULL if the file has none."
    impressions: int | None
    "Impressions in search results; NULL if the file has none."
    position: float | None
    "Average position in search results, from 1; NULL if the file has none."
    visits: int | None
    "Page views, visits or estimated traffic; NULL if the file has none."
    last_crawled: str | None
    "Last crawl as written; NULL if there is none."
    last_crawled_at: datetime | None
    "Last crawl, UTC; NULL if there is none, if it cannot be read, or if it is 1970-01-01: never."
    google_canonical: str | None
    "Canonical URL chosen by Google, normal form; NULL if the file has none."
    google_canonical_key: int | None
    canonical: str | None
    "Canonical URL that the product read on the page, normal form; NULL if the file has none."
    canonical_key: int | None
    status: int | None
    "Status code that the product got; NULL if the file has none."
    indexability: str | None
    "Indexability by the product, as written; NULL if the file has none."
    content_type: str | None
    "Content-Type that the product got; NULL if the file has none."
    inlinks: int | None
    "Internal links to the URL that the product counted; NULL if the file has none."
    depth: int | None
    "Clicks from the home page that the product counted; NULL if the file has none."
    is_in_sitemap: bool | None
    "Whether the product found the URL in a sitemap; NULL if the file does not say."


@dataclass(slots=True)
class LogHit(ImportedPart):
    """Requests in an access log for a URL of the audited site, by bot, status code and day."""

    row = RowOf.URL
    url: str
    "URL requested, normal form."
    url_key: int
    url_near_key: int
    bot: str | None
    "Bot by its user agent, such as Googlebot; NULL if it names none."
    verified: str | None
    """Whether the IP address is the bot's: yes, no, or claimed (not verified); NULL if there is no
    bot."""
    status: int
    "Status code of the response."
    day: str
    "Day in the time zone of the log: 2026-01-31."
    hits: int
    "Number of requests."


@dataclass(slots=True)
class SubmittedSitemap(ImportedPart):
    """A sitemap that was submitted to a search engine, as the engine tells of it."""

    row = RowOf.FILE
    engine: str
    "google | bing | yandex."
    property: str | None
    """Property, site or host of the engine, as it names it: sc-domain:example.com; NULL if the list
    is a file, which does not say it."""
    written: str
    "URL as the engine writes it."
    url: str
    "Normal form."
    url_key: int
    in_index: str | None
    """URL of the sitemap index in which the engine lists it, normal form; NULL if it was submitted
    itself."""
    kind: str | None
    "Type as the engine names it, such as sitemap, rssFeed or notSitemap; NULL if it does not say."
    is_index: bool | None
    "Whether it is a sitemap index; NULL if the engine does not say."
    is_pending: bool | None
    "Whether the engine has still to process it; NULL if it does not say."
    submitted_at: datetime | None
    "When it was last submitted, UTC; NULL if the engine does not say."
    downloaded_at: datetime | None
    "When the engine last downloaded it, UTC; NULL if never, or if it does not say."
    errors: int | None
    "Number of errors that the engine counts in it; NULL if it does not say."
    warnings: int | None
    "Number of warnings that the engine counts in it; NULL if it does not say."
    urls: int | None
    "Number of URLs of pages that the engine counts in it; NULL if it does not say."
    status: str | None
    "State of the sitemap as the engine writes it; NULL if it does not say."


@dataclass(slots=True)
class SubmittedCount(ImportedPart):
    """The URLs of one type that a search engine counts in a submitted sitemap."""

    row = RowOf.FILE
    engine: str
    "google | bing | yandex."
    url: str
    "URL of the sitemap, normal form."
    url_key: int
    content: str
    "Type as the engine names it: web, image, video, news, mobile, …."
    submitted: int
    "Number of URLs of the type in the sitemap."


@dataclass(slots=True)
class InspectedUrl(ImportedPart):
    """What Google's index has of a URL, by the URL Inspection API.

    https://developers.google.com/webmaster-tools/v1/urlInspection.index/UrlInspectionResult
    """

    row = RowOf.URL
    url: str
    "URL inspected, normal form."
    url_key: int
    url_near_key: int
    inspected_at: datetime
    "When Google answered, UTC; it may be days before the audit."
    verdict: str | None
    "PASS | NEUTRAL | FAIL | PARTIAL; NULL if Google does not say."
    coverage_state: str | None
    "Reason as Google writes it, such as 'Crawled - currently not indexed'."
    state_code: str | None
    "Code of the reason, as in imported_urls; NULL if it is not known."
    robots_state: str | None
    "robotsTxtState: ALLOWED | DISALLOWED; NULL if Google does not say."
    indexing_state: str | None
    "indexingState: INDEXING_ALLOWED | BLOCKED_BY_META_TAG | …; NULL if Google does not say."
    fetch_state: str | None
    "pageFetchState: SUCCESSFUL | SOFT_404 | NOT_FOUND | …; NULL if Google does not say."
    last_crawled_at: datetime | None
    "Last crawl by Google, UTC; NULL if it never crawled it."
    crawled_as: str | None
    "crawledAs: DESKTOP | MOBILE; NULL if Google does not say."
    google_canonical: str | None
    "Canonical URL chosen by Google, normal form; NULL if Google does not say."
    google_canonical_key: int | None
    user_canonical: str | None
    "Canonical URL that Google read on the page, normal form; NULL if there is none."
    user_canonical_key: int | None
    sitemaps: str | None
    "URLs of sitemaps in which Google found it, as written, one a line; NULL if it names none."
    referring_urls: str | None
    "URLs of pages that link to it, as Google writes them, one a line; NULL if it names none."
    result_link: str | None
    "URL of the inspection in Search Console."


@dataclass(slots=True)
class ImportedFile(Row):
    """A list of another product, or an access log, imported into the audit.

    What the API of a search engine returned is one, too: its ``file`` is search-console:PROPERTY.
    """

    row = RowOf.FILE
    id: int
    """Number made of the contents of the file, of a log of its beginning: a second import replaces
    the first."""
    file: str
    "File name, without its folder; of a zip, with the name of the file in it."
    product: str
    "Product that wrote it: gsc, bing, screaming-frog, …, list, csv, access-log."
    kind: str
    "Export of the product: performance, indexing, pages, …; of a log its format."
    language: str | None
    "Language of its column names; NULL if the file has none, or they are the same in all."
    encoding: str
    "Character encoding."
    state: str | None
    "State of all its URLs as written, where the file says it apart from them; NULL otherwise."
    rows: int
    "Number of rows read, without header."
    urls: int
    "Number of rows stored: their URLs are of the audited site; of a list of sitemaps all URLs."
    elsewhere: int
    "Number of rows with URLs of other hosts; they are not stored."
    unreadable: int
    "Number of rows that cannot be read, see imported_unreadable."
    read_until: int | None
    "Last line read, if the file is truncated; NULL if it was read to its end."
    first_day: str | None
    """First day with a request, of a log; of an export the first one of its period, where the zip
    says it; else NULL."""
    last_day: str | None
    "The last one; of a list of sitemaps the last day that it names."
    imported_at: datetime
    "When it was imported, UTC."
    not_read: str | None
    """Why nothing could be read, of an API: its tables have no row of it, and say nothing; NULL
    otherwise."""
    unread: int | None
    """Number of lines of a log of which it is unknown what was requested, or by whom, as the format
    has no user agent; NULL for an export."""
    unread_googlebot: int | None
    "Number of lines of a log that were not read and name Googlebot; NULL for an export."


class Columns(tuple[Any, ...]):
    """Rows of one table, stored as one list per column; iteration yields the rows.

    ``itemadapter`` and ``dataclasses`` copy the sequences of an item by ``type(rows)(copies)``:
    ``Columns(rows)`` returns a plain list.
    """

    kind: type[Row]

    def __new__(cls, kind: Any, values: Iterable[list[Any]] | None = None) -> Columns:
        """Store ``values``: one list per column of ``kind``, all of the same length."""
        if values is None:
            return list(kind)  # type: ignore[return-value]  # rows, as said above
        columns = super().__new__(cls, values)
        columns.kind = kind
        return columns

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.kind, self.values

    def __repr__(self) -> str:
        return f"<Columns of {len(self):,} {self.kind.__name__} rows>"

    def __len__(self) -> int:
        return len(self.values[0])

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows."""
        return starmap(self.kind, zip(*self.values, strict=True))

    @classmethod
    def of(cls, kind: type[Row], rows: Sequence[Row]) -> Columns:
        """Make columns from rows of one class."""
        return cls(kind, [list(map(attrgetter(name), rows)) for name in column_names(kind)])

    @property
    def values(self) -> tuple[list[Any], ...]:
        """The columns, in the order of the fields."""
        return tuple(super().__iter__())

    def column(self, name: str) -> list[Any]:
        """Return the values of one column."""
        return self.values[column_names(self.kind).index(name)]

    def extend(self, values: Iterable[Iterable[Any]]) -> None:
        """Append rows, given as columns."""
        for column, more in zip(self.values, values, strict=True):
            column.extend(more)


@dataclass(slots=True)
class EntryBatch:
    """A few thousand entries of a sitemap file with their nested rows; not a table."""

    sitemap_id: int
    "ID of the sitemap file's row in sitemaps."
    sitemap_url: str
    "URL of the sitemap file, normal form."
    entries: list[Entry] | Columns = _nested(serializer=list)
    "Its entries."
    entry_alternates: list[EntryAlternate] | Columns = _nested(serializer=list)
    "Their hreflang links."
    entry_images: list[EntryImage] | Columns = _nested(serializer=list)
    "Their images."
    entry_videos: list[EntryVideo] | Columns = _nested(serializer=list)
    "Their videos."
    entry_news: list[EntryNews] | Columns = _nested(serializer=list)
    "Their news."
    sitemap_problems: list[SitemapProblem] | Columns = _nested(serializer=list)
    "Format errors of the file."

    def add(self, rows: Rows) -> None:
        """Append rows to their fields; the first Columns of a field are stored as they are."""
        if isinstance(rows, Columns):
            name = TABLE_NAMES[rows.kind]
            there = getattr(self, name)
            setattr(self, name, [*there, *rows] if there else rows)
            return
        for row in rows:
            name = TABLE_NAMES[type(row)]
            there = getattr(self, name)
            if isinstance(there, Columns):
                setattr(self, name, there := list(there))
            there.append(row)


TABLES: dict[str, type[Row]] = {
    "robots_lines": RobotsLine,
    "robots": Robots,
    "sitemap_problems": SitemapProblem,
    "entry_alternates": EntryAlternate,
    "entry_images": EntryImage,
    "entry_videos": EntryVideo,
    "entry_news": EntryNews,
    "entries": Entry,
    "sitemaps": Sitemap,
    "render_canonicals": RenderCanonical,
    "render_alternates": RenderAlternate,
    "renders": Render,
    "page_canonicals": PageCanonical,
    "page_alternates": PageAlternate,
    "page_forms": PageForm,
    "page_directives": PageDirective,
    "page_images": PageImage,
    "page_dates": PageDate,
    "page_tags": PageTag,
    "outlinks": Outlink,
    "link_targets": LinkTarget,
    "pages": Page,
    "media": Medium,
    "bot_answers": BotAnswer,
    "redirect_loops": RedirectLoop,
    "base_probes": BaseProbe,
    "imported_unreadable": ImportedUnreadable,
    "imported_urls": ImportedUrl,
    "log_hits": LogHit,
    "submitted_sitemaps": SubmittedSitemap,
    "submitted_counts": SubmittedCount,
    "inspected_urls": InspectedUrl,
    "imported_files": ImportedFile,
}
"""Item classes by table name, in the order of writing: nested rows before their fetch."""

OPTIONAL_TABLES = (
    *("outlinks", "link_targets", "page_tags"),
    *("imported_unreadable", "imported_urls", "log_hits", "submitted_sitemaps"),
    *("submitted_counts", "inspected_urls", "imported_files"),
)
"""Tables of link crawls, built pages and imports, which few views read: loaded only for these."""
ALWAYS_LOADED = tuple(name for name in TABLES if name not in OPTIONAL_TABLES)
"Tables that checks and reports load."

TABLE_NAMES: dict[type, str] = {row: name for name, row in TABLES.items()}
"Table name of each item class."
Item: TypeAlias = Row | EntryBatch
"What the spider yields."
Rows: TypeAlias = "list[Row] | Columns"
"Rows of any tables, or columns of one table; iteration yields rows for both."


def of_kind(kind: type[R], rows: Rows) -> Iterator[R]:
    """Return the rows of one class; columns of another class are skipped without iteration."""
    if isinstance(rows, Columns) and rows.kind is not kind:
        return iter(())
    return (row for row in rows if isinstance(row, kind))


def _names(*, nested: bool) -> dict[type, tuple[str, ...]]:
    return {
        item: tuple(each.name for each in fields(item) if (NESTED in each.metadata) == nested)
        for item in (*TABLES.values(), EntryBatch)
    }


_COLUMN_NAMES, _NESTED_NAMES = _names(nested=False), _names(nested=True)
_VALUES = {
    item: attrgetter(*(each.name for each in fields(item)))
    for item in (*TABLES.values(), EntryBatch)
}


def _reduce(item: Any) -> tuple[type, tuple[Any, ...]]:
    """Pickle an item as a call of its class: half the time of pickling by slots."""
    return type(item), _VALUES[type(item)](item)


for _item in _VALUES:
    copyreg.pickle(_item, _reduce)


def column_names(item: type[Item]) -> tuple[str, ...]:
    """Return the names of the fields that are stored as columns, in order."""
    return _COLUMN_NAMES[item]


@cache
def column_types(table: str) -> dict[str, tuple[type, bool]]:
    """Return the type of each column of a table, and whether it may be NULL."""
    hints = get_type_hints(TABLES[table])
    kinds = {name: get_args(hints[name]) or (hints[name],) for name in column_names(TABLES[table])}
    return {name: (kind[0], type(None) in kind) for name, kind in kinds.items()}


def nested_names(item: type[Item]) -> tuple[str, ...]:
    """Return the names of the fields that hold rows of other tables."""
    return _NESTED_NAMES[item]


def column_texts(item: type[Item]) -> dict[str, str]:
    """Return the documentation of each column except keys: meaning, unit and when it is NULL.

    Raises:
        OSError: the source of this module is missing.
    """
    texts = {}
    for each in item.__mro__[:-1]:
        for line, below in pairwise(_class_bodies()[each.__name__]):
            match line, below:
                case ast.AnnAssign(target=ast.Name(name)), ast.Expr(value=ast.Constant(str(text))):
                    texts[name] = text
    return {name: texts[name] for name in column_names(item) if name in texts}


@cache
def _class_bodies() -> dict[str, list[ast.stmt]]:
    """Return the statements of each class of this module, which is parsed once for all of them."""
    module = ast.parse(inspect.getsource(sys.modules[__name__]))
    return {node.name: node.body for node in module.body if isinstance(node, ast.ClassDef)}
