"""Entries that are read together come out as they do where each is read alone."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st
from sitemap_reading import EXTENSIONS, NAMESPACE, Reading, read, urlset

from sitemap_audit.parsing.sitemap.xml import XmlReader

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

CORPUS = Path(__file__).parent / "corpus"
LOC = "<loc>https://example.com/a</loc>"
LINK = '<xhtml:link rel="alternate" hreflang="de" href="https://example.com/de/a"/>'
OTHER = '<xhtml:link rel="alternate" hreflang="fr" href="https://example.com/fr/a"/>'


def read_alone(body: str | bytes) -> Reading:
    """Read a sitemap as if each entry had a fault in it."""
    with patch.object(XmlReader, "_read_together", return_value=False):
        return read(body)


IMAGE = "<image:image>\n<image:loc>https://example.com/a.png</image:loc>\n</image:image>"
TITLED = IMAGE.replace("</image:loc>", "</image:loc><image:title>A &amp; B</image:title>")
CAPTION = "<image:caption></image:caption>"
ENTRIES = {
    "an entry": f"<url>{LOC}</url>",
    "entries one after the other": f"<url>{LOC}</url><url>{LOC}</url>\n\n<url>{LOC}</url>\n",
    "indented": f"<url>\n  {LOC}\n\t<lastmod>2026-01-01</lastmod>\n</url>\n",
    "elements in any order": f"<url><priority>0.5</priority><lastmod>2026</lastmod>{LOC}"
    "<changefreq>daily</changefreq></url>",
    "values with faults": f"<url>{LOC}<lastmod>01.02.2026</lastmod><priority>9</priority>"
    "<changefreq>Daily</changefreq></url>",
    "values that are empty": f"<url>{LOC}<lastmod></lastmod><priority> </priority></url>",
    "a URL among blanks": "<url><loc>\n  https://example.com/a\n </loc></url>",
    "a URL with references": "<url><loc>https://example.com/?a=1&amp;b=&apos;</loc></url>",
    "a URL that is none": "<url><loc>/a</loc></url>",
    "a URL beyond ASCII": "<url><loc>https://example.com/\N{LATIN SMALL LETTER U WITH DIAERESIS}"
    "</loc></url>",
    "a link": f"<url>{LOC}{LINK}</url>",
    "links": f"<url>{LOC}\n{LINK}\n{OTHER}\n</url>\n<url>{LOC}\n{LINK}\n{OTHER}\n</url>\n",
    "links before the rest": f"<url>{LINK}{OTHER}{LOC}<lastmod>2026</lastmod></url>",
    "entries with links and without": f"<url>{LOC}</url>\n<url>{LOC}\n{LINK}\n{OTHER}</url>\n"
    f"<url>{LOC}\n{LINK}</url>\n<url>{LOC}</url>",
    "links with an end tag": f"<url>{LOC}{LINK}{OTHER}</url>".replace("/>", "></xhtml:link>"),
    "links over several lines": f"<url>{LOC}\n{LINK}\n{OTHER}\n</url>".replace(" h", "\n  h"),
    "links with a tag's name alone": f"<url>{LOC}\n{LINK}\n{OTHER}</url>".replace(" r", "\n\n r"),
    "a link with references": f"<url>{LOC}{LINK}</url>".replace("/a", "/a?b=1&amp;c=&quot;"),
    "links to URLs that are none": f"<url>{LOC}{LINK}</url>".replace("https://example.com/de/", ""),
    "codes that are none": f"<url>{LOC}{LINK}{OTHER}</url>".replace('"de"', '"de_DE"'),
    "an image": f"<url>{LOC}{IMAGE}</url>",
    "images": f"<url>\n{LOC}\n{IMAGE}\n\n{IMAGE}\n</url>\n<url>{LOC}</url>"
    f"<url>{LOC}\n{IMAGE}</url>",
    "images with a title": f"<url>{LOC}{TITLED}{IMAGE}{TITLED}</url>",
    "a caption": f"<url>{LOC}{IMAGE}</url>".replace("</image:loc>", f"</image:loc>{CAPTION}"),
    "both": f"<url>{LOC}{TITLED}</url>".replace("</image:title>", f"</image:title>{CAPTION}"),
    "an image before the rest": f"<url>{IMAGE}{LOC}<lastmod>2026</lastmod></url>",
    "an image before a link": f"<url>{LOC}\n{IMAGE}\n{LINK}\n{OTHER}</url>\n"
    f"<url>{LOC}\n{LINK}</url>",
    "links before images": f"<url>{LOC}\n{LINK}\n{OTHER}\n{IMAGE}\n{TITLED}</url>\n"
    f"<url>{LOC}\n{LINK}\n{LINK}\n{OTHER}\n{IMAGE}</url>\n<url>{LOC}\n{IMAGE}</url>",
    "images of all kinds of URLs": f"<url>{LOC}{IMAGE}</url>".replace("/a.png", "/a b&amp;.png")
    + f"<url>{LOC}{IMAGE}</url>".replace("https://example.com/a.png", "/a")
    + "<url><loc>a</loc></url>".replace("</url>", f"{IMAGE}</url>"),
    "a video": f"<url>{LOC}<video:video><video:title>A</video:title></video:video></url>",
    "images apart": f"<url>{IMAGE}{LOC}{IMAGE}</url>",
    "an image between links": f"<url>{LOC}{LINK}{IMAGE}{OTHER}</url>",
    "an image without a URL": f"<url>{LOC}<image:image></image:image></url>",
    "an image with an empty URL": f"<url>{LOC}{IMAGE}</url>".replace(
        "https://example.com/a.png", " "
    ),
    "an image with two URLs": f"<url>{LOC}{IMAGE}</url>".replace(
        "</image:image>", "<image:loc>a</image:loc></image:image>"
    ),
    "a title before the URL": f"<url>{LOC}{IMAGE}</url>".replace(
        "<image:loc>", "<image:title>A</image:title><image:loc>"
    ),
    "a license": f"<url>{LOC}{IMAGE}</url>".replace(
        "</image:image>", "<image:license>a</image:license></image:image>"
    ),
    "text in an image": f"<url>{LOC}{IMAGE}</url>".replace("<image:loc>", "x<image:loc>"),
    "an image's URL on its own": f"<url>{LOC}<image:loc>https://example.com/a.png</image:loc></url>",
    "a comment": f"<url>{LOC}<!-- 12 queries --></url>",
    "a section": "<url><loc><![CDATA[https://example.com/a]]></loc></url>",
    "an attribute": f'<url id="a">{LOC}</url>',
    "an unknown element": f"<url>{LOC}<author>x</author></url>",
    "an element in an element": f"<url>{LOC}<lastmod><b>2026</b></lastmod></url>",
    "an empty tag": f"<url>{LOC}<lastmod/></url>",
    "an element twice": f"<url>{LOC}{LOC}</url>",
    "no URL": "<url><lastmod>2026</lastmod></url>",
    "an empty URL": "<url><loc> </loc></url>",
    "text": f"<url>{LOC}x</url>",
    "text between entries": f"<url>{LOC}</url>x<url>{LOC}</url>",
    "an ampersand": "<url><loc>https://example.com/?a&b</loc></url>",
    "a character reference": "<url><loc>https://example.com/&#97;</loc></url>",
    "a control character": "<url><loc>https://example.com/\1</loc></url>",
    "what ends a section": "<url><loc>https://example.com/]]></loc></url>",
    "a quote": '<url><loc>https://example.com/"alternate" hreflang="a" href="b"</loc></url>',
    "no entry's end": f"<url>{LOC}",
    "no rel": f"<url>{LOC}{LINK}</url>".replace('rel="alternate" ', ""),
    "another rel": f"<url>{LOC}{LINK}{OTHER}</url>".replace("alternate", "canonical", 1),
    "no hreflang": f"<url>{LOC}{LINK}</url>".replace('hreflang="de" ', ""),
    "an empty hreflang": f"<url>{LOC}{LINK}{OTHER}</url>".replace('"fr"', '""'),
    "an empty href": f"<url>{LOC}{LINK}{OTHER}</url>".replace("https://example.com/fr/a", ""),
    "one more attribute": f"<url>{LOC}{LINK}</url>".replace(" href=", ' media="print" href='),
    "an attribute twice": f"<url>{LOC}{LINK}{OTHER}</url>".replace("hreflang", "rel"),
    "an attribute twice in one": f"<url>{LOC}{LINK}{OTHER}</url>".replace("hreflang", "href", 1),
    "no space between attributes": f"<url>{LOC}{LINK}</url>".replace('" h', '"h'),
    "single quotes": f"<url>{LOC}{LINK}</url>".replace('"', "'"),
    "a bracket in a link": f"<url>{LOC}{LINK}</url>".replace("/de/", "/<de/"),
    "a bracket in a code": f"<url>{LOC}{LINK}</url>".replace('"de"', '"<"'),
    "a line feed in a link": f"<url>{LOC}{LINK}</url>".replace("/de/", "/\nhttps://example.com/"),
    "a line feed in a code": f"<url>{LOC}{LINK}</url>".replace('"de"', '"de\n"'),
    "links written differently": f"<url>{LOC}{LINK}</url><url>{LOC}{LINK}  {OTHER} {OTHER}</url>",
    "text between links": f"<url>{LOC}{LINK}x{OTHER}</url>",
    "links apart": f"<url>{LINK}{LOC}{OTHER}</url>",
    "a link that is not closed": f"<url>{LOC}{LINK}</url>".replace("/>", ">"),
    "a link between entries": f"<url>{LOC}</url>{LINK}<url>{LOC}</url>",
    "an entry in an entry": f"<url>{LOC}\n<url>{LOC}</url>\n</url>",
    "entries in entries": f"<url>{LOC}<url>{LOC}<url>{LOC}</url></url><url>{LOC}</url></url>",
    "an entry around entries": f"<url>\n<url>{LOC}</url>\n<url>{LOC}</url></url>",
    "an entry around a root": f"<url>\n<urlset><url>{LOC}</url></urlset></url>",
    "a root in an entry": f"<url>{LOC}<urlset>\n<url>{LOC}</url></urlset></url>",
    "a sitemap in an entry": f"<url>{LOC}<sitemap>{LOC}</sitemap></url>",
    "an entry that never ends before one in another": f"<url>{LOC}<url>{LOC}<url>{LOC}</url></url>",
    "an empty entry in an entry": f"<url>{LOC}<url/></url>",
    "a wrapper": f"<urls>\n<url>{LOC}</url>\n<url>{LOC}</url></urls>",
    "wrappers": f"<a><b><url>{LOC}</url></b></a><a><b><url>{LOC}</url></b></a>",
    "a wrapper of another namespace": f'<x:a xmlns:x="x:y">\n<url>{LOC}</url></x:a>',
    "a wrapper without entries": "<urls>\n<title>a</title></urls><urls/>",
    "a root": f"<urlset>\n<url>{LOC}</url></urlset>\n<urlset><url>{LOC}</url></urlset>",
    "URLs alone": f"{LOC}\n{LOC}<lastmod>2026</lastmod>",
    "URLs in a wrapper": f"<a>{LOC}\n{LOC}</a>",
    "elements called as entries": f'<url>{LOC}<s:url xmlns:s="x:y"><s:loc>a</s:loc></s:url></url>',
    "an image's url": f"<url>{LOC}{IMAGE}</url>".replace("image:loc", "image:url"),
    "an image between entries": f"{IMAGE}<url>{LOC}</url>{IMAGE}",
    "another prefix": f"<url>{LOC}{LINK}</url>".replace("xhtml:", "x:"),
}


def test_an_entry_is_read_among_others_as_alone() -> None:
    others = f"<url>{LOC}</url>\n<url>{LOC}{LINK}</url>\n"
    bodies = {name: (urlset(each), urlset(others, each, others)) for name, each in ENTRIES.items()}
    assert differ(bodies) == []


def differ(bodies: Mapping[str, Collection[str | bytes]]) -> list[str]:
    """The names of files that are read otherwise than their entries are alone."""
    return [name for name, each in bodies.items() if [*map(read, each)] != [*map(read_alone, each)]]


OWN = f'xmlns="{NAMESPACE}"'
ROOTS = {
    "no namespace": "<urlset>{}</urlset>",
    "another namespace": '<urlset xmlns="http://www.google.com/schemas/sitemap/0.84">{}</urlset>',
    "a root with a prefix": f'<s:urlset xmlns:s="{NAMESPACE}">{{}}</s:urlset>',
    "a root of another namespace": f'<s:urlset xmlns:s="x:y" {OWN}>{{}}</s:urlset>',
    "XHTML not declared": f"<urlset {OWN}>{{}}</urlset>",
    "XHTML declared as something else": f'<urlset {OWN} xmlns:xhtml="x:y">{{}}</urlset>',
    "images not declared": f"<urlset {OWN} xmlns:xhtml='http://www.w3.org/1999/xhtml'>{{}}</urlset>",
    "images declared as something else": f"<urlset {OWN}{EXTENSIONS.replace('image/1.1', 'i')}>{{}}"
    "</urlset>",
    "a prefix that is none": f'<urlset {OWN}{EXTENSIONS} xmlns:a:b="x:y">{{}}</urlset>',
    "an index": f"<sitemapindex {OWN}{EXTENSIONS}>{{}}</sitemapindex>",
    "another element around": f'<urlset {OWN}{EXTENSIONS}><a xmlns="x:y">{{}}</a></urlset>',
    "entities": f'<!DOCTYPE urlset [<!ENTITY a "b">]><urlset {OWN}{EXTENSIONS}>{{}}</urlset>',
    "behind the end": f"<urlset {OWN}{EXTENSIONS}></urlset>{{}}",
}


def test_an_entry_is_read_in_its_surroundings() -> None:
    entries = f"<url>{LOC}{LINK}</url>", f"<url>{LOC}{IMAGE}</url>"
    bodies = {name: [root.replace("{}", each) for each in entries] for name, root in ROOTS.items()}
    assert differ(bodies) == []


def test_a_file_of_the_corpus_is_read_as_its_entries_are_alone() -> None:
    files = [path for path in CORPUS.iterdir() if path.suffix != ".expected"]
    assert differ({path.name: [path.read_bytes()] for path in files}) == []


BLANKS = st.sampled_from(["", "", "\n", "\n  ", " ", "\t\n\n"])
VALUES = st.sampled_from(
    ["", "2026-01-01", "daily", "0.5", "1e9", "x&amp;y", "&", "\xa0", "<b/>", "]]>", '"', "\x7f"]
)
URLS = st.sampled_from(
    [
        "https://example.com/",
        "https://www.example.de/a/",
        "http://example.com/index.html",
        "https://example.com/A?b=1&amp;b=2",
        "https://example.com/./a",
        "https://example.com/a<b",
        "https://xn--a/",
        "https://ex\N{LATIN SMALL LETTER A WITH DIAERESIS}mple.com/",
        " https://example.com/ ",
        "https://example.com/a\nhttps://example.com/b",
        "mailto:a",
        "/a",
        "",
    ]
)
LINKS = st.builds(
    lambda blank, order, code, url: (
        f"<xhtml:link{blank}{order[0]}{blank}{order[1]}{blank}{order[2]}/>".replace(
            "CODE", code
        ).replace("URL", url)
    ),
    st.sampled_from([" ", " ", "\n ", ""]),
    st.sampled_from(list(permutations(['rel="alternate"', 'hreflang="CODE"', 'href="URL"']))),
    st.sampled_from(["en", "de-AT", "x-default", "EN-uk", "", "de\n", "&lt;"]),
    URLS,
)
IMAGES = st.builds(
    lambda blank, url, more: (
        f"<image:image>{blank}<image:loc>{url}</image:loc>{blank}{more}</image:image>"
    ),
    BLANKS,
    URLS,
    st.sampled_from(["", "", "<image:title>A</image:title>", "<image:caption> </image:caption>\n"]),
)
ELEMENTS = st.builds(
    lambda name, value: f"<{name}>{value}</{name}>",
    st.sampled_from(["lastmod", "changefreq", "priority", "loc"]),
    VALUES,
)


@st.composite
def _entries(draw: st.DrawFn) -> str:
    """Entries as a program writes them, most of them alike."""
    blank, inner, link = draw(BLANKS), draw(BLANKS), draw(LINKS)
    element = draw(ELEMENTS)
    parts = []
    for _ in range(draw(st.integers(1, 4))):
        links = [
            draw(LINKS) if draw(st.integers(0, 9)) == 0 else link
            for _ in range(draw(st.integers(0, 3)))
        ]
        some = [f"<loc>{draw(URLS)}</loc>", *([element] if draw(st.booleans()) else []), *links]
        some += [draw(IMAGES) for _ in range(draw(st.integers(0, 2)))]
        if draw(st.integers(0, 9)) == 0:
            some = draw(st.permutations(some))
        parts.append(f"<url>{inner}{inner.join(some)}{inner}</url>")
    return blank.join(parts)


@settings(max_examples=100, deadline=None)
@given(
    _entries(),
    st.integers(0, 10_000),
    st.sampled_from(["", "", "", "<", '"', ">", "x", " ", "&", "\n", "</url>", "<!---->"]),
)
def test_entries_of_any_kind_are_read_as_each_is_alone(
    entries: str, place: int, insertion: str
) -> None:
    at = place % (len(entries) + 1)
    body = urlset(entries[:at] + insertion + entries[at:])
    together, alone = read(body), read_alone(body)
    # A prefix that is not declared is seen before the entries of its piece are read.
    assert sorted(map(repr, together.records)) == sorted(map(repr, alone.records))
    assert together.facts == alone.facts
