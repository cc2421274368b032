"""What a validator would reject, some check tells: sitemaps are damaged at random and compared.

A sound file of each kind is changed in one or two places. Where the schema rejects it, it must
have a finding of a check that the sound file has none of. (The other way round, much is found that
a schema cannot know.)
"""

from __future__ import annotations

import copy
import random
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from lxml import etree

from checks.examples.fixtures import make_store
from checks.examples.manual import Example
from checks.examples.responses import Response
from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.runner import prepare, run_checks
from sitemap_audit.parsing.urls import origin

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element

FILES = 600
"Damaged files of each kind."
SUBJECTS = ("sitemap", "index", "entry", "image", "video", "news", "hreflang")
SITE = "https://example.com"

URLSET = """\
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
 xmlns:xhtml="http://www.w3.org/1999/xhtml"
 xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"
 xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"
 xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">
<url><loc>https://example.com/a</loc><lastmod>2025-12-24T08:00:00+01:00</lastmod>
<changefreq>daily</changefreq><priority>0.5</priority></url>
<url><loc>https://example.com/b</loc><lastmod>2025-12-25T08:00:00Z</lastmod>
<xhtml:link rel="alternate" hreflang="en" href="https://example.com/b"/>
<xhtml:link rel="alternate" hreflang="de" href="https://example.com/c"/></url>
<url><loc>https://example.com/c</loc><lastmod>2025-12-26T08:00:00Z</lastmod>
<xhtml:link rel="alternate" hreflang="en" href="https://example.com/b"/>
<xhtml:link rel="alternate" hreflang="de" href="https://example.com/c"/></url>
<url><loc>https://example.com/d</loc><lastmod>2025-12-27T08:00:00Z</lastmod>
<image:image><image:loc>https://example.com/d.png</image:loc></image:image>
<image:image><image:loc>https://example.com/e.png</image:loc></image:image></url>
<url><loc>https://example.com/e</loc><lastmod>2026-01-15T08:00:00Z</lastmod>
<news:news><news:publication><news:name>The Example</news:name>
<news:language>en</news:language></news:publication>
<news:publication_date>2026-01-15T08:00:00Z</news:publication_date>
<news:title>Snow</news:title></news:news></url>
<url><loc>https://example.com/f</loc><lastmod>2025-12-28T08:00:00Z</lastmod><video:video>
<video:thumbnail_loc>https://example.com/f.png</video:thumbnail_loc><video:title>F</video:title>
<video:description>A film.</video:description>
<video:content_loc>https://example.com/f.mp4</video:content_loc>
<video:player_loc>https://example.com/play?f</video:player_loc>
<video:duration>600</video:duration>
<video:expiration_date>2030-01-01</video:expiration_date><video:rating>4.2</video:rating>
<video:view_count>12</video:view_count>
<video:publication_date>2025-11-05T08:00:00Z</video:publication_date>
<video:tag>a</video:tag><video:tag>b</video:tag><video:family_friendly>yes</video:family_friendly>
<video:restriction relationship="allow">DE FR</video:restriction>
<video:requires_subscription>no</video:requires_subscription>
<video:uploader info="https://example.com/us">Us</video:uploader>
<video:platform relationship="deny">web tv</video:platform><video:live>no</video:live>
</video:video></url>
</urlset>"""
INDEX = """\
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://example.com/1.xml</loc><lastmod>2025-12-24T08:00:00Z</lastmod></sitemap>
<sitemap><loc>https://example.com/2.xml</loc><lastmod>2025-12-25T08:00:00Z</lastmod></sitemap>
</sitemapindex>"""
VALUES = (
    *("", " ", "x", "yes", "1", "0", "-1", "1.5", "0,5", "6", "99999", "1e3", "2025-13-01"),
    *("2025-12-24 08:00", "24.12.2025", "/path", "//host/path", "ftp://example.com/a", "EN-us"),
    *("https://example.com/%zz", "DE, FR", "Deutschland", "allow", "Always", "web, tv", "ALLOW"),
)
NAMES = ("id", "lang", "rel", "hreflang", "href", "relationship", "info", "version")


def rename(element: _Element, chance: random.Random) -> None:
    namespace, _, local = element.tag.rpartition("}")
    other = chance.choice([local.upper(), local.capitalize(), f"{local}s", "title", "loc", "url"])
    element.tag = f"{namespace}}}{other}"


def move_to_another_namespace(element: _Element, chance: random.Random) -> None:
    namespace, _, local = element.tag.rpartition("}")
    known = [uri for uri in element.nsmap.values() if uri != namespace[1:]]
    element.tag = f"{{{chance.choice([*known, f'{namespace[1:]}/'])}}}{local}"


def remove(element: _Element, chance: random.Random) -> None:
    del chance
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def repeat(element: _Element, chance: random.Random) -> None:
    del chance
    if element.getparent() is not None:
        element.addnext(copy.deepcopy(element))


def swap(element: _Element, chance: random.Random) -> None:
    del chance
    following = element.getnext()
    if following is not None:
        following.addnext(element)


def lift(element: _Element, chance: random.Random) -> None:
    del chance
    parent = element.getparent()
    if parent is not None and parent.getparent() is not None:
        parent.addnext(element)


def sink(element: _Element, chance: random.Random) -> None:
    del chance
    before = element.getprevious()
    if before is not None:
        before.append(element)


def write_text(element: _Element, chance: random.Random) -> None:
    element.text = chance.choice(VALUES)


def write_tail(element: _Element, chance: random.Random) -> None:
    if element.getparent() is not None:
        element.tail = chance.choice(VALUES)


def set_attribute(element: _Element, chance: random.Random) -> None:
    element.set(chance.choice([*map(str, element.keys()), *NAMES]), chance.choice(VALUES))


def drop_attribute(element: _Element, chance: random.Random) -> None:
    if element.keys():
        del element.attrib[chance.choice(list(element.keys()))]


DAMAGES: tuple[Callable[[_Element, random.Random], None], ...] = (
    *(rename, move_to_another_namespace, remove, repeat, swap, lift, sink),
    *(write_text, write_text, write_tail, set_attribute, drop_attribute),
)


def damaged(document: str, seed: int) -> str:
    """The document, changed in one or two places."""
    chance = random.Random(seed)
    root = etree.fromstring(document)
    for _ in range(chance.choice((1, 1, 2))):
        chance.choice(DAMAGES)(chance.choice(list(root.iter("*"))), chance)
    return etree.tostring(root, encoding="unicode")


def findings(documents: list[str]) -> list[set[str]]:
    """The checks that find something in each document; each lies on a host of its own."""
    sites = [f"https://site-{number}.example.com" for number in range(len(documents))]
    responses = tuple(
        Response(
            kind="sitemap",
            url=f"{site}/sitemap.xml",
            headers=(),
            columns={},
            sent_as=("utf-8",),
            body=body.replace(SITE, site),
        )
        for site, body in zip(sites, documents, strict=True)
    )
    checks = [check for check in load_checks() if check.subject in SUBJECTS]
    store = make_store(Example(title="", given={}, parameters={}, responses=responses, finds=[]))
    prepare(store, checks)
    run_checks(store, checks)
    found: dict[str, set[str]] = defaultdict(set)
    for check, place in store.rows('SELECT "check", COALESCE(sitemap_url, url) FROM findings'):
        found[origin(str(place))].add(str(check))
    return [found[site] for site in sites]


@pytest.mark.parametrize("document", [URLSET, INDEX], ids=["urlset", "sitemapindex"])
def test_what_a_schema_rejects_has_a_finding_that_a_sound_file_has_not(document: str) -> None:
    schema = etree.XMLSchema(file=str(Path(__file__).with_name("schemas") / "sitemap.xsd"))
    assert schema.validate(etree.fromstring(document))
    documents = [damaged(document, seed) for seed in range(FILES)]
    sound, *others = findings([document, *documents])
    rejected = [
        (body, found)
        for body, found in zip(documents, others, strict=True)
        if not schema.validate(etree.fromstring(body))
    ]
    missed = [body for body, found in rejected if not found - sound]
    assert missed == []
    assert len(rejected) > FILES / 2
