"""Answers of a server in an example, read as in an audit."""

from __future__ import annotations

import pytest

from checks.examples.fixtures import make_store
from checks.examples.manual import ExampleError, read_examples

ENTRY = "<url><loc>https://example.com/é</loc></url>"


def rows(text: str, query: str) -> list[tuple[object, ...]]:
    (example,) = read_examples(f"### A case\n\n{text}\n\nfinds:\n\nnothing\n")
    with make_store(example) as store:
        return store.rows(query)


def fenced(head: str, body: str) -> str:
    return f"{head}\n\n```\n{body}\n```"


def test_a_sitemap_brings_its_row_its_entries_and_its_problems() -> None:
    body = "<urlset><url><loc>https://example.com/a</loc></url></urlset>x"
    text = fenced(
        "`sitemap` https://example.com/b.xml\nfound_by: guess\nContent-Type: text/xml", body
    )
    sitemap = "SELECT url, found_by, content_type, kind, entries, namespace FROM sitemaps"
    assert rows(text, sitemap) == [
        ("https://example.com/b.xml", "guess", "text/xml", "urlset", 1, None)
    ]
    assert rows(text, "SELECT url, line FROM entries") == [("https://example.com/a", 1)]
    assert rows(text, "SELECT code FROM sitemap_problems ORDER BY code") == [
        ("namespace",),
        ("trailing-content",),
    ]


@pytest.mark.parametrize(
    ("sent_as", "encoding", "compression", "complete"),
    [
        ("utf-8", "utf-8", None, True),
        ("utf-16", "utf-16le", None, True),
        ("gzip", "utf-8", "gzip", True),
        ("utf-8, gzip, gzip", "utf-8", "gzip-twice", True),
        ("utf-8, gzip, half", "utf-8", "gzip", False),
    ],
)
def test_a_body_is_sent_as_it_says(
    sent_as: str, encoding: str, compression: str | None, complete: bool
) -> None:
    text = fenced(f"`urlset`\nas: {sent_as}", ENTRY)
    query = "SELECT encoding, compression, complete FROM sitemaps"
    assert rows(text, query) == [(encoding, compression, complete)]


def test_escapes_are_bytes_and_repeated_text_is_written_out() -> None:
    text = fenced("`sitemap`\nas: escapes", r"https://example.com/{ab*3}/\xff")
    assert rows(text, "SELECT kind, bytes FROM sitemaps") == [("text", 29)]


def test_a_robots_txt_decides_about_sitemaps_and_pages_of_its_origin() -> None:
    robots = fenced("`robots.txt`", "User-agent: *\nDisallow: /b")
    pages = "`pages`\n\n| url |\n|---|\n| https://example.com/a |\n| https://example.com/b |"
    sitemaps = "`sitemap` https://example.com/b.xml\nstatus: 404"
    text = f"{robots}\n\n{pages}\n\n{sitemaps}"
    assert rows(text, "SELECT robots, robots_rule FROM pages ORDER BY url") == [
        ("allowed", None),
        ("disallowed", "Disallow: /b"),
    ]
    assert rows(text, "SELECT robots, status FROM sitemaps") == [("disallowed", 404)]
    assert rows(text, "SELECT field, value FROM robots_lines ORDER BY number") == [
        ("user-agent", "*"),
        ("disallow", "/b"),
    ]


def test_a_robots_txt_that_could_not_be_read_decides_nothing() -> None:
    text = "`robots.txt`\nstatus: 503\n\n`page`\n"
    assert rows(text, "SELECT robots FROM pages") == [("unknown",)]


def test_a_page_brings_its_annotations() -> None:
    html = """\
<link rel=canonical href=/b>
<link rel=alternate hreflang=de href=/de>
<meta name=robots content=noindex>"""
    text = fenced('`page` https://example.com/a\nLink: </c>; rel="canonical"', html)
    assert rows(text, "SELECT canonicals, alternates, noindex FROM pages") == [(2, 1, True)]
    assert rows(text, "SELECT source, canonical FROM page_canonicals ORDER BY source") == [
        ("header", "https://example.com/c"),
        ("html", "https://example.com/b"),
    ]


def test_a_redirect_needs_no_body() -> None:
    text = "`page` https://example.com/a\nstatus: 301\nLocation: /b\n"
    query = "SELECT status, redirect_url, parsed, content_type FROM pages"
    assert rows(text, query) == [(301, "https://example.com/b", False, None)]


def test_an_error_has_no_status() -> None:
    text = "`sitemap`\nerror: timeout\n"
    assert rows(text, "SELECT status, error, kind, complete FROM sitemaps") == [
        (None, "timeout", None, False)
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (fenced("`page`\nas: morse", "x"), "sends 'morse', which is not possible"),
        ("`page`\nspeed: 3\n", "gives 'pages' a column 'speed'"),
        (fenced("`sitemap`\nstatus: gone", "x"), "the value 'gone', expected a whole number"),
    ],
)
def test_what_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(ExampleError, match=message):
        rows(text, "SELECT 1")
