"""The schema: one item class a table, written nowhere else.

An item is what the spider yields: a row of a table, with the rows of other tables that belong to it
in *nested* fields, which are named as those tables and are no columns. The classes are dataclasses,
which Scrapy's exporters and pipelines read by ``itemadapter``; they are not frozen, since an audit
of a big site makes a hundred million of them and a frozen one takes four times as long to make.

Conventions that hold in every table:

* What a site wrote is kept beside what it means: ``lastmod`` is the text, ``lastmod_at`` the
  moment, NULL where the text cannot be read. Nothing is repaired on the way in.
* A URL column ``x`` holds the normal form (see :mod:`sitemap_audit.parsing.urls`), ``x_key`` its
  64-bit key, to join on, and ``x_near_key`` the key of the form with the most common slips folded
  (slash, case, scheme, www, index page, order of the query). NULL where the text is no http(s) URL.
* ``*_problem`` is one of a closed set of words: what is wrong with the value beside it. NULL where
  nothing is.
* A row that is part of a fetch has the fetch's ``sitemap_id`` or ``page_id`` and is written before
  it. A part whose fetch has no row was interrupted and does not count.

The text under a column says its meaning, its unit and when it is NULL (:func:`column_texts`).
"""

from __future__ import annotations

import ast
import copyreg
import inspect
import textwrap
from dataclasses import dataclass, field, fields
from datetime import datetime  # noqa: TC003 - the schema is read from the annotations
from enum import StrEnum
from functools import cache
from itertools import pairwise, starmap
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, get_args, get_type_hints

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

R = TypeVar("R")
NESTED = "nested"
"Key of a field's metadata: it holds rows of the table that it is named as."


def _nested(**metadata: Any) -> Any:
    """A field for rows of another table.

    Args:
        metadata: further metadata of the field, such as Scrapy's ``serializer``.
    """
    return field(default_factory=list, metadata={NESTED: True, **metadata})


class FetchError(StrEnum):
    """Why a request brought no usable response."""

    DNS = "dns"
    """There is no such host: DNS said so twice (NXDOMAIN), and has resolved the audited host. In
    audits of before version 0.2 also a single lookup, and a host without an IP address."""
    NO_ADDRESS = "no-address"
    "The host has no IP address: DNS said so twice, and has resolved the audited host."
    RESOLVER = "resolver"
    "DNS did not respond, or not clearly; whether the host exists is not known."
    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    TLS = "tls"
    TIMEOUT = "timeout"
    RESET = "reset"
    TRUNCATED = "truncated"
    TOO_LARGE = "too-large"
    HEADERS_TOO_LARGE = "headers-too-large"
    "Its header lines are longer, together, than browsers take: nothing of it was read."
    INVALID_RESPONSE = "invalid-response"
    UNDECODABLE = "undecodable"
    DISALLOWED = "disallowed"
    FORBIDDEN_SCHEME = "forbidden-scheme"
    ROBOTS_UNREACHABLE = "robots-unreachable"
    PRIVATE_ADDRESS = "private-address"
    "Not requested: it is in a private network that is not the audited site's own."
    THROTTLED = "throttled"
    "Not requested: the host asks for more time (429, Retry-After) than an audit has."
    IGNORED = "ignored"
    "Not requested: a middleware of the Scrapy project did not let the request through."
    PROXY = "proxy"
    "The proxy failed or refused; nothing is known of the site."
    OTHER = "other"


class RenderProblem(StrEnum):
    """Why nothing is known of how a page renders."""

    TIMEOUT = "timeout"
    CRASHED = "crashed"
    "The page took its own process down."
    BROWSER_LOST = "browser-lost"
    "The browser ended while the page was open."
    MEMORY = "memory"
    "The browser took more memory than it may."
    TOO_LARGE = "too-large"
    DOWNLOAD = "download"
    "The browser was offered a file."
    NETWORK = "network"
    REFUSED = "refused"
    "The browser got another response than the crawl: bot protection, an error, a redirect."
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
    "It is a list of URLs that the user gave, and no sitemap of the site."


class Role(StrEnum):
    """Why a page was fetched; the first reason that came up."""

    LISTED = "listed"
    REDIRECT = "redirect"
    CANONICAL = "canonical"
    REFRESH = "refresh"
    ALTERNATE = "alternate"
    HOME = "home"
    PROBE = "probe"
    "A URL that cannot exist, to know what the site returns for it."


class SitemapKind(StrEnum):
    """What a sitemap file turned out to be."""

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


@dataclass(slots=True)
class Robots:
    """A robots.txt: one row an origin."""

    origin: str
    "scheme://host[:port] that these rules are for."
    url: str
    "URL requested first: origin + /robots.txt."
    final_url: str
    "URL of the last response, after redirects."
    redirects: int
    "Redirects followed; five at most (RFC 9309, 2.3.1.2)."
    status: int | None
    "HTTP status code; NULL where no response came."
    error: str | None
    "A FetchError; NULL where the response was read."
    error_detail: str | None
    "The error in words; NULL where there is none."
    policy: str
    "rules | allow-all (4xx) | disallow-all (5xx, 429, no response): RFC 9309, 2.3.1."
    content_type: str | None
    "Content-Type header; NULL where there is none."
    bytes: int | None
    "Size of the body in bytes; NULL where no response came."
    is_html: bool
    "Whether the body is an HTML page."
    is_utf8: bool
    "Whether the body is valid UTF-8."
    has_bom: bool
    "Whether the body begins with a byte order mark."
    sitemaps: int
    "Number of Sitemap lines."
    content_hash: str | None
    "Hash of the body; NULL where no response came."
    rules_hash: str | None
    "Hash of its rules alone, to compare two files as a crawler does; NULL without rules."
    fetched_at: datetime
    "When the request ended, UTC."
    seconds: float | None
    "Seconds to the last byte; NULL where no response came."
    received_hash: str | None = None
    "Name of its copy in the folder received, xxh3 of the bytes; NULL where none is kept."
    robots_lines: list[RobotsLine] | Columns = _nested(serializer=list)
    "Its lines."


@dataclass(slots=True)
class RobotsLine:
    """A line of a robots.txt that is neither blank nor a comment.

    Those of the first 1,024,000 bytes, twice what Google reads; of lines whose field nobody knows,
    the first 10,000.
    """

    origin: str
    "Origin of the robots.txt."
    number: int
    "Line number, from 1."
    offset: int
    "Bytes before the line: Google reads the first 512,000."
    field: str | None
    "Field that Google's parser reads, lower case; NULL where it reads none."
    value: str
    "Value without comment and surrounding space; the whole line where there is no field."
    url: str | None
    "URL of a Sitemap line, normal form; NULL on other lines and where it is no http(s) URL."
    url_key: int | None
    "Key of url; NULL where url is NULL."
    problem: str | None
    "no-colon | unknown-field | unsupported-field | rule-before-agent | bad-path | glued-comment |\
 a UrlProblem; NULL where nothing is wrong."
    written: str | None = None
    "Field name as written ('Dissallow'), where it is another or has no colon; else NULL."


@dataclass(slots=True)
class Sitemap:
    """A sitemap file requested; a redirect is a row of its own, as is its target."""

    id: int
    "ID of this fetch, unique in the audit."
    url: str
    "URL of the file, normal form."
    url_key: int
    "Key of url."
    requested: str
    "URL as requested."
    found_by: str
    "A FoundBy."
    found_in: str | None
    "URL of the robots.txt, page, index or redirect that names it; NULL where it was given."
    depth: int
    "Number of sitemap indexes above it."
    status: int | None
    "HTTP status code; NULL where no response came."
    error: str | None
    "A FetchError; NULL where the response was read."
    error_detail: str | None
    "The error in words; NULL where there is none."
    tls_problem: str | None
    "What is wrong with the certificate, which was then not verified; NULL where it is valid."
    attempts: int
    "Requests made, retries included."
    location: str | None
    "Location header as sent; NULL where there is none."
    redirect_url: str | None
    "Location resolved, normal form; NULL where it is no redirect or no http(s) URL."
    redirect_key: int | None
    "Key of redirect_url; NULL where redirect_url is NULL."
    robots: str | None
    "allowed | disallowed | unknown: robots.txt for the audited bot; NULL where not checked."
    content_type: str | None
    "Content-Type header; NULL where there is none."
    content_encoding: str | None
    "Content-Encoding header; NULL where there is none."
    compression: str | None
    """Compression of the file itself: gzip | gzip-twice | zip | bzip2 | xz | zstd; NULL where it is
    not compressed."""
    bytes: int | None
    "Size as received, in bytes; NULL where no response came."
    unpacked: int | None
    "Size after every decompression, in bytes, as far as it was read; NULL where no response came."
    kind: str | None
    "A SitemapKind; NULL where no response came."
    root: str | None
    "Local name of the root element; NULL where it is not XML."
    namespace: str | None
    "Namespace of the root element; NULL where it has none."
    encoding: str | None
    "Character encoding used to read it; NULL where nothing was read."
    encoding_declared: str | None
    "Encoding that the XML declaration names; NULL where it names none."
    encoding_header: str | None
    "charset of the Content-Type header; NULL where it names none."
    has_bom: bool
    "Whether the file begins with a byte order mark."
    entries: int
    "Number of <url> elements, lines or feed items."
    children: int
    "Number of <sitemap> elements."
    complete: bool
    "Whether it was read to its end."
    stopped_by: str | None
    """Why it was not read to its end: size | ratio | time | truncated | gzip | long-entry | xml;
    NULL where it was."""
    last_modified: str | None
    "Last-Modified header as sent; NULL where there is none."
    etag: str | None
    "ETag header as sent; NULL where there is none."
    content_hash: str | None
    "Hash of the decompressed file; NULL where nothing was read."
    fetched_at: datetime
    "When the request ended, UTC."
    latency: float | None
    "Seconds to the response's headers; NULL where none came."
    seconds: float | None
    "Seconds to the last byte; NULL where no response came."
    received_hash: str | None = None
    "Name of its copy in the folder received, xxh3 of the bytes; NULL where none is kept."


@dataclass(slots=True)
class SitemapProblem:
    """A fault in the form of a sitemap file, with its place."""

    sitemap_id: int
    "ID of the sitemap file's row in sitemaps."
    sitemap_url: str
    "URL of the sitemap file, normal form."
    code: str
    "Code of the fault."
    position: int | None
    "Position of the entry that it is in, from 1; NULL where it is in none."
    line: int | None
    "Line in the file, from 1; NULL where it is not known."
    column: int | None
    "Column in the line, from 1; NULL where it is not known."
    detail: str
    "What was found."
    expected: str | None
    "What the specification expects; NULL where the code says it."
    excerpt: str | None
    "At most 80 characters of the file; NULL where none helps."


@dataclass(slots=True)
class Entry:
    """A <url>, <sitemap>, text line or feed item, in the order of the file."""

    sitemap_id: int
    "ID of the sitemap file's row in sitemaps."
    sitemap_url: str
    "URL of the sitemap file, normal form."
    position: int
    "Position in the file, from 1, counted apart for <url> and <sitemap>."
    line: int | None
    "Line in the file, from 1; NULL where it is not known."
    kind: str
    "url | sitemap: what it points to."
    loc: str | None
    "<loc> as written, entities resolved; NULL where there is none."
    url: str | None
    "URL that loc means, normal form; NULL where it is no http(s) URL."
    url_key: int | None
    "Key of url; NULL where url is NULL."
    url_near_key: int | None
    "Near key of url; NULL where url is NULL."
    loc_problem: str | None
    "A UrlProblem of loc; NULL where it is a valid URL."
    repeated_parameter: str | None
    "First query parameter that the URL has twice, but for lists (a[]=); NULL if none."
    lastmod: str | None
    "<lastmod> as written; NULL where there is none."
    lastmod_at: datetime | None
    "The moment that lastmod means, UTC; NULL where it cannot be read."
    lastmod_precision: str | None
    "year | month | day | minute | second | fraction; NULL where it cannot be read."
    lastmod_problem: str | None
    "A DateProblem of lastmod; NULL where nothing is wrong."
    changefreq: str | None
    "<changefreq> as written; NULL where there is none."
    changefreq_problem: str | None
    "empty | not-lower-case | unknown; NULL where nothing is wrong."
    priority: str | None
    "<priority> as written; NULL where there is none."
    priority_value: float | None
    "The number that priority means; NULL where it is no number."
    priority_problem: str | None
    "empty | not-a-number | out-of-range; NULL where nothing is wrong."
    alternates: int
    "Number of <xhtml:link> elements."
    images: int
    "Number of <image:image> elements."
    videos: int
    "Number of <video:video> elements."
    news: int
    "Number of <news:news> elements."


@dataclass(slots=True)
class EntryAlternate:
    """An <xhtml:link> of an entry."""

    sitemap_id: int
    "ID of the sitemap file's row in sitemaps."
    sitemap_url: str
    "URL of the sitemap file, normal form."
    position: int
    "Position of its entry in the file, from 1."
    number: int
    "Number within the entry, from 1."
    line: int | None
    "Line in the file, from 1; NULL where it is not known."
    url: str | None
    "URL of the entry, normal form; NULL where its loc is no http(s) URL."
    url_key: int | None
    "Key of url; NULL where url is NULL."
    rel: str | None
    "rel attribute as written; NULL where there is none."
    hreflang: str | None
    "hreflang attribute as written; NULL where there is none."
    code: str | None
    "Normal form of hreflang (en-GB, zh-Hant-TW, x-default); NULL where it cannot be read."
    code_problem: str | None
    "A CodeProblem of hreflang; NULL where it is a valid code."
    code_suggestion: str | None
    "The code that was probably meant; NULL where none suggests itself."
    href: str | None
    "href attribute as written; NULL where there is none."
    alternate: str | None
    "URL that href means, normal form; NULL where it is no http(s) URL."
    alternate_key: int | None
    "Key of alternate; NULL where alternate is NULL."
    alternate_near_key: int | None
    "Near key of alternate; NULL where alternate is NULL."
    href_problem: str | None
    "A UrlProblem of href; NULL where it is a valid URL."


@dataclass(slots=True)
class EntryImage:
    """An <image:image> of an entry."""

    sitemap_id: int
    "ID of the sitemap file's row in sitemaps."
    sitemap_url: str
    "URL of the sitemap file, normal form."
    position: int
    "Position of its entry in the file, from 1."
    number: int
    "Number within the entry, from 1."
    line: int | None
    "Line in the file, from 1; NULL where it is not known."
    url: str | None
    "URL of the entry, normal form; NULL where its loc is no http(s) URL."
    url_key: int | None
    "Key of url; NULL where url is NULL."
    loc: str | None
    "<image:loc> as written; NULL where there is none."
    image_url: str | None
    "URL that loc means, normal form; NULL where it is no http(s) URL."
    image_url_key: int | None
    "Key of image_url; NULL where image_url is NULL."
    loc_problem: str | None
    "A UrlProblem of loc; NULL where it is a valid URL."
    title: str | None
    "Text of its title element; NULL where there is none."
    caption: str | None
    "Text of its caption element; NULL where there is none."
    geo_location: str | None
    "Text of its geo_location element; NULL where there is none."
    license: str | None
    "Text of its license element; NULL where there is none."
    elements: str
    "Local names of its child elements in order, a space before and after each."


@dataclass(slots=True)
class EntryVideo:
    """A <video:video> of an entry."""

    sitemap_id: int
    "ID of the sitemap file's row in sitemaps."
    sitemap_url: str
    "URL of the sitemap file, normal form."
    position: int
    "Position of its entry in the file, from 1."
    number: int
    "Number within the entry, from 1."
    line: int | None
    "Line in the file, from 1; NULL where it is not known."
    url: str | None
    "URL of the entry, normal form; NULL where its loc is no http(s) URL."
    url_key: int | None
    "Key of url; NULL where url is NULL."
    thumbnail_loc: str | None
    "<video:thumbnail_loc> as written; NULL where there is none."
    title: str | None
    "Text of its title element; NULL where there is none."
    description: str | None
    "Text of its description element; NULL where there is none."
    content_loc: str | None
    "<video:content_loc> as written; NULL where there is none."
    content_url: str | None
    "URL that content_loc means, normal form; NULL where it is no http(s) URL."
    content_url_key: int | None
    "Key of content_url; NULL where content_url is NULL."
    player_loc: str | None
    "<video:player_loc> as written; NULL where there is none."
    player_url: str | None
    "URL that player_loc means, normal form; NULL where it is no http(s) URL."
    player_url_key: int | None
    "Key of player_url; NULL where player_url is NULL."
    player_attributes: str | None
    "Names of player_loc's attributes, separated by spaces; NULL where it has none."
    duration: str | None
    "<video:duration> as written; NULL where there is none."
    duration_value: int | None
    "The duration in seconds; NULL where it is no whole number."
    expiration_date: str | None
    "<video:expiration_date> as written; NULL where there is none."
    expiration_at: datetime | None
    "The moment that expiration_date means, UTC; NULL where it cannot be read."
    expiration_precision: str | None
    "year | month | day | minute | second | fraction; NULL where it cannot be read."
    expiration_problem: str | None
    "A DateProblem of expiration_date; NULL where nothing is wrong."
    rating: str | None
    "<video:rating> as written; NULL where there is none."
    rating_value: float | None
    "The number that rating means; NULL where it is no number."
    view_count: str | None
    "<video:view_count> as written; NULL where there is none."
    publication_date: str | None
    "Text of publication_date; NULL where there is none."
    publication_at: datetime | None
    "The moment that publication_date means, UTC; NULL where it cannot be read."
    publication_precision: str | None
    "year | month | day | minute | second | fraction; NULL where it cannot be read."
    publication_problem: str | None
    "A DateProblem of publication_date; NULL where nothing is wrong."
    family_friendly: str | None
    "<video:family_friendly> as written; NULL where there is none."
    restriction: str | None
    "<video:restriction> as written: country codes; NULL where there is none."
    restriction_relationship: str | None
    "relationship attribute of restriction; NULL where there is none."
    restriction_unknown: str | None
    "First word of restriction that is no country code of ISO 3166-1; NULL where all are."
    platform: str | None
    "<video:platform> as written; NULL where there is none."
    platform_relationship: str | None
    "relationship attribute of platform; NULL where there is none."
    requires_subscription: str | None
    "<video:requires_subscription> as written; NULL where there is none."
    uploader: str | None
    "<video:uploader> as written; NULL where there is none."
    uploader_info: str | None
    "info attribute of uploader: a URL; NULL where there is none."
    live: str | None
    "<video:live> as written; NULL where there is none."
    tags: int
    "Number of <video:tag> elements."
    elements: str
    "Local names of its child elements in order, a space before and after each."


@dataclass(slots=True)
class EntryNews:
    """A <news:news> of an entry."""

    sitemap_id: int
    "ID of the sitemap file's row in sitemaps."
    sitemap_url: str
    "URL of the sitemap file, normal form."
    position: int
    "Position of its entry in the file, from 1."
    number: int
    "Number within the entry, from 1."
    line: int | None
    "Line in the file, from 1; NULL where it is not known."
    url: str | None
    "URL of the entry, normal form; NULL where its loc is no http(s) URL."
    url_key: int | None
    "Key of url; NULL where url is NULL."
    publication_name: str | None
    "Text of the publication's name; NULL where there is none."
    publication_language: str | None
    "Text of the publication's language; NULL where there is none."
    language_problem: str | None
    "unknown-language | malformed | empty; NULL where nothing is wrong."
    publication_date: str | None
    "Text of publication_date; NULL where there is none."
    publication_at: datetime | None
    "The moment that publication_date means, UTC; NULL where it cannot be read."
    publication_precision: str | None
    "year | month | day | minute | second | fraction; NULL where it cannot be read."
    publication_problem: str | None
    "A DateProblem of publication_date; NULL where nothing is wrong."
    title: str | None
    "Text of its title element; NULL where there is none."
    genres: str | None
    "Text of its genres element; NULL where there is none."
    keywords: str | None
    "Text of its keywords element; NULL where there is none."
    stock_tickers: str | None
    "Text of its stock_tickers element; NULL where there is none."
    elements: str
    "Local names of its child elements in order, a space before and after each."


@dataclass(slots=True)
class Page:
    """A page requested, once, whatever number of sitemaps and pages point to it."""

    id: int
    "ID of this fetch, unique in the audit."
    url: str
    "URL of the page, normal form."
    url_key: int
    "Key of url."
    url_near_key: int
    "Near key of url."
    site: str | None
    "Registrable domain by the public suffix list; the host itself where it has none."
    requested: str
    "URL as requested."
    role: str
    "A Role."
    attempts: int
    "Requests made, retries included; 0 where none was made, such as for a page from the cache."
    first_status: int | None
    "Status code of the first try where it failed, or 200 where it was slow, and the page was\
 requested again; else NULL."
    first_error: str | None
    "A FetchError of the first try where the page was requested again; else NULL."
    status: int | None
    "HTTP status code; NULL where no response came."
    error: str | None
    "A FetchError, also beside a status where reading the body failed; NULL where all was read."
    error_detail: str | None
    "The error in words; NULL where there is none."
    tls_problem: str | None
    "What is wrong with the certificate, which was then not verified; NULL where it is valid."
    location: str | None
    "Location header as sent; NULL where there is none."
    redirect_url: str | None
    "Location resolved, normal form; NULL where it is no redirect or no http(s) URL."
    redirect_key: int | None
    "Key of redirect_url; NULL where redirect_url is NULL."
    redirect_problem: str | None
    "Problem of location: missing | a UrlProblem; NULL where it is valid or no redirect."
    robots: str | None
    "allowed | disallowed | unknown: robots.txt for the audited bot; NULL where not checked."
    robots_rule: str | None
    "The robots.txt rule that decides, as read ('Disallow: /a/'); NULL where none matches."
    content_type: str | None
    "Media type of the Content-Type header, lower case, no parameters; NULL if none."
    charset: str | None
    "Character encoding of the page; NULL where none is known."
    bytes: int | None
    "Size of the decompressed body in bytes; NULL where no response came, or more than is fetched."
    latency: float | None
    "Seconds to the response's headers; NULL where none came."
    seconds: float | None
    "Seconds to the last byte; NULL where no response came."
    protocol: str | None
    "Protocol of the connection, such as HTTP/1.1; NULL where it is not known."
    ip_address: str | None
    "IP address of the server; NULL where it is not known."
    server: str | None
    "Server header; NULL where there is none."
    last_modified: str | None
    "Last-Modified header as sent; NULL where there is none."
    etag: str | None
    "ETag header as sent; NULL where there is none."
    retry_after: str | None
    "Retry-After header as sent; NULL where there is none."
    x_robots_tag: str | None
    "Every X-Robots-Tag header, joined by line feeds; NULL where there is none."
    parsed: bool
    "Whether the body was read as HTML."
    meta_robots: str | None
    "Every robots meta as 'name: content', joined by line feeds; NULL where there is none."
    noindex: bool | None
    "Whether meta or header says noindex to the audited bot; NULL where the page was not read."
    nofollow: bool | None
    "Whether meta or header says nofollow to the audited bot; NULL where the page was not read."
    noindex_source: str | None
    "meta | header | both; NULL where there is no noindex."
    unavailable_after: str | None
    "Value of unavailable_after as written; NULL where there is none."
    unavailable_after_at: datetime | None
    "The moment that unavailable_after means, UTC; NULL where it cannot be read."
    title: str | None
    "Text of the first <title>; NULL where there is none."
    h1: str | None
    "Text of the first <h1>; NULL where there is none."
    lang: str | None
    "lang attribute of <html> as written; NULL where there is none."
    lang_problem: str | None
    "A CodeProblem of lang; NULL where it is a valid code or missing."
    base: str | None
    "href of the first <base> as written; NULL where there is none."
    refresh: str | None
    "meta refresh or Refresh header as written; NULL where there is none."
    refresh_source: str | None
    "meta | header; NULL where there is no refresh."
    refresh_url: str | None
    "URL that the refresh redirects to, normal form; NULL where it is no http(s) URL."
    refresh_key: int | None
    "Key of refresh_url; NULL where refresh_url is NULL."
    head_ended_by: str | None
    "Element that ends <head> early: browsers put the rest in <body>; NULL if none."
    repeated_elements: str | None
    "Those of head, body, title and base that are repeated, separated by commas; NULL if none."
    og_url: str | None
    "URL of the first meta og:url, resolved, normal form; NULL where there is none."
    og_url_key: int | None
    "Key of og_url; NULL where og_url is NULL."
    canonicals: int
    "Number of canonical annotations, of the HTML and of Link headers."
    alternates: int
    "Number of hreflang annotations, of the HTML, of Link headers and of <a> elements."
    words: int | None
    "Words in the main text; NULL where the page was not read."
    body_hash: str | None
    "Hash of the decompressed body; NULL where no response came."
    text_hash: str | None
    """Hash of the main text, without header, navigation, footer, script and style; NULL where none
    was read."""
    simhash: int | None
    """64-bit simhash of the main text's words: similar texts differ in few bits; NULL where none
    was read."""
    asks_password: bool | None
    "Whether the main text has a password field; NULL where the page was not read."
    challenge: str | None
    "Sign of a bot protection (Cloudflare, CAPTCHA) in the response; NULL where there is none."
    fetched_at: datetime
    "When the request ended, UTC."
    content_hash: str | None
    "xxh3 of the main text without dates, times, nonces and counters; NULL where none was read."
    modified: str | None
    "dateModified as written: of JSON-LD, else of meta article:modified_time, else of microdata."
    cached_at: datetime | None
    """When the response was received, UTC, of a page from the HTTP cache; NULL where it is not from
    the cache."""
    robots_line: int | None = None
    "Line of the robots.txt that robots_rule stands in; NULL where no rule matches."
    cut_at: int | None = None
    "Bytes that were read of a body that has more; NULL where it has no more."
    unread_reason: str | None = None
    """Why the annotations of the HTML or headers were not read: too-complex | binary | too-many-
    annotations; NULL where they were read."""
    charset_conflict: str | None = None
    "Charset that the HTML declares, where header or byte order mark name another; NULL elsewhere."
    detected_language: str | None = None
    "Language of the main text where neither lang nor the own hreflang names it; else NULL."
    detected_probability: float | None = None
    """How sure detected_language is, 0 to 1: the least probability by py3langid, or the least share
    of its script in the letters; NULL where detected_language is NULL."""
    looks_like_html: bool | None = None
    "Whether it begins like HTML and is sent as another type; NULL where it is HTML, XML or no 2xx."
    head_ended_element: str | None = None
    "Start tag of head_ended_by, or its text, as parsed, truncated; NULL where there is none."
    page_canonicals: list[PageCanonical] = _nested()
    "Its canonical annotations."
    page_alternates: list[PageAlternate] = _nested()
    "Its hreflang annotations."
    page_directives: list[PageDirective] = _nested()
    "Its robots directives."
    page_forms: list[PageForm] = _nested()
    "Its links to forms for other devices."
    page_images: list[PageImage] = _nested()
    "Listed images that were looked for in it."
    page_dates: list[PageDate] = _nested()
    "Its publication dates, where it is listed with news."


@dataclass(slots=True)
class PageCanonical:
    """A canonical annotation of a page, as found."""

    page_id: int
    "ID of the page's row in pages."
    url: str
    "URL of the page, normal form."
    url_key: int
    "Key of url."
    number: int
    "Number within the page, from 1."
    source: str
    "html | header."
    href: str | None
    "href as written; NULL where there is none."
    canonical: str | None
    "URL that href means, normal form; NULL where it is no http(s) URL."
    canonical_key: int | None
    "Key of canonical; NULL where canonical is NULL."
    canonical_near_key: int | None
    "Near key of canonical; NULL where canonical is NULL."
    href_problem: str | None
    "A UrlProblem of href; NULL where it is a valid URL."
    difference: str | None
    "A Difference to the page's own URL; NULL where it is self-referencing or canonical is NULL."
    in_head: bool
    "Whether it is in <head>; always true for a header."
    attributes: str | None
    "Attributes that void it (hreflang, lang, media, type), separated by commas; NULL if none."
    without_base: str | None = None
    "URL that href would mean without the page's <base>; NULL where that is the same."
    element: str | None = None
    "The <link> as parsed, truncated; NULL where nothing is wrong with its form."


@dataclass(slots=True)
class PageAlternate:
    """A hreflang annotation of a page, as found."""

    page_id: int
    "ID of the page's row in pages."
    url: str
    "URL of the page, normal form."
    url_key: int
    "Key of url."
    number: int
    "Number within the page, from 1."
    source: str
    "html | header | anchor (an <a hreflang>, which has no effect)."
    hreflang: str | None
    "hreflang attribute as written; NULL where there is none."
    code: str | None
    "Normal form of hreflang (en-GB, zh-Hant-TW, x-default); NULL where it cannot be read."
    code_problem: str | None
    "A CodeProblem of hreflang; NULL where it is a valid code."
    code_suggestion: str | None
    "The code that was probably meant; NULL where none suggests itself."
    href: str | None
    "href as written; NULL where there is none."
    alternate: str | None
    "URL that href means, normal form; NULL where it is no http(s) URL."
    alternate_key: int | None
    "Key of alternate; NULL where alternate is NULL."
    alternate_near_key: int | None
    "Near key of alternate; NULL where alternate is NULL."
    href_problem: str | None
    "A UrlProblem of href; NULL where it is a valid URL."
    in_head: bool
    "Whether it is in <head>; always true for a header."
    attributes: str | None
    "What it should not have (media, type, rel=canonical), separated by commas; NULL if none."
    without_base: str | None = None
    "URL that href would mean without the page's <base>; NULL where that is the same."
    element: str | None = None
    "The <link> as parsed, truncated; NULL where nothing is wrong with its form."


@dataclass(slots=True)
class PageForm:
    """A page's link to its form for phones: rel=amphtml, or rel=alternate with a small screen."""

    page_id: int
    "ID of the page's row in pages."
    url: str
    "URL of the page, normal form."
    url_key: int
    "Key of url."
    number: int
    "Number within the page, from 1."
    source: str
    "html | header."
    kind: str
    "amphtml | media."
    media: str | None
    "media attribute as written; NULL where there is none."
    href: str | None
    "href as written; NULL where there is none."
    form: str | None
    "URL that href means, normal form; NULL where it is no http(s) URL."
    form_key: int | None
    "Key of form; NULL where form is NULL."
    href_problem: str | None
    "A UrlProblem of href; NULL where it is a valid URL."
    in_head: bool
    "Whether it is in <head>; always true for a header."


@dataclass(slots=True)
class PageDirective:
    """A robots directive of a page."""

    page_id: int
    "ID of the page's row in pages."
    url: str
    "URL of the page, normal form."
    url_key: int
    "Key of url."
    number: int
    "Number within the page, from 1."
    source: str
    "meta | header."
    agent: str
    "Bot that it is for, lower case: robots, googlebot…; '*' for a header that names none."
    directive: str
    "Name of the directive, lower case."
    value: str | None
    "Value after the colon (max-snippet:20); NULL where there is none."
    in_head: bool
    "Whether it is in <head>; always true for a header."
    problem: str | None
    "unknown | bad-value; NULL where nothing is wrong."


@dataclass(slots=True)
class PageImage:
    """An image that an entry lists, looked for in the HTML that the server sends of its page.

    Only where a check needs it, and only in pages whose HTML has images at all.
    """

    page_id: int
    "ID of the page's row in pages."
    url: str
    "URL of the page, normal form."
    url_key: int
    "Key of url."
    image_url: str
    "URL of the listed image, normal form."
    image_url_key: int
    "Key of image_url."
    is_named: bool
    "Whether the image's file name is anywhere in the HTML."


@dataclass(slots=True)
class PageDate:
    """A publication date in a page's machine-readable data; only of pages listed with news."""

    page_id: int
    "ID of the page's row in pages."
    url: str
    "URL of the page, normal form."
    url_key: int
    "Key of url."
    source: str
    "meta | json-ld | time: where the date is in the HTML."
    published: str
    "Date as written."
    published_at: datetime | None
    "The moment that published means, UTC; NULL where it cannot be read."
    published_precision: str | None
    "year | month | day | minute | second | fraction; NULL where it cannot be read."
    published_problem: str | None
    "A DateProblem of published; NULL where nothing is wrong."


@dataclass(slots=True)
class Render:
    """A page as a browser shows it once its scripts have run.

    Where ``problem`` is not NULL, nothing is known of how the page renders.
    """

    id: int
    "ID of this rendering, unique in the audit."
    page_id: int
    "ID of the fetched page's row in pages."
    url: str
    "URL of the page, normal form."
    url_key: int
    "Key of url."
    pattern: str
    "Pattern of the URL; a sample renders some pages of each pattern."
    problem: str | None
    "A RenderProblem; NULL where the page was rendered."
    problem_detail: str | None
    "The problem in words; NULL where there is none."
    status: int | None
    "Status code of the response that the browser received; NULL where none came."
    redirect_url: str | None
    "URL that a script or refresh leads to, which was not followed; NULL where there is none."
    redirect_key: int | None
    "Key of redirect_url; NULL where redirect_url is NULL."
    address: str | None
    "URL that the browser shows in the end: a script can change it; NULL where not rendered."
    address_key: int | None
    "Key of address; NULL where address is NULL."
    reloads: int | None
    "Times that the page loaded itself again; NULL where it was not rendered."
    is_settled: bool
    "Whether no request was open in the end; else the page was read while it still loaded."
    meta_robots: str | None
    "Every robots meta as 'name: content', joined by line feeds; NULL where there is none."
    noindex: bool | None
    "Whether meta or header says noindex to the audited bot; NULL where the page was not read."
    nofollow: bool | None
    "Whether meta or header says nofollow to the audited bot; NULL where the page was not read."
    noindex_source: str | None
    "meta | header | both; NULL where there is no noindex."
    title: str | None
    "Text of the first <title> after rendering; NULL where there is none."
    h1: str | None
    "Text of the first <h1>; NULL where there is none."
    lang: str | None
    "lang attribute of <html> as written; NULL where there is none."
    head_ended_by: str | None
    "Element that ends <head> early when the rendered HTML is parsed; NULL if none."
    canonicals: int
    "Number of canonical annotations."
    alternates: int
    "Number of hreflang annotations."
    words: int | None
    "Words in the main text; NULL where the page was not read."
    text_hash: str | None
    """Hash of the main text, without header, navigation, footer, script and style; NULL where none
    was read."""
    simhash: int | None
    """64-bit simhash of the main text's words: similar texts differ in few bits; NULL where none
    was read."""
    links: int | None
    "Number of <a href> elements; NULL where it was not rendered."
    requests: int | None
    """Requests for the page and its resources, without images, fonts, media and beacons; NULL where
    it was not rendered."""
    console_errors: int | None
    "Errors that scripts wrote to the console; NULL where it was not rendered."
    script_errors: int | None
    "Errors that no script caught; NULL where it was not rendered."
    disallowed: int | None
    """Scripts, styles and data of the same origin that robots.txt disallows to the audited bot;
    NULL where it was not rendered."""
    disallowed_url: str | None
    "URL of the first disallowed resource; NULL where there is none."
    disallowed_rule: str | None
    "The robots.txt rule that disallows it, as written; NULL where there is none."
    seconds: float | None
    "Seconds that rendering took; NULL where it is not known."
    fetched_at: datetime
    "When rendering ended, UTC."
    render_canonicals: list[RenderCanonical] = _nested()
    "Its canonical annotations."
    render_alternates: list[RenderAlternate] = _nested()
    "Its hreflang annotations."


@dataclass(slots=True)
class RenderCanonical:
    """A canonical annotation of a rendered page, as found."""

    render_id: int
    "ID of the page's row in renders."
    url: str
    "URL of the page, normal form."
    url_key: int
    "Key of url."
    number: int
    "Number within the page, from 1."
    source: str
    "html | header."
    href: str | None
    "href as written; NULL where there is none."
    canonical: str | None
    "URL that href means, normal form; NULL where it is no http(s) URL."
    canonical_key: int | None
    "Key of canonical; NULL where canonical is NULL."
    href_problem: str | None
    "A UrlProblem of href; NULL where it is a valid URL."
    in_head: bool
    "Whether it is in <head>; always true for a header."
    attributes: str | None
    "Attributes that void it (hreflang, lang, media, type), separated by commas; NULL if none."


@dataclass(slots=True)
class RenderAlternate:
    """A hreflang annotation of a rendered page, as found."""

    render_id: int
    "ID of the page's row in renders."
    url: str
    "URL of the page, normal form."
    url_key: int
    "Key of url."
    number: int
    "Number within the page, from 1."
    source: str
    "html | header | anchor (an <a hreflang>, which has no effect)."
    hreflang: str | None
    "hreflang attribute as written; NULL where there is none."
    code: str | None
    "Normal form of hreflang (en-GB, zh-Hant-TW, x-default); NULL where it cannot be read."
    href: str | None
    "href as written; NULL where there is none."
    alternate: str | None
    "URL that href means, normal form; NULL where it is no http(s) URL."
    alternate_key: int | None
    "Key of alternate; NULL where alternate is NULL."
    href_problem: str | None
    "A UrlProblem of href; NULL where it is a valid URL."
    in_head: bool
    "Whether it is in <head>; always true for a header."


@dataclass(slots=True)
class Medium:
    """An image or video file that a sitemap lists, requested where the option ``media`` is set.

    The place is the first that lists it; redirects are noted and not followed.
    """

    id: int
    "ID of this fetch, unique in the audit."
    url: str
    "URL of the file, normal form."
    url_key: int
    "Key of url."
    kind: str
    "image | thumbnail (of a video) | video."
    page_url: str | None
    "URL of the entry that lists it; NULL where the entry's loc is no http(s) URL."
    sitemap_url: str
    "URL of the first sitemap that lists it, normal form."
    line: int | None
    "Line of the sitemap, from 1; NULL where it is not known."
    robots: str | None
    "allowed | disallowed | unknown: for Googlebot-Image, or Googlebot-Video for a video."
    attempts: int
    "Requests made, retries included."
    status: int | None
    "HTTP status code; NULL where no response came."
    error: str | None
    "A FetchError; NULL where the response was read."
    error_detail: str | None
    "The error in words; NULL where there is none."
    tls_problem: str | None
    "What is wrong with the certificate, which was then not verified; NULL where it is valid."
    redirect_url: str | None
    "Location resolved, normal form; NULL where it is no redirect or no http(s) URL."
    content_type: str | None
    "Media type of the Content-Type header, lower case, no parameters; NULL if none."
    fetched_at: datetime
    "When the request ended, UTC."


@dataclass(slots=True)
class GooglebotPage:
    """A page requested again with Googlebot's user agent, by the option ``compare_user_agent``."""

    id: int
    "ID of this fetch, unique in the audit."
    url: str
    "URL of the page, normal form."
    url_key: int
    "Key of url."
    attempts: int
    "Requests made, retries included."
    status: int | None
    "HTTP status code; NULL where no response came."
    error: str | None
    "A FetchError; NULL where the response was read."
    error_detail: str | None
    "The error in words; NULL where there is none."
    challenge: str | None
    "Sign of a bot protection (Cloudflare, CAPTCHA) in the response; NULL where there is none."
    redirect_url: str | None
    "Location resolved, normal form; NULL where it is no redirect or no http(s) URL."
    redirect_key: int | None
    "Key of redirect_url; NULL where redirect_url is NULL."
    noindex: bool | None
    "Whether meta or header says noindex to the audited bot; NULL where the page was not read."
    canonical: str | None
    "URL that all its canonicals that have an effect name; NULL where there is none."
    canonical_key: int | None
    "Key of canonical; NULL where canonical is NULL."
    canonicals: int
    "Number of canonical annotations, of the HTML and of Link headers."
    title: str | None
    "Text of <title>; NULL where there is none or the page was not read."
    content_hash: str | None
    "Hash of the main text without dates, times, nonces and counters; NULL where none was read."
    fetched_at: datetime
    "When the request ended, UTC."


@dataclass(slots=True)
class RedirectLoop:
    """A redirect that leads back to itself, requested again at the end with its cookies kept."""

    url: str
    "URL that redirects, normal form."
    url_key: int
    "Key of url."
    cookies: int
    "Number of cookies that were set on the way."
    hops: int
    "Redirects followed."
    final_url: str
    "URL where the chain ends, or is back at."
    status: int | None
    "Status code of the last response, a redirect's where the loop stays; NULL where none came."
    error: str | None
    "A FetchError; NULL where the response was read."
    fetched_at: datetime
    "When the request ended, UTC."


class Columns(tuple[Any, ...]):
    """Many rows of one table, held as a list for each column; iterating makes the rows.

    What copies the sequences in an item (``itemadapter``, ``dataclasses``) does it by
    ``type(rows)(copies)``: ``Columns(rows)`` is a plain list of them.
    """

    kind: type[Row]

    def __new__(cls, kind: Any, values: Iterable[list[Any]] | None = None) -> Columns:
        """Hold ``values``, a list for each column of ``kind``, all of the same length."""
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
        """The rows, one by one."""
        return starmap(self.kind, zip(*self.values, strict=True))

    @classmethod
    def of(cls, kind: type[Row], rows: Sequence[Row]) -> Columns:
        """Hold rows of one class."""
        return cls(kind, [list(map(attrgetter(name), rows)) for name in column_names(kind)])

    @property
    def values(self) -> tuple[list[Any], ...]:
        """The columns."""
        return tuple(super().__iter__())

    def column(self, name: str) -> list[Any]:
        """The values of one column."""
        return self.values[column_names(self.kind).index(name)]

    def extend(self, values: Iterable[Iterable[Any]]) -> None:
        """Add more rows, given as columns."""
        for column, more in zip(self.values, values, strict=True):
            column.extend(more)


@dataclass(slots=True)
class EntryBatch:
    """Some thousand entries of a sitemap file, with what belongs to them; no table of its own."""

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
    "Faults in the form of the file."

    def add(self, rows: Rows) -> None:
        """Add rows of its tables; columns stay columns in a field that has no rows yet."""
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


Row: TypeAlias = (
    Robots
    | RobotsLine
    | Sitemap
    | SitemapProblem
    | Entry
    | EntryAlternate
    | EntryImage
    | EntryVideo
    | EntryNews
    | Page
    | PageCanonical
    | PageAlternate
    | PageForm
    | PageDirective
    | PageImage
    | PageDate
    | Render
    | RenderCanonical
    | RenderAlternate
    | Medium
    | GooglebotPage
    | RedirectLoop
)

TABLES: dict[str, type[Row]] = {
    "robots": Robots,
    "robots_lines": RobotsLine,
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
    "pages": Page,
    "media": Medium,
    "googlebot_pages": GooglebotPage,
    "redirect_loops": RedirectLoop,
}
"""By name, parts before the fetch they belong to: the order in which they are written."""

TABLE_NAMES: dict[type, str] = {row: name for name, row in TABLES.items()}
"The name of a class's table."
Item: TypeAlias = Row | EntryBatch
"What the spider yields."
Rows: TypeAlias = "list[Row] | Columns"
"Rows of any tables, or of one table as columns; to iterate over them tells no difference."


def of_kind(kind: type[R], rows: Rows) -> Iterator[R]:
    """Those of one table; columns of another table are not taken apart for it."""
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


def _reduce(item: Item) -> tuple[type[Item], tuple[Any, ...]]:
    """Pickle an item as a call of its class: Python's own way, by slots, takes twice as long."""
    return type(item), _VALUES[type(item)](item)


for _item in _VALUES:
    copyreg.pickle(_item, _reduce)  # type: ignore[arg-type]  # it is one of the classes of Item


def column_names(item: type[Item]) -> tuple[str, ...]:
    """The fields of a class that are stored as columns, in order."""
    return _COLUMN_NAMES[item]


@cache
def column_types(table: str) -> dict[str, tuple[type, bool]]:
    """The type of each column of a table, and whether it may be NULL."""
    hints = get_type_hints(TABLES[table])
    kinds = {name: get_args(hints[name]) or (hints[name],) for name in column_names(TABLES[table])}
    return {name: (kind[0], type(None) in kind) for name, kind in kinds.items()}


def nested_names(item: type[Item]) -> tuple[str, ...]:
    """The fields of a class that hold rows of the tables that they are named as."""
    return _NESTED_NAMES[item]


def column_texts(item: type[Item]) -> dict[str, str]:
    """What each column of a class means, its unit, and when it is NULL: the text under the field.

    Raises:
        OSError: the source of this module is not there.
    """
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(item))).body
    texts = {}
    for line, below in pairwise(body.body):  # type: ignore[attr-defined]  # it is a class
        match line, below:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(value=ast.Constant(str(text))):
                texts[name] = text
    return {name: texts[name] for name in column_names(item) if name in texts}
