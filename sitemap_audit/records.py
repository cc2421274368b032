"""The schema: one record class a table, written nowhere else.

A record is an immutable tuple, since an audit of a big site makes a hundred million of them
(a frozen dataclass costs four times as much to make, measured).

Conventions that hold in every table:

* What a site wrote stands beside what it means: ``lastmod`` is the text, ``lastmod_at`` the
  moment, NULL where the text cannot be read. Nothing is repaired on the way in.
* A URL column ``x`` holds the normal form (see :mod:`sitemap_audit.parsing.urls`), ``x_key`` its
  64-bit key, to join on, and ``x_near_key`` the key of the form with the commonest slips folded
  (slash, case, scheme, www, index page, order of the query). NULL where the text is no http(s) URL.
* ``*_problem`` says in one of a closed set of words what is wrong with the value beside it;
  NULL means nothing is.
* A record that is part of a fetch carries the fetch's ``sitemap_id`` or ``page_id`` and is
  written before it. A part whose fetch has no row was interrupted and does not count.
"""

from __future__ import annotations

from datetime import datetime  # noqa: TC003 - the schema is read from the annotations
from enum import StrEnum
from typing import NamedTuple, TypeAlias


class FetchError(StrEnum):
    """Why a request brought no usable answer."""

    DNS = "dns"
    "DNS says that the host's name has no address."
    RESOLVER = "resolver"
    "DNS did not answer; whether the host has an address is not known."
    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    TLS = "tls"
    TIMEOUT = "timeout"
    RESET = "reset"
    TRUNCATED = "truncated"
    TOO_LARGE = "too-large"
    INVALID_RESPONSE = "invalid-response"
    UNDECODABLE = "undecodable"
    DISALLOWED = "disallowed"
    FORBIDDEN_SCHEME = "forbidden-scheme"
    ROBOTS_UNREACHABLE = "robots-unreachable"
    PRIVATE_ADDRESS = "private-address"
    "Not asked for: it leads into a private network that is not the audited site's own."
    THROTTLED = "throttled"
    "Not asked for: the host keeps asking for more time (429, Retry-After) than an audit has."
    PROXY = "proxy"
    "The proxy failed or refused; nothing is known of the site."
    OTHER = "other"


class FoundBy(StrEnum):
    """How a sitemap was found."""

    GIVEN = "given"
    ROBOTS = "robots"
    GUESS = "guess"
    LINK = "link"
    INDEX = "index"
    REDIRECT = "redirect"


class Role(StrEnum):
    """Why a page was fetched; the first reason that came up."""

    LISTED = "listed"
    REDIRECT = "redirect"
    CANONICAL = "canonical"
    REFRESH = "refresh"
    ALTERNATE = "alternate"
    HOME = "home"
    PROBE = "probe"
    "An address that cannot exist, to know how the site says so."


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


class Robots(NamedTuple):
    """A robots.txt asked for: one row an origin."""

    origin: str
    "scheme://host[:port] whose rules these are."
    url: str
    "Address asked first: origin + /robots.txt."
    final_url: str
    "Address that answered, after redirects."
    redirects: int
    "Hops followed; five at most (RFC 9309, 2.3.1.2)."
    status: int | None
    error: str | None
    "A FetchError, where no answer came."
    error_detail: str | None
    policy: str
    "rules | allow-all (4xx) | disallow-all (5xx, 429, no answer): RFC 9309, 2.3.1."
    content_type: str | None
    bytes: int | None
    "Size of the body."
    is_html: bool
    is_utf8: bool
    has_bom: bool
    sitemaps: int
    "Number of Sitemap lines."
    content_hash: str | None
    rules_hash: str | None
    "Of its rules alone: two files with the same say the same to a crawler. NULL without rules."
    fetched_at: datetime
    seconds: float | None


class RobotsLine(NamedTuple):
    """A line of a robots.txt that is neither blank nor a comment."""

    origin: str
    number: int
    "Line, from 1."
    offset: int
    "Bytes before the line: Google reads the first 512,000."
    field: str | None
    "Lower case; NULL where the line has no colon."
    value: str
    "Without comment and surrounding space; the whole line where it has no colon."
    url: str | None
    "Of a Sitemap line."
    url_key: int | None
    problem: str | None
    "no-colon | unknown-field | unsupported-field | rule-before-agent | bad-path | glued-comment |\
 a UrlProblem."


class Sitemap(NamedTuple):
    """A sitemap asked for; a redirect is a row of its own, as is its target."""

    id: int
    url: str
    url_key: int
    requested: str
    "As it went over the wire."
    found_by: str
    "A FoundBy."
    found_in: str | None
    "URL of the robots.txt, page, index or redirect that led here."
    depth: int
    "Indexes above it."
    status: int | None
    error: str | None
    "A FetchError."
    error_detail: str | None
    tls_problem: str | None
    "What is wrong with the certificate; the file was then read without verifying it."
    attempts: int
    location: str | None
    redirect_url: str | None
    redirect_key: int | None
    robots: str | None
    "allowed | disallowed | unknown: for the bot that verdicts are made for."
    content_type: str | None
    content_encoding: str | None
    compression: str | None
    "Of the file itself: gzip | gzip-twice | zip | bzip2 | xz | zstd; NULL where plain."
    bytes: int | None
    "As received."
    unpacked: int | None
    "After every decompression; what was read of it where it stopped early."
    kind: str | None
    "A SitemapKind; NULL where nothing came."
    root: str | None
    "Local name of the root element."
    namespace: str | None
    encoding: str | None
    "Used to read it."
    encoding_declared: str | None
    "By the XML declaration."
    encoding_header: str | None
    "By the charset of the Content-Type."
    has_bom: bool
    entries: int
    "<url> elements, lines or items."
    children: int
    "<sitemap> elements."
    complete: bool
    "Read to its end."
    stopped_by: str | None
    "size | ratio | time | truncated | gzip | long-entry | xml: why it was not."
    last_modified: str | None
    etag: str | None
    content_hash: str | None
    fetched_at: datetime
    latency: float | None
    "Seconds to the response's headers."
    seconds: float | None
    "Seconds to the last byte."


class SitemapProblem(NamedTuple):
    """A fault of a file's form, with its place."""

    sitemap_id: int
    sitemap_url: str
    code: str
    position: int | None
    "Of the entry it is in, from 1."
    line: int | None
    column: int | None
    detail: str
    "What was found."
    expected: str | None
    excerpt: str | None
    "At most 80 characters of the file."


class Entry(NamedTuple):
    """A <url>, <sitemap>, text line or feed item, in the order of the file."""

    sitemap_id: int
    sitemap_url: str
    position: int
    "From 1, counted apart for <url> and <sitemap>."
    line: int | None
    kind: str
    "url | sitemap: what it points to."
    loc: str | None
    "As written, entities resolved; NULL where there is none."
    url: str | None
    url_key: int | None
    url_near_key: int | None
    loc_problem: str | None
    "A UrlProblem."
    repeated_parameter: str | None
    "Name of the first parameter that the query has twice; lists such as a[]= apart."
    lastmod: str | None
    lastmod_at: datetime | None
    lastmod_precision: str | None
    "year | month | day | minute | second | fraction."
    lastmod_problem: str | None
    changefreq: str | None
    changefreq_problem: str | None
    priority: str | None
    priority_value: float | None
    priority_problem: str | None
    alternates: int
    images: int
    videos: int
    news: int


class EntryAlternate(NamedTuple):
    """An <xhtml:link> of an entry."""

    sitemap_id: int
    sitemap_url: str
    position: int
    "Of the entry."
    number: int
    "Within the entry, from 1."
    line: int | None
    url: str | None
    "Of the entry."
    url_key: int | None
    rel: str | None
    hreflang: str | None
    code: str | None
    "Normal form (en-GB, zh-Hant-TW, x-default); NULL where it cannot be read."
    code_problem: str | None
    "A CodeProblem."
    code_suggestion: str | None
    href: str | None
    alternate: str | None
    alternate_key: int | None
    alternate_near_key: int | None
    href_problem: str | None
    "A UrlProblem."


class EntryImage(NamedTuple):
    """An <image:image> of an entry."""

    sitemap_id: int
    sitemap_url: str
    position: int
    number: int
    line: int | None
    url: str | None
    url_key: int | None
    loc: str | None
    image_url: str | None
    image_url_key: int | None
    loc_problem: str | None
    "A UrlProblem."
    title: str | None
    caption: str | None
    geo_location: str | None
    license: str | None
    elements: str
    "Local names of its children in their order, a space before and after each."


class EntryVideo(NamedTuple):
    """A <video:video> of an entry."""

    sitemap_id: int
    sitemap_url: str
    position: int
    number: int
    line: int | None
    url: str | None
    url_key: int | None
    thumbnail_loc: str | None
    title: str | None
    description: str | None
    content_loc: str | None
    content_url: str | None
    content_url_key: int | None
    player_loc: str | None
    player_url: str | None
    player_url_key: int | None
    player_attributes: str | None
    "Names of its attributes, a space between."
    duration: str | None
    duration_value: int | None
    "Seconds."
    expiration_date: str | None
    expiration_at: datetime | None
    expiration_precision: str | None
    "year | month | day | minute | second | fraction."
    expiration_problem: str | None
    "A DateProblem."
    rating: str | None
    rating_value: float | None
    view_count: str | None
    publication_date: str | None
    publication_at: datetime | None
    publication_precision: str | None
    publication_problem: str | None
    "A DateProblem."
    family_friendly: str | None
    restriction: str | None
    restriction_relationship: str | None
    restriction_unknown: str | None
    "The first word of it that is no country of ISO 3166-1."
    platform: str | None
    platform_relationship: str | None
    requires_subscription: str | None
    uploader: str | None
    uploader_info: str | None
    live: str | None
    tags: int
    elements: str
    "Local names of its children in their order, a space before and after each."


class EntryNews(NamedTuple):
    """A <news:news> of an entry."""

    sitemap_id: int
    sitemap_url: str
    position: int
    number: int
    line: int | None
    url: str | None
    url_key: int | None
    publication_name: str | None
    publication_language: str | None
    language_problem: str | None
    "unknown-language | malformed | empty."
    publication_date: str | None
    publication_at: datetime | None
    publication_precision: str | None
    publication_problem: str | None
    "A DateProblem."
    title: str | None
    genres: str | None
    keywords: str | None
    stock_tickers: str | None
    elements: str
    "Local names of its children in their order, a space before and after each."


class Page(NamedTuple):
    """A page asked for, once, whatever number of sitemaps and pages point to it."""

    id: int
    url: str
    url_key: int
    url_near_key: int
    site: str | None
    "The registrable domain, by the public suffix list; the host itself where it has none."
    requested: str
    "As it went over the wire."
    role: str
    "A Role."
    attempts: int
    first_status: int | None
    "How it failed at first, where it was asked again at the end of the crawl."
    first_error: str | None
    "A FetchError."
    status: int | None
    error: str | None
    "A FetchError; with a status where the body is what failed."
    error_detail: str | None
    tls_problem: str | None
    "What is wrong with the certificate; the page was then read without verifying it."
    location: str | None
    redirect_url: str | None
    "Location, resolved."
    redirect_key: int | None
    redirect_problem: str | None
    "missing | a UrlProblem."
    robots: str | None
    "allowed | disallowed | unknown: for the bot that verdicts are made for."
    robots_rule: str | None
    "The rule that decided, as written: 'Disallow: /private/'."
    content_type: str | None
    "Media type, lower case, without parameters."
    charset: str | None
    bytes: int | None
    "Of the body, unpacked."
    latency: float | None
    "Seconds to the response's headers."
    seconds: float | None
    "Seconds to the last byte."
    protocol: str | None
    ip_address: str | None
    server: str | None
    last_modified: str | None
    etag: str | None
    retry_after: str | None
    x_robots_tag: str | None
    "Every header of the name, joined by line feeds."
    parsed: bool
    "Read as HTML."
    meta_robots: str | None
    "Every robots meta as 'name: content', joined by line feeds."
    noindex: bool | None
    "For the bot that verdicts are made for, meta and header; NULL where the page was not read."
    nofollow: bool | None
    noindex_source: str | None
    "meta | header | both."
    unavailable_after: str | None
    unavailable_after_at: datetime | None
    title: str | None
    h1: str | None
    lang: str | None
    lang_problem: str | None
    "A CodeProblem."
    base: str | None
    refresh: str | None
    refresh_source: str | None
    "meta | header."
    refresh_url: str | None
    refresh_key: int | None
    head_ended_by: str | None
    "Element that ended <head> before its end tag: what follows is body to a browser."
    repeated_elements: str | None
    "Of head, body, title and base, those that are there more than once; comma between."
    og_url: str | None
    "Of the first meta og:url, resolved."
    og_url_key: int | None
    canonicals: int
    alternates: int
    words: int | None
    "In the main text."
    body_hash: str | None
    text_hash: str | None
    "Of the main text: without header, navigation, footer, script, style."
    simhash: int | None
    "Of the words of the main text: it differs in few bits where they hardly differ."
    asks_password: bool | None
    "A field for a password stands in the main text."
    challenge: str | None
    "Mark of a bot wall, where the answer bears one."
    fetched_at: datetime
    content_hash: str | None
    "Of the main text without dates, times, nonces and counters, which change at each visit."
    modified: str | None
    "dateModified as written: of JSON-LD, else of meta article:modified_time, else of microdata."


class PageCanonical(NamedTuple):
    """A canonical annotation, as found."""

    page_id: int
    url: str
    url_key: int
    number: int
    source: str
    "html | header."
    href: str | None
    canonical: str | None
    canonical_key: int | None
    canonical_near_key: int | None
    href_problem: str | None
    "A UrlProblem."
    difference: str | None
    "From the page's own URL: a Difference; NULL where it is the same."
    in_head: bool
    "Always true for a header."
    attributes: str | None
    "Attributes that void it (hreflang, lang, media, type), comma between."


class PageAlternate(NamedTuple):
    """A hreflang annotation, as found."""

    page_id: int
    url: str
    url_key: int
    number: int
    source: str
    "html | header | anchor (an <a hreflang>, which has no effect)."
    hreflang: str | None
    code: str | None
    code_problem: str | None
    "A CodeProblem."
    code_suggestion: str | None
    href: str | None
    alternate: str | None
    alternate_key: int | None
    alternate_near_key: int | None
    href_problem: str | None
    "A UrlProblem."
    in_head: bool
    attributes: str | None
    "What the link carries that it should not: media, type, rel=canonical; comma between."


class PageDirective(NamedTuple):
    """One robots directive of a page."""

    page_id: int
    url: str
    url_key: int
    number: int
    source: str
    "meta | header."
    agent: str
    "Lower case: robots, googlebot…; '*' for a header that names none."
    directive: str
    "Lower case."
    value: str | None
    "Behind the colon: max-snippet:20."
    in_head: bool
    problem: str | None
    "unknown | bad-value."


class PageImage(NamedTuple):
    """An image that an entry lists, looked for in the HTML that the server sends of its page.

    A page is looked through where a check asks for it, and where its HTML shows images at all.
    """

    page_id: int
    url: str
    url_key: int
    image_url: str
    "Normal form."
    image_url_key: int
    is_named: bool
    "The name of its file stands somewhere in the HTML."


class PageDate(NamedTuple):
    """A date of publication that a page bears for machines; of pages that are listed with news."""

    page_id: int
    url: str
    url_key: int
    source: str
    "meta | json-ld | microdata | time."
    published: str
    "As written."
    published_at: datetime | None
    published_precision: str | None
    "year | month | day | minute | second | fraction."
    published_problem: str | None
    "A DateProblem."


class Render(NamedTuple):
    """A page as a browser showed it once its scripts had run; what is not in ``pages`` is theirs.

    Where ``problem`` is not NULL, nothing is known of how the page renders.
    """

    id: int
    page_id: int
    "Of the page as it was fetched."
    url: str
    url_key: int
    pattern: str
    "Of the URL; a sample takes some pages of each."
    problem: str | None
    "A rendering.target.Problem."
    problem_detail: str | None
    status: int | None
    "Of the answer that the browser had."
    redirect_url: str | None
    "Where a script or a refresh wanted to lead; it was not followed."
    redirect_key: int | None
    address: str | None
    "What the browser showed as its address in the end: a script can change it without loading."
    address_key: int | None
    reloads: int | None
    "Times that the page loaded itself again."
    is_settled: bool
    "It asked for nothing more in the end; else it was read while it still did."
    meta_robots: str | None
    noindex: bool | None
    nofollow: bool | None
    noindex_source: str | None
    "meta | header | both."
    title: str | None
    h1: str | None
    lang: str | None
    head_ended_by: str | None
    "Element that ends <head> early when the rendered tree is read as HTML."
    canonicals: int
    alternates: int
    words: int | None
    text_hash: str | None
    simhash: int | None
    links: int | None
    "<a href> elements."
    requests: int | None
    "Made for the page and what it needs; images, fonts, media and beacons were not."
    console_errors: int | None
    script_errors: int | None
    "Errors that no script caught."
    disallowed: int | None
    "Scripts, styles and data of its own origin that robots.txt disallows to the audited bot."
    disallowed_url: str | None
    "The first of them."
    disallowed_rule: str | None
    seconds: float | None
    fetched_at: datetime


class RenderCanonical(NamedTuple):
    """A canonical annotation of a rendered page, as found."""

    render_id: int
    url: str
    url_key: int
    number: int
    source: str
    "html | header."
    href: str | None
    canonical: str | None
    canonical_key: int | None
    href_problem: str | None
    "A UrlProblem."
    in_head: bool
    attributes: str | None
    "Attributes that void it, comma between."


class RenderAlternate(NamedTuple):
    """A hreflang annotation of a rendered page, as found."""

    render_id: int
    url: str
    url_key: int
    number: int
    source: str
    "html | header | anchor."
    hreflang: str | None
    code: str | None
    href: str | None
    alternate: str | None
    alternate_key: int | None
    href_problem: str | None
    "A UrlProblem."
    in_head: bool


class Medium(NamedTuple):
    """An image or video file that a sitemap lists, asked for where the option ``media`` is set.

    The place is the first that lists it; redirects are noted and not followed.
    """

    id: int
    url: str
    url_key: int
    kind: str
    "image | thumbnail (of a video) | video."
    page_url: str | None
    "Of the entry that lists it."
    sitemap_url: str
    line: int | None
    robots: str | None
    "allowed | disallowed | unknown: for Googlebot-Image, of a video for Googlebot-Video."
    attempts: int
    status: int | None
    error: str | None
    "A FetchError."
    error_detail: str | None
    tls_problem: str | None
    redirect_url: str | None
    content_type: str | None
    "Media type, lower case, without parameters."
    fetched_at: datetime


class RedirectLoop(NamedTuple):
    """A redirect that comes back to itself, asked again at the end with its cookies kept."""

    url: str
    url_key: int
    cookies: int
    "How many were set on the way."
    hops: int
    "Redirects followed."
    final_url: str
    "Where it ended, or came back to."
    status: int | None
    "Of the last answer: a redirect's, where it comes back all the same."
    error: str | None
    "A FetchError."
    fetched_at: datetime


Record: TypeAlias = (
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
    | PageDirective
    | PageImage
    | PageDate
    | Render
    | RenderCanonical
    | RenderAlternate
    | Medium
    | RedirectLoop
)

TABLES: dict[str, type[Record]] = {
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
    "page_directives": PageDirective,
    "page_images": PageImage,
    "page_dates": PageDate,
    "pages": Page,
    "media": Medium,
    "redirect_loops": RedirectLoop,
}
"""By name, parts before the fetch they belong to: the order in which they are written."""
