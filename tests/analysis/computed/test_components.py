"""Connected components by joins: what is found, and in how many rounds."""

from __future__ import annotations

import logging
from itertools import combinations, pairwise
from math import ceil, log2
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitemap_audit.analysis.computed.components import Round, make_components
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from collections.abc import Iterable

SIZE = 1_000


def found(links: Iterable[tuple[int, int]]) -> tuple[dict[int, int], list[Round]]:
    """The component of each node, and the rounds."""
    ends = {(min(link), max(link)) for link in links if link[0] != link[1]}
    with DuckDBStore() as store:
        store.execute("CREATE TABLE links (low BIGINT, high BIGINT)")
        store.insert("links", ({"low": low, "high": high} for low, high in sorted(ends)))
        rounds = make_components(store, "parts", "SELECT low, high FROM links", "Pages")
        tables = store.rows("SELECT table_name FROM duckdb_tables()")
        assert {("parts",)} == {each for each in tables if each[0].startswith(("parts", "comp"))}
        return dict(store.rows("SELECT node, component FROM parts")), rounds


def shuffled(size: int) -> list[int]:
    return Random(7).sample(range(size), size)


def zigzag(size: int) -> list[int]:
    """0, 500, 1, 501, …: each second node is less than both neighbours."""
    return [
        node for pair in zip(range(size // 2), range(size // 2, size), strict=True) for node in pair
    ]


GRAPHS = {
    "path": list(pairwise(range(SIZE))),
    "shuffled path": list(pairwise(shuffled(SIZE))),
    "zigzag path": list(pairwise(zigzag(SIZE))),
    "cycle": [*pairwise(range(SIZE)), (0, SIZE - 1)],
    "star, centre first": [(0, node) for node in range(1, SIZE)],
    "star, centre last": [(node, SIZE - 1) for node in range(SIZE - 1)],
    "tree": [(node, (node - 1) // 2) for node in range(1, SIZE)],
    "two cliques and a link": [
        *combinations(range(40), 2),
        *combinations(range(40, 80), 2),
        (7, 77),
    ],
}


@pytest.mark.parametrize("name", GRAPHS)
def test_one_component_is_found_in_a_logarithmic_number_of_rounds(name: str) -> None:
    links = GRAPHS[name]
    component, rounds = found(links)
    assert component == dict.fromkeys({node for link in links for node in link}, 0)
    assert len(rounds) <= ceil(log2(len(component)))
    assert sum(each.steps for each in rounds) <= 3 * log2(len(component))
    for one, after in pairwise(rounds):
        assert after.nodes <= one.roots <= one.nodes / 2


def test_pages_that_are_all_linked_take_one_round() -> None:
    links = [
        link for first in range(0, 100, 10) for link in combinations(range(first, first + 10), 2)
    ]
    component, rounds = found(links)
    assert component == {node: node // 10 * 10 for node in range(100)}
    assert rounds == [Round(nodes=100, roots=10, steps=1)]


def test_a_path_of_a_hundred_thousand_pages_is_one_component() -> None:
    nodes = shuffled(100_000)
    with DuckDBStore() as store:
        store.execute(
            "CREATE TABLE path AS SELECT UNNEST($nodes) AS node, UNNEST($places) AS place",
            {"nodes": nodes, "places": list(range(len(nodes)))},
        )
        links = (
            "SELECT LEAST(one.node, other.node) AS low, GREATEST(one.node, other.node) AS high"
            " FROM path AS one INNER JOIN path AS other ON one.place + 1 = other.place"
        )
        rounds = make_components(store, "parts", links, "Pages")
        assert store.rows("SELECT COUNT(*), MIN(component), MAX(component) FROM parts") == [
            (100_000, 0, 0)
        ]
    assert len(rounds) <= 17


@given(st.lists(st.lists(st.tuples(st.integers(0, 19), st.integers(0, 19)), max_size=40)))
@settings(max_examples=12)
def test_components_are_what_can_be_reached(graphs: list[list[tuple[int, int]]]) -> None:
    """In each of several graphs beside each other."""
    links = [(n * 20 + a, n * 20 + b) for n, graph in enumerate(graphs) for a, b in graph]
    reached = {node: {node} for node in range(len(graphs) * 20)}
    for a, b in links:
        joined = reached[a] | reached[b]
        for node in joined:
            reached[node] = joined
    expected = {node: min(near) for node, near in reached.items() if len(near) > 1}
    assert found(links)[0] == expected


def test_rounds_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        found([(0, 1), (1, 2), (1_000, 1_001)])
    assert [record.getMessage() for record in caplog.records] == [
        "Pages: round 1 joined 3 of 5 (steps: 2)"
    ]
