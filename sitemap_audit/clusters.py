"""The hreflang clusters: which pages are versions of one another.

The one thing here that is an algorithm and not a query. Pages that name each other under a language
are in one cluster; a page that is in no such pair is with those that most of its links join it to.
So one wrong link does not merge two clusters: it is a bridge between them. Links of x-default join
nothing, since one chooser of languages may serve the whole site.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitemap_audit.store import Store

    Numbers = NDArray[np.int64]
    Truths = NDArray[np.bool_]

TABLE = "cluster_labels"
"""One row per node of `cluster_nodes`: `node`, and `cluster` and `component`, the least nodes of
its cluster and of all that any links join it to."""
LINKS = "SELECT low, high, is_mutual FROM cluster_links ORDER BY low, high"
CODES = "SELECT node, code FROM cluster_codes ORDER BY node, code"


def make(store: Store) -> None:
    """Fill the table of labels from the tables of nodes, links and codes."""
    nodes = store.value("SELECT COUNT(*) FROM cluster_nodes")
    low, high, is_mutual = store.arrays(LINKS)
    node, code = store.arrays(CODES)
    cluster = clusters(nodes, low, high, is_mutual.astype(bool), node=node, code=code)
    component = components(nodes, low, high)
    columns = {"node": np.arange(nodes), "cluster": cluster, "component": component}
    store.create(TABLE, columns)


def clusters(
    nodes: int, low: Numbers, high: Numbers, is_mutual: Truths, *, node: Numbers, code: Numbers
) -> Numbers:
    """The least node of each node's cluster.

    Args:
        nodes: how many there are; their numbers begin at 0.
        low, high: the two nodes of each link, whichever names the other.
        is_mutual: whether each names the other.
        node, code: the codes that nodes are called by.
    """
    core = components(nodes, low[is_mutual], high[is_mutual])
    label = _with_loose(core, low, high)
    label = _joined(label, low, high, node, code)
    return _least(label)


def components(nodes: int, a: Numbers, b: Numbers) -> Numbers:
    """The least node that links ``a``-``b`` join each node to, whatever the number of steps."""
    parent = np.arange(nodes)
    while True:
        left, right = parent[a], parent[b]
        apart = left != right
        if not apart.any():
            return parent
        a, b, left, right = a[apart], b[apart], left[apart], right[apart]
        np.minimum.at(parent, np.maximum(left, right), np.minimum(left, right))
        while not np.array_equal(parent, shorter := parent[parent]):
            parent = shorter


def _with_loose(core: Numbers, low: Numbers, high: Numbers) -> Numbers:
    """Put nodes of no mutual link, and what joins them, into the core that most of them link to."""
    is_loose = np.bincount(core, minlength=len(core))[core] == 1
    both = is_loose[low] & is_loose[high]
    group = components(len(core), low[both], high[both])
    label = np.where(is_loose, group, core)
    mixed = is_loose[low] != is_loose[high]
    loose = label[np.where(is_loose[low], low, high)[mixed]]
    target = label[np.where(is_loose[low], high, low)[mixed]]
    home = np.arange(len(core))
    np.put(home, *_favourites(loose, target))
    return home[label]


def _favourites(groups: Numbers, targets: Numbers) -> tuple[Numbers, Numbers]:
    """Each group, and the target it is paired with most often; the least of several."""
    pairs, times = np.unique(np.stack([groups, targets]), axis=1, return_counts=True)
    order = np.lexsort((pairs[1], -times, pairs[0]))
    chosen, first = np.unique(pairs[0][order], return_index=True)
    return chosen, pairs[1][order][first]


def _joined(label: Numbers, low: Numbers, high: Numbers, node: Numbers, code: Numbers) -> Numbers:
    """Join groups that links join and that have no code in common: parts of one cluster."""
    left, right = label[low], label[high]
    apart = left != right
    left, right = left[apart], right[apart]
    clash = np.zeros(len(left), dtype=bool)
    for called in np.split(label[node[np.argsort(code, kind="stable")]], _starts(code)):
        has_code = np.zeros(len(label), dtype=bool)
        has_code[called] = True
        clash |= has_code[left] & has_code[right]
    return components(len(label), left[~clash], right[~clash])[label]


def _starts(code: Numbers) -> Numbers:
    """Where each code but the first begins, once they are in order."""
    return np.flatnonzero(np.diff(np.sort(code, kind="stable"))) + 1


def _least(label: Numbers) -> Numbers:
    """The same groups, each called by the least of its nodes."""
    least = np.full(len(label), len(label))
    np.minimum.at(least, label, np.arange(len(label)))
    return least[label]
