/*
---
row: url
rests_on: others
---
One row per URL that a sitemap lists or that was fetched: stored, so that one URL can be looked up
and the next audit can be compared.

`outcome`: as in ledger; NULL if no sitemap lists it. `sitemap_url`, `lastmod`: of the entry in
listed. `hreflang_links`: its effective hreflang annotations. `hreflang_sum`: a sum over these: two
sets with different sums are different. `cluster`: as in cluster_members. Other columns: as in
indexability and pages; NULL if it was not fetched.
*/
WITH outcomes AS (
    SELECT
        listed.url,
        listed.url_key,
        listed.url_near_key,
        listed.sitemap_url,
        entries.lastmod,
        entries.lastmod_at,
        entries.lastmod_precision,
        ledger.outcome
    FROM listed
    INNER JOIN ledger ON listed.url = ledger.url
    INNER JOIN entries
        ON
            listed.sitemap_id = entries.sitemap_id
            AND listed.position = entries.position
            AND entries.kind = 'url'
    WHERE ledger.outcome <> 'duplicate'
),

-- A number below 2^20 of each code, from its MD5; times one below 2^31, their sum is a BIGINT.
digests AS (
    SELECT
        code,
        MD5(code) AS digest
    FROM hreflang_codes
),

codes AS (
    SELECT
        code,
        1 + (
            ASCII(SUBSTRING(digest, 1, 1))
            + 131 * ASCII(SUBSTRING(digest, 2, 1))
            + 17161 * ASCII(SUBSTRING(digest, 3, 1))
            + 2248091 * CAST(ASCII(SUBSTRING(digest, 4, 1)) AS BIGINT)
            + 294499921 * CAST(ASCII(SUBSTRING(digest, 5, 1)) AS BIGINT)
        ) % 1048573 AS number
    FROM digests
),

distinct_links AS (
    SELECT DISTINCT
        url_key,
        code,
        alternate_key
    FROM hreflang_links
),

annotations AS (
    SELECT
        named.url_key,
        COUNT(*) AS links,
        CAST(SUM(named.alternate_key % 2147483629 * codes.number) AS BIGINT) AS total
    FROM distinct_links AS named
    INNER JOIN codes ON named.code = codes.code
    GROUP BY named.url_key
)

SELECT
    COALESCE(page.url, outcomes.url) AS url,
    COALESCE(page.url_key, outcomes.url_key) AS url_key,
    COALESCE(page.url_near_key, outcomes.url_near_key) AS url_near_key,
    outcomes.outcome,
    outcomes.sitemap_url,
    outcomes.lastmod,
    outcomes.lastmod_at,
    outcomes.lastmod_precision,
    page.page_id,
    page.status,
    page.error,
    page.state,
    page.redirect_url,
    COALESCE(page.robots, known.robots) AS robots,
    COALESCE(pages.robots_rule, known.rule) AS robots_rule,
    page.is_indexable,
    page.reasons,
    page.unknown_reason,
    page.canonical,
    page.annotations_known,
    page.entry_known,
    page.is_cached,
    page.is_html,
    pages.title,
    pages.h1,
    pages.description,
    pages.content_hash,
    pages.simhash,
    pages.words,
    pages.latency,
    pages.fetched_at,
    COALESCE(annotations.links, 0) AS hreflang_links,
    COALESCE(annotations.total, 0) AS hreflang_sum,
    member.cluster
FROM outcomes
FULL OUTER JOIN indexability AS page ON outcomes.url_key = page.url_key
LEFT JOIN pages ON page.page_id = pages.id
LEFT JOIN listed_robots AS known ON outcomes.url_key = known.url_key
LEFT JOIN annotations ON COALESCE(page.url_key, outcomes.url_key) = annotations.url_key
LEFT JOIN cluster_members AS member ON COALESCE(page.url_key, outcomes.url_key) = member.url_key
