"""A shop, and what Google says of it: all of it invented, in the form that the APIs return.

``made(scale)``: scale 1 has 24 listed URLs, of which 21 were inspected; 50 has 1,200, of which 60.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from checks.examples.fixtures import make_store
from checks.examples.manual import Example

from reports import sample
from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.causes import find_causes
from sitemap_audit.analysis.runner import prepare, run_checks
from sitemap_audit.analysis.views import make_reported
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitemap_audit.storage.duckdb import DuckDBStore

SITE = "https://www.example.com"
NOW = datetime(2026, 1, 15, 12, tzinfo=UTC)
PROPERTY = "sc-domain:example.com"
CHECKS = [
    check
    for check in load_checks()
    if check.subject == "search" or check.name in {"indexability/noindex", "status/not-found"}
]
RUN = sample.RUN | {"sites": [f"{SITE}/"]}
SITEMAPS = {name: f"{SITE}/sitemap-{name}.xml" for name in ("products", "categories", "journal")}
INDEX = f"{SITE}/sitemap.xml"
OLD = f"{SITE}/sitemap-2019.xml"
"Submitted years ago; nothing declares it."
INDEXED = "Submitted and indexed"
CRAWLED = "Crawled - currently not indexed"
DISCOVERED = "Discovered - currently not indexed"
NOINDEX = "Excluded by 'noindex' tag"
OTHER = "Duplicate, Google chose different canonical than user"


def made(scale: int = 1, more: dict[str, list[dict[str, Any]]] | None = None) -> DuckDBStore:
    """Return an audit of the shop with Google's answers, with its findings.

    Args:
        more: rows in place of those of ``answers``, by table; none of a table without rows.
    """
    store = make_store(Example(title="", given=tables(scale), parameters={}, finds=[]))
    for table, rows in (answers(scale) | (more or {})).items():
        store.insert(table, rows)
    prepare(store, CHECKS, also=sample.VIEWS)
    run_checks(store, CHECKS)
    find_causes(store, CHECKS)
    make_reported(store)
    return store


def tables(scale: int) -> dict[str, list[dict[str, Any]]]:
    """Return the sitemaps and pages of the shop."""
    entries: list[dict[str, Any]] = [
        {"loc": url, "sitemap_url": INDEX, "kind": "sitemap"} for url in SITEMAPS.values()
    ]
    pages, canonicals = [], []
    for name, number, url in listed(scale):
        changed = NOW - timedelta(days=3 * number % 200 + 1)
        entries.append(
            {"loc": url, "sitemap_url": SITEMAPS[name], "lastmod": f"{changed:%Y-%m-%d}"}
        )
        pages.append({"url": url, "status": "404" if "gone" in url else "200"})
        if "hidden" in url:
            pages[-1] |= {"noindex": "true", "meta_robots": "robots: noindex"}
        canonicals.append({"url": url, "href": url})
    return {"entries": entries, "pages": pages, "page_canonicals": canonicals}


def listed(scale: int) -> Iterator[tuple[str, int, str]]:
    """Yield each listed URL with its sitemap and its number there."""
    for number in range(1, 14 * scale + 1):
        word = {5: "gone-", 9: "hidden-"}.get(number % 14, "")
        yield "products", number, f"{SITE}/products/{word}brown-teapot-{number}"
    for number in range(1, 2 * scale + 1):
        yield "categories", number, f"{SITE}/categories/tea-from-region-{number}"
    for number in range(1, 8 * scale + 1):
        yield "journal", number, f"{SITE}/journal/how-to-brew-green-tea-{number}"


def answers(scale: int) -> dict[str, list[dict[str, Any]]]:
    """Return what Google says, by table."""
    inspected = [_inspected(*each) for each in listed(scale) if _is_inspected(scale, *each)]
    submitted = [
        _submitted(INDEX, is_index=True, urls=24 * scale),
        _submitted(SITEMAPS["products"], urls=11 * scale, warnings=2),
        _submitted(SITEMAPS["categories"], urls=2 * scale),
        _submitted(SITEMAPS["journal"], is_pending=True, downloaded_at=None, urls=None),
        _submitted(OLD, urls=400, errors=1, downloaded_at=NOW - timedelta(days=700)),
    ]
    files = [_file(1, "sitemaps", len(submitted)), _file(2, "inspection", len(inspected))]
    return {"imported_files": files, "submitted_sitemaps": submitted, "inspected_urls": inspected}


def _is_inspected(scale: int, name: str, number: int, url: str) -> bool:
    if scale == 1:
        return number % 6 > 0
    if "gone" in url or "hidden" in url:
        return number <= 14 * 6
    return number % {"products": 26, "categories": 10, "journal": 23}[name] == 1


def _inspected(name: str, number: int, url: str) -> dict[str, Any]:
    crawled: datetime | None
    canonical: str | None
    state, crawled, canonical = INDEXED, NOW - timedelta(days=number % 30 + 2), url
    if "gone" in url:
        state = INDEXED if number % 4 == 1 else "Not found (404)"
    elif "hidden" in url:
        state = NOINDEX
    elif name == "journal" and number % 2 == 0:
        state, crawled, canonical = DISCOVERED, None, None
    elif name == "products" and number % 5 == 1:
        state, canonical = OTHER, f"{SITE}/products/teapot"
    elif name == "products" and number % 3 == 1:
        state = CRAWLED
        crawled = NOW - timedelta(days=3 * number % 200 + 20)
    link, chosen = urls.read_link(url), urls.read_link(canonical or "")
    return {
        "file_id": 2,
        "url": link.url,
        "url_key": link.key,
        "url_near_key": link.near_key,
        "inspected_at": NOW - timedelta(days=number % 5),
        "verdict": "PASS" if state == INDEXED else "NEUTRAL",
        "coverage_state": state,
        "state_code": _CODES[state],
        "robots_state": "ALLOWED",
        "indexing_state": "BLOCKED_BY_META_TAG" if state == NOINDEX else "INDEXING_ALLOWED",
        "fetch_state": "SUCCESSFUL",
        "last_crawled_at": crawled,
        "crawled_as": "MOBILE",
        "google_canonical": chosen.url,
        "google_canonical_key": chosen.key,
        "user_canonical": link.url,
        "user_canonical_key": link.key,
        "sitemaps": SITEMAPS[name],
        "referring_urls": f"{SITE}/",
        "result_link": f"https://search.google.com/search-console/inspect?id={number}",
    }


_CODES = {
    INDEXED: "indexed",
    CRAWLED: "crawled-not-indexed",
    DISCOVERED: "discovered-not-indexed",
    NOINDEX: "noindex",
    OTHER: "duplicate-other-canonical",
    "Not found (404)": "not-found",
}


def _submitted(url: str, **more: Any) -> dict[str, Any]:
    link = urls.read_link(url)
    return {
        "file_id": 1,
        "engine": "google",
        "property": PROPERTY,
        "written": url,
        "kind": "sitemap",
        "url": link.url,
        "url_key": link.key,
        "is_index": False,
        "is_pending": False,
        "errors": 0,
        "warnings": 0,
        "urls": None,
        "submitted_at": NOW - timedelta(days=90),
        "downloaded_at": NOW - timedelta(days=2),
        **more,
    }


def _file(number: int, kind: str, rows: int) -> dict[str, Any]:
    return {
        "id": number,
        "file": f"search-console:{PROPERTY}",
        "product": "gsc",
        "kind": kind,
        "encoding": "utf-8",
        "rows": rows,
        "urls": rows,
        "elsewhere": 0,
        "unreadable": 0,
        "imported_at": NOW,
    }
