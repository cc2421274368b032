/*
---
row: file
rests_on: others
---
One row per sitemap with a lastmod in this and the previous audit: what the pages say of it. `pages`:
pages of which both audits tell whether lastmod and content moved together; `confirmed`: those where
both moved, or neither. `advanced`: pages whose lastmod claims a change after the previous fetch;
`unchanged`: those of them with the same content. `regressed`: lastmods that went back.
*/
SELECT
    sitemap_url,
    COUNT(*) AS compared,
    COUNT(verdict) AS pages,
    COUNT(*) FILTER (WHERE verdict = 'confirmed') AS confirmed,
    COUNT(*) FILTER (WHERE lastmod_change = 'newer' AND verdict IS NOT NULL) AS advanced,
    COUNT(*) FILTER (WHERE verdict = 'unchanged') AS unchanged,
    COUNT(*) FILTER (WHERE verdict = 'regressed') AS regressed,
    MIN(CASE WHEN verdict = 'unchanged' THEN url END) AS example
FROM compared_lastmods
GROUP BY sitemap_url
