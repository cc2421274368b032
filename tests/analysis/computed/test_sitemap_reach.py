"""Where the entries and redirects of sitemaps lead, in circles too."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from sitemap_audit.analysis.computed import sitemap_reach
from sitemap_audit.storage.duckdb import DuckDBStore

Links = set[tuple[int, int]]


def reached(links: Links) -> dict[tuple[int, int], int]:
    """The steps from one sitemap to another."""
    with DuckDBStore() as store:
        store.execute("CREATE TABLE sitemap_links (from_key BIGINT, to_key BIGINT)")
        store.insert("sitemap_links", [{"from_key": a, "to_key": b} for a, b in sorted(links)])
        sitemap_reach.make(store)
        found = store.rows(f"SELECT from_key, to_key, steps FROM {sitemap_reach.TABLE}")
    assert len(found) == len({row[:2] for row in found})
    return {(one, other): steps for one, other, steps in found}


def expected(links: Links) -> dict[tuple[int, int], int]:
    """The same by a search from each sitemap."""
    steps: dict[tuple[int, int], int] = {}
    for start in {a for a, _ in links}:
        edge, done = {start}, set[int]()
        for count in range(1, 40):
            edge = {b for a, b in links if a in edge} - done
            done |= edge
            steps |= {(start, end): count for end in edge if end in {a for a, _ in links}}
    return steps


def test_files_that_list_no_sitemaps_are_left_out() -> None:
    assert reached({(1, 2), (1, 3)}) == {}


def test_a_chain_is_followed_to_its_last_index() -> None:
    chain = {(n, n + 1) for n in range(30)}
    assert reached(chain) == {(a, b): b - a for a in range(30) for b in range(a + 1, 30)}


def test_indexes_in_a_circle_lead_to_themselves() -> None:
    assert reached({(1, 2), (2, 3), (3, 1)})[1, 1] == 3
    assert reached({(5, 5)}) == {(5, 5): 1}


@given(st.lists(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=25), min_size=1))
@settings(max_examples=15)
def test_it_is_what_a_search_finds(graphs: list[Links]) -> None:
    """In each of several graphs beside each other."""
    links = {(n * 10 + a, n * 10 + b) for n, graph in enumerate(graphs) for a, b in graph}
    assert reached(links) == expected(links)
