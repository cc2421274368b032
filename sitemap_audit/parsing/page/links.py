"""Canonical, hreflang, AMP and mobile annotations of a page, in HTML and Link headers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.items import PageAlternate, PageCanonical, PageForm
from sitemap_audit.parsing.cleaning import clean
from sitemap_audit.parsing.languages import read_code
from sitemap_audit.parsing.page.head import start_tag
from sitemap_audit.parsing.unmeant import read_meant
from sitemap_audit.parsing.urls import (
    Link,
    UrlProblem,
    difference,
    read_annotation,
    read_link,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sitemap_audit.parsing.page.html import Element
    from sitemap_audit.parsing.page.link_header import HeaderLink

# Google: "the rel=canonical link is ignored" where it carries one of these.
_VOIDING = ("hreflang", "lang", "media", "type")
_UNFIT_FOR_ALTERNATE = ("media", "type")
_SMALL_SCREEN = re.compile(r"handheld|max-(?:device-)?width", re.IGNORECASE)
"In the media of a form for phones; Google's own example has (max-width: 640px)."


class Annotation(NamedTuple):
    """A link that may be a canonical or an alternate, in HTML or header."""

    source: str
    "html | header | anchor."
    rels: frozenset[str]
    href: str | None
    link: Link
    attributes: Mapping[str, str]
    in_head: bool
    without_base: str | None = None
    "URL that href would mean without the base; None where it means the same."


def find_annotations(
    elements: Iterable[Element], base: str, links: Iterable[HeaderLink], url: str
) -> list[Annotation]:
    """Return links of the HTML, resolved against ``base``, then of headers, against ``url``."""
    return [
        *(_of_element(element, base, url) for element in elements),
        *(_of_header(link, url) for link in links),
    ]


def _of_element(element: Element, base: str, url: str) -> Annotation:
    source = "anchor" if element.name == "a" else "html"
    read = _reader(element.rels, element.attributes)
    link = read_meant(element.href, base, read)
    without = read_meant(element.href, url, read).url if base != url else link.url
    return Annotation(
        source=source,
        rels=element.rels,
        href=element.href,
        link=link,
        attributes=element.attributes,
        in_head=element.in_head,
        without_base=without if without != link.url else None,
    )


def _reader(
    rels: frozenset[str], attributes: Mapping[str, str]
) -> Callable[[str | None, str], Link]:
    """Return the parser of its URL: that of a canonical or an alternate may be escaped twice."""
    is_annotation = "canonical" in rels or "hreflang" in attributes
    return read_annotation if is_annotation else read_link


def _of_header(link: HeaderLink, url: str) -> Annotation:
    read = read_meant(link.target, url, _reader(link.rels, link.params))
    problem = link.problem
    if problem is None and "canonical" in link.rels and read.url != url:
        problem = None if link.target.isascii() else UrlProblem.NOT_ASCII
    if problem is not None:
        read = Link(None, None, None, problem)
    return Annotation("header", link.rels, link.target, read, link.params, True)


def canonicals(found: Iterable[Annotation], page: Mapping[str, Any]) -> list[PageCanonical]:
    """Return the canonical annotations among ``found``; ``page`` has the page's ID, URL and key."""
    url = page["url"]
    canonical = (a for a in found if a.source != "anchor" and "canonical" in a.rels)
    named = ((annotation, _named(annotation, _VOIDING)) for annotation in canonical)
    return [
        PageCanonical(
            **page,
            **_shared(annotation, number),
            canonical=annotation.link.url,
            canonical_key=annotation.link.key,
            canonical_near_key=annotation.link.near_key,
            difference=difference(url, annotation.link.url) if annotation.link.url else None,
            attributes=voiding,
            without_base=annotation.without_base,
            element=_misplaced(annotation, voiding),
        )
        for number, (annotation, voiding) in enumerate(named, start=1)
    ]


def alternates(found: Iterable[Annotation], page: Mapping[str, Any]) -> list[PageAlternate]:
    """Return the hreflang annotations among ``found``, with anchors."""
    return [
        _alternate(annotation, page, number)
        for number, annotation in enumerate(filter(is_alternate, found), start=1)
    ]


def is_alternate(annotation: Annotation) -> bool:
    """Return whether it is an hreflang annotation."""
    if "hreflang" not in annotation.attributes:
        return False
    if annotation.source == "anchor":
        return True
    return "alternate" in annotation.rels and "stylesheet" not in annotation.rels


def forms(found: Iterable[Annotation], page: Mapping[str, Any]) -> list[PageForm]:
    """Return the links to AMP and mobile versions among ``found``."""
    kinds = ((annotation, form_kind(annotation)) for annotation in found)
    named = ((annotation, kind) for annotation, kind in kinds if kind is not None)
    return [
        PageForm(
            **page,
            **_shared(annotation, number),
            kind=kind,
            media=clean(annotation.attributes.get("media")),
            form=annotation.link.url,
            form_key=annotation.link.key,
        )
        for number, (annotation, kind) in enumerate(named, start=1)
    ]


def form_kind(annotation: Annotation) -> str | None:
    """Return "amphtml", "media" or None; feeds, translations and print versions are None."""
    if annotation.source == "anchor":
        return None
    if "amphtml" in annotation.rels:
        return "amphtml"
    is_other = not annotation.attributes.keys().isdisjoint(("hreflang", "type"))
    is_small = _SMALL_SCREEN.search(annotation.attributes.get("media", "")) is not None
    is_media = annotation.rels == {"alternate"} and is_small and not is_other
    return "media" if is_media else None


def _alternate(annotation: Annotation, page: Mapping[str, Any], number: int) -> PageAlternate:
    hreflang = clean(annotation.attributes["hreflang"])
    code = read_code(hreflang)
    unfit = _unfit(annotation)
    return PageAlternate(
        **page,
        **_shared(annotation, number),
        hreflang=hreflang,
        code=code.code,
        code_problem=code.problem,
        code_suggestion=code.suggestion,
        alternate=annotation.link.url,
        alternate_key=annotation.link.key,
        alternate_near_key=annotation.link.near_key,
        attributes=unfit,
        without_base=annotation.without_base,
        element=_misplaced(annotation, unfit),
    )


def _shared(annotation: Annotation, number: int) -> dict[str, Any]:
    """Return the columns that all annotations of a page have."""
    return {
        "number": number,
        "source": annotation.source,
        "href": annotation.href,
        "href_problem": annotation.link.problem,
        "in_head": annotation.in_head,
    }


def _misplaced(annotation: Annotation, unfit: str | None) -> str | None:
    """Return the element, if the fix moves or rewrites it."""
    if annotation.source != "html" or (annotation.in_head and unfit is None):
        return None
    return start_tag("link", annotation.attributes)


def _named(annotation: Annotation, names: tuple[str, ...]) -> str | None:
    return ",".join(name for name in names if name in annotation.attributes) or None


def _unfit(annotation: Annotation) -> str | None:
    if annotation.source == "anchor":
        return None
    unfit = _named(annotation, _UNFIT_FOR_ALTERNATE)
    rel = "rel=canonical" if "canonical" in annotation.rels else None
    return ",".join(part for part in (unfit, rel) if part) or None
