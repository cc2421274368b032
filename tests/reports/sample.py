"""A small audit to report on: three sitemaps, a few pages, eight checks of every outcome."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from rows import record_of

from sitemap_audit.analysis.catalogue.catalogue import Basis, Check, Confidence, Engine
from sitemap_audit.analysis.catalogue.findings import CHANGE
from sitemap_audit.analysis.causes import find_causes, views_of_causes
from sitemap_audit.analysis.comparison.compared_tables import LASTMOD_TRUST
from sitemap_audit.analysis.runner import make_run, prepare
from sitemap_audit.analysis.views import make_reported
from sitemap_audit.evaluation.report_writing import views_of_reports
from sitemap_audit.parsing import urls
from sitemap_audit.severity import Severity
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SITE = "https://www.example.com"
AT = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
VIEWS = views_of_reports() | views_of_causes() | {LASTMOD_TRUST}
"Those that the checks of an audit and its reports read."

RUN: dict[str, Any] = {
    "version": "0.1.0",
    "sites": [SITE],
    "token": "Googlebot",
    "started_at": "2026-07-01T12:00:00Z",
    "finished_at": "2026-07-01T12:30:00Z",
    "seconds_worked": 192.4,
    "reason": "finished",
    "complete": True,
    "incomplete_because": [],
    "limit_reached": False,
    "options": {"limit": None},
}
INCOMPLETE = RUN | {
    "reason": "shutdown",
    "complete": False,
    "incomplete_because": [
        "The crawl was stopped by hand.",
        "1 sitemap could not be read: what hangs on it is partial.",
    ],
}


def check(name: str, title: str, severity: str = "warning", **rest: Any) -> Check:
    """A check with a short manual."""
    fields = {
        "what_it_finds": f"{title}, wherever `{name}` looks.",
        "why_it_matters": "Search engines **drop** such pages.",
        "how_to_fix_it": "Correct the entry, see [the protocol](https://www.sitemaps.org/).",
    }
    return Check(
        name=name,
        title=title,
        severity=Severity(severity),
        confidence=Confidence.HIGH,
        basis=Basis.DOCUMENTED,
        engines=(Engine.GOOGLE, Engine.PROTOCOL),
        needs=("pages",),
        over="pages",
        see=("https://www.sitemaps.org/protocol.html",),
        since="0.1.0",
        example="",
        sql="SELECT url FROM pages",
        **(fields | rest),
    )


CHECKS = [
    check(
        "hreflang/missing-return-link",
        "Hreflang link without a return link",
        "error",
        cause="has no return link {back}",
    ),
    check("status/listed-url-not-found", "Listed URL that is not found", "error"),
    check("canonical/listed-url-canonicalised-elsewhere", "Listed URL whose canonical is another"),
    check("entry/lastmod-not-w3c", "Lastmod that is not a W3C date"),
    check("sitemap/not-utf8", "Sitemap that is not UTF-8", "notice"),
    check("robots/missing", "No robots.txt", "notice"),
    check("site/blocked", "Site that blocks us", cause="{host} blocks us"),
    check("entry/priority-out-of-range", "Priority out of range", "notice"),
]
_RUNS: list[tuple[Any, ...]] = [  # check, outcome, found, looked_at, unknown, error
    ("hreflang/missing-return-link", "failed", 3, 40, 7, None),
    ("status/listed-url-not-found", "failed", 2, 10, 0, None),
    ("canonical/listed-url-canonicalised-elsewhere", "failed", 1, 9, 1, None),
    ("entry/lastmod-not-w3c", "failed", 1, 12, 0, None),
    ("sitemap/not-utf8", "passed", 0, 3, 0, None),
    ("robots/missing", "not applicable", 0, 0, 0, None),
    ("site/blocked", "error", 0, 0, 0, "BinderException: no such column"),
    ("entry/priority-out-of-range", "not checked", 0, 4, 4, None),
]
FINDINGS: list[dict[str, Any]] = [
    {
        "check": "hreflang/missing-return-link",
        "url": f"{SITE}/{page}",
        "related_url": f"{SITE}/de/{page}",
        "observed": "no link back",
        "expected": f'hreflang="en" {SITE}/{page}',
    }
    for page in ("a", "b", "c")
]
FINDINGS += [
    {"check": "status/listed-url-not-found", "url": f"{SITE}/gone", "observed": "404"},
    {"check": "status/listed-url-not-found", "url": f"{SITE}/missing", "observed": "410"},
    {
        "check": "canonical/listed-url-canonicalised-elsewhere",
        "url": f"{SITE}/b",
        "related_url": f"{SITE}/B",
        "observed": '=HYPERLINK("https://evil.example")',
    },
    {
        "check": "entry/lastmod-not-w3c",
        "url": f"{SITE}/a",
        "sitemap_url": f"{SITE}/sitemap.xml",
        "line": 12,
        "observed": "01.07.2026\x1b[31m\u202eevil [bold]x[/bold]",
        "expected": "2026-07-01",
        "change_url": f"{SITE}/sitemap.xml",
        "action": "replace",
        "place": "lastmod",
        "from": "01.07.2026",
        "to": "2026-07-01",
        "change": f"In {SITE}/sitemap.xml, line 12: replace lastmod 01.07.2026 with 2026-07-01",
    },
]


def audit(
    folder: Path | None = None,
    findings: list[dict[str, Any]] = FINDINGS,
    files: Mapping[str, str] | None = None,
) -> DuckDBStore:
    """The audit in a store, with views and results.

    Args:
        files: path of each local sitemap, by its URL.
    """
    store = DuckDBStore(folder, has_few_rows=True)
    sitemap = f"{SITE}/sitemap.xml"
    store.insert("sitemaps", [_sitemap(1, sitemap), _sitemap(2, f"{SITE}/news.xml")])
    pages = ("a", "b", "c", "gone", "missing")
    entries = [_entry(n, f"{SITE}/{page}") for n, page in enumerate(pages, 1)]
    store.insert("entries", [*entries, _entry(6, f"{SITE}/a"), _entry(7, None)])
    store.insert("pages", [_page(n, f"{SITE}/{page}") for n, page in enumerate(pages[:4], 1)])
    store.insert("entry_alternates", [_alternate()])
    make_run(store, record_of({"complete": True, "limit_reached": False, "token": "Googlebot"}))
    prepare(store, CHECKS, also=VIEWS)
    store.insert("local_files", [{"url": url, "file": file} for url, file in (files or {}).items()])
    add_results(store, findings)
    return store


def empty() -> DuckDBStore:
    """An audit that read nothing; one check had nothing to look at."""
    store = DuckDBStore(has_few_rows=True)
    make_run(store, record_of({"complete": True, "limit_reached": False, "token": "Googlebot"}))
    prepare(store, CHECKS, also=VIEWS)
    add_results(store, [], runs=[("robots/missing", "not applicable", 0, 0, 0, None)])
    return store


def add_results(
    store: DuckDBStore, findings: list[dict[str, Any]], runs: list[tuple[Any, ...]] = _RUNS
) -> None:
    """The tables that a run of the checks leaves."""
    store.execute(
        'CREATE TABLE findings ("check" VARCHAR, url VARCHAR, sitemap_url VARCHAR, '
        "related_url VARCHAR, line BIGINT, observed VARCHAR, expected VARCHAR, fix VARCHAR, "
        "kind VARCHAR, finding_id VARCHAR, change_url VARCHAR, action VARCHAR, place VARCHAR, "
        '"from" VARCHAR, "to" VARCHAR, "change" VARCHAR, number BIGINT)'
    )
    store.execute(
        'CREATE TABLE check_runs ("check" VARCHAR, severity VARCHAR, subject VARCHAR, '
        'outcome VARCHAR, found BIGINT, looked_at BIGINT, "unknown" BIGINT, seconds DOUBLE, '
        "error VARCHAR, title VARCHAR, rank BIGINT, unknown_reasons VARCHAR, unit VARCHAR)"
    )
    for number, finding in enumerate(findings):
        values = [finding.get(c) for c in ("check", "url", "sitemap_url", "related_url")]
        values += [finding.get(c) for c in ("line", "observed", "expected", "fix", "kind")]
        values.append(f"{finding['check']} {finding['url']}")
        values += [*(finding.get(c) for c in (*CHANGE, "change")), number]
        marks = dict(zip("abcdefghijklmnopq", values, strict=True))
        places = ", ".join(f"${mark}" for mark in marks)
        store.execute(f"INSERT INTO findings VALUES ({places})", marks)
    known = {check.name: check for check in CHECKS}
    for name, outcome, found, looked_at, unknown, error in runs:
        values = [name, known[name].severity, name.partition("/")[0], outcome]
        values += [found, looked_at, unknown, error, known[name].title, known[name].severity.rank]
        values.append(known[name].unit)
        store.execute(
            "INSERT INTO check_runs VALUES ($a, $b, $c, $d, $e, $f, $g, 0.1, $h, $i, $j, NULL, $k)",
            dict(zip("abcdefghijk", values, strict=True)),
        )
    find_causes(store, CHECKS)
    make_reported(store)


def _sitemap(number: int, url: str) -> dict[str, Any]:
    return {
        "id": number,
        "url": url,
        "url_key": urls.read_link(url).key,
        "requested": url,
        "found_by": "robots",
        "found_in": f"{SITE}/robots.txt",
        "depth": 0,
        "status": 200,
        "attempts": 1,
        "kind": "urlset",
        "has_bom": False,
        "entries": 7,
        "children": 0,
        "complete": True,
        "bytes": 1234,
        "unpacked": 1234,
        "seconds": 0.123456,
        "fetched_at": AT,
    }


def _entry(position: int, url: str | None) -> dict[str, Any]:
    link = urls.read_link(url or "")
    return {
        "sitemap_id": 1,
        "sitemap_url": f"{SITE}/sitemap.xml",
        "position": position,
        "line": position * 3,
        "kind": "url",
        "loc": url,
        "url": link.url,
        "url_key": link.key,
        "url_near_key": link.near_key,
        "loc_problem": link.problem,
        "lastmod": "2026-07-01",
        "lastmod_at": datetime(2026, 7, 1, tzinfo=UTC),
        "alternates": 0,
        "images": 0,
        "videos": 0,
        "news": 0,
    }


def _page(number: int, url: str) -> dict[str, Any]:
    link = urls.read_link(url)
    return {
        "id": number,
        "url": link.url,
        "url_key": link.key,
        "url_near_key": link.near_key,
        "requested": url,
        "role": "listed",
        "attempts": 1,
        "status": 404 if url.endswith("gone") else 200,
        "robots": "allowed",
        "content_type": "text/html",
        "parsed": True,
        "noindex": False,
        "nofollow": False,
        "title": '"Straße", =1\nnew',
        "latency": 0.0123456,
        "canonicals": 0,
        "alternates": 0,
        "fetched_at": AT,
    }


def _alternate() -> dict[str, Any]:
    link = urls.read_link(f"{SITE}/de/a")
    return {
        "sitemap_id": 1,
        "sitemap_url": f"{SITE}/sitemap.xml",
        "position": 1,
        "number": 1,
        "line": 4,
        "url": f"{SITE}/a",
        "url_key": urls.read_link(f"{SITE}/a").key,
        "rel": "alternate",
        "hreflang": "de",
        "code": "de",
        "href": link.url,
        "alternate": link.url,
        "alternate_key": link.key,
        "alternate_near_key": link.near_key,
    }
