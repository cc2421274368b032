"""Examples as tests read them: tables into rows, rows made whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from checks.examples.fixtures import make_store
from checks.examples.manual import COLUMNS, Example, ExampleError, Row, read_examples

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

SOUND = """\
### One slow page

`pages`

| url | seconds |
|---|---|
| https://example.com/a | 3.0 |
| https://example.com/b | 2.5 |

finds:

| url | observed |
|---|---|
| https://example.com/a | 3.0 |
"""


def changed(old: str, new: str) -> str:
    assert SOUND.count(old) == 1, "the test must change one place"
    return SOUND.replace(old, new)


def given_rows(**tables: list[Row]) -> Store:
    return make_store(Example(title="", given=tables, parameters={}, finds=[]))


def test_an_example_is_rows_and_findings() -> None:
    (example,) = read_examples(SOUND)
    assert example.title == "One slow page"
    assert example.given["pages"][0] == {"url": "https://example.com/a", "seconds": "3.0"}
    found = {"url": "https://example.com/a", "observed": "3.0"}
    assert example.finds == [dict.fromkeys(COLUMNS) | found]


MALFORMED = {
    "no heading for the example": (changed("### One slow page\n", ""), "below a heading"),
    "no findings": (changed("finds:", "`finds_`"), "no line 'finds:'"),
    "another column found": (changed("| url | observed |", "| url | seen |"), "'seen'"),
    "a row too short": (changed("| https://example.com/b | 2.5 |", "| x |"), "row of 1 cells"),
    "text among the tables": (changed("`pages`", "The pages:"), "the line 'The pages:'"),
}


@pytest.mark.parametrize(("text", "says"), MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_example_is_refused(text: str, says: str) -> None:
    with pytest.raises(ExampleError) as raised:
        read_examples(text)
    assert says in str(raised.value)


GIVEN_WRONG: dict[str, tuple[str, Row, str]] = {
    "table": ("page", {"url": "x"}, "there is no such table"),
    "column": ("pages", {"uri": "x"}, "gives 'pages' a column 'uri'"),
    "number": ("pages", {"status": "ok"}, "pages.status the value 'ok', expected a whole number"),
    "truth": ("pages", {"parsed": "yes"}, "expected true or false"),
    "moment": ("pages", {"fetched_at": "today"}, "expected a moment such as 2026"),
}


@pytest.mark.parametrize(("table", "row", "says"), GIVEN_WRONG.values(), ids=GIVEN_WRONG.keys())
def test_an_example_with_an_unknown(table: str, row: Row, says: str) -> None:
    with pytest.raises(ExampleError, match=says):
        given_rows(**{table: [row]})


def test_a_page_given_by_its_url_is_a_sound_one() -> None:
    store = given_rows(pages=[{"url": "https://example.com/a"}])
    rows = store.rows("SELECT status, parsed, robots, noindex, content_type, role FROM pages")
    assert rows == [(200, True, "allowed", False, "text/html", "listed")]


def test_an_entry_brings_its_sitemap_and_means_what_it_says() -> None:
    store = given_rows(
        entries=[{"loc": "HTTPS://Example.com", "lastmod": "2026-01-15", "priority": "2"}]
    )
    rows = store.rows("SELECT url, kind, entries, status FROM sitemaps")
    assert rows == [("https://example.com/sitemap.xml", "urlset", 1, 200)]
    rows = store.rows("SELECT url, position, lastmod_precision, priority_problem FROM entries")
    assert rows == [("https://example.com/", 1, "day", "out-of-range")]
    assert store.value("SELECT COUNT(*) FROM entries JOIN sitemaps ON sitemap_id = id") == 1


def test_an_annotation_brings_its_page_and_is_resolved_against_it() -> None:
    store = given_rows(
        page_alternates=[{"url": "https://example.com/a/", "hreflang": "EN-uk", "href": "b"}]
    )
    rows = store.rows("SELECT code, code_suggestion, alternate, in_head FROM page_alternates")
    assert rows == [(None, "en-GB", "https://example.com/a/b", True)]
    assert store.rows("SELECT url, alternates FROM pages") == [("https://example.com/a/", 1)]
