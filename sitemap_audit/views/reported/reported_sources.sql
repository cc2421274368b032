/*
---
row: url
rests_on: others
---
One row per URL that a link crawl or an import knows, with what the sources say of it, as in
coverage.

`code`: a letter for each source (sitemaps, internal links, index, traffic): y, it has the URL; n,
it has not; u, that is not known.
*/
SELECT
    url_key,
    CONCAT(
        CASE is_listed WHEN TRUE THEN 'y' WHEN FALSE THEN 'n' ELSE 'u' END,
        CASE is_linked WHEN TRUE THEN 'y' WHEN FALSE THEN 'n' ELSE 'u' END,
        CASE is_indexed WHEN TRUE THEN 'y' WHEN FALSE THEN 'n' ELSE 'u' END,
        CASE has_traffic WHEN TRUE THEN 'y' WHEN FALSE THEN 'n' ELSE 'u' END
    ) AS code,
    is_indexable,
    clicks
FROM coverage
