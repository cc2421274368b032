"""The states of URLs in two audits side by side, from the stored tables of both."""

from __future__ import annotations

from checks.examples.viewing import used_store, view

from sitemap_audit.analysis.comparison.compared_tables import STATES, URL_STATES

ENTRIES = "loc\n@/a\n@/b\n@/c"
PAGES = (
    "url | status | robots | robots_rule | title | cached_at\n"
    "@/a | 200 | disallowed | Disallow: /a | New | \n"
    "@/b | 404 | allowed | | | \n"
    "@/c | 200 | allowed | | C | 2026-01-08"
)
PREVIOUS = (
    "url | outcome | status | title\n"
    "@/a | fetched | 200 | Old\n"
    "@/b | | 200 | B\n"
    "@/c | fetched | 200 | "
)


def test_the_state_of_a_url_has_every_column_that_the_next_audit_compares() -> None:
    view(f"SELECT url FROM {STATES}", pages=PAGES)
    assert list(used_store().store.columns(STATES)) == list(URL_STATES)


def test_a_listed_url_has_the_state_of_its_page_in_both_audits() -> None:
    assert view(
        "SELECT url, was_listed, have_content, status, previous_status, robots_rule, title,"
        " previous_title, unknown_reason FROM compared_urls ORDER BY url",
        entries=ENTRIES,
        pages=PAGES,
        previous_urls=PREVIOUS,
    ) == [
        ("@/a", True, True, 200, 200, "Disallow: /a", "New", "Old", None),
        ("@/b", False, False, 404, 200, None, None, "B", None),
        ("@/c", True, True, 200, 200, None, "C", None, "cached"),
    ]


def test_a_url_that_moved_is_compared_with_the_url_that_it_had() -> None:
    """The new URL was fetched before, too, as a redirect target; of two new origins, one counts."""
    assert view(
        "SELECT url, previous_url, is_moved, was_listed, unknown_reason FROM compared_urls"
        " ORDER BY url",
        url_states="url\nhttps://example.net/a\nhttps://example.net/b\nhttps://example.org/b",
        previous_urls=(
            "url | outcome | status | redirect_url\n"
            "@/a | fetched | 301 | https://example.net/a\n"
            "https://example.net/a | | 200 | \n"
            "@/b | fetched | 200 | "
        ),
    ) == [
        ("https://example.net/a", "@/a", True, True, "redirected-before"),
        ("https://example.net/b", "@/b", True, True, None),
        ("https://example.org/b", None, False, False, "not-fetched-before"),
    ]
