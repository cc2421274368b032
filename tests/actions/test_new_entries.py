"""The layout of an entry that is added to a sitemap."""

from __future__ import annotations

import pytest

from sitemap_audit.actions.new_entries import Style
from sitemap_audit.actions.plan import Missing

PAGE = Missing("https://example.com/a&b", "links/not-in-sitemap", None, ())


@pytest.mark.parametrize(
    ("before", "between"),
    [(b"<urlset>", b"\n"), (b"<urlset>\n  ", b"\n  "), (b"<urlset>", b"")],
    ids=["lines after the first entry", "indented", "one line"],
)
def test_an_entry_stands_apart_as_the_first_two_do(before: bytes, between: bytes) -> None:
    style = Style(before, b"<url><loc>https://example.com/</loc></url>")
    style.separate(between)
    assert style.before == between
    assert style.entry(PAGE, None) == b"<url><loc>https://example.com/a&amp;b</loc></url>"
