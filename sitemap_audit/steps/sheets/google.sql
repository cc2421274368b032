/*
One row per URL that Google has told of in the workbook, those of which the audit and Google say
different things first.
*/
SELECT
    url,
    relation,
    observed,
    state,
    canonical,
    google_canonical,
    agrees,
    lastmod,
    CAST(CAST(last_crawled_at AS DATE) AS VARCHAR) AS crawled_on,
    crawl,
    clicks,
    CAST(CAST(inspected_at AS DATE) AS VARCHAR) AS inspected_on,
    sitemap_url,
    reason_code,
    has_sitemap,
    result_link
FROM reported_indexing
ORDER BY rank ASC, clicks DESC NULLS LAST, url ASC
LIMIT $rows
