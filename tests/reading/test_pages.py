"""Items of pages that were read from a file of a built site."""

from __future__ import annotations

from typing import Any

from scrapy.http import Request, Response

from sitemap_audit.frontier.url_records import PageTarget
from sitemap_audit.items import Page, Role
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.robots_rules import Decision
from sitemap_audit.reading.fetch import fetched
from sitemap_audit.reading.pages import FetchedPage, read_fetched_page

URL = "https://example.com/de/"
HTML = b"<html>\n<head>\n<base href='/x/'>\n<link rel=canonical href=y>\n</head><a href=z>z</a>"


def page(file: str | None, *, status: int = 200, with_outlinks: bool = False, **more: Any) -> Page:
    meta = {} if file is None else {"built_file": file, **more}
    response = Response(URL, status, {"Content-Type": "text/html"}, request=Request(URL, meta=meta))
    target = PageTarget(URL, urls.key(URL), URL, Role.LISTED, 0)
    decision = Decision("allowed")
    read = FetchedPage(1, target, fetched(response), decision, "Googlebot", HTML, with_outlinks)
    return read_fetched_page(read).page


def test_a_page_of_a_file_has_the_lines_of_its_tags() -> None:
    read = page("public/de/index.html")
    assert read.file == "public/de/index.html"
    assert [(tag.page_id, tag.url, tag.tag, tag.line, tag.target) for tag in read.page_tags] == [
        (1, URL, "html", 1, None),
        (1, URL, "head", 2, None),
        (1, URL, "base", 3, None),
        (1, URL, "canonical", 4, "https://example.com/x/y"),
    ]
    *_, link = page("public/de/index.html", with_outlinks=True).page_tags
    assert (link.tag, link.line, link.target) == ("link", 5, "https://example.com/x/z")


def test_a_robots_header_of_a_file_of_rules_is_a_tag_of_that_file() -> None:
    robots = [("public/_headers", 2, "noindex"), ("public/_headers", 5, "nofollow")]
    *_, one, other = page("public/de/index.html", built_robots=robots).page_tags
    assert (one.tag, one.number, one.file, one.line) == ("robots", 5, "public/_headers", 2)
    assert (one.written, one.element) == ("noindex", "X-Robots-Tag: noindex")
    assert (other.number, other.line) == (6, 5)


def test_a_page_that_was_requested_has_none() -> None:
    read = page(None)
    assert (read.file, read.page_tags) == (None, [])


def test_an_error_page_has_a_file_but_no_lines() -> None:
    read = page("public/404.html", status=404)
    assert (read.file, read.page_tags) == ("public/404.html", [])


def test_a_name_that_is_not_utf_8_can_be_stored() -> None:
    assert page("public/\udce9.html").file == r"public/\udce9.html"
