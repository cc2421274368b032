"""Find the hreflang clusters: the pages that are alternates of one another.

Pages with mutual hreflang annotations are in one cluster. A page without a mutual annotation joins
the cluster that most of its annotations link to. So one wrong annotation does not merge two
clusters: it is a bridge between them. x-default annotations are ignored, because one language
selector may serve the whole site.

Connected components of mutual annotations (:mod:`.components`) are the cores. Everything else reads
only the annotations without a return link, which are few on most sites.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.computed.components import make_components
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TABLE = "cluster_labels"
STEPS = "clusters"

_SCRATCH = (
    *("cluster_cores", "cluster_one_way", "cluster_loose", "cluster_votes", "cluster_favourites"),
    *("cluster_groups", "cluster_joined", "cluster_merged", "cluster_wholes", "cluster_firsts"),
)


def make(store: Store) -> None:
    """Make the table of cluster labels from the tables of nodes, links and codes."""
    make_components(store, "cluster_cores", step("clusters/mutual"), "Hreflang clusters")
    store.create("cluster_one_way", step("clusters/one_way"))
    make_components(store, "cluster_loose", step("clusters/loose"), "Pages without a return link")
    for name in ("votes", "favourites", "groups", "joined"):
        store.create(f"cluster_{name}", step(f"clusters/{name}"))
    make_components(store, "cluster_merged", step("clusters/parts"), "Parts of hreflang clusters")
    make_components(
        store, "cluster_wholes", step("clusters/joined_links"), "Hreflang clusters with bridges"
    )
    store.create("cluster_firsts", step("clusters/firsts"))
    store.create(TABLE, step("clusters/labels"))
    store.drop(*_SCRATCH)
