"""A page whose HTML was not parsed is not checked by the checks that read HTML."""

from __future__ import annotations

from functools import cache

import pytest

from checks.examples.given import given
from checks.examples.manual import Example, Row
from sitemap_audit.analysis.catalogue import load_checks
from sitemap_audit.analysis.runner import prepare, run_checks

SITE = "https://example.com"
SITEMAP = f"{SITE}/sitemap.xml"
UNREAD: Row = {
    "parsed": "false",
    "unread_reason": "too-complex",
    "noindex": None,
    "nofollow": None,
}
LISTED = ("status/empty-page", "status/soft-404", "canonical/missing", "indexability/noindex")
"Checks of the page itself."
LED_TO = (
    *("canonical/chain", "canonical/loop", "canonical/target-noindex"),
    *("canonical/target-redirects", "hreflang/missing-return-link", "hreflang/target-noindex"),
    *("hreflang/target-canonicalised", "hreflang/target-redirects", "redirect/then-canonical"),
)
"Checks of where a listed page leads."


@pytest.mark.parametrize("content_type", ["text/html", "application/pdf"])
def test_annotations_of_headers_that_were_not_read_are_not_known(content_type: str) -> None:
    page: Row = {"url": f"{SITE}/a", "content_type": content_type, "parsed": "false"}
    unread = UNREAD | {"unread_reason": "too-many-annotations"}
    rows: dict[str, list[Row]] = {"pages": [page | unread]}
    store = given(Example(title="", given=rows, parameters={}, finds=[]))
    prepare(store, [check for check in load_checks() if check.name == "canonical/missing"])
    assert store.rows("SELECT annotations_known FROM page_states") == [(False,)]


@cache
def runs(state: str) -> dict[str, tuple[int, int, int, str | None]]:
    """By check: rows looked at, found and not checked, and why not."""
    ends = UNREAD if state == "unread" else {}
    pages = ["listed", "canonicalised", "canonical", "redirect", "target", "en", "de"]
    rows: dict[str, Row] = {name: {"url": f"{SITE}/{name}"} for name in pages}
    for name in ("listed", "canonical", "target", "de"):
        rows[name] |= ends
    rows["redirect"] |= {"status": "301", "location": f"{SITE}/target"}
    listed = [f"{SITE}/{name}" for name in ("listed", "canonicalised", "redirect", "en")]
    link = {"sitemap_url": SITEMAP, "url": f"{SITE}/en"}
    tables: dict[str, list[Row]] = {
        "sitemaps": [{"url": SITEMAP}],
        "entries": [{"loc": url} for url in listed],
        "entry_alternates": [
            {**link, "hreflang": code, "href": f"{SITE}/{code}"} for code in ("en", "de")
        ],
        "pages": list(rows.values()),
        "page_canonicals": [
            {"url": f"{SITE}/canonicalised", "canonical": f"{SITE}/canonical"},
        ],
    }
    store = given(Example(title="", given=tables, parameters={}, finds=[]))
    checks = [check for check in load_checks() if check.name in {*LISTED, *LED_TO}]
    prepare(store, checks)
    run_checks(store, checks)
    sql = 'SELECT "check", looked_at, found, "unknown", unknown_reasons FROM check_runs'
    return {name: tuple(figures) for name, *figures in store.rows(sql)}


@pytest.mark.parametrize("name", [*LISTED, *LED_TO])
def test_what_was_not_parsed_is_not_checked(name: str) -> None:
    looked_at, found_before, before, _ = runs("read")[name]
    assert looked_at > before
    _, found, unknown, why = runs("unread")[name]
    assert unknown == before + 1
    assert found <= found_before
    assert why is None or "too-complex 1" in why


@pytest.mark.parametrize("name", LISTED)
def test_the_reason_is_told(name: str) -> None:
    assert runs("unread")[name][3] == "too-complex 1"
