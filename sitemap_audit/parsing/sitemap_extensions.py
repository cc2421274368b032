"""The extensions of an entry: hreflang links, images, videos and news."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sitemap_audit.parsing.dates import Moment, read_w3c
from sitemap_audit.parsing.languages import languages, read_code, regions, three_letter_languages
from sitemap_audit.parsing.sitemap_names import EXTENSIONS, line_of, local_name, split
from sitemap_audit.parsing.urls import Link, read_link
from sitemap_audit.records import EntryAlternate, EntryImage, EntryNews, EntryVideo

if TYPE_CHECKING:
    from lxml.etree import _Element

    from sitemap_audit.parsing.sitemap_names import Names
    from sitemap_audit.parsing.sitemap_sink import Sink

_INTEGER = re.compile(r"[+-]?[0-9]{1,9}")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)")
_MANY = frozenset({"tag", "price", "id", "content_segment_loc", "category"})
_REMEMBERED = 10_000
_NO_CODE = (None, None, None)
_NO_MOMENT = Moment(None, None, None)
_NEWS_LANGUAGES = frozenset({"zh-cn", "zh-tw"})


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


def read_date(written: str | None) -> Moment:
    """A W3C date; nothing is wrong where there is none."""
    return _NO_MOMENT if written is None else read_w3c(written)


def unknown_country(written: str | None) -> str | None:
    """The first word of a ``video:restriction`` that is no code of ISO 3166-1 alpha-2."""
    return next((word for word in (written or "").split() if word.upper() not in regions()), None)


def news_language_problem(written: str | None) -> str | None:
    """unknown-language | malformed | empty; None where nothing is wrong or nothing is there.

    ISO 639 codes of two or three letters, and zh-cn and zh-tw:
    https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
    """
    code = None if written is None else written.strip().lower()
    if code is None or code in _NEWS_LANGUAGES or code in languages():
        return None
    if not code:
        return "empty"
    if not (code.isascii() and code.isalpha() and len(code) in (2, 3)):
        return "malformed"
    return None if code in three_letter_languages() else "unknown-language"


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
            if rel != "alternate" or not (hreflang and href):
                self._check_attributes(element, position, line)
            code, problem, suggestion = _NO_CODE if hreflang is None else read_code(hreflang)
            alternate, alternate_key, near_key, href_problem = links[href or ""]
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
                        code,
                        problem,
                        suggestion,
                        href,
                        alternate,
                        alternate_key,
                        near_key,
                        href_problem,
                    ),
                )
            )

    def _check_attributes(self, element: _Element, position: int, line: int) -> None:
        # Without hreflang, a link may point to a version for other devices (media) or to AMP.
        is_other = element.get("media") or element.get("rel") not in (None, "", "alternate")
        wanted = ("rel", "href") if is_other else ("rel", "hreflang", "href")
        faults = [name for name in wanted if not element.get(name)]
        states = [f"no {n}" if element.get(n) is None else f"an empty {n}" for n in faults]
        if is_other and element.get("hreflang"):
            rel = element.get("rel") or "alternate"
            states += [] if "alternate" in rel.lower().split() else [f'rel="{rel[:40]}"']
        for state in states:
            self._sink.problem(
                "attribute",
                f"<xhtml:link> has {state}",
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
        children = self._values(element, "image", position, base)
        text = _texts(children)
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
                elements=_elements(element),
            )
        )

    def add_video(
        self, element: _Element, *, position: int, number: int, base: int, link: Link
    ) -> None:
        """Add a ``<video:video>``."""
        children = self._values(element, "video", position, base)
        text = _texts(children)
        content, player = (read_link(text.get(name)) for name in ("content_loc", "player_loc"))
        expiration = read_date(text.get("expiration_date"))
        publication = read_date(text.get("publication_date"))
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
                content_url=content.url,
                content_url_key=content.key,
                player_loc=text.get("player_loc"),
                player_url=player.url,
                player_url_key=player.key,
                player_attributes=_attributes(children.get("player_loc")),
                duration=text.get("duration"),
                duration_value=integer(text.get("duration")),
                expiration_date=text.get("expiration_date"),
                expiration_at=expiration.at,
                expiration_precision=expiration.precision,
                expiration_problem=expiration.problem,
                rating=text.get("rating"),
                rating_value=decimal(text.get("rating")),
                view_count=text.get("view_count"),
                publication_date=text.get("publication_date"),
                publication_at=publication.at,
                publication_precision=publication.precision,
                publication_problem=publication.problem,
                family_friendly=text.get("family_friendly"),
                restriction=text.get("restriction"),
                restriction_relationship=_attribute(children, "restriction", "relationship"),
                restriction_unknown=unknown_country(text.get("restriction")),
                platform=text.get("platform"),
                platform_relationship=_attribute(children, "platform", "relationship"),
                requires_subscription=text.get("requires_subscription"),
                uploader=text.get("uploader"),
                uploader_info=_attribute(children, "uploader", "info"),
                live=text.get("live"),
                tags=sum(local_name(child.tag) == "tag" for child in element),
                elements=_elements(element),
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
        publication_date = read_date(text.get("publication_date"))
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
                language_problem=news_language_problem(about.get("language")),
                publication_date=text.get("publication_date"),
                publication_at=publication_date.at,
                publication_precision=publication_date.precision,
                publication_problem=publication_date.problem,
                title=text.get("title"),
                genres=text.get("genres"),
                keywords=text.get("keywords"),
                stock_tickers=text.get("stock_tickers"),
                elements=_elements(element),
            )
        )


def _attributes(element: _Element | None) -> str | None:
    return " ".join(map(str, element.attrib)) or None if element is not None else None


def _elements(element: _Element) -> str:
    return f" {' '.join(local_name(child.tag) for child in element)} "


def _texts(children: dict[str, _Element]) -> dict[str, str]:
    return {name: text_of(child) for name, child in children.items()}


def _attribute(children: dict[str, _Element], name: str, attribute: str) -> str | None:
    child = children.get(name)
    return None if child is None else child.get(attribute)
