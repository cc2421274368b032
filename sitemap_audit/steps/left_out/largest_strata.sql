/*
One row per stratum that has URLs of its own in the sample: URLs of a sitemap with the same pattern.

The largest strata get half of the sample at most for one URL each; the others are one stratum, so
that each can have a URL. Each stratum gets its next URL in the order of (n - 1/2) / size:
proportional representation by the method of Sainte-Laguë.
*/
SELECT
    sitemap_url,
    pattern
FROM candidates
GROUP BY sitemap_url, pattern
ORDER BY COUNT(*) DESC, sitemap_url, pattern ASC
LIMIT $kept
