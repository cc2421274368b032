"""Which pages are versions of one another: small graphs, drawn as links."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.analysis.computed.clusters import components, make
from sitemap_audit.storage.duckdb import DuckDBStore


def clusters_of(links: str, codes: str = "") -> str:
    """The clusters of ``"ab"`` (a names b), as words."""
    named = {(ord(link[0]) - 97, ord(link[1]) - 97) for link in links.split()}
    pairs = sorted({(min(pair), max(pair)) for pair in named})
    mutual = [pair in named and pair[::-1] in named for pair in pairs]
    nodes = 1 + max(max(pair) for pair in pairs)
    low, high = np.array(pairs).T
    called = [(ord(word[0]) - 97, int(word[1:])) for word in codes.split()]
    node, code = np.array(called, dtype=np.int64).reshape(-1, 2).T
    with DuckDBStore() as store:
        store.create("cluster_nodes", {"node": np.arange(nodes)})
        store.create("cluster_links", {"low": low, "high": high, "is_mutual": np.array(mutual)})
        store.create("cluster_codes", {"node": node, "code": code})
        make(store)
        label = [
            label for (label,) in store.rows("SELECT cluster FROM cluster_labels ORDER BY node")
        ]
    return " ".join(
        "".join(chr(97 + other) for other in range(nodes) if label[other] == least)
        for least in sorted(set(label))
    )


@pytest.mark.parametrize(
    ("links", "codes", "expected"),
    [
        pytest.param("ab ba bc cb", "", "abc", id="a chain of mutual links"),
        pytest.param("ab ac ad", "", "abcd", id="nobody links back"),
        pytest.param("ab ba ac ca bc cb cd de ed", "c1 d1 e2", "abc de", id="a bridge"),
        pytest.param(
            "ab ba cd dc ac", "a1 b2 c3 d4", "abcd", id="no code in common: no bridge, no return"
        ),
        pytest.param("ab ba cd dc ac", "a1 b2 c2 d4", "ab cd", id="a code in common: two clusters"),
        pytest.param(
            "ab ba ac ca bc cb da db de ef fe eg ge fg gf",
            "a1 e1",
            "abcd efg",
            id="most links decide",
        ),
        pytest.param("ab ba cd dc ea ec", "a1 c1", "abe cd", id="a draw goes to the first"),
    ],
)
def test_clusters_are_cut_at_bridges(links: str, codes: str, expected: str) -> None:
    assert clusters_of(links, codes) == expected


@pytest.mark.parametrize("links", list(permutations(["ab ba", "cb bc", "ad da", "ed de"])))
def test_the_order_of_links_does_not_matter(links: tuple[str, ...]) -> None:
    assert clusters_of(" ".join(links)) == "abcde"


def test_a_chain_of_a_hundred_thousand_pages_is_one_component() -> None:
    path = np.random.default_rng(7).permutation(100_000)
    assert not components(100_000, [(path[:-1], path[1:])]).any()


@given(st.lists(st.tuples(st.integers(0, 19), st.integers(0, 19)), max_size=40))
def test_components_are_what_can_be_reached(links: list[tuple[int, int]]) -> None:
    reached = {node: {node} for node in range(20)}
    for a, b in links:
        joined = reached[a] | reached[b]
        for node in joined:
            reached[node] = joined
    left, right = np.array(links, dtype=np.int64).reshape(-1, 2).T
    batches = [(left[at : at + 7], right[at : at + 7]) for at in range(0, len(left), 7)]
    assert list(components(20, batches)) == [min(reached[node]) for node in range(20)]
