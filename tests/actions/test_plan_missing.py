"""Which missing pages are added, to which file, and with which lastmod; without files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checks.examples.fixtures import make_store
from checks.examples.manual import Example

from sitemap_audit.actions.plan import make_checks, make_missing, make_steps
from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.runner import prepare

if TYPE_CHECKING:
    from collections.abc import Mapping

SITE = "https://example.com"
MISSING = "links/not-in-sitemap"
_FINDINGS = """
CREATE TABLE fix_stored (
    finding_id VARCHAR, root_id VARCHAR, "check" VARCHAR, url VARCHAR, sitemap_url VARCHAR,
    related_url VARCHAR, line BIGINT, fix VARCHAR, change_url VARCHAR, action VARCHAR,
    place VARCHAR, "from" VARCHAR, "to" VARCHAR
)
"""


def planned(
    missing: Mapping[str, dict[str, Any]],
    listed: Mapping[str, str],
    *,
    found: Mapping[str, str] | None = None,
    most_entries: int = 50_000,
    sql: str = "SELECT added.url, file.url FROM fix_added AS added INNER JOIN fix_files AS file"
    " ON added.sitemap_id = file.id",
    **tables: list[dict[str, Any]],
) -> dict[str, str]:
    """What is planned, by path.

    Args:
        missing: the pages that a check reports as missing, each with its columns.
        listed: the sitemap of each listed page.
        found: checks that report a page for another fault.
    """
    pages = [{"url": f"{SITE}{path}", "role": "linked"} | rest for path, rest in missing.items()]
    pages += [{"url": f"{SITE}{path}"} for path in listed]
    entries = [
        {"loc": f"{SITE}{path}", "sitemap_url": f"{SITE}{sitemap}"}
        for path, sitemap in listed.items()
    ]
    given = {"pages": pages, "entries": entries, **tables}
    with make_store(Example(title="", given=given, parameters={}, finds=[])) as store:
        prepare(store, (), also=["url_states", "sitemap_purposes"])
        store.execute("CREATE TABLE fix_states AS SELECT * FROM url_states")
        store.execute(
            "CREATE TABLE fix_files AS SELECT id, url, kind, (SELECT COUNT(*) FROM entries WHERE"
            " entries.sitemap_id = sitemaps.id) AS entries FROM sitemaps"
        )
        store.execute('CREATE TABLE fix_locs (action VARCHAR, "to" VARCHAR)')
        store.execute(_FINDINGS)
        added = {"check": MISSING, "action": "add", "place": "loc"}
        store.insert("fix_stored", [added | {"to": f"{SITE}{path}"} for path in missing])
        others = [{"check": check, "url": f"{SITE}{path}"} for path, check in (found or {}).items()]
        store.insert("fix_stored", others)
        checks = load_checks()
        make_checks(store, checks, {check.name for check in checks})
        make_steps(store, ["findings"])
        make_missing(store, most_entries, adds_missing=True)
        rows = store.rows(sql)
    return {url.removeprefix(SITE): (told or "").removeprefix(SITE) for url, told in rows}


def test_a_page_that_is_not_confirmed_is_not_added() -> None:
    text = {"words": "40", "text_hash": "same"}
    numbers = {"words": "40", "content_hash": "same"}  # without those in the text
    why_not = planned(
        {
            "/gone": {"status": "404"},
            "/noindex": {"noindex": "true"},
            "/login": {},
            "/listed/": {},
            "/case": {},
            "/Case": {},
            "/copy-1": text,
            "/copy-2": text,
            "/calendar/2026/01": {},
            "/fine": {},
            "/room-1": {"text_hash": "1", **numbers},
            "/room-2": {"text_hash": "2", **numbers},
        },
        {"/": "/sitemap.xml", "/listed": "/sitemap.xml"},
        found={"/login": "status/login-form"},
        link_targets=[
            {"url": f"{SITE}/calendar/2026/01", "trap_pattern": "months"},
            {"url": f"{SITE}/calendar/2030/01", "trap_pattern": "months", "trap": "calendar"},
        ],
        sql="SELECT url, why_not FROM fix_not_added",
    )
    assert why_not == {
        "/gone": "not-confirmed",
        "/noindex": "not-confirmed",
        "/login": "login",
        "/listed/": "listed-variant",
        "/case": "variants",
        "/Case": "variants",
        "/copy-1": "copies",
        "/copy-2": "copies",
        "/calendar/2026/01": "url-trap",
    }


def test_a_page_goes_to_the_file_of_its_folder_directory_or_language() -> None:
    listed = {
        "/": "/main.xml",
        "/about": "/main.xml",
        "/shop/tea/1": "/tea.xml",
        "/shop/pots/1": "/pots.xml",
        "/shop/pots/2": "/pots.xml",
        "/de/ueber": "/de.xml",
        "/de/laden/1": "/de.xml",
        "/full/1": "/full-1.xml",
        "/full/2": "/full-1.xml",
        "/full/3": "/full-1.xml",
        "/full/4": "/full-2.xml",
    }
    pages = ("/shop/tea/2", "/shop/cups/1", "/de/neu/1", "/blog/1", "/full/5")
    assert planned({path: {} for path in pages}, listed, most_entries=3) == {
        "/shop/tea/2": "/tea.xml",
        "/shop/cups/1": "/pots.xml",
        "/de/neu/1": "/de.xml",
        "/blog/1": "/main.xml",
        "/full/5": "/full-2.xml",
    }


def test_a_page_of_an_origin_without_sitemap_is_not_added() -> None:
    why_not = planned(
        {":8443/other": {}},
        {"/": "/sitemap.xml"},
        sql="SELECT url, why_not FROM fix_not_added",
    )
    assert why_not == {":8443/other": "no-sitemap"}


def test_only_a_date_that_the_page_tells_of_itself_is_its_lastmod() -> None:
    dates = {
        "/day": "2025-01-10",
        "/time": "2025-02-10T10:00:00+01:00",
        "/year": "2025",
        "/deployed-1": "2025-05-05",
        "/deployed-2": "2025-05-05",
        "/none": None,
    }
    pages = {path: {"modified": date} for path, date in dates.items()}
    told = planned(
        pages,
        {},
        entries=[{"loc": f"{SITE}/", "lastmod": "2025-01-01"}],
        sql="SELECT url, lastmod FROM fix_added",
    )
    assert told["/day"] == "2025-01-10"
    assert told["/time"] == "2025-02-10T10:00:00+01:00"
    assert told["/year"] == told["/none"] == ""
    of_most = {path: {"modified": "2025-05-05"} for path in ("/a", "/b", "/c")}
    told = planned(
        of_most,
        {},
        entries=[{"loc": f"{SITE}/", "lastmod": "2025-01-01"}],
        sql="SELECT url, lastmod FROM fix_added",
    )
    assert set(told.values()) == {""}
