"""A page whose HTML was not parsed is not checked by the checks that read HTML."""

from __future__ import annotations

from functools import cache

import pytest

from checks.examples.fixtures import make_store
from checks.examples.manual import Example, Row
from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.runner import prepare, run_checks
from sitemap_audit.analysis.views import unread_of

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
    *("hreflang/target-canonicalized", "hreflang/target-redirects", "redirect/then-canonical"),
)
"Checks of where a listed page leads."


@pytest.mark.parametrize("content_type", ["text/html", "application/pdf"])
def test_annotations_of_headers_that_were_not_read_are_not_known(content_type: str) -> None:
    page: Row = {"url": f"{SITE}/a", "content_type": content_type, "parsed": "false"}
    unread = UNREAD | {"unread_reason": "too-many-annotations"}
    rows: dict[str, list[Row]] = {"pages": [page | unread]}
    store = make_store(Example(title="", given=rows, parameters={}, finds=[]))
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
    store = make_store(Example(title="", given=tables, parameters={}, finds=[]))
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
    of_source = name in LED_TO and "redirect/" not in name  # it may lead somewhere too
    assert unknown == before + 1 + of_source
    assert found <= found_before
    assert why is None or f"too-complex {1 + of_source}" in why


@pytest.mark.parametrize("name", LISTED)
def test_the_reason_is_told(name: str) -> None:
    assert runs("unread")[name][3] == "too-complex 1"


READ_FROM_PAGES = {check.name: check for check in load_checks() if unread_of(check.over)}
UNREAD_PAGES: list[Row] = [
    {"url": f"{SITE}/too-complex", **UNREAD},
    {"url": f"{SITE}/throttled", "status": "429", "parsed": "false"},
    {"url": f"{SITE}/timeout", "error": "other"},
]
"Pages of which it is not known what they say; of one more there is no row at all."


def coverage(*, read: bool, unread: bool) -> dict[str, tuple[int, int, int, str | None]]:
    """By check of what pages say: rows looked at, found and not checked, and why not."""
    pages: list[Row] = []
    if read:
        pages += [{"url": f"{SITE}/{name}"} for name in ("en", "de", "a", "b")]
        pages += [{"url": f"{SITE}/old", "status": "301", "location": f"{SITE}/a"}]
    if unread:
        pages += UNREAD_PAGES
    urls = [page["url"] for page in pages] + [f"{SITE}/not-fetched"] * unread
    codes = {"en": "en", "de": "de", "x-default": "en"}
    tables: dict[str, list[Row]] = {
        "sitemaps": [{"url": SITEMAP}],
        "entries": [{"loc": url} for url in urls],
        "pages": pages,
        "page_alternates": [
            {"url": f"{SITE}/{url}", "hreflang": code, "href": f"{SITE}/{codes[code]}"}
            for url in ("en", "de")
            for code in codes
        ],
        "page_canonicals": [{"url": f"{SITE}/b", "canonical": f"{SITE}/a"}],
        "page_forms": [{"url": f"{SITE}/a", "kind": "amphtml", "href": f"{SITE}/amp"}],
    }
    for name in ("page_alternates", "page_canonicals", "page_forms"):
        if not read:
            del tables[name]
    store = make_store(Example(title="", given=tables, parameters={}, finds=[]))
    checks = list(READ_FROM_PAGES.values())
    prepare(store, checks)
    run_checks(store, checks)
    sql = 'SELECT "check", looked_at, found, "unknown", unknown_reasons FROM check_runs'
    return {name: tuple(figures) for name, *figures in store.rows(sql)}


def test_pages_that_were_not_read_are_not_checked_for_what_they_say() -> None:
    before, after = (coverage(read=True, unread=unread) for unread in (False, True))
    for name, check in READ_FROM_PAGES.items():
        looked_at, found, unknown, _ = before[name]
        unread = 3 if "redirect" in check.over else 4  # what was too complex is no redirect
        if not looked_at:
            unread = 0
        assert after[name][:3] == (looked_at + unread, found, unknown + unread), name
        assert not unread or "not-fetched 1" in str(after[name][3]), name


def test_where_no_page_was_read_none_is_checked() -> None:
    after = coverage(read=False, unread=True)
    for name, check in READ_FROM_PAGES.items():
        unread = 0 if "redirect" in check.over else 4  # one is known to be none
        assert after[name][:3] == (unread, 0, unread), name


HREFLANG: tuple[str, str, Row] = ("hreflang_pairs", "page_alternates", {"hreflang": "de"})
CANONICALS: tuple[str, str, Row] = ("canonical_targets", "page_canonicals", {})
CHALLENGED: Row = {
    "url": f"{SITE}/challenged",
    "status": "503",
    "challenge": "captcha",
    "robots": "unknown",
}
REPORTED: list[Row] = [
    {"url": f"{SITE}/old", "status": "301", "location": f"{SITE}/en"},
    {"url": f"{SITE}/gone", "status": "404"},
]
"A page with a fault of its own: what it annotates is not looked at."


@pytest.mark.parametrize(("over", "table", "columns"), [HREFLANG, CANONICALS])
def test_a_target_not_fetched_or_behind_bot_protection_is_not_checked(
    over: str, table: str, columns: Row
) -> None:
    tables: dict[str, list[Row]] = {
        "entries": [{"loc": f"{SITE}/{name}"} for name in ("en", "de", "old")],
        "pages": [{"url": f"{SITE}/en"}, {"url": f"{SITE}/de"}, CHALLENGED, *REPORTED],
        "entry_alternates": [{"url": f"{SITE}/old", "hreflang": "de", "href": f"{SITE}/gone"}],
        table: [
            {"url": f"{SITE}/en", "href": f"{SITE}/challenged", **columns},
            {"url": f"{SITE}/de", "href": f"{SITE}/not-fetched", **columns},
        ],
    }
    names = ("/target-", "canonical/chain", "canonical/loop")
    checks = [
        check
        for check in load_checks()
        if check.over == over and any(name in check.name for name in names)
    ]
    assert len(checks) == 8
    store = make_store(Example(title="", given=tables, parameters={}, finds=[]))
    prepare(store, checks)
    run_checks(store, checks)
    runs_of = store.rows('SELECT "check", found, looked_at, "unknown" FROM check_runs')
    assert runs_of == [(check.name, 0, 2, 2) for check in checks]
