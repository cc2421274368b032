/*
---
row: directory
rests_on: others
---
One row per directory of the URLs of a link crawl, as in coverage, that has indexable pages, pages
that a check of missing pages or orphans found, or pages that these could not check.

`pages`: indexable ones; of these `listed` and `linked`. `not_in_sitemap`: indexable pages that a
check found because no sitemap lists them. `missing_check`: the check of internal links, if it
found all of these; else NULL. `orphans`: found by `orphan_check`; NULL if that could check none of
the listed pages. `not_checked`: pages that these checks could not check. The order of reports is
`with_findings` and `pages`, most first, and directory.
*/
WITH crawled AS (
    SELECT COUNT(is_linked) AS urls FROM coverage
),

found AS (
    SELECT
        url,
        MAX(CASE WHEN "check" <> 'links/orphan' THEN "check" END) AS missing_check,
        MAX(CASE WHEN "check" = 'links/not-in-sitemap' THEN "check" END) AS link_check,
        MAX(CASE WHEN "check" = 'links/orphan' THEN "check" END) AS orphan_check
    FROM findings
    WHERE
        "check" IN (
            'hreflang/alternate-not-in-sitemap',
            'hreflang/alternate-without-entry',
            'links/canonical-not-in-sitemap',
            'links/not-in-sitemap',
            'site/home-not-listed',
            'links/orphan'
        )
    GROUP BY url
),

not_known AS (
    SELECT url FROM linked_pages
    WHERE unknown_reason IS NOT NULL
    UNION
    SELECT url FROM listed_links
    WHERE unknown_reason IS NOT NULL
),

counted AS (
    SELECT
        coverage.directory,
        COUNT(*) FILTER (WHERE coverage.is_indexable) AS pages,
        COUNT(*) FILTER (WHERE coverage.is_indexable AND coverage.is_listed) AS listed,
        COUNT(*) FILTER (WHERE coverage.is_indexable AND coverage.is_linked) AS linked,
        COUNT(found.missing_check) AS not_in_sitemap,
        COUNT(found.link_check) AS by_links,
        MAX(found.link_check) AS link_check,
        CASE
            WHEN COUNT(page.url) = 0 OR COUNT(page.url) > COUNT(page.unknown_reason)
                THEN COUNT(found.orphan_check)
        END AS orphans,
        MAX(found.orphan_check) AS orphan_check,
        COUNT(not_known.url) AS not_checked,
        COUNT(found.url) AS with_findings,
        COUNT(*) FILTER (
            WHERE coverage.is_indexable OR found.url IS NOT NULL OR not_known.url IS NOT NULL
        ) AS told
    FROM coverage
    CROSS JOIN crawled
    LEFT JOIN found ON coverage.url = found.url
    LEFT JOIN not_known ON coverage.url = not_known.url
    LEFT JOIN listed_links AS page ON coverage.url = page.url
    WHERE crawled.urls > 0
    GROUP BY coverage.directory
)

SELECT
    directory,
    pages,
    listed,
    linked,
    not_in_sitemap,
    CASE WHEN by_links = not_in_sitemap THEN link_check END AS missing_check,
    orphans,
    orphan_check,
    not_checked,
    with_findings
FROM counted
WHERE told > 0
