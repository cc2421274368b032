"""Which listed URLs the limit of URLs keeps from being requested: the last ones, over all files."""

from __future__ import annotations

from random import Random

import pytest
from rows import record_of

from sitemap_audit.analysis.computed import over_limit
from sitemap_audit.analysis.runner import make_run
from sitemap_audit.storage.duckdb import DuckDBStore

FILES = {1: 4, 2: 0, 3: 7, 8: 1, 9: 5}
"Listed URLs by the id of their sitemap."
LISTED = [(file, place) for file, urls in FILES.items() for place in range(1, urls + 1)]


def over(max_urls: int | None, *, fetched: int, left: int = 0, reached: bool = True) -> set[int]:
    """The places in LISTED of the URLs over the limit; the first ones are fetched or left out."""
    rows = [
        {"url_key": key, "sitemap_id": file, "position": place}
        for key, (file, place) in enumerate(LISTED)
    ]
    with DuckDBStore() as store:
        make_run(store, record_of({"limit_reached": reached, "options": {"max_urls": max_urls}}))
        store.execute("CREATE TABLE listed (url_key BIGINT, sitemap_id BIGINT, position BIGINT)")
        store.execute("CREATE TABLE page_states (url_key BIGINT, page_id BIGINT)")
        store.execute("CREATE TABLE left_out (url_key BIGINT, reason VARCHAR)")
        store.insert("listed", Random(7).sample(rows, len(rows)))
        store.insert("page_states", [{"url_key": n, "page_id": n} for n in range(fetched)])
        store.insert("left_out", [{"url_key": fetched + n} for n in range(left)])
        over_limit.make(store)
        found = store.rows(f"SELECT url_key FROM {over_limit.TABLE}")
    return {key for (key,) in found}


@pytest.mark.parametrize("max_urls", range(19))
def test_what_the_limit_allows_is_not_over_it(max_urls: int) -> None:
    assert over(max_urls, fetched=2) == set(range(max(max_urls, 2), len(LISTED)))


def test_urls_that_an_option_leaves_out_do_not_count() -> None:
    assert over(6, fetched=2, left=3) == set(range(9, len(LISTED)))


def test_without_a_number_all_that_were_not_requested_are_over_the_limit() -> None:
    assert over(None, fetched=2) == set(range(2, len(LISTED)))


def test_nothing_is_over_a_limit_that_was_not_reached() -> None:
    assert over(3, fetched=2, reached=False) == set()
