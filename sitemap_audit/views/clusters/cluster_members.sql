/*
---
row: url
rests_on: others
unread: annotations
---
One row per URL in a hreflang cluster. `cluster` is the first URL of the cluster in URL order.

`code`: the first code of its self-referencing annotation, else the first code that others give it;
x-default is left out. `partners`: members with which it is mutually linked. `stands`: it returns
content that a search engine can index; NULL if not checked. `fault`: as in indexability.
`in_sitemap`: a sitemap annotates it. `entry_known`: as in page_states. `component`: the first URL
of all that hreflang annotations connect to it, bridges between clusters included.
*/
WITH ends AS (
    SELECT low_key AS url_key
    FROM cluster_links
    WHERE is_mutual
    UNION ALL
    SELECT high_key AS url_key
    FROM cluster_links
    WHERE is_mutual
),

partners AS (
    SELECT
        url_key,
        COUNT(*) AS partners
    FROM ends
    GROUP BY url_key
),

called AS (
    SELECT
        alternate_key,
        MIN(CASE WHEN alternate_key = url_key THEN code END) AS self_code,
        MIN(code) AS code,
        BOOL_OR(source = 'sitemap') AS in_sitemap
    FROM hreflang_links
    WHERE code <> 'x-default'
    GROUP BY alternate_key
)

SELECT
    head.url AS cluster,
    head.url_key AS cluster_key,
    foremost.url AS component,
    member.url,
    member.url_key,
    page.url_near_key,
    COALESCE(called.self_code, called.code) AS code,
    called.self_code,
    COALESCE(partners.partners, 0) AS partners,
    COALESCE(called.in_sitemap, FALSE) AS in_sitemap,
    COALESCE(page.listed, FALSE) AS listed,
    COALESCE(page.entry_known, FALSE) AS entry_known,
    page.fault,
    CASE
        WHEN page.fault IS NOT NULL THEN FALSE
        WHEN page.state = 'ok' AND page.annotations_known THEN TRUE
    END AS stands
FROM cluster_labels AS label
INNER JOIN cluster_nodes AS member ON label.url_key = member.url_key
INNER JOIN cluster_nodes AS head ON label.cluster_key = head.url_key
INNER JOIN cluster_nodes AS foremost ON label.component_key = foremost.url_key
LEFT JOIN called ON member.url_key = called.alternate_key
LEFT JOIN partners ON label.url_key = partners.url_key
LEFT JOIN indexability AS page ON member.url_key = page.url_key
