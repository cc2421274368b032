"""The links of a page: targets, rel, anchor text and place."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from sitemap_audit.parsing.page.html import read_html
from sitemap_audit.parsing.page.outlinks import LINKS, MAX_LINKS, PageOutlink, read_outlinks
from sitemap_audit.parsing.urls import key

PAGE = "https://example.com/shop/"


def outlinks(html: str) -> list[PageOutlink]:
    return read_outlinks(LexborHTMLParser(html).css(LINKS), PAGE, key(PAGE))


def told(html: str) -> list[tuple[object, ...]]:
    """Path, rel, text, place and number of each."""
    return [
        (each.url.removeprefix("https://example.com"), each.rel, each.text, each.place, each.links)
        for each in outlinks(html)
    ]


def test_links_of_one_url_are_one() -> None:
    html = '<a href="/a" rel="nofollow ugc"></a><a href="/a#x" rel="UGC noopener">Read  on</a>'
    assert told(html) == [("/a", "ugc", "Read on", "content", 2)]
    html += '<a href="https://EXAMPLE.com/a">A</a>'
    assert told(html) == [("/a", None, "Read on", "content", 3)]


def test_what_is_no_link_of_the_page() -> None:
    html = """<a href="">self</a><a href="#top">top</a><a href="mailto:a@example.com">mail</a>
        <a href="javascript:go()">go</a><a>none</a><a href="tel:1">call</a><link href="/css">"""
    assert told(html) == []


def test_the_place_is_that_of_the_nearest_element() -> None:
    html = """<header><a href="1">1</a><nav><ul><li><a href="2">2</a></ul></nav></header>
        <main><aside><p><a href="3">3</a></p></aside><a href="4">4</a></main><a href="5">5</a>
        <footer><div><a href="6">6</a></div></footer>"""
    assert [each.place for each in outlinks(html)] == [
        *("header", "navigation", "aside", "content", "content", "footer")
    ]


def test_text_of_images_and_areas() -> None:
    html = """<a href="a"><img src="i"><img alt="Tea &amp; more"></a>
        <map><area href="b" alt="Map"></map><a href="c"><img></a>"""
    assert [each.text for each in outlinks(html)] == ["Tea & more", "Map", None]


def test_a_page_has_a_most_of_links() -> None:
    html = "".join(f'<a href="{n}">x</a>' for n in range(MAX_LINKS + 5))
    assert len(outlinks(html)) == MAX_LINKS
    assert read_html(html, PAGE, with_outlinks=True).links == MAX_LINKS + 5
    assert read_html(html, PAGE).links is None
