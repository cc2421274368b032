"""The extensions of an entry: hreflang links, images, videos and news."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sitemap_audit.parsing.dates import read_w3c
from sitemap_audit.parsing.languages import read_code
from sitemap_audit.parsing.sitemap_names import EXTENSIONS, line_of, local_name, split
from sitemap_audit.parsing.urls import Link, read_link
from sitemap_audit.records import EntryAlternate, EntryImage, EntryNews, EntryVideo

if TYPE_CHECKING:
    from lxml.etree import _Element

    from sitemap_audit.parsing.sitemap_names import Names
    from sitemap_audit.parsing.sitemap_sink import Sink

_INTEGER = re.compile(r"[+-]?[0-9]{1,9}")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,15}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})")
_MANY = frozenset({"tag", "price", "id", "content_segment_loc", "category"})
_REMEMBERED = 10_000
_NO_CODE = (None, None, None)


class Links(dict[str, Link]):
    """What URLs mean; hreflang sets name the same URLs again and again."""

    def __missing__(self, written: str) -> Link:
        """Understand a URL that has not come up of late."""
        if len(self) >= _REMEMBERED:
            self.clear()
        link = self[written] = read_link(written)
        return link


def text_of(element: _Element) -> str:
    """All text of an element, as written; elements inside it are read through."""
    if len(element):
        return "".join(str(part) for part in element.itertext())
    return element.text or ""


def decimal(written: str | None) -> float | None:
    """A decimal number of XML Schema: no exponent, no comma."""
    text = (written or "").strip()
    return float(text) if _DECIMAL.fullmatch(text) else None


def integer(written: str | None) -> int | None:
    """An integer of at most nine digits."""
    text = (written or "").strip()
    return int(text) if _INTEGER.fullmatch(text) else None


class Extensions:
    """Makes the records of an entry's extension elements."""

    def __init__(self, sink: Sink, names: Names, links: Links) -> None:
        """Add to ``sink``; ``links`` are shared with the reader of the entries."""
        self._sink, self._names, self._links = sink, names, links

    def add_alternates(
        self, elements: list[_Element], *, position: int, base: int, link: Link
    ) -> None:
        """Add the hreflang links of an entry; ``base`` is added to lxml's line numbers."""
        links, add, new = self._links, self._sink.records.append, tuple.__new__
        sitemap_id, sitemap_url = self._sink.sitemap_id, self._sink.url
        url, key = link.url, link.key
        for number, element in enumerate(elements, 1):
            get = element.get
            rel, hreflang, href = get("rel"), get("hreflang"), get("href")
            line = (element.sourceline or 1) + base  # type: ignore[operator]
            if not (rel and hreflang and href):
                self._check_attributes(element, position, line)
            # Made as a tuple: the class's own constructor takes three times as long, measured.
            add(
                new(
                    EntryAlternate,
                    (
                        sitemap_id,
                        sitemap_url,
                        position,
                        number,
                        line,
                        url,
                        key,
                        rel,
                        hreflang,
                        *(_NO_CODE if hreflang is None else read_code(hreflang)),
                        href,
                        *links[href or ""],
                    ),
                )
            )

    def _check_attributes(self, element: _Element, position: int, line: int) -> None:
        # Without hreflang, a link may point to a version for other devices (media) or to AMP.
        is_other = element.get("media") or element.get("rel") not in (None, "", "alternate")
        wanted = ("rel", "href") if is_other else ("rel", "hreflang", "href")
        for name in wanted:
            if not element.get(name):
                state = "has no" if element.get(name) is None else "has an empty"
                self._sink.problem(
                    "attribute",
                    f"<xhtml:link> {state} {name}",
                    expected='rel="alternate", hreflang and href',
                    line=line,
                    position=position,
                )

    def _values(
        self, element: _Element, extension: str, position: int, base: int
    ) -> dict[str, _Element]:
        """The first child of each local name."""
        children: dict[str, _Element] = {}
        for child in element:
            namespace, local = split(child.tag)
            line = line_of(child, base)
            if namespace != EXTENSIONS[extension]:
                self._names.check(extension, namespace, line)
            if local in children and local not in _MANY:
                self._sink.problem(
                    "repeated-element",
                    f"<{extension}:{local}> more than once in one <{extension}:{extension}>",
                    expected="once",
                    line=line,
                    position=position,
                )
            children.setdefault(local, child)
        return children

    def add_image(
        self, element: _Element, *, position: int, number: int, base: int, link: Link
    ) -> None:
        """Add an ``<image:image>``."""
        text = _texts(self._values(element, "image", position, base))
        image = self._links[text.get("loc", "")]
        self._sink.records.append(
            EntryImage(
                sitemap_id=self._sink.sitemap_id,
                sitemap_url=self._sink.url,
                position=position,
                number=number,
                line=line_of(element, base),
                url=link.url,
                url_key=link.key,
                loc=text.get("loc"),
                image_url=image.url,
                image_url_key=image.key,
                loc_problem=image.problem,
                title=text.get("title"),
                caption=text.get("caption"),
                geo_location=text.get("geo_location"),
                license=text.get("license"),
            )
        )

    def add_video(
        self, element: _Element, *, position: int, number: int, base: int, link: Link
    ) -> None:
        """Add a ``<video:video>``."""
        children = self._values(element, "video", position, base)
        text = _texts(children)
        self._sink.records.append(
            EntryVideo(
                sitemap_id=self._sink.sitemap_id,
                sitemap_url=self._sink.url,
                position=position,
                number=number,
                line=line_of(element, base),
                url=link.url,
                url_key=link.key,
                thumbnail_loc=text.get("thumbnail_loc"),
                title=text.get("title"),
                description=text.get("description"),
                content_loc=text.get("content_loc"),
                player_loc=text.get("player_loc"),
                duration=text.get("duration"),
                duration_value=integer(text.get("duration")),
                expiration_date=text.get("expiration_date"),
                expiration_at=read_w3c(text.get("expiration_date")).at,
                rating=text.get("rating"),
                rating_value=decimal(text.get("rating")),
                view_count=text.get("view_count"),
                publication_date=text.get("publication_date"),
                publication_at=read_w3c(text.get("publication_date")).at,
                family_friendly=text.get("family_friendly"),
                restriction=text.get("restriction"),
                restriction_relationship=_attribute(children, "restriction", "relationship"),
                platform=text.get("platform"),
                platform_relationship=_attribute(children, "platform", "relationship"),
                requires_subscription=text.get("requires_subscription"),
                uploader=text.get("uploader"),
                uploader_info=_attribute(children, "uploader", "info"),
                live=text.get("live"),
                tags=sum(local_name(child.tag) == "tag" for child in element),
            )
        )

    def add_news(
        self, element: _Element, *, position: int, number: int, base: int, link: Link
    ) -> None:
        """Add a ``<news:news>``."""
        children = self._values(element, "news", position, base)
        text = _texts(children)
        publication = children.get("publication")
        about = (
            {} if publication is None else _texts(self._values(publication, "news", position, base))
        )
        self._sink.records.append(
            EntryNews(
                sitemap_id=self._sink.sitemap_id,
                sitemap_url=self._sink.url,
                position=position,
                number=number,
                line=line_of(element, base),
                url=link.url,
                url_key=link.key,
                publication_name=about.get("name"),
                publication_language=about.get("language"),
                publication_date=text.get("publication_date"),
                publication_at=read_w3c(text.get("publication_date")).at,
                title=text.get("title"),
                genres=text.get("genres"),
                keywords=text.get("keywords"),
                stock_tickers=text.get("stock_tickers"),
            )
        )


def _texts(children: dict[str, _Element]) -> dict[str, str]:
    return {name: text_of(child) for name, child in children.items()}


def _attribute(children: dict[str, _Element], name: str, attribute: str) -> str | None:
    child = children.get(name)
    return None if child is None else child.get(attribute)
