"""What an entry in a sitemap says of its page, looked for in the page's HTML.

It takes a second look at the page, and only the few pages whose entries give reason to get one.
"""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize
from urllib.parse import unquote, urlsplit

from selectolax.lexbor import LexborHTMLParser

from sitemap_audit.items import PageDate, PageImage
from sitemap_audit.parsing.cleaning import clean
from sitemap_audit.parsing.dates import read_any_date
from sitemap_audit.parsing.urls import key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from selectolax.lexbor import LexborNode


class Place(NamedTuple):
    """A page that was read."""

    page_id: int
    url: str
    "Normal form."
    key: int


_SHOWS_IMAGES = re.compile(
    r"<(?:img|picture|image|amp-img)[\s/>]|srcset|data-src|data-lazy|og:image|twitter:image"
    r"|image_src|as=[\"']?image|[\"']image[\"']\s*:|background(?:-image)?\s*:[^;}]{0,200}url\(",
    re.IGNORECASE,
)
_PROGRAM = re.compile(r"\.(?:php\d?|aspx?|ashx|jspx?|cgi|cfm|do)$")
"Endings of what makes images: which one it is to make stands in the query."
_ENDING = re.compile(r"(?:\.[a-z0-9]{1,5})+$")
_SIZE = re.compile(
    r"(?:[-_.@](?:\d+x\d*|x\d+|\d+w|\d+px|\dx|scaled|e\d{10,}|\{[^}]*\}|large|medium|small|thumb"
    r"|thumbnail|grande|compact|master|rotated|crop|center|full|original|jpe?g|png|webp|avif)"
    r"|=[wsh]\d+(?:-[a-z0-9]+)*+)+$"
)
_LONGEST_NAME = 1_000
"Characters, escaped; no file has a longer name."
_JSON_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_TIMES_ESCAPED = 3
"The address of an image in the query of another one's is escaped twice, and once more in JSON."


def images_of(page: Place, text: str, images: Iterable[str]) -> list[PageImage]:
    """The images that were looked for in a page; ``images`` are their URLs in normal form."""
    return [
        PageImage(*page, image, key(image), is_named)
        for image, is_named in named_images(text, images).items()
    ]


def dates_of(page: Place, text: str) -> list[PageDate]:
    """The dates of publication that were found in a page."""
    return [
        PageDate(*page, date.source, date.written, *read_any_date(date.written))
        for date in publication_dates(text)
    ]


def image_name(url: str) -> str:
    """The name of an image's file without what differs between copies of it: ending and size.

    Empty where the address ends in none, or in that of a program.
    """
    written = urlsplit(url).path.rpartition("/")[2]
    if len(written) > _LONGEST_NAME:
        return ""
    name = _plain(written)
    if _PROGRAM.search(name):
        return ""
    name = _ENDING.sub("", name) or name
    return _SIZE.sub("", name) or name


def named_images(text: str, images: Iterable[str]) -> dict[str, bool]:
    """For each image, whether the name of its file stands anywhere in the HTML of a page.

    Nothing is said of images without a name, and of a page whose HTML shows no image at all: its
    images come with scripts.
    """
    if not _SHOWS_IMAGES.search(text):
        return {}
    plain = _plain(text)
    names = {image: image_name(image) for image in images}
    return {image: name in plain for image, name in names.items() if name}


def _plain(text: str) -> str:
    """Text without escapes of HTML, JSON and URLs, in one case and one form of Unicode."""
    if "\\" in text:
        text = _JSON_ESCAPE.sub(lambda match: chr(int(match[1], 16)), text).replace("\\/", "/")
    for _ in range(_TIMES_ESCAPED):
        unescaped = unquote(html.unescape(text), errors="replace") if "&" in text else unquote(text)
        if unescaped == text:
            break
        text = unescaped
    return normalize("NFC", text).casefold().replace("+", " ")


class PublicationDate(NamedTuple):
    """A date of publication as a page bears it."""

    source: str
    "meta | json-ld | time."
    written: str


_META = 'meta[property="article:published_time" i]'
_JSON = 'script[type="application/ld+json" i]'
_TIME = "time[pubdate]"
_ARTICLE = re.compile(r"(?:Article|Posting|Report|WebPage)$")
"Of schema.org's types: those that the main thing of a page with news has, or the page itself."
_LEADS_ON = ("@graph", "mainEntity", "mainEntityOfPage")
"From a page's own description to the article; other properties lead to other articles."
_NESTED_AT_MOST = 5
_DATES_AT_MOST = 20


def publication_dates(text: str) -> list[PublicationDate]:
    """The dates of publication that an HTML page bears of itself for machines, at most 20.

    Dates of other articles, such as those of a list, are none.
    """
    tree = LexborHTMLParser(text)
    times = tree.css(_TIME)
    own_time = times if len(times) == 1 else []
    found = [
        *(PublicationDate("meta", _attribute(node, "content")) for node in tree.css(_META)),
        *(PublicationDate("json-ld", date) for date in _dates_in(tree.css(_JSON))),
        *(PublicationDate("time", _attribute(node, "datetime")) for node in own_time),
    ]
    written = (each._replace(written=clean(each.written.strip()) or "") for each in found)
    return list(dict.fromkeys(each for each in written if each.written))[:_DATES_AT_MOST]


def _attribute(node: LexborNode, name: str) -> str:
    return node.attributes.get(name) or ""


def _dates_in(scripts: Iterable[LexborNode]) -> Iterator[str]:
    for script in scripts:
        try:
            described = json.loads(script.text())
        except (ValueError, RecursionError):
            continue
        yield from _dates_within(described, _NESTED_AT_MOST)


def _dates_within(described: object, levels: int) -> Iterator[str]:
    if isinstance(described, list) and levels:
        for each in described:
            yield from _dates_within(each, levels - 1)
    if not isinstance(described, dict) or not levels:
        return
    date = described.get("datePublished")
    if isinstance(date, str) and _is_article(described.get("@type")):
        yield date
    for name in _LEADS_ON:
        yield from _dates_within(described.get(name), levels - 1)


def _is_article(kinds: object) -> bool:
    return any(
        isinstance(kind, str) and _ARTICLE.search(kind) is not None
        for kind in (kinds if isinstance(kinds, list) else [kinds])
    )
