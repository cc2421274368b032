"""Which listed URLs are inspected, by examples."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from checks.examples.fixtures import make_store
from checks.examples.manual import Example
from checks.examples.viewing import SITE, rows

from sitemap_audit.items import column_types
from sitemap_audit.parsing.urls import key
from sitemap_audit.search_engines.inspection_choice import choose_urls, chosen_urls, make_candidates
from sitemap_audit.search_engines.properties import read_property

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sitemap_audit.storage.duckdb import DuckDBStore

NOW = datetime(2026, 6, 30, 12, tzinfo=UTC)
DAYS = 14
COLUMNS = {name: kind for name, (kind, _) in column_types("inspected_urls").items()}


def audit(
    paths: Sequence[str],
    *,
    states: Mapping[str, int] | None = None,
    clicks: Mapping[str, int] | None = None,
    inspected: Mapping[str, int] | None = None,
    left_out: str = "",
    owned: str = "sc-domain:example.com",
) -> DuckDBStore:
    """An audit whose sitemap lists paths, or FILE:PATH of another sitemap.

    Args:
        states: status by path; 200 where there is none.
        inspected: days since the inspection, by path.
        left_out: a path that a filter of the project leaves out.
    """
    listed = [each.rpartition(":")[::2] for each in paths]
    entries = "\n".join(f"@/{file or 'sitemap'}.xml | @{path}" for file, path in listed)
    pages = "\n".join(f"@{path} | {(states or {}).get(path, 200)}" for _, path in listed)
    of_search = "\n".join(f"@{path} | Pages.csv | {n}" for path, n in (clicks or {}).items())
    given = {
        "entries": f"sitemap_url | loc\n{entries}",
        "pages": f"url | status\n{pages}",
        **({"imported_urls": f"url | file | clicks\n{of_search}"} if clicks else {}),
    }
    tables = {name: rows(text) for name, text in given.items()}
    store = make_store(Example(title="", given=tables, parameters={}, finds=[]))
    store.execute("PRAGMA disable_optimizer")  # rows are few: planning takes longest
    store.attach("kept_inspections", "inspected_urls", None, COLUMNS)
    store.insert(
        "kept_inspections",
        [
            {"url_key": key(f"{SITE}{path}"), "inspected_at": NOW - timedelta(days=days)}
            for path, days in (inspected or {}).items()
        ],
    )
    if left_out:
        store.execute(f"UPDATE entries SET filtered = url = '{SITE}{left_out}'")
    make_candidates(store, read_property(owned))
    return store


def chosen(store: DuckDBStore, most: int, seed: int = 0) -> list[str]:
    number = choose_urls(store, most, NOW - timedelta(days=DAYS), seed)
    found = [each.url.removeprefix(SITE) for each in chosen_urls(store)]
    assert len(found) == number
    return found


def test_pages_with_errors_come_first_by_clicks() -> None:
    with audit(
        ["/ok", "/other", "/gone", "/moved", "/broken", "/again"],
        states={"/gone": 404, "/broken": 500, "/moved": 410, "/again": 404},
        clicks={"/ok": 900, "/moved": 3, "/broken": 40},
        inspected={"/again": 3},
    ) as store:
        assert chosen(store, 3)[:2] == ["/broken", "/moved"]
        assert chosen(store, 9)[:3] == ["/broken", "/moved", "/gone"]
        assert sorted(chosen(store, 9)[3:]) == ["/ok", "/other"]


def test_pages_with_errors_leave_half_to_the_sample() -> None:
    gone = [f"/gone-{number}" for number in range(6)]
    with audit([*gone, "/a", "/b", "/c"], states=dict.fromkeys(gone, 404)) as store:
        first = chosen(store, 5)
        assert [path in gone for path in first[:3]] == [True] * 3
        assert len(first) == 5
        assert chosen(store, 8)[:5] == sorted(chosen(store, 8)[:5], key=lambda p: key(SITE + p))


def test_each_stratum_has_a_url_before_the_second_of_any() -> None:
    listed = [f"/shop/tea-{number}" for number in range(20)] + ["/blog/one-two-three", "/about"]
    listed += [f"de:/de/shop/tea-{number}" for number in range(5)]
    with audit(listed) as store:
        found = chosen(store, 27)
        strata = [path.rpartition("/")[0] for path in found]
        assert sorted(strata[:4]) == ["", "/blog", "/de/shop", "/shop"]
        # Then by their sizes, 20 and 5.
        assert (strata[:14].count("/shop"), strata[:14].count("/de/shop")) == (10, 2)
        assert chosen(store, 27) == found
        assert chosen(store, 27, seed=1) != found
        assert len(found) == len({*found}) == 27


def test_a_run_goes_on_where_the_one_before_ended() -> None:
    listed = [f"/shop/tea-{number}" for number in range(12)] + ["/blog/one-two-three"]
    with audit(listed) as store:
        whole = chosen(store, 13)
    with audit(listed, inspected=dict.fromkeys(whole[:6], 1)) as store:
        assert chosen(store, 13) == whole[6:]


def test_the_oldest_inspection_comes_last_and_recent_ones_not_at_all() -> None:
    with audit(
        ["/a", "/b", "/c", "/new", "/recent"],
        inspected={"/a": 20, "/b": 40, "/c": 30, "/recent": DAYS - 1},
    ) as store:
        assert chosen(store, 9) == ["/new", "/b", "/c", "/a"]
        assert chosen(store, 2) == ["/new", "/b"]


@pytest.mark.parametrize(
    ("owned", "found"),
    [
        ("sc-domain:example.com", {"/a", "/de/a"}),
        ("https://example.com/de/", {"/de/a"}),
        ("https://www.example.com/", set()),
    ],
)
def test_only_urls_of_the_property_are_chosen(owned: str, found: set[str]) -> None:
    with audit(["/a", "/de/a"], owned=owned) as store:
        assert {*chosen(store, 9)} == found


def test_a_url_is_inspected_as_the_sitemap_writes_it() -> None:
    with audit(["/caf%c3%a9"]) as store:
        choose_urls(store, 1, NOW, 0)
        ((url, requested),) = chosen_urls(store)
    assert url.removeprefix(SITE) == "/caf%C3%A9"
    assert requested.removeprefix(SITE) == "/caf%c3%a9"


def test_urls_that_the_options_leave_out_are_not_chosen() -> None:
    with audit(["/a", "/b"], left_out="/b") as store:
        assert chosen(store, 9) == ["/a"]
