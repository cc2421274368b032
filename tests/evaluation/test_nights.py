"""A shop of 5,000 products over five nights, as stored audits: every change, and nothing more.

A sale changes prices and texts, products are redirected, a directory moves, products are deleted.
The generator of the nights says which changes each one has.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from rows import list_parts

from sitemap_audit.analysis import runner
from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.causes import find_causes, views_of_causes
from sitemap_audit.analysis.comparison.change_causes import group_changes
from sitemap_audit.analysis.comparison.compared_tables import STATES
from sitemap_audit.analysis.comparison.previous import compared_audits, pinned_audit, previous_audit
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.evaluation.opening import open_store
from sitemap_audit.parsing.urls import key
from sitemap_audit.storage.parts import RESULTS
from sitemap_audit.storage.run_file import FORMAT, read_run

if TYPE_CHECKING:
    from pathlib import Path

    Products = dict[str, dict[str, Any]]
    "Products by URL, with what differs from an ordinary one."
    Changes = Counter[tuple[str, str, str | None]]
    "Check, URL and kind."

SITE = "https://shop.example"
DIRECTORIES = ("box", "cup", "jar", "jug", "lid", "mug", "pan", "pot", "tin", "urn")
PER_DIRECTORY = 500
MOVED = {"vase": "jug"}
"Directories after they moved, with the names of their sitemaps."
_WORDS = 200
_PRICE, _SALE = 0b11, (1 << 20) - 1
"Bits of the simhash that another price and another text flip: 99 and 56 % similar."


def url(directory: str, number: int) -> str:
    return f"{SITE}/{directory}/{number}"


def urls(directory: str, first: int = 0, last: int = PER_DIRECTORY) -> list[str]:
    """The URLs of some products of a directory before it moved."""
    return [url(directory, number) for number in range(first, last)]


def sitemap_of(product: str) -> str:
    """Return the name of the sitemap that lists a product."""
    directory = product.split("/")[3]
    return MOVED.get(directory, directory)


def nights() -> list[tuple[Products, Changes]]:
    """Make the products of each night, and what changes from the night before."""
    products: Products = {each: {"simhash": 0} for name in DIRECTORIES for each in urls(name)}
    made: list[tuple[Products, Changes]] = [(products, Counter())]

    # The sale: texts and some titles of one directory, only the prices of another.
    sale: Products = {each: {"simhash": _SALE} for each in urls("cup")}
    titles: Products = {each: {"simhash": _SALE, "title": "Sale"} for each in urls("cup", 0, 50)}
    prices: Products = {each: {"simhash": _PRICE} for each in urls("jar")}
    changes: Changes = Counter()
    changes.update(("change/content", each, None) for each in sale)
    changes.update(("change/title", each, None) for each in titles)
    made.append((products | sale | prices | titles, changes.copy()))

    # The sale ends, and 100 products redirect to their directory.
    redirected: Products = {
        each: {"status": 301, "redirect_url": f"{SITE}/mug/"} for each in urls("mug", 0, 100)
    }
    changes.update(("change/status", each, "200 to 301") for each in redirected)
    made.append((products | redirected, changes.copy()))

    # A directory moves within its sitemap, and 20 redirects have another target.
    moved: Products = {url("vase", number): {"simhash": 0} for number in range(PER_DIRECTORY)}
    targets: Products = {
        each: {"status": 301, "redirect_url": f"{SITE}/"} for each in urls("mug", 0, 20)
    }
    changes = Counter()
    changes.update(
        ("change/url-removed", each, "to be confirmed by the next complete audit")
        for each in urls("jug")
    )
    changes.update(("change/url-added", each, None) for each in moved)
    changes.update(("change/redirect-target", each, None) for each in targets)
    gone = set(urls("jug"))
    kept: Products = {
        each: state for each, state in (products | redirected).items() if each not in gone
    }
    made.append((kept | moved | targets, changes))

    # The next night says nothing more of what was removed, and ten products are deleted.
    deleted: Products = {each: {"status": 404} for each in urls("pot", 0, 10)}
    changes = Counter()
    changes.update(("change/status-error", each, "200 to 404") for each in deleted)
    made.append((kept | moved | targets | deleted, changes))
    return made


def stored(output: Path, night: int, products: Products, reason: str = "finished") -> Path:
    """Store the audit of a night: a sitemap for each directory."""
    fetched_at = datetime(2026, 1, night + 1, 12, tzinfo=UTC)
    folder = output / "shop.example" / f"2026-01-0{night + 1}T12-00-00Z"
    sizes = Counter(map(sitemap_of, products))
    names = sorted(sizes)
    sitemaps = [
        {
            "id": number,
            "url": (file := f"{SITE}/{name}.xml"),
            "url_key": key(file),
            "found_by": "robots",
            "depth": 0,
            "status": 200,
            "robots": "allowed",
            "kind": "urlset",
            "root": "urlset",
            "entries": sizes[name],
            "complete": True,
            "fetched_at": fetched_at,
        }
        for number, name in enumerate(names)
    ]
    pages, entries = [], []
    for number, (each, state) in enumerate(products.items()):
        named, is_ok = key(each), state.get("status", 200) == 200
        name = sitemap_of(each)
        entries.append(
            {
                "sitemap_id": names.index(name),
                "sitemap_url": f"{SITE}/{name}.xml",
                "position": number,
                "kind": "url",
                "loc": each,
                "url": each,
                "url_key": named,
                "url_near_key": named,
            }
        )
        target = state.get("redirect_url")
        pages.append(
            {
                "id": number,
                "url": each,
                "url_key": named,
                "url_near_key": named,
                "requested": each,
                "role": "listed",
                "attempts": 1,
                "status": state.get("status", 200),
                "redirect_url": target,
                "redirect_key": key(target) if target else None,
                "robots": "allowed",
                "content_type": "text/html" if is_ok else None,
                "parsed": is_ok,
                "noindex": False if is_ok else None,
                "latency": 0.1,
                "title": state.get("title", f"Product {each}") if is_ok else None,
                "words": _WORDS if is_ok else None,
                "content_hash": str(state.get("simhash")) if is_ok else None,
                "simhash": state.get("simhash") if is_ok else None,
                "fetched_at": fetched_at,
            }
        )
    for table, rows in (("sitemaps", sitemaps), ("entries", entries), ("pages", pages)):
        part = folder / "data" / table / "part-0.parquet"
        part.parent.mkdir(parents=True)
        columns = {name: [row[name] for row in rows] for name in rows[0]}
        known = {name: values for name, values in columns.items() if set(values) != {None}}
        pq.write_table(pa.table(known), part)
    record = {
        "format": FORMAT,
        "sites": [SITE],
        "started_at": fetched_at.isoformat(),
        "finished_at": fetched_at.isoformat(),
        "reason": reason,
        "complete": reason == "finished",
        "incomplete_because": [],
        "options": {},
    }
    (folder / "run.json").write_text(json.dumps(record), "utf-8")
    list_parts(folder)
    return folder


def compare(folder: Path, old: Path | None = None) -> tuple[Changes, list[tuple[Any, ...]]]:
    """Compare an audit with ``old`` or the previous one; return its changes, and their causes."""
    checks = [check for check in load_checks() if check.is_of_changes]
    run = read_run(folder)
    previous = pinned_audit(old) if old else previous_audit(AuditPlace(folder), run)
    compared = previous and compared_audits(previous, AuditPlace(folder), run)
    with open_store(AuditPlace(folder), None, compared=compared) as store:
        runner.prepare(store, checks, also={STATES, *views_of_causes()})
        runner.run_checks(store, ())
        find_causes(store, ())
        for table in (*RESULTS, STATES):
            store.save(table)
        runner.run_checks(store, checks, into=runner.CHANGES)
        group_changes(store, checks)
        rows = store.rows('SELECT "check", COALESCE(url, sitemap_url), kind FROM changes')
        failed = store.rows("SELECT \"check\", error FROM change_runs WHERE outcome = 'error'")
        causes = store.rows('SELECT "check", cause, urls FROM change_causes ORDER BY ALL')
    assert failed == []
    return Counter(rows), causes


@pytest.mark.thorough
def test_every_change_of_five_nights_is_found_and_nothing_more(tmp_path: Path) -> None:
    all_causes: list[list[tuple[Any, ...]]] = []
    folders: list[Path] = []
    for night, (products, expected) in enumerate(nights()):
        folder = stored(tmp_path, night, products)
        folders.append(folder)
        found, causes = compare(folder)
        assert found - expected == Counter(), f"night {night}: found, not expected"
        assert expected - found == Counter(), f"night {night}: expected, not found"
        all_causes.append(causes)
    assert all_causes == [
        [],
        [("change/content", "/cup/{n}", 500), ("change/title", "/cup/{n}", 50)],
        [
            ("change/content", "/cup/{n}", 500),
            ("change/status", "/mug/{n}", 100),
            ("change/title", "/cup/{n}", 50),
        ],
        [
            ("change/redirect-target", "/mug/{n}", 20),
            ("change/url-added", "/vase/{n}", 500),
            ("change/url-removed", "/jug/{n}", 500),
        ],
        [("change/status-error", "/pot/{n}", 10)],
    ]
    # From the first night to the last: the one between confirms what was removed.
    found, causes = compare(folders[-1], folders[0])
    removed = {(url, kind) for check, url, kind in found if check == "change/url-removed"}
    assert removed == {(each, "confirmed") for each in urls("jug")}
    assert causes == [
        ("change/status", "/mug/{n}", 100),
        ("change/status-error", "/pot/{n}", 10),
        ("change/url-added", "/vase/{n}", 500),
        ("change/url-removed", "/jug/{n}", 500),
    ]
    # An audit that was stopped after 700 products: what it did not fetch has not changed.
    fetched = dict(list(products.items())[:700])
    found, _ = compare(stored(tmp_path, 5, fetched, reason="shutdown"))
    assert found == Counter()
    # The last night without the fourth: no audit that misses them is between.
    shutil.rmtree(folders[3])
    found, _ = compare(folders[-1], folders[0])
    kinds = {kind for check, _, kind in found if check == "change/url-removed"}
    assert kinds == {"to be confirmed by the next complete audit"}
