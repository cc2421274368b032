"""Published and modified dates in the structured data of a page."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from selectolax.lexbor import LexborHTMLParser

from sitemap_audit.parsing.cleaning import clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from selectolax.lexbor import LexborNode

_META = 'meta[property="article:published_time" i]'
JSON_LD = 'script[type="application/ld+json" i]'
_TIME = "time[pubdate]"
MODIFIED = '[itemprop~="dateModified"]'
_ARTICLE = re.compile(r"(?:Article|Posting|Report|WebPage)$")
"Of schema.org's types: those that the main thing of a page with news has, or the page itself."
_ANY = re.compile("")
_LEADS_ON = ("@graph", "mainEntity", "mainEntityOfPage")
"From a page's own description to the article; other properties lead to other articles."
_NESTED_AT_MOST = 5
_DATES_AT_MOST = 20


class PublicationDate(NamedTuple):
    """A publication date of a page."""

    source: str
    "meta | json-ld | time."
    written: str


def publication_dates(text: str) -> list[PublicationDate]:
    """Return the publication dates of an HTML page, at most 20.

    Dates of other articles, such as those in a list, are ignored.
    """
    tree = LexborHTMLParser(text)
    times = tree.css(_TIME)
    own_time = times if len(times) == 1 else []
    in_json = (
        date
        for text in _texts(tree.css(JSON_LD))
        for date in _dates_in(text, "datePublished", _ARTICLE)
    )
    found = [
        *(PublicationDate("meta", _attribute(node, "content")) for node in tree.css(_META)),
        *(PublicationDate("json-ld", date) for date in in_json),
        *(PublicationDate("time", _attribute(node, "datetime")) for node in own_time),
    ]
    written = (each._replace(written=clean(each.written.strip()) or "") for each in found)
    dates = list(dict.fromkeys(each for each in written if each.written))
    return dates if len(dates) <= _DATES_AT_MOST else []


def modified_in_json(scripts: Iterable[LexborNode]) -> str | None:
    """Return the first dateModified of the page or its main entity in JSON-LD."""
    texts = (text for text in _texts(scripts) if '"dateModified"' in text)
    dates = (date for text in texts for date in _dates_in(text, "dateModified"))
    return next(dates, None)


def modified_in_microdata(nodes: Iterable[LexborNode]) -> str | None:
    """Return the first ``itemprop=dateModified``: its attribute, else its text."""
    own = (node for node in nodes if "dateModified" in _attribute(node, "itemprop").split())
    if (node := next(own, None)) is None:
        return None
    return _attribute(node, "datetime") or _attribute(node, "content") or node.text()


def _attribute(node: LexborNode, name: str) -> str:
    return node.attributes.get(name) or ""


def _texts(scripts: Iterable[LexborNode]) -> Iterator[str]:
    return (script.text() for script in scripts)


def _dates_in(text: str, name: str, types: re.Pattern[str] = _ANY) -> Iterator[str]:
    try:
        described = json.loads(text)
    except (ValueError, RecursionError):
        return
    yield from _dates_within(described, name, types, _NESTED_AT_MOST)


def _dates_within(
    described: object, name: str, types: re.Pattern[str], levels: int
) -> Iterator[str]:
    if isinstance(described, list) and levels:
        for each in described:
            yield from _dates_within(each, name, types, levels - 1)
    if not isinstance(described, dict) or not levels:
        return
    date = described.get(name)
    if isinstance(date, str) and _is_one_of(types, described.get("@type")):
        yield date
    for property_ in _LEADS_ON:
        yield from _dates_within(described.get(property_), name, types, levels - 1)


def _is_one_of(types: re.Pattern[str], written: object) -> bool:
    return any(
        isinstance(each, str) and types.search(each) is not None
        for each in (written if isinstance(written, list) else [written])
    )
