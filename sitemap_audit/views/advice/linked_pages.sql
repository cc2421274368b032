/*
---
row: url
rests_on: others
---
One row per HTML page of a link crawl (`--crawl`) that an internal link leads to, if it is indexable
or was not checked, on a host with listed URLs. Left out are redirects, and pages that need no entry
in a sitemap (exempt_urls).

`directory`: the first directory of its path, behind that of a language. `sitemap_url`: the first
sitemap that lists pages of this directory, else of the host. `referrer`: a page that links to it.
`canonicalized`: number of pages whose canonical it is, unless it is wrong there
(canonical_choices). `is_annotated`: a page whose hreflang annotations are checked names it.
`is_replacement`: a listed URL redirects to it or is canonicalized to it, and is reported for that.
`unknown_reason`: why it may be listed after all, or more pages may be unlisted, as in link_crawls,
or sitemaps-not-read; or why it was not checked; or url-trap: the crawl has left out URLs of its
pattern, as those of a URL trap.
*/
WITH of_hosts AS (
    SELECT DISTINCT
        host,
        host_sitemap_url
    FROM listed_directories
),

canonicalized AS (
    SELECT
        canonical_key,
        COUNT(*) AS pages
    FROM canonical_choices
    WHERE better <> 'page'
    GROUP BY canonical_key
),

annotated AS (
    SELECT DISTINCT alternate_key
    FROM hreflang_links
    WHERE judged AND alternate_key <> url_key
),

trap_patterns AS (
    SELECT DISTINCT trap_pattern
    FROM link_targets
    WHERE trap IS NOT NULL
),

trapped AS (
    SELECT DISTINCT target.url_key
    FROM link_targets AS target
    INNER JOIN trap_patterns ON target.trap_pattern = trap_patterns.trap_pattern
),

replacing AS (
    SELECT target_key
    FROM replacements
    UNION
    SELECT choice.canonical_key AS target_key
    FROM canonical_choices AS choice
    INNER JOIN listed ON choice.url_key = listed.url_key
)

SELECT
    page.url,
    page.url_key,
    page.host,
    REGEXP_EXTRACT(page.url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?')
        AS directory,
    COALESCE(of_directories.sitemap_url, of_hosts.host_sitemap_url) AS sitemap_url,
    page.listed,
    page.is_indexable,
    reached.inlinks,
    referrers.url AS referrer,
    COALESCE(canonicalized.pages, 0) AS canonicalized,
    annotated.alternate_key IS NOT NULL AS is_annotated,
    replacing.target_key IS NOT NULL AS is_replacement,
    COALESCE(
        crawl.reason,
        CASE
            WHEN page.is_indexable IS NULL THEN page.unknown_reason
            WHEN NOT page.listed AND EXISTS (SELECT 1 FROM unread_sitemaps)
                THEN 'sitemaps-not-read'
            WHEN NOT page.listed AND trapped.url_key IS NOT NULL THEN 'url-trap'
        END
    ) AS unknown_reason
FROM indexability AS page
INNER JOIN page_depths AS reached ON page.url_key = reached.url_key
INNER JOIN link_crawls AS crawl ON page.host = crawl.host
INNER JOIN of_hosts ON page.host = of_hosts.host
LEFT JOIN listed_directories AS of_directories
    ON
        REGEXP_EXTRACT(page.url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?')
        = of_directories.directory
LEFT JOIN pages AS referrers ON reached.referrer_key = referrers.url_key
LEFT JOIN exempt_urls AS exempt ON page.url_key = exempt.url_key
LEFT JOIN canonicalized ON page.url_key = canonicalized.canonical_key
LEFT JOIN annotated ON page.url_key = annotated.alternate_key
LEFT JOIN trapped ON page.url_key = trapped.url_key
LEFT JOIN replacing ON page.url_key = replacing.target_key
WHERE
    COALESCE(page.is_indexable, TRUE)
    AND (page.is_html OR page.state = 'unknown')
    AND COALESCE(page.error, '') <> 'disallowed'
    AND reached.inlinks > 0
    AND exempt.url_key IS NULL
