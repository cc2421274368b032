"""Find the connected components of a graph by joins: no node is held in memory.

Each round is a contraction, as in "In-database connected component analysis" (Bögeholz, Brand,
Todor; ICDE 2020). Each node takes its least neighbour, or itself if it is less, as its parent;
following the parents leads to a root. The links between the roots are the graph of the next round.
Instead of the least, the greatest can be taken. The engine takes what leaves fewer roots. No node
is a root both ways, so a round leaves half of the nodes at most: a million are joined in 20 rounds
or fewer, and pages that are all linked with one another in one. Following the parents takes steps;
each doubles the distance.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.steps import step

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

logger = logging.getLogger(__name__)

_SCRATCH = tuple(
    f"component_{name}" for name in ("links", "neighbours", "parents", "roots", "found")
)


class Round(NamedTuple):
    """One round of contraction."""

    nodes: int
    "Nodes with links when it began."
    roots: int
    "How many of them were roots."
    steps: int
    "Steps until all nodes knew their roots."


def make_components(store: Store, table: str, links: str, label: str) -> list[Round]:
    """Make a table of the component of each node that has a link; return the rounds.

    Its columns: ``node``, and ``component``, the least node that links join it to.

    Args:
        links: query of the nodes at the two ends of each link, ``low`` and ``high``, which differ.
        label: begins each line of the log.
    """
    rounds: list[Round] = []
    store.create("component_links", links)
    store.execute(step("components/no_roots"))
    while store.count("component_links"):
        done = _contract(store, len(rounds) + 1)
        rounds.append(done)
        logger.info(
            "%s: round %d joined %s of %s (steps: %d)",
            *(label, len(rounds), f"{done.nodes - done.roots:,}", f"{done.nodes:,}", done.steps),
        )
    store.execute(step("components/no_nodes"))
    for number in range(len(rounds), 0, -1):
        store.create("component_found", step("components/found"), {"number": number})
    store.create(table, step("components/named"))
    store.drop(*_SCRATCH)
    return rounds


def _contract(store: Store, number: int) -> Round:
    """Join each node with its root, and make the links between the roots."""
    store.create("component_neighbours", step("components/neighbours"))
    ((nodes, minima, maxima),) = store.rows(step("components/counts"))
    store.create("component_parents", step("components/parents"), {"is_least": minima <= maxima})
    steps, changed = 0, 1
    while changed:
        steps += 1
        store.create("component_parents", step("components/stepped"))
        changed = store.value(step("components/changed"))
    store.insert_query("component_roots", step("components/roots"), {"number": number})
    store.create("component_links", step("components/contracted"))
    return Round(nodes, min(minima, maxima), steps)
