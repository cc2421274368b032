/*
---
row: url
rests_on: others
---
One row per URL of a link crawl (`--crawl`) or of imported search data that needs no entry in a
sitemap, with the first `reason`: homepage | pagination, sorting, filter or property (as in
list_variants) | internal-search | parameters (a session ID or a campaign parameter) | not-found (it
has the text of a page that does not exist) | variant (it is not listed, and differs from a listed
URL only by a common slip: slash, protocol, www, case) | copy (it is not listed, and has the text of
a listed page).
*/
WITH urls AS (
    SELECT
        pages.url,
        pages.url_key,
        pages.url_near_key
    FROM page_depths AS reached
    INNER JOIN pages ON reached.url_key = pages.url_key
    UNION
    SELECT
        url,
        url_key,
        url_near_key
    FROM search_urls
),

copies AS (
    SELECT DISTINCT
        listed_pages.host,
        pages.text_hash
    FROM listed_pages
    INNER JOIN pages ON listed_pages.page_id = pages.id
    WHERE listed_pages.is_indexable AND pages.words >= 20
),

variants AS (
    SELECT DISTINCT url_near_key
    FROM listed
),

reasons AS (
    SELECT
        urls.url_key,
        CASE
            WHEN REGEXP_MATCHES(urls.url, '^https?://[^/]+/$') THEN 'homepage'
            WHEN list_variants.kind IS NOT NULL THEN list_variants.kind
            WHEN
                REGEXP_MATCHES(
                    LOWER(urls.url),
                    '[?&](q|s|query|search|searchword|search_query|keywords?)=[^&]'
                    || '|^https?://[^/]+/([a-z]{2}(-[a-z]{2})?/)?(search|suche|recherche)/[^?]'
                )
                THEN 'internal-search'
            WHEN
                REGEXP_MATCHES(
                    LOWER(urls.url),
                    '[?&;](jsessionid|phpsessid|aspsessionid[a-z]*|session_?id|sid|cfid|cftoken'
                    || '|utm_[a-z]+|gclid|gclsrc|dclid|fbclid|msclkid|yclid|mc_eid|_ga|_gl)='
                )
                THEN 'parameters'
            WHEN answer.host IS NOT NULL THEN 'not-found'
            WHEN listed.url_key IS NOT NULL THEN NULL
            WHEN variants.url_near_key IS NOT NULL THEN 'variant'
            WHEN copies.text_hash IS NOT NULL THEN 'copy'
        END AS reason
    FROM urls
    LEFT JOIN list_variants ON urls.url_key = list_variants.url_key
    LEFT JOIN listed ON urls.url_key = listed.url_key
    LEFT JOIN variants ON urls.url_near_key = variants.url_near_key
    LEFT JOIN indexability AS page ON urls.url_key = page.url_key
    LEFT JOIN pages ON page.page_id = pages.id
    LEFT JOIN copies ON page.host = copies.host AND pages.text_hash = copies.text_hash
    LEFT JOIN not_found_answers AS answer
        ON page.host = answer.host AND answer.status = 200 AND pages.text_hash = answer.text_hash
)

SELECT DISTINCT
    url_key,
    reason
FROM reasons
WHERE reason IS NOT NULL
