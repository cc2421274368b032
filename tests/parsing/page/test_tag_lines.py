"""The lines of a page's tags, by its source as written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.parsing.page import tag_lines
from sitemap_audit.parsing.page.head import start_tag
from sitemap_audit.parsing.page.tag_lines import read_tags

if TYPE_CHECKING:
    from sitemap_audit.items import PageTag

URL = "https://example.com/x/"
PAGE = {"page_id": 1, "url": URL, "url_key": 7}


def tags(text: str, **rest: object) -> list[PageTag]:
    return read_tags(text, PAGE, URL, **rest)  # type: ignore[arg-type]


def lines(text: str, **rest: object) -> list[tuple[str, int]]:
    return [(each.tag, each.line) for each in tags(text, **rest)]


def test_each_tag_has_the_line_on_which_it_begins() -> None:
    text = """<!doctype html>
<HTML lang="de">
<head><meta charset=utf-8><title>Tee</title>
<link
  rel="canonical"
  href="../x/"><link rel=alternate hreflang="en" href="/en/?a=1&amp;b=2">
<meta name=robots content="noindex"><meta property="og:url" content="/x">
<meta http-equiv=refresh content="0; url=/y"><meta name=description content=Tee>
<link rel=amphtml href=/amp><base href="/">
</head><body>
<h1>Tee</h1>
"""
    assert lines(text) == [
        *(("html", 2), ("head", 3), ("charset", 3), ("title", 3), ("canonical", 4)),
        *(("hreflang", 6), ("robots", 7), ("og:url", 7), ("refresh", 8), ("description", 8)),
        *(("alternate", 9), ("base", 9), ("h1", 11)),
    ]
    (link,) = (each for each in tags(text) if each.tag == "hreflang")
    assert (link.code, link.written) == ("en", "/en/?a=1&b=2")
    assert link.target == "https://example.com/en/?a=1&b=2"
    assert link.element == start_tag(
        "link", {"rel": "alternate", "hreflang": "en", "href": "/en/?a=1&b=2"}
    )


def test_text_that_looks_like_a_tag_has_none() -> None:
    text = """<html><head>
<!-- <link rel=canonical href=/a> -->
<script>var a = '<link rel="canonical" href="/b">';</script>
<title><link rel=canonical href=/c></title>
<style><meta name=robots content=noindex></style>
<meta name=description content='<meta name="robots" content="noindex">'>
</head><body title="<h1>"><svg><title>Icon</title></svg>
<textarea><h1>no</h1></textarea>"""
    assert lines(text) == [("html", 1), ("head", 1), ("title", 4), ("description", 6)]
    (_, _, _, description) = tags(text)
    content = '<meta name="robots" content="noindex">'
    assert description.written == content
    assert description.element == start_tag("meta", {"name": "description", "content": content})


def test_tags_that_the_parser_adds_have_no_line() -> None:
    assert lines("<title>Tea</title>\r\n\r\n<p>Tea\r\n<h1/>") == [("title", 1), ("h1", 4)]


def test_what_ends_the_head_has_its_line() -> None:
    text = "<html><head>\n<my-banner id=a>x</my-banner>\n<link rel=canonical href=/a></head>"
    first, *_ = tags(text, head_ended_by="my-banner")
    assert (first.tag, first.line) == ("ends-head", 2)
    assert first.element == '<my-banner id="a">'
    assert ("ends-head", 2) not in lines(text, head_ended_by="#text")


def test_links_have_the_line_of_the_first_with_their_href() -> None:
    text = "<a href=/b>1</a>\n<a href=/b>2</a>\n<a href='/c'>3</a><a>4</a>"
    assert lines(text) == []
    found = [(each.line, each.target) for each in tags(text, with_outlinks=True)]
    assert found == [(1, "https://example.com/b"), (3, "https://example.com/c")]


def test_a_page_of_many_tags_has_the_first_ones() -> None:
    many = "<title>a</title>" + "<meta charset=utf-8>" * (tag_lines.MAX_TAGS + 5)
    assert len(tags(many)) < tag_lines.MAX_TAGS
    assert tags(many)[0].tag == "title"
