"""Values of a sitemap entry, searched for in the HTML of its page.

Only the few pages whose entries need it are read a second time.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize
from urllib.parse import unquote, urlsplit

from selectolax.lexbor import LexborHTMLParser

from sitemap_audit.items import PageDate, PageImage
from sitemap_audit.parsing.dates import read_any_date
from sitemap_audit.parsing.page.dates import publication_dates
from sitemap_audit.parsing.urls import key

if TYPE_CHECKING:
    from collections.abc import Iterable


class Place(NamedTuple):
    """A page that was read."""

    page_id: int
    url: str
    "Normal form."
    key: int


_MAY_SHOW_IMAGES = re.compile(
    r"<(?:img|picture|image|amp-img)[\s/>]|srcset|data-src|data-lazy|og:image|twitter:image"
    r"|image_src|as=[\"']?image|[\"']image[\"']\s*:|background(?:-image)?\s*:[^;}]{0,200}url\(",
    re.IGNORECASE,
)
"What hardly any page has that shows none; it may stand in a comment or in another's source."
_SHOWS_IMAGES = (
    "img, picture, image, amp-img, [srcset], [imagesrcset], [data-src], [data-srcset], [data-lazy],"
    ' [data-lazy-src], [data-lazy-srcset], meta[property^="og:image" i],'
    ' meta[name^="twitter:image" i], meta[property^="twitter:image" i], link[rel~="image_src" i],'
    ' link[as="image" i], [style*="url(" i]'
)
_NAMES_IMAGES = re.compile(
    r"[\"']image[\"']\s*:|background(?:-image)?\s*:[^;}]{0,200}url\(", re.IGNORECASE
)
"In the text of a script or a style."
_NOT_SHOWN = ["noscript", "template"]
"Images there are for others, such as those that count visits."
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
"The URL of an image in the query of another one's is escaped twice, and once more in JSON."


def images_of(page: Place, text: str, images: Iterable[str]) -> list[PageImage]:
    """Return the images searched for in a page; ``images`` are their URLs in normal form."""
    return [
        PageImage(*page, image, key(image), is_named)
        for image, is_named in named_images(text, images).items()
    ]


def dates_of(page: Place, text: str) -> list[PageDate]:
    """Return the publication dates found in a page."""
    return [
        PageDate(*page, date.source, date.written, *read_any_date(date.written))
        for date in publication_dates(text)
    ]


def image_name(url: str) -> str:
    """Return the file name of an image without extension and size, which differ between copies.

    Empty if the URL has no file name, or that of a script.
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
    """Return for each image whether the HTML of a page contains its file name.

    Images without a name are left out, and so are pages without images in the HTML: scripts may
    load them.
    """
    if not _shows_images(text):
        return {}
    plain = _plain(text)
    names = {image: image_name(image) for image in images}
    return {image: name in plain for image, name in names.items() if name}


def _shows_images(text: str) -> bool:
    if not _MAY_SHOW_IMAGES.search(text):
        return False
    tree = LexborHTMLParser(text)
    tree.strip_tags(_NOT_SHOWN, recursive=True)
    return tree.css_first(_SHOWS_IMAGES) is not None or any(
        _NAMES_IMAGES.search(node.text()) for node in tree.css("script, style")
    )


def _plain(text: str) -> str:
    """Return text without HTML, JSON and URL escapes, in one case and Unicode form."""
    if "\\" in text:
        text = _JSON_ESCAPE.sub(lambda match: chr(int(match[1], 16)), text).replace("\\/", "/")
    for _ in range(_TIMES_ESCAPED):
        unescaped = unquote(html.unescape(text), errors="replace") if "&" in text else unquote(text)
        if unescaped == text:
            break
        text = unescaped
    return normalize("NFC", text).casefold().replace("+", " ")
