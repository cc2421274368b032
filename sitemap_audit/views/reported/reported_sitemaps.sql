/*
---
row: file
rests_on: others
---
One row per sitemap that a report tells of: those that something names, read or not, and guessed
ones that turned out to be sitemaps.

`urls`: distinct URLs that it lists; of these `checked` and `indexable`, as in sitemap_shares.
`findings`: those that name it as their sitemap. `lastmod`: the newest one in it. `confirmed` of
`pages`: as in lastmod_trust.
*/
WITH shares AS (
    SELECT
        sitemap_url,
        MAX(urls) AS urls,
        MAX(judged) AS judged,
        MAX(judged - not_indexable) AS indexable
    FROM sitemap_shares
    GROUP BY sitemap_url
),

about AS (
    SELECT
        sitemap_url,
        COUNT(*) AS findings
    FROM reported_findings
    GROUP BY sitemap_url
),

newest AS (
    SELECT
        sitemap_url,
        MAX(lastmod_at) AS lastmod
    FROM entries
    GROUP BY sitemap_url
)

SELECT
    sitemap.id,
    sitemap.url,
    sitemap.kind,
    sitemap.status,
    sitemap.error,
    sitemap.redirect_url,
    sitemap.complete,
    sitemap.stopped_by,
    sitemap.depth,
    sitemap.entries,
    sitemap.children,
    COALESCE(shares.urls, 0) AS urls,
    COALESCE(shares.judged, 0) AS checked,
    COALESCE(shares.indexable, 0) AS indexable,
    COALESCE(about.findings, 0) AS findings,
    newest.lastmod,
    sitemap.last_modified,
    trust.confirmed,
    trust.pages,
    sitemap.bytes,
    sitemap.seconds,
    sitemap.found_by,
    sitemap.found_in
FROM sitemaps AS sitemap
LEFT JOIN unnamed_sitemaps AS unnamed ON sitemap.url = unnamed.url
LEFT JOIN shares ON sitemap.url = shares.sitemap_url
LEFT JOIN about ON sitemap.url = about.sitemap_url
LEFT JOIN newest ON sitemap.url = newest.sitemap_url
LEFT JOIN lastmod_trust AS trust ON sitemap.url = trust.sitemap_url
WHERE unnamed.url IS NULL OR sitemap.kind NOT IN ('html', 'empty', 'unknown')
