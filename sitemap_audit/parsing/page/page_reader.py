"""Values of a page, read from its headers and HTML."""

from __future__ import annotations

import codecs
import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import xxhash

from sitemap_audit.items import PageAlternate, PageDirective
from sitemap_audit.parsing.cleaning import clean
from sitemap_audit.parsing.content_type import header_charset, media_type
from sitemap_audit.parsing.dates import read_any_date
from sitemap_audit.parsing.languages import X_DEFAULT, read_lang
from sitemap_audit.parsing.page.challenge import find_challenge
from sitemap_audit.parsing.page.encoding import Text, decode
from sitemap_audit.parsing.page.head import TooManyTagsError
from sitemap_audit.parsing.page.headers import (
    HeaderAnnotations,
    Headers,
    header_fault,
    read_annotations,
)
from sitemap_audit.parsing.page.html import HtmlFacts, read_html
from sitemap_audit.parsing.page.language import FEWEST_WORDS, Detected, detect
from sitemap_audit.parsing.page.links import alternates, canonicals, find_annotations, forms
from sitemap_audit.parsing.page.refresh import read_refresh
from sitemap_audit.parsing.page.robots_meta import judge
from sitemap_audit.parsing.page.robots_slips import VoidDirectives, find_void_header, meant
from sitemap_audit.parsing.urls import key, read_link

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MAX_HTML = 2 * 2**20
"""Bytes of a body that are read as HTML: "Googlebot crawls the first 2MB of a supported file type"
and takes these for the whole, https://developers.google.com/search/docs/crawling-indexing/googlebot.
The limit is on decompressed data."""
TOO_MANY = "too-many-annotations"
"Why a page is not read that has more than ``html.MAX_ANNOTATIONS``."

_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_HTML_START = re.compile(
    rb"\s*(?:<!--.{0,500}?-->\s*)?<(?:!doctype\s+html|html|head)\b", re.I | re.S
)
_BINARY = 4_096
"Characters among which a NUL makes a page binary; a stray one further down does not."


class PageReading(SimpleNamespace):
    """Values read from a page's headers and body, named as the columns of the pages table.

    ``canonicals``, ``alternates``, ``directives`` and ``forms`` are rows; ``sitemap_links`` are the
    URLs of <link rel=sitemap>, normal form; ``outlinks`` are PageOutlink.
    """


# What HtmlFacts and PageReading both name.
_AS_IN_HTML = (
    "title",
    "h1",
    "description",
    "lang",
    "base",
    "head_ended_by",
    "head_ended_element",
    "repeated_elements",
    "meta_robots",
    "modified",
    "shows_nothing",
)
_REFRESH = ("refresh", "refresh_source", "refresh_url", "refresh_key")
_OF_MAIN_TEXT = ("words", "content_hash", "simhash", "phrases_key", "asks_password")
_READ_OF_HTML = (*_AS_IN_HTML, *_OF_MAIN_TEXT, "lang_problem", "text_hash")


class _Read(NamedTuple):
    """The parts of a page that have an effect."""

    page: Mapping[str, Any]
    "The columns that each row of a page has: its ID, its URL and the key of it."
    url: str
    sent: Headers
    "Empty where the response is no 2xx."
    annotated: HeaderAnnotations
    "By these headers."
    html: HtmlFacts | None

    @property
    def base(self) -> str:
        return self.html.base_url if self.html else self.url


def read_page(
    body: bytes,
    *,
    page_id: int,
    url: str,
    headers: Iterable[tuple[str, str]],
    token: str,
    status: int | None = 200,
    is_probe: bool = False,
    most: int = MAX_HTML,
    with_outlinks: bool = False,
    is_too_complex: bool = False,
) -> PageReading:
    """Read a page.

    Annotations and directives are read only of a 2xx response. Those of an error page, a redirect
    or bot protection have no effect.

    Args:
        body: decompressed; empty if there is none.
        url: URL of the page, in normal form.
        token: product token of the bot to which ``noindex`` and ``nofollow`` apply.
        status: None if no response came.
        is_probe: the URL cannot exist; its main text is read under any status, for comparison.
            So is that of a page that returns 404 or 410.
        most: maximum number of bytes of the body to read as HTML.
        with_outlinks: read the links of the page too.
        is_too_complex: do not parse its HTML, which takes minutes or gigabytes.
    """
    sent = Headers(headers)
    challenge = find_challenge(status, sent.joined, b"" if is_too_complex else body)
    is_answer = status is not None and 200 <= status < 300 and challenge is None
    content_type = sent.content_type
    is_read = is_answer or ((is_probe or status in (404, 410)) and challenge is None)
    is_html = is_read and _is_html(content_type, body)
    body_read = _NOT_READ
    if is_html:
        body_read = _read_body(
            body[:most],
            content_type,
            url,
            with_outlinks=with_outlinks,
            is_too_complex=is_too_complex,
        )
    effective = sent if is_answer else Headers(())
    annotated = read_annotations(effective)
    if annotated.has_too_many:
        body_read = body_read._replace(html=None, unread_reason=TOO_MANY)
    html = body_read.html
    text = _of_text(html) if html else {}
    html = html if is_answer else None
    page = {"page_id": page_id, "url": url, "url_key": key(url)}
    read = _Read(page, url, effective, annotated, html)
    annotations = _of_links(read)
    detected = _detected(html, annotations["alternates"], read.page["url_key"]) if html else None
    return PageReading(
        **sent.facts(),
        **{**_of_html(html), **text},
        **_of_refresh(read),
        **_of_og_url(read),
        **_of_modified(html),
        **annotations,
        outlinks=html.outlinks if html else [],
        links=html.links if html else None,
        **_of_directives(read, token, is_known=is_answer and body_read.unread_reason is None),
        charset=body_read.text.charset or header_charset(content_type),
        charset_conflict=body_read.text.conflict if is_answer else None,
        charsets=body_read.text.declared if is_answer else None,
        charset_problem=body_read.text.problem if is_answer else None,
        detected_language=detected.language if detected else None,
        detected_probability=detected.probability if detected else None,
        looks_like_html=_looks_like_html(content_type, body) if is_answer else None,
        body_hash=xxhash.xxh3_128_hexdigest(body) if status is not None else None,
        challenge=challenge,
        **header_fault(sent, url)._asdict(),
        cut_at=most if is_html and len(body) > most else None,
        unread_reason=body_read.unread_reason if is_answer else None,
    )


def _is_html(content_type: str | None, body: bytes) -> bool:
    """Return whether the type is HTML; without a type, whether the body begins like HTML."""
    kind = media_type(content_type)
    return kind in _HTML_TYPES or (kind is None and _HTML_START.match(body[:_BINARY]) is not None)


def _looks_like_html(content_type: str | None, body: bytes) -> bool | None:
    """Return whether HTML is sent as another type; None if the type is HTML or XML."""
    kind = media_type(content_type)
    if kind is None or kind in _HTML_TYPES or kind.endswith("xml"):
        return None
    return _HTML_START.match(body[:_BINARY].removeprefix(codecs.BOM_UTF8)) is not None


class _Body(NamedTuple):
    """Values read from the body of a page."""

    text: Text
    html: HtmlFacts | None
    unread_reason: str | None


_NOT_READ = _Body(Text("", None), None, None)


def _read_body(
    body: bytes, content_type: str | None, url: str, *, with_outlinks: bool, is_too_complex: bool
) -> _Body:
    read = decode(body, content_type)
    text, read = read.text, read._replace(text="")
    if "\0" in text[:_BINARY]:
        return _Body(read, None, "binary")
    too_complex = _Body(read, None, "too-complex")
    if is_too_complex:
        return too_complex
    try:
        html = read_html(text, url, with_outlinks=with_outlinks)
    except TooManyTagsError:
        return too_complex
    return _Body(read, None, TOO_MANY) if html.has_too_many else _Body(read, html, None)


def _of_html(html: HtmlFacts | None) -> dict[str, Any]:
    if html is None:
        return {"parsed": False, **dict.fromkeys(_READ_OF_HTML)}
    return {
        "parsed": True,
        "lang_problem": None if html.lang is None else read_lang(html.lang).problem,
        **{name: getattr(html, name) for name in _AS_IN_HTML},
    }


def _of_text(html: HtmlFacts) -> dict[str, Any]:
    return {
        "title": html.title,
        "h1": html.h1,
        "text_hash": html.main.hash,
        **{name: getattr(html.main, name) for name in _OF_MAIN_TEXT},
    }


def _of_refresh(read: _Read) -> dict[str, Any]:
    """Return the refresh that a browser obeys: the header's, which precedes the page's."""
    for source, written, base in (
        ("header", read.sent.first("refresh"), read.url),
        ("meta", read.html.refresh if read.html else None, read.base),
    ):
        if written is None or "\ufffd" in written:
            continue
        if refresh := read_refresh(written):
            link = read_link(refresh.url, base)
            return dict(zip(_REFRESH, (clean(written), source, link.url, link.key), strict=True))
    return dict.fromkeys(_REFRESH)


def _of_og_url(read: _Read) -> dict[str, Any]:
    link = read_link(read.html.og_url, read.base) if read.html else None
    return {"og_url": link.url if link else None, "og_url_key": link.key if link else None}


def _of_modified(html: HtmlFacts | None) -> dict[str, Any]:
    """Return what the modified date of the page means."""
    if html is None or html.modified is None:
        return dict.fromkeys(("modified_at", "modified_precision", "modified_problem"))
    at, precision, problem, _ = read_any_date(html.modified)
    return {"modified_at": at, "modified_precision": precision, "modified_problem": problem}


def _of_directives(read: _Read, token: str, *, is_known: bool) -> dict[str, Any]:
    of_html = read.html.directives if read.html else []
    directives = [*of_html, *read.annotated.directives]
    effective = judge(directives, token)
    otherwise = False if is_known else None
    void = read.html.void_robots if read.html else None
    void = void or find_void_header(read.sent.joined)
    return {
        "noindex": effective.noindex or otherwise,
        "nofollow": effective.nofollow or otherwise,
        "noindex_source": effective.noindex_source,
        "unavailable_after": effective.unavailable_after,
        "unavailable_after_at": effective.unavailable_after_at,
        **(void or VoidDirectives(None, None))._asdict(),
        "directives": [
            PageDirective(
                **read.page, number=number, **directive._asdict(), suggestion=meant(directive)
            )
            for number, directive in enumerate(directives, start=1)
        ],
    }


def _of_links(read: _Read) -> dict[str, Any]:
    elements = read.html.elements if read.html else []
    found = find_annotations(elements, read.base, read.annotated.links, read.url)
    return {
        "canonicals": canonicals(found, read.page),
        "alternates": alternates(found, read.page),
        "forms": forms(found, read.page),
        "sitemap_links": [a.link.url for a in found if "sitemap" in a.rels and a.link.url],
    }


def _detected(html: HtmlFacts, alternates: list[PageAlternate], own: int) -> Detected | None:
    """Detect the language of a page that declares one by lang or its own hreflang."""
    codes = [read_lang(html.lang).code if html.lang else None]
    codes += [each.code for each in alternates if each.alternate_key == own]
    said = {code.partition("-")[0].lower() for code in codes if code and code != X_DEFAULT}
    return detect(html.main.text, said) if said and html.main.words >= FEWEST_WORDS else None
