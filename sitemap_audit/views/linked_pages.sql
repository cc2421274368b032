/*
One row per HTML page of a link crawl (`--crawl`) that an internal link leads to, if it is indexable
or was not checked, on a host with listed URLs. Left out are pages that need no entry in a sitemap:
homepages, redirects, paginated, sorted and filtered lists, results of the internal search, URLs
with session IDs or campaign parameters; unlisted variants and copies of a listed page; and pages
with the text of a page that does not exist.

`directory`: the first directory of its path, behind that of a language. `sitemap_url`: the first
sitemap that lists pages of this directory, else of the host. `referrer`: a page that links to it.
`canonicalized`: number of pages whose canonical it is. `is_annotated`: a page whose hreflang
annotations are checked names it. `is_replacement`: a listed URL redirects to it or is canonicalized
to it, and is reported for that. `unknown_reason`: why it may be listed after all, or more pages may
be unlisted, as in link_crawls, or sitemaps-not-read; or why it was not checked; or url-trap: the
crawl has left out URLs of its pattern, as those of a URL trap.
*/
WITH copies AS (
    SELECT DISTINCT
        listed_pages.host,
        pages.text_hash
    FROM listed_pages
    INNER JOIN pages ON listed_pages.page_id = pages.id
    WHERE listed_pages.is_indexable AND pages.words >= 20
),

of_directories AS (
    SELECT
        REGEXP_EXTRACT(url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?')
            AS directory,
        MIN(sitemap_url) AS sitemap_url
    FROM listed
    GROUP BY REGEXP_EXTRACT(url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?')
),

of_hosts AS (
    SELECT
        SPLIT_PART(url, '/', 3) AS host,
        MIN(sitemap_url) AS sitemap_url
    FROM listed
    GROUP BY SPLIT_PART(url, '/', 3)
),

variants AS (
    SELECT DISTINCT url_near_key
    FROM listed
),

canonicalized AS (
    SELECT
        canonical_key,
        COUNT(*) AS pages
    FROM effective_canonicals
    WHERE canonical_key <> url_key
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
    SELECT DISTINCT target_key
    FROM replacements
)

SELECT
    page.url,
    page.url_key,
    page.host,
    REGEXP_EXTRACT(page.url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?')
        AS directory,
    COALESCE(of_directories.sitemap_url, of_hosts.sitemap_url) AS sitemap_url,
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
INNER JOIN pages ON page.page_id = pages.id
INNER JOIN page_depths AS reached ON page.url_key = reached.url_key
INNER JOIN link_crawls AS crawl ON page.host = crawl.host
INNER JOIN of_hosts ON page.host = of_hosts.host
LEFT JOIN of_directories
    ON
        REGEXP_EXTRACT(page.url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?')
        = of_directories.directory
LEFT JOIN pages AS referrers ON reached.referrer_key = referrers.url_key
LEFT JOIN list_variants ON page.url_key = list_variants.url_key
LEFT JOIN variants ON page.url_near_key = variants.url_near_key
LEFT JOIN copies ON page.host = copies.host AND pages.text_hash = copies.text_hash
LEFT JOIN canonicalized ON page.url_key = canonicalized.canonical_key
LEFT JOIN annotated ON page.url_key = annotated.alternate_key
LEFT JOIN trapped ON page.url_key = trapped.url_key
LEFT JOIN replacing ON page.url_key = replacing.target_key
LEFT JOIN not_found_answers AS answer
    ON page.host = answer.host AND answer.status = 200 AND pages.text_hash = answer.text_hash
WHERE
    COALESCE(page.is_indexable, TRUE)
    AND (page.is_html OR page.state = 'unknown')
    AND COALESCE(page.error, '') <> 'disallowed'
    AND reached.inlinks > 0
    AND page.url NOT IN (CONCAT('https://', page.host, '/'), CONCAT('http://', page.host, '/'))
    AND list_variants.url_key IS NULL
    AND (page.listed OR (variants.url_near_key IS NULL AND copies.text_hash IS NULL))
    AND answer.host IS NULL
    AND NOT REGEXP_MATCHES(
        LOWER(page.url),
        '[?&](q|s|query|search|searchword|search_query|keywords?)=[^&]'
        || '|^https?://[^/]+/([a-z]{2}(-[a-z]{2})?/)?(search|suche|recherche)/[^?]'
        || '|[?&;](jsessionid|phpsessid|aspsessionid[a-z]*|session_?id|sid|cfid|cftoken|utm_[a-z]+'
        || '|gclid|gclsrc|dclid|fbclid|msclkid|yclid|mc_eid|_ga|_gl)='
    )
