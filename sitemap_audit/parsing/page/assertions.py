"""Search the HTML of a page for the images and dates that its sitemap entry asserts.

Only pages whose entries assert something are searched.
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
from sitemap_audit.parsing.page.page_dates import publication_dates
from sitemap_audit.parsing.urls import key

if TYPE_CHECKING:
    from collections.abc import Iterable


class PageRef(NamedTuple):
    """The identity of a page in the tables."""

    page_id: int
    url: str
    "Normalized."
    key: int


_IMAGE_SOURCE = re.compile(
    r"<(?:img|picture|image|amp-img)[\s/>]|srcset|data-src|data-lazy|og:image|twitter:image"
    r"|image_src|as=[\"']?image|[\"']image[\"']\s*:|background(?:-image)?\s*:[^;}]{0,200}url\(",
    re.IGNORECASE,
)
"Fast test: a page with images matches, and few pages without."
_IMAGE_SELECTOR = (
    "img, picture, image, amp-img, [srcset], [imagesrcset], [data-src], [data-srcset], [data-lazy],"
    ' [data-lazy-src], [data-lazy-srcset], meta[property^="og:image" i],'
    ' meta[name^="twitter:image" i], meta[property^="twitter:image" i], link[rel~="image_src" i],'
    ' link[as="image" i], [style*="url(" i]'
)
_SCRIPTED_IMAGE = re.compile(
    r"[\"']image[\"']\s*:|background(?:-image)?\s*:[^;}]{0,200}url\(", re.IGNORECASE
)
"An image URL in the text of a script or a style."
_HIDDEN = ["noscript", "template"]
"Elements whose images browsers do not show, such as tracking pixels."
_SCRIPT_EXTENSION = re.compile(r"\.(?:php\d?|aspx?|ashx|jspx?|cgi|cfm|do)$")
"Extension of a script that generates images; its query says which."
_EXTENSION = re.compile(r"(?:\.[a-z0-9]{1,5})+$")
_SIZE = re.compile(
    r"(?:[-_.@](?:\d+x\d*|x\d+|\d+w|\d+px|\dx|scaled|e\d{10,}|\{[^}]*\}|large|medium|small|thumb"
    r"|thumbnail|grande|compact|master|rotated|crop|center|full|original|jpe?g|png|webp|avif)"
    r"|=[wsh]\d+(?>(?:-[a-z0-9]+)*))+$"
)
_MAX_NAME = 1_000
"Maximum length of a file name, escaped; file systems allow no longer one."
_JSON_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_MAX_ESCAPES = 3
"A URL in the query of another URL is escaped twice, and once more in JSON."


def find_images(page: PageRef, text: str, images: Iterable[str]) -> list[PageImage]:
    """Return for each image whether the page contains it; ``images`` are normalized URLs."""
    return [
        PageImage(*page, image, key(image), is_named)
        for image, is_named in contains_images(text, images).items()
    ]


def find_dates(page: PageRef, text: str) -> list[PageDate]:
    """Return the publication dates found in a page."""
    return [
        PageDate(*page, date.source, date.written, *read_any_date(date.written)[:3])
        for date in publication_dates(text)
    ]


def image_name(url: str) -> str:
    """Return the file name of an image without extension and size, which differ between copies.

    Empty if the URL has no file name, or that of a script.
    """
    written = urlsplit(url).path.rpartition("/")[2]
    if len(written) > _MAX_NAME:
        return ""
    name = _unescape(written)
    if _SCRIPT_EXTENSION.search(name):
        return ""
    name = _EXTENSION.sub("", name) or name
    return _SIZE.sub("", name) or name


def contains_images(text: str, images: Iterable[str]) -> dict[str, bool]:
    """Return for each image whether the HTML of a page contains its file name.

    Images without a file name are left out. The result is empty for HTML without any images, as
    scripts may load them.
    """
    if not _has_images(text):
        return {}
    plain = _unescape(text)
    names = {image: image_name(image) for image in images}
    return {image: name in plain for image, name in names.items() if name}


def _has_images(text: str) -> bool:
    if not _IMAGE_SOURCE.search(text):
        return False
    tree = LexborHTMLParser(text)
    tree.strip_tags(_HIDDEN, recursive=True)
    return tree.css_first(_IMAGE_SELECTOR) is not None or any(
        _SCRIPTED_IMAGE.search(node.text()) for node in tree.css("script, style")
    )


def _unescape(text: str) -> str:
    """Return text without HTML, JSON and URL escapes, in one case and Unicode form."""
    if "\\" in text:
        text = _JSON_ESCAPE.sub(lambda match: chr(int(match[1], 16)), text).replace("\\/", "/")
    for _ in range(_MAX_ESCAPES):
        unescaped = unquote(html.unescape(text), errors="replace") if "&" in text else unquote(text)
        if unescaped == text:
            break
        text = unescaped
    return normalize("NFC", text).casefold().replace("+", " ")
