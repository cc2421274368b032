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

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TABLE = "cluster_labels"
"""One row per URL of `cluster_nodes`: `url_key`, and `cluster_key` and `component_key`, the first
URLs, in URL order, of its cluster and of all that any links join it to."""

SOURCES = "SELECT 1 FROM cluster_nodes; SELECT 1 FROM cluster_links; SELECT 1 FROM hreflang_links"
"Queries that name every table that the clusters are made from."

_MUTUAL = "SELECT low_key AS low, high_key AS high FROM cluster_links WHERE is_mutual"

# Links without a return link, and the cores of their ends. A URL without core is loose: in no
# mutual pair.
_ONE_WAY = """
CREATE OR REPLACE TABLE cluster_one_way AS
SELECT
    link.low_key,
    link.high_key,
    low.component AS low_core,
    high.component AS high_core
FROM cluster_links AS link
LEFT JOIN cluster_cores AS low ON link.low_key = low.node
LEFT JOIN cluster_cores AS high ON link.high_key = high.node
WHERE NOT link.is_mutual
"""
_LOOSE = """
SELECT low_key AS low, high_key AS high
FROM cluster_one_way
WHERE low_core IS NULL AND high_core IS NULL
"""

# How often each loose group and each core are linked.
_VOTES = """
CREATE OR REPLACE TABLE cluster_votes AS
SELECT
    COALESCE(loose.component, mixed.node) AS loose,
    mixed.core,
    COUNT(*) AS links
FROM (
    SELECT
        CASE WHEN low_core IS NULL THEN low_key ELSE high_key END AS node,
        COALESCE(low_core, high_core) AS core
    FROM cluster_one_way
    WHERE (low_core IS NULL) <> (high_core IS NULL)
) AS mixed
LEFT JOIN cluster_loose AS loose ON mixed.node = loose.node
GROUP BY COALESCE(loose.component, mixed.node), mixed.core
"""

# Each loose group, and the core that it is linked with most often; of several, that of the first
# URL.
_FAVOURITES = """
CREATE OR REPLACE TABLE cluster_favourites AS
WITH voted AS (
    SELECT DISTINCT core
    FROM cluster_votes
),

firsts AS (
    SELECT
        core.component,
        MIN(named.url) AS url
    FROM voted
    INNER JOIN cluster_cores AS core ON voted.core = core.component
    INNER JOIN cluster_nodes AS named ON core.node = named.url_key
    GROUP BY core.component
),

ranked AS (
    SELECT
        votes.loose,
        votes.core,
        ROW_NUMBER() OVER (
            PARTITION BY votes.loose ORDER BY votes.links DESC, firsts.url ASC, votes.core ASC
        ) AS place
    FROM cluster_votes AS votes
    INNER JOIN firsts ON votes.core = firsts.component
)

SELECT
    loose,
    core
FROM ranked
WHERE place = 1
"""
_GROUPS = """
CREATE OR REPLACE TABLE cluster_groups AS
SELECT
    named.url_key,
    COALESCE(
        core.component, favourite.core, loose.component, named.url_key
    ) AS label
FROM cluster_nodes AS named
LEFT JOIN cluster_cores AS core ON named.url_key = core.node
LEFT JOIN cluster_loose AS loose ON named.url_key = loose.node
LEFT JOIN cluster_favourites AS favourite
    ON COALESCE(loose.component, named.url_key) = favourite.loose
"""

# Groups that links join.
_JOINED = """
CREATE OR REPLACE TABLE cluster_joined AS
SELECT DISTINCT
    LEAST(low.label, high.label) AS low,
    GREATEST(low.label, high.label) AS high
FROM cluster_one_way AS link
INNER JOIN cluster_groups AS low ON link.low_key = low.url_key
INNER JOIN cluster_groups AS high ON link.high_key = high.url_key
WHERE low.label <> high.label
"""

# Those of them that have no code in common: parts of one cluster.
_PARTS = """
CREATE OR REPLACE TABLE cluster_parts AS
WITH labels AS (
    SELECT low AS label
    FROM cluster_joined
    UNION
    SELECT high AS label
    FROM cluster_joined
),

called AS (
    SELECT DISTINCT
        labels.label,
        link.code
    FROM labels
    INNER JOIN cluster_groups AS member ON labels.label = member.label
    INNER JOIN hreflang_links AS link ON member.url_key = link.alternate_key
    WHERE link.code <> 'x-default'
),

clashes AS (
    SELECT DISTINCT
        joined.low,
        joined.high
    FROM cluster_joined AS joined
    INNER JOIN called AS its ON joined.low = its.label
    INNER JOIN called AS theirs ON joined.high = theirs.label AND its.code = theirs.code
)

SELECT
    joined.low,
    joined.high
FROM cluster_joined AS joined
LEFT JOIN clashes ON joined.low = clashes.low AND joined.high = clashes.high
WHERE clashes.low IS NULL
"""
_ALL_PARTS = "SELECT low, high FROM cluster_parts"
_ALL_JOINED = "SELECT low, high FROM cluster_joined"

# The first URL of each group, and of each cluster and component of groups.
_FIRSTS = """
CREATE OR REPLACE TABLE cluster_firsts AS
WITH firsts AS (
    SELECT
        label,
        MIN(url) AS url,
        ARG_MIN(url_key, url) AS url_key
    FROM (
        SELECT
            member.label,
            named.url_key,
            named.url
        FROM cluster_groups AS member
        INNER JOIN cluster_nodes AS named ON member.url_key = named.url_key
    ) AS members
    GROUP BY label
)

SELECT
    firsts.label,
    COALESCE(cluster.component, firsts.label) AS cluster,
    COALESCE(whole.component, firsts.label) AS component,
    firsts.url,
    firsts.url_key
FROM firsts
LEFT JOIN cluster_merged AS cluster ON firsts.label = cluster.node
LEFT JOIN cluster_wholes AS whole ON firsts.label = whole.node
"""
_LABELS = f"""
CREATE OR REPLACE TABLE {TABLE} AS
WITH clusters_of_groups AS (
    SELECT
        cluster,
        ARG_MIN(url_key, url) AS url_key
    FROM cluster_firsts
    GROUP BY cluster
),

components_of_groups AS (
    SELECT
        component,
        ARG_MIN(url_key, url) AS url_key
    FROM cluster_firsts
    GROUP BY component
)

SELECT
    member.url_key,
    clusters_of_groups.url_key AS cluster_key,
    components_of_groups.url_key AS component_key
FROM cluster_groups AS member
INNER JOIN cluster_firsts AS firsts ON member.label = firsts.label
INNER JOIN clusters_of_groups ON firsts.cluster = clusters_of_groups.cluster
INNER JOIN components_of_groups ON firsts.component = components_of_groups.component
"""
_SCRATCH = (
    *("cluster_cores", "cluster_one_way", "cluster_loose", "cluster_votes", "cluster_favourites"),
    *("cluster_groups", "cluster_joined", "cluster_parts", "cluster_merged", "cluster_wholes"),
    "cluster_firsts",
)


def make(store: Store) -> None:
    """Make the table of cluster labels from the tables of nodes, links and codes."""
    make_components(store, "cluster_cores", _MUTUAL, "Hreflang clusters")
    store.execute(_ONE_WAY)
    make_components(store, "cluster_loose", _LOOSE, "Pages without a return link")
    for statement in (_VOTES, _FAVOURITES, _GROUPS, _JOINED, _PARTS):
        store.execute(statement)
    make_components(store, "cluster_merged", _ALL_PARTS, "Parts of hreflang clusters")
    make_components(store, "cluster_wholes", _ALL_JOINED, "Hreflang clusters with bridges")
    store.execute(_FIRSTS)
    store.execute(_LABELS)
    for table in _SCRATCH:
        store.execute(f"DROP TABLE {table}")
