"""Find the hreflang clusters: the pages that are alternates of one another.

The only analysis step that is an algorithm, not a query. Pages with mutual hreflang annotations are
in one cluster. A page without a mutual annotation joins the cluster that most of its annotations
link to. So one wrong annotation does not merge two clusters: it is a bridge between them. x-default
annotations are ignored, because one language selector may serve the whole site.

The links are read from disk in batches; memory holds a few numbers per URL.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from sitemap_audit.storage import Store

    Numbers = NDArray[np.int64]

TABLE = "cluster_labels"
"""One row per node of `cluster_nodes`: `node`, and `cluster` and `component`, the least nodes of
its cluster and of all that any links join it to."""

_NODES = "SELECT COUNT(*) FROM cluster_nodes"
_LINKS = "SELECT low, high FROM cluster_links"
_MUTUAL = "SELECT low, high FROM cluster_links WHERE is_mutual"

# `cluster_groups`, while the clusters are made: each node, its group, and whether it is loose: in
# no mutual pair.
_LOOSE_LINKS = """
SELECT link.low, link.high
FROM cluster_links AS link
INNER JOIN cluster_groups AS low ON link.low = low.node
INNER JOIN cluster_groups AS high ON link.high = high.node
WHERE low.is_loose AND high.is_loose
"""

# Each loose group, and the core that it is linked with most often; the least of several.
_FAVOURITES = """
WITH mixed AS (
    SELECT
        CASE WHEN low.is_loose THEN low.label ELSE high.label END AS loose,
        CASE WHEN low.is_loose THEN high.label ELSE low.label END AS target
    FROM cluster_links AS link
    INNER JOIN cluster_groups AS low ON link.low = low.node
    INNER JOIN cluster_groups AS high ON link.high = high.node
    WHERE low.is_loose <> high.is_loose
),

votes AS (
    SELECT
        loose,
        target,
        COUNT(*) AS links
    FROM mixed
    GROUP BY loose, target
),

ranked AS (
    SELECT
        loose,
        target,
        ROW_NUMBER() OVER (PARTITION BY loose ORDER BY links DESC, target ASC) AS place
    FROM votes
)

SELECT
    loose,
    target
FROM ranked
WHERE place = 1
"""

# Groups that links join and that have no code in common.
_PARTS = """
WITH joined AS (
    SELECT DISTINCT
        low.label AS one,
        high.label AS other
    FROM cluster_links AS link
    INNER JOIN cluster_groups AS low ON link.low = low.node
    INNER JOIN cluster_groups AS high ON link.high = high.node
    WHERE low.label <> high.label
),

called AS (
    SELECT DISTINCT
        cluster_groups.label,
        cluster_codes.code
    FROM cluster_codes
    INNER JOIN cluster_groups ON cluster_codes.node = cluster_groups.node
),

clashes AS (
    SELECT DISTINCT
        joined.one,
        joined.other
    FROM joined
    INNER JOIN called AS its ON joined.one = its.label
    INNER JOIN called AS theirs ON joined.other = theirs.label AND its.code = theirs.code
)

SELECT
    joined.one,
    joined.other
FROM joined
LEFT JOIN clashes ON joined.one = clashes.one AND joined.other = clashes.other
WHERE clashes.one IS NULL
"""

SOURCES = f"{_NODES}; {_LINKS}; {_PARTS}"
"Queries that name every table that the clusters are made from."


def make(store: Store) -> None:
    """Make the table of cluster labels from the tables of nodes, links and codes."""
    nodes = int(store.value(_NODES))
    label = components(nodes, store.batches(_MUTUAL))
    label = _with_loose(store, label)
    label = _joined(store, label)
    component = components(nodes, store.batches(_LINKS))
    columns = {"node": np.arange(nodes), "cluster": _least(label), "component": component}
    store.create(TABLE, columns)
    store.execute("DROP TABLE cluster_groups")


def components(nodes: int, links: Iterable[Sequence[Numbers]]) -> Numbers:
    """Return the connected component of each node, named by its smallest node.

    Args:
        nodes: number of nodes, which are numbered from 0.
        links: batches of two arrays, the nodes at either end.
    """
    parent = np.arange(nodes)
    for one, other in links:
        _join(parent, one, other)
    while not np.array_equal(parent, above := parent[parent]):
        parent = above
    return parent


def _join(parent: Numbers, one: Numbers, other: Numbers) -> None:
    """Join the trees of linked nodes, the greater root below the smaller."""
    while True:
        left, right = _roots(parent, one), _roots(parent, other)
        differ = left != right
        if not differ.any():
            return
        one, other = left[differ], right[differ]
        low, high = np.minimum(one, other), np.maximum(one, other)
        np.minimum.at(parent, high, low)
        _shorten(parent, np.unique(high))


def _roots(parent: Numbers, nodes: Numbers) -> Numbers:
    """Return the roots of nodes, and link each node directly to its root."""
    above = parent[nodes]
    while not np.array_equal(above, further := parent[above]):
        above = further
    parent[nodes] = above
    return above


def _shorten(parent: Numbers, nodes: Numbers) -> None:
    """Link nodes directly to their roots, in a logarithmic number of steps.

    All nodes on the paths must be among them."""
    above = parent[nodes]
    while not np.array_equal(above, further := parent[above]):
        parent[nodes] = above = further


def _with_loose(store: Store, core: Numbers) -> Numbers:
    """Assign groups of nodes without a mutual link to the core that most of them link to."""
    is_loose = np.bincount(core, minlength=len(core))[core] == 1
    _keep(store, core, is_loose)
    group = components(len(core), store.batches(_LOOSE_LINKS))
    label = np.where(is_loose, group, core)
    _keep(store, label, is_loose)
    return _moved(label, store, _FAVOURITES)


def _keep(store: Store, label: Numbers, is_loose: NDArray[np.bool_]) -> None:
    columns = {"node": np.arange(len(label)), "label": label, "is_loose": is_loose}
    store.create("cluster_groups", columns)


def _moved(label: Numbers, store: Store, moves: str) -> Numbers:
    """Return the labels after moving whole groups to other labels."""
    home = np.arange(len(label))
    for source, target in store.batches(moves):
        home[source] = target
    return home[label]


def _joined(store: Store, label: Numbers) -> Numbers:
    """Join linked groups that have no language code in common: parts of one cluster."""
    _keep(store, label, np.zeros(len(label), dtype=bool))
    return components(len(label), store.batches(_PARTS))[label]


def _least(label: Numbers) -> Numbers:
    """Name each group by its smallest node."""
    least = np.empty_like(label)
    backwards = np.arange(len(label))[::-1]
    least[label[backwards]] = backwards  # the last of several stays: the least node
    return least[label]
