/*
The share of indexed URLs of the site, of each sitemap and of each URL pattern with an inspected URL.
*/
SELECT
    "of",
    name,
    urls,
    inspected,
    indexed,
    represented,
    share,
    size
FROM indexed_shares
WHERE "of" IN ('site', 'sitemap', 'pattern')
ORDER BY "of" ASC, urls DESC, name ASC
