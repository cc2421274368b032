"""A shop in four languages with planted faults, each in a section of its own.

A section is a folder of the path in each language. Its pages are clusters of four translations with
return links, self-referencing canonicals and entries in a sitemap of the section, so that a fault
is what a function of :mod:`shop.faults` changes there.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_audit.demo.rules import Page, Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

HOST = "www.shop.example"
BASE = f"https://{HOST}"
LANGUAGES = ("en", "de", "fr", "it")
_FOLDER = Path(__file__).parent
_SENTENCES = {
    "en": "Each {0} is folded from strong paper by two people, who need a morning for it. The {1}"
    " is easy to change, and the {2} comes in a wooden box that makes a good shelf afterwards.",
    "de": "Jede {0} wird von zwei Leuten aus festem Papier gefaltet, die dafür einen Vormittag"
    " brauchen. Die {1} lässt sich leicht wechseln, und die {2} kommt in einer Kiste aus Holz.",
    "fr": "Chaque {0} est pliée dans un papier solide par deux personnes, qui ont besoin d'une"
    " matinée pour cela. La {1} se change facilement, et la {2} arrive dans une caisse en bois.",
    "it": "Ogni {0} viene piegata con carta robusta da due persone, che ci mettono una mattina."
    " La {1} si cambia facilmente, e la {2} arriva in una scatola di legno",
}
_SYLLABLES = "ba ce di fo gu ha ki le mo nu pa re si to vu wa ze"


@dataclass(slots=True)
class ShopPage:
    """A URL of the shop, what it returns, and what sitemaps say of it."""

    url: str
    language: str
    number: int
    "Of its cluster in the section, from 1."
    canonical: str
    alternates: dict[str, str]
    "By code, as in the page or, where ``is_annotated_in_sitemap``, in its entry."
    locs: list[str]
    "As written in the sitemap."
    links: list[str] = field(default_factory=list)
    status: int = 200
    location: str | None = None
    head: str = ""
    is_annotated_in_sitemap: bool = False
    dated: str | None = None
    "lastmod, if it is not the day that follows from the number."

    @property
    def lastmod(self) -> str:
        """Return the date in the sitemap."""
        return self.dated or f"2026-01-{self.number % 28 + 1:02}"


class Section:
    """Pages with one fault, or none."""

    def __init__(self, shop: Shop, name: str, clusters: int) -> None:
        self.shop, self.name = shop, name
        self.home = {language: f"{BASE}/{language}/{name}/" for language in LANGUAGES}
        self.lists = self._cluster(0, self.home)
        self.pages = [
            page
            for number in range(1, clusters + 1)
            for page in self._cluster(
                number, {language: f"{self.home[language]}item-{number}" for language in LANGUAGES}
            )
        ]
        for page in self.lists:
            own = [each for each in self.pages if each.language == page.language]
            page.links += [each.url for each in own]
        self.sitemap = f"{BASE}/sitemap-{name}.xml"

    def _cluster(self, number: int, urls: dict[str, str]) -> list[ShopPage]:
        alternates = {**urls, "x-default": urls["en"]}
        return [
            self.shop.add(ShopPage(url, language, number, url, dict(alternates), [url]))
            for language, url in urls.items()
        ]

    def cluster(self, page: ShopPage) -> list[ShopPage]:
        """Return a page and its translations."""
        return [each for each in self.pages if each.number == page.number]


class Shop:
    """Responds as the shop does."""

    def __init__(
        self, faults: Iterable[Callable[[Section], int]], *, clusters: int, healthy: int
    ) -> None:
        """Make a section of so many clusters for each fault, and a healthy one."""
        self.pages: dict[str, ShopPage] = {}
        homes = {language: f"{BASE}/{language}/" for language in LANGUAGES} | {"en": f"{BASE}/"}
        self.sections = [Section(self, "lamps", healthy)]
        self.planted: dict[str, str] = {}
        "What is wrong, by section."
        for fault in faults:
            section = Section(self, fault.__name__.replace("_", "-"), clusters)
            self.sections.append(section)
            told = " ".join((fault.__doc__ or "").split())
            self.planted[section.name] = told.format(pages=fault(section))
        for language, url in homes.items():
            home = ShopPage(url, language, 0, url, {**homes, "x-default": homes["en"]}, [url])
            home.links = [each.home[language] for each in self.sections]
            home.links += [*homes.values()]
            self.sections[0].lists.append(self.add(home))
            for page in self.pages.values():
                page.links += [url] * (page.language == language)
        self.disallowed = [each.name for each in self.sections if each.name == "disallowed"]

    def add(self, page: ShopPage) -> ShopPage:
        """Add a page."""
        self.pages[page.url] = page
        return page

    def page(self, rule: Rule) -> Page:
        """Make a page of a rule."""
        return Page(rule=rule, values={}, folder=_FOLDER)

    def find(self, target: str) -> Page | None:
        """Return the response to a request target, or None if there is none."""
        if target == "/robots.txt":
            lines = [f"Disallow: /*/{name}/item-" for name in self.disallowed]
            text = "\n".join(["User-agent: *", *lines, f"Sitemap: {BASE}/sitemap.xml", ""])
            return self.page(Rule(body=text, type="text/plain"))
        if target == "/sitemap.xml":
            children = (f"<sitemap><loc>{each.sitemap}</loc></sitemap>" for each in self.sections)
            return self._xml("sitemapindex", children)
        for section in self.sections:
            if BASE + target == section.sitemap:
                return self._xml("urlset", _entries(section))
        page = self.pages.get(BASE + target) or self.pages.get(BASE + _bare(target))
        return self.page(_rule(page)) if page else None

    def _xml(self, root: str, elements: Iterable[str]) -> Page:
        body = (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<{root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
            f' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n{"".join(elements)}</{root}>\n'
        )
        return self.page(Rule(body=body, type="application/xml"))


class ToHttps:
    """Redirects HTTP to HTTPS, and the bare host to www."""

    def page(self, rule: Rule) -> Page:
        """Make a page of a rule."""
        return Page(rule=rule, values={}, folder=_FOLDER)

    def find(self, target: str) -> Page:
        """Return a redirect."""
        return self.page(Rule(status=301, location=BASE + target))


def _bare(target: str) -> str:
    """Return a target without what the shop ignores: parameters, index pages, second slashes."""
    path = target.partition("?")[0].replace("//", "/")
    return path.removesuffix("index.html")


def _entries(section: Section) -> Iterator[str]:
    for page in [*section.lists, *section.pages]:
        links = page.alternates if page.is_annotated_in_sitemap else {}
        for loc in page.locs:
            yield (
                f"<url><loc>{escape(loc)}</loc><lastmod>{page.lastmod}</lastmod>"
                + "".join(
                    f'<xhtml:link rel="alternate" hreflang="{code}" href="{escape(url)}"/>'
                    for code, url in links.items()
                )
                + "</url>\n"
            )


def _rule(page: ShopPage) -> Rule:
    if page.status != 200:
        return Rule(status=page.status, location=page.location, body="", type="text/html")
    chance = random.Random(page.url)
    words = ["".join(chance.choices(_SYLLABLES.split(), k=3)) for _ in range(24)]
    sentence = _SENTENCES[page.language]
    text = " ".join(sentence.format(*words[at : at + 3]) for at in range(0, len(words), 3))
    links = {} if page.is_annotated_in_sitemap else page.alternates
    alternates = "".join(
        f'<link rel="alternate" hreflang="{code}" href="{escape(url)}">\n'
        for code, url in links.items()
    )
    anchors = "".join(f'<li><a href="{escape(url)}">{escape(url)}</a></li>\n' for url in page.links)
    canonical = (
        f'<link rel="canonical" href="{escape(page.canonical)}">\n' if page.canonical else ""
    )
    body = (
        f'<!doctype html>\n<html lang="{page.language}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{words[0]} {words[1]}</title>\n{canonical}{alternates}{page.head}</head>\n"
        f"<body>\n<main><h1>{words[0]} {words[1]}</h1>\n<p>{text}</p>\n<ul>{anchors}</ul></main>\n"
        "</body>\n</html>\n"
    )
    return Rule(body=body, type="text/html; charset=utf-8")
