"""The file of a view: its header is strict."""

from __future__ import annotations

import pytest

from sitemap_audit.analysis.catalogue.checkheader import CatalogueError
from sitemap_audit.analysis.catalogue.viewfile import Unread, read_view
from sitemap_audit.analysis.views import rests_on, row_of, unread_of, written_views
from sitemap_audit.items import TABLES

SOUND = """\
/*
---
row: pair
rests_on: named
unread: annotations
---
One row per pair.
*/
SELECT url FROM pages;
"""


def test_a_view_is_its_header_its_words_and_its_query() -> None:
    view = read_view("some/pairs", SOUND)
    assert (view.row, view.rests_on, view.unread) == ("pair", "named", Unread.ANNOTATIONS)
    assert (view.text, view.sql) == ("One row per pair.", "SELECT url FROM pages")
    assert view.folder == "some"
    assert read_view("some/pairs", SOUND.replace("unread: annotations\n", "")).unread is None


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("/*\n---\n", "/*\n", "must start with '/*' and '---'"),
        ("row: pair\n", "", "its header has no 'row'"),
        ("rests_on: named\n", "", "its header has no 'rests_on'"),
        ("row: pair", "row: couple", "its 'row' is 'couple', expected one of url, entry,"),
        ("named", "both", "its 'rests_on' is 'both', expected one of named, others"),
        ("annotations", "links", "its 'unread' is 'links', expected one of annotations, redirects"),
        ("unread", "unred", "its header has the unknown key 'unred'; known are row, rests_on,"),
        ("row: pair", "row pair", "its header is not valid YAML"),
    ],
)
def test_a_faulty_header_is_told_with_the_name_of_the_view(old: str, new: str, fault: str) -> None:
    with pytest.raises(CatalogueError, match=r"^The view some/pairs cannot be read: ") as error:
        read_view("some/pairs", SOUND.replace(old, new))
    assert fault in str(error.value)


def test_views_and_stored_tables_say_what_a_row_is_of() -> None:
    assert (row_of("hreflang_pairs"), rests_on("hreflang_pairs")) == ("pair", "named")
    assert (row_of("entries"), rests_on("entries")) == ("entry", "named")
    assert (row_of("previous_urls"), rests_on("previous_urls")) == (None, None)
    assert all(map(row_of, (*written_views(), *TABLES)))
    assert (unread_of("redirect_chains"), unread_of("pages")) == (Unread.REDIRECTS, None)
