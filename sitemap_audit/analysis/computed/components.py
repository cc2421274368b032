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

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

logger = logging.getLogger(__name__)

_NEIGHBOURS = """
CREATE OR REPLACE TABLE {table}_neighbours AS
SELECT node, MIN(other) AS least, MAX(other) AS greatest
FROM (
    SELECT low AS node, high AS other FROM {links}
    UNION ALL
    SELECT high AS node, low AS other FROM {links}
) AS ends
GROUP BY node
"""
_COUNTS = """
SELECT
    COUNT(*) AS nodes,
    COUNT(CASE WHEN node < least THEN 1 END) AS minima,
    COUNT(CASE WHEN node > greatest THEN 1 END) AS maxima
FROM {table}_neighbours
"""
_PARENTS = """
CREATE OR REPLACE TABLE {parents} AS SELECT node, {parent} AS parent FROM {table}_neighbours
"""
_LEAST, _GREATEST = "LEAST(node, least)", "GREATEST(node, greatest)"
_STEP = """
CREATE OR REPLACE TABLE {stepped} AS
SELECT below.node, above.parent, below.parent AS earlier
FROM {parents} AS below
INNER JOIN {parents} AS above ON below.parent = above.node
"""
_CHANGED = "SELECT COUNT(*) FROM {stepped} WHERE parent <> earlier"
_CONTRACTED = """
CREATE OR REPLACE TABLE {table}_links_{number} AS
SELECT DISTINCT
    LEAST(one.parent, other.parent) AS low,
    GREATEST(one.parent, other.parent) AS high
FROM {links}
INNER JOIN {parents} AS one ON links.low = one.node
INNER JOIN {parents} AS other ON links.high = other.node
WHERE one.parent <> other.parent
"""
_LEFT = "SELECT COUNT(*) FROM {links}"
_NONE = "CREATE OR REPLACE TABLE {found} AS SELECT low AS node, low AS component FROM {links}"
_ROOTS = "CREATE OR REPLACE TABLE {found} AS SELECT node, parent AS component FROM {parents}"
_FOUND = """
CREATE OR REPLACE TABLE {found} AS
SELECT below.node, COALESCE(above.component, below.parent) AS component
FROM {parents} AS below
LEFT JOIN {above} AS above ON below.parent = above.node
"""
_NAMED = """
CREATE OR REPLACE TABLE {table} AS
SELECT found.node, names.component
FROM {found} AS found
INNER JOIN (
    SELECT component AS root, MIN(node) AS component FROM {found} GROUP BY component
) AS names ON found.component = names.root
"""


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
    contraction = _Contraction(store, table, links)
    while contraction.is_linked:
        done = contraction.run_round()
        logger.info(
            "%s: round %d joined %s of %s (steps: %d)",
            *(label, len(contraction.rounds), f"{done.nodes - done.roots:,}", f"{done.nodes:,}"),
            done.steps,
        )
    contraction.name_components()
    return contraction.rounds


class _Contraction:
    """The rounds so far, and the links that are left."""

    def __init__(self, store: Store, table: str, links: str) -> None:
        self.rounds: list[Round] = []
        self._store = store
        self._table = table
        self._links = f"({links}) AS links"
        self._parents: list[str] = []
        self._scratch: set[str] = set()

    @property
    def is_linked(self) -> bool:
        """Whether links are left."""
        return bool(self._rows(_LEFT)[0][0])

    def run_round(self) -> Round:
        """Join each node with its root, and contract the links."""
        number = len(self.rounds) + 1
        self._make(_NEIGHBOURS, f"{self._table}_neighbours")
        nodes, minima, maxima = self._rows(_COUNTS)[0]
        steps = self._follow(number, _LEAST if minima <= maxima else _GREATEST)
        contracted = f"{self._table}_links_{number}"
        self._make(_CONTRACTED, contracted, number=number, parents=self._parents[-1])
        self._links = f"{contracted} AS links"
        self.rounds.append(Round(nodes, min(minima, maxima), steps))
        return self.rounds[-1]

    def _follow(self, number: int, parent: str) -> int:
        """Make the table of the root of each node; return the number of steps."""
        parents, steps, changed = f"{self._table}_parents_{number}", 0, 1
        self._make(_PARENTS, parents, parents=parents, parent=parent)
        while changed:
            steps += 1
            stepped = f"{self._table}_parents_{number}_{steps}"
            self._make(_STEP, stepped, parents=parents, stepped=stepped)
            ((changed,),) = self._rows(_CHANGED, stepped=stepped)
            self._drop(parents)
            parents = stepped
        self._parents.append(parents)
        return steps

    def name_components(self) -> None:
        """Make the table of all nodes, from the last round back to the first."""
        found = ""
        if not self._parents:
            self._make(_NONE, found := f"{self._table}_found")
        for number, parents in reversed(list(enumerate(self._parents, 1))):
            above, found = found, f"{self._table}_found_{number}"
            self._make(_FOUND if above else _ROOTS, found, parents=parents, above=above)
        self._store.execute(_NAMED.format(table=self._table, found=found))
        for name in sorted(self._scratch):
            self._drop(name)

    def _make(self, statement: str, made: str, **names: object) -> None:
        names = {"table": self._table, "links": self._links, "found": made, **names}
        self._store.execute(statement.format(**names))
        self._scratch.add(made)

    def _rows(self, query: str, **names: object) -> list[tuple[int, ...]]:
        return self._store.rows(query.format(table=self._table, links=self._links, **names))

    def _drop(self, table: str) -> None:
        self._store.execute(f"DROP TABLE {table}")
        self._scratch.remove(table)
