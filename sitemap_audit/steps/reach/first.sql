/*
One row per sitemap (`from_key`) and sitemap that it leads to (`to_key`), if that one leads to
another: `steps`, the fewest between them. At first those one step away; `next` adds the others. A
sitemap in a circle leads to itself.
*/
SELECT
    from_key,
    to_key,
    CAST(1 AS BIGINT) AS steps
FROM sitemap_steps
