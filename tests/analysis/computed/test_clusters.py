"""Which pages are versions of one another: small graphs, drawn as links."""

from __future__ import annotations

from itertools import permutations

import pytest

from sitemap_audit.analysis.computed.clusters import TABLE, make
from sitemap_audit.storage.duckdb import DuckDBStore


def clusters_of(links: str, codes: str = "", column: str = "cluster_key") -> str:
    """The clusters of ``"ab"`` (a names b), as words; ``"a1"``: a has the code 1."""
    with DuckDBStore() as store:
        _fill(store, {(link[0], link[1]) for link in links.split()}, codes.split())
        make(store)
        left = store.rows("SELECT table_name FROM duckdb_tables() WHERE table_name ^@ 'cluster_'")
        assert sorted(left) == [("cluster_labels",), ("cluster_links",), ("cluster_nodes",)]
        label = dict(store.rows(f"SELECT url_key, {column} FROM {TABLE}"))
    names = {key(letter): letter for letter in "abcdefghijklmnopqrstuvwxyz"}
    words: dict[str, str] = {}
    for each in sorted(label, key=lambda node: names[node]):
        first = names[label[each]]
        words[first] = words.get(first, "") + names[each]
    assert all(word.startswith(first) for first, word in words.items())
    return " ".join(words[first] for first in sorted(words))


def key(letter: str) -> int:
    """Keys are in another order than URLs."""
    return ord(letter) * 37 % 101


def _fill(store: DuckDBStore, named: set[tuple[str, str]], codes: list[str]) -> None:
    nodes = sorted({node for link in named for node in link})
    store.execute("CREATE TABLE cluster_nodes (url_key BIGINT, url VARCHAR)")
    store.insert("cluster_nodes", ({"url_key": key(node), "url": node} for node in nodes))
    store.execute("CREATE TABLE cluster_links (low_key BIGINT, high_key BIGINT, is_mutual BOOLEAN)")
    pairs = {frozenset(link) for link in named}
    store.insert(
        "cluster_links",
        (
            {"low_key": low, "high_key": high, "is_mutual": {(a, b), (b, a)} <= named}
            for a, b in map(tuple, pairs)
            for low, high in [sorted((key(a), key(b)))]
        ),
    )
    store.execute("CREATE TABLE hreflang_links (alternate_key BIGINT, code VARCHAR)")
    store.insert(
        "hreflang_links", ({"alternate_key": key(word[0]), "code": word[1:]} for word in codes)
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
            "ab ba cd dc ac", "ax-default cx-default", "abcd", id="x-default is not a code"
        ),
        pytest.param(
            "ab ba ac ca bc cb da db de ef fe eg ge fg gf",
            "a1 e1",
            "abcd efg",
            id="most links decide",
        ),
        pytest.param("ab ba cd dc ea ec", "a1 c1", "abe cd", id="a draw goes to the first"),
        pytest.param(
            "bc cb de ed fg gf ab ad af fa", "b1 d1 f1", "afg bc de", id="a mutual link decides"
        ),
        pytest.param(
            "xa xc ya ab ba cd dc", "a1 c1", "abxy cd", id="a loose group goes as a whole"
        ),
    ],
)
def test_clusters_are_cut_at_bridges(links: str, codes: str, expected: str) -> None:
    assert clusters_of(links, codes) == expected


def test_a_component_is_what_all_links_join() -> None:
    links = "ab ba cd dc ac ef"
    assert clusters_of(links, "a1 c1") == "ab cd ef"
    assert clusters_of(links, "a1 c1", "component_key") == "abcd ef"


@pytest.mark.parametrize("links", list(permutations(["ab ba", "cb bc", "ad da", "ed de"])))
def test_the_order_of_links_does_not_matter(links: tuple[str, ...]) -> None:
    assert clusters_of(" ".join(links)) == "abcde"


def test_no_links_make_no_clusters() -> None:
    assert clusters_of("") == ""
