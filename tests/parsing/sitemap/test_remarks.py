"""Comments of a sitemap: what gives something away, and what may stand there."""

from __future__ import annotations

import pytest

from sitemap_audit.parsing.sitemap.remarks import read_comment


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("cached in /var/www/shop/cache", "debug-comment", id="path"),
        pytest.param(r"C:\inetpub\wwwroot\map.aspx", "debug-comment", id="Windows path"),
        pytest.param("SELECT slug\nFROM pages WHERE 1", "debug-comment", id="query over two lines"),
        pytest.param("Warning: undefined key in map.php on line 3", "debug-comment", id="error"),
        pytest.param("at shop.Map.write(Map.java:77)", "debug-comment", id="stack of calls"),
        pytest.param("made in 0.231 seconds", "generator-comment", id="time"),
        pytest.param("12 queries, memory 4.5 MB", "generator-comment", id="queries"),
        pytest.param("Map Maker v3.1", "generator-comment", id="version of two numbers"),
        pytest.param("Map Maker 3.1.4 in 2 s at /srv/map/run", "debug-comment", id="the gravest"),
    ],
)
def test_a_comment_that_gives_something_away(text: str, code: str) -> None:
    remark = read_comment(f"<!-- {text} -->")
    assert remark is not None
    assert remark.code == code


@pytest.mark.parametrize(
    "text",
    [
        "Our pages",
        "see https://example.com/home/about/us",
        "of 2026-01-15T12:00:00Z",
        "select what you like from our pages",
        "50000 URLs a file",
        "protocol 0.9",
        "/sitemap.xsl makes this readable",
    ],
)
def test_a_comment_that_a_visitor_may_read(text: str) -> None:
    assert read_comment(f"<!-- {text} -->") is None
