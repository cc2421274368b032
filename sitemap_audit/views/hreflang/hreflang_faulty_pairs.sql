/*
---
row: pair
rests_on: named
---
One row per pair of hreflang_pairs whose page has no fault and whose alternate has one or has no
return link, with their URLs: `alternate` is that of the alternate. `sitemap_url`, `line` and `via`:
as in hreflang_pages. `target_canonical` and `target_redirect`: the URL to which the alternate is
canonicalized or redirects. `place_url`, `source` and `href`: as in hreflang_written; NULL if the annotation
is in several places.
*/
WITH faulty AS (
    SELECT
        url_key,
        alternate_key,
        code,
        target_fault,
        target_status,
        target_error,
        target_annotated,
        return_void
    FROM hreflang_pairs
    WHERE source_fault IS NULL AND (target_fault IS NOT NULL OR NOT has_return)
)

SELECT
    listed.url,
    faulty.url_key,
    listed.sitemap_url,
    listed.line,
    listed.via,
    target.url AS alternate,
    faulty.alternate_key,
    faulty.code,
    faulty.target_fault,
    faulty.target_status,
    faulty.target_error,
    target.canonical AS target_canonical,
    target.redirect AS target_redirect,
    faulty.target_annotated,
    faulty.return_void,
    written.place_url,
    written.source,
    written.href
FROM faulty
INNER JOIN hreflang_pages AS listed ON faulty.url_key = listed.url_key
INNER JOIN hreflang_ends AS target ON faulty.alternate_key = target.url_key
LEFT JOIN hreflang_written AS written
    ON faulty.url_key = written.url_key AND faulty.alternate_key = written.alternate_key
WHERE
    -- Clients read other bytes differently: what the URL is, is not certain.
    NOT COALESCE(written.source = 'header' AND REGEXP_MATCHES(written.href, '[^ -~]'), FALSE)
