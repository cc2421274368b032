"""The links of a page: where they lead, with rel, anchor text and place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.parsing.cleaning import MAX_URL, clean, fold
from sitemap_audit.parsing.urls import read_link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from selectolax.lexbor import LexborNode

LINKS = "a[href], area[href]"
"Elements that search engines follow, https://developers.google.com/search/docs/crawling-indexing/links-crawlable."
MAX_LINKS = 10_000
"Links that are read of a page, the first ones: more would be memory for a hostile page."
MAX_TEXT = 100
"Characters of an anchor text."
NOFOLLOW = "nofollow"
_RELS = (NOFOLLOW, "sponsored", "ugc")
CONTENT = "content"
_PLACES = {
    "nav": "navigation",
    "header": "header",
    "footer": "footer",
    "aside": "aside",
    "main": CONTENT,
    "article": CONTENT,
    "body": CONTENT,
}
"Place by the nearest of these elements."


class PageOutlink(NamedTuple):
    """The links of a page to one URL."""

    url: str
    "Normal form."
    key: int
    near_key: int
    rel: str | None
    "As in :class:`sitemap_audit.items.Outlink`."
    text: str | None
    place: str
    links: int


def read_outlinks(nodes: Iterable[LexborNode], base: str, own_key: int) -> list[PageOutlink]:
    """Return the links of a page, one for each URL, in document order.

    Args:
        nodes: elements of :data:`LINKS`.
        base: URL against which they are resolved.
        own_key: key of the page's own URL; links to itself are left out.
    """
    found: dict[int, PageOutlink] = {}
    places: dict[int, str] = {}
    for number, node in enumerate(nodes):
        if number >= MAX_LINKS:
            break
        attributes = node.attributes
        url, key, near_key, _ = read_link(clean(attributes.get("href") or "", MAX_URL), base)
        if url is None or key is None or near_key is None or key == own_key:
            continue
        rel = _rel(attributes.get("rel"))
        if (before := found.get(key)) is None:
            text, place = _text(node), _place(node, places)
            found[key] = PageOutlink(url, key, near_key, rel, text, place, 1)
        else:
            found[key] = before._replace(
                rel=_common(before.rel, rel),
                text=before.text or _text(node),
                links=before.links + 1,
            )
    return list(found.values())


def _rel(written: str | None) -> str | None:
    types = (written or "").lower().split()
    return ",".join(rel for rel in _RELS if rel in types) or None


def _common(one: str | None, other: str | None) -> str | None:
    if one is None or other is None:
        return None
    return ",".join(rel for rel in one.split(",") if rel in other.split(",")) or None


def _text(node: LexborNode) -> str | None:
    """Return the anchor text; without one, the alt of an area or of the first image with one."""
    if text := fold(node.text(separator=" "), MAX_TEXT):
        return text
    image = node if node.tag == "area" else node.css_first("img[alt]")
    return fold((image.attributes.get("alt") if image else None) or "", MAX_TEXT) or None


def _place(node: LexborNode, places: dict[int, str]) -> str:
    """Return the place of an element.

    Args:
        places: of the elements above those asked for earlier, by their ``mem_id``.
    """
    above: list[int] = []
    parent = node.parent
    place = CONTENT
    while parent is not None:
        if (known := places.get(parent.mem_id) or _PLACES.get(parent.tag or "")) is not None:
            place = known
            break
        above.append(parent.mem_id)
        parent = parent.parent
    places.update(dict.fromkeys(above, place))
    return place
