/*
---
row: url
rests_on: others
---
One row per URL of link_kinds, with the listed indexable URL that is to be linked instead, if there
is one (`listed_url`, with its entry).

`kind`, `is_canonicalized`, `unknown_reason`: as there. `inlinks`: the number of pages that link to
it; NULL where `kind` is other. Of the rest: `observed`: its status code, and where the links are.
`change_url`: the first page in URL order that links to it, with the link's anchor text and place in
`fix`.
*/
WITH linking AS (
    SELECT
        outlinks.target_key AS url_key,
        outlinks.page_id,
        outlinks.text,
        CASE outlinks.place WHEN 'content' THEN 'main content' ELSE outlinks.place END AS place
    FROM outlinks
    INNER JOIN link_kinds AS matched ON outlinks.target_key = matched.url_key
    WHERE matched.kind <> 'other'
),

counted AS (
    SELECT
        linking.url_key,
        COUNT(*) AS inlinks,
        CASE WHEN MIN(linking.place) = MAX(linking.place) THEN MIN(linking.place) END AS place,
        MIN(pages.url) AS page_url
    FROM linking
    INNER JOIN pages ON linking.page_id = pages.id
    GROUP BY linking.url_key
),

linked AS (
    SELECT
        counted.url_key,
        counted.inlinks,
        counted.place,
        counted.page_url,
        MIN(linking.place) AS first_place,
        MIN(linking.text) AS text
    FROM counted
    INNER JOIN pages ON counted.page_url = pages.url
    INNER JOIN linking ON counted.url_key = linking.url_key AND pages.id = linking.page_id
    GROUP BY counted.url_key, counted.inlinks, counted.place, counted.page_url
)

SELECT
    matched.url,
    matched.kind,
    matched.is_canonicalized,
    listed.url AS listed_url,
    listed.sitemap_url,
    listed.line,
    linked.inlinks,
    CONCAT(
        matched.status,
        '; linked ',
        COALESCE('in the ' || linked.place || ' of ', 'on '),
        CASE
            WHEN linked.inlinks > 1
                THEN CONCAT(FORMAT_NUMBER(linked.inlinks, 0), ' pages, such as ')
            ELSE ''
        END,
        linked.page_url
    ) AS observed,
    CONCAT('Links to ', listed.url) AS expected,
    CONCAT(
        'Link ',
        COALESCE('"' || linked.text || '" ', ''),
        'to ',
        listed.url,
        ' in the ',
        linked.first_place,
        ' of ',
        linked.page_url,
        CASE
            WHEN linked.inlinks > 1
                THEN CONCAT(
                    CASE WHEN linked.place IS NULL THEN ', and on ' ELSE ' and ' END,
                    FORMAT_NUMBER(linked.inlinks - 1, 0),
                    CASE linked.inlinks WHEN 2 THEN ' other page' ELSE ' other pages' END
                )
            ELSE ''
        END
    ) AS fix,
    linked.page_url AS change_url,
    'replace' AS action,
    'link' AS place,
    matched.url AS "from",
    listed.url AS "to",
    matched.unknown_reason
FROM link_kinds AS matched
LEFT JOIN linked ON matched.url_key = linked.url_key
LEFT JOIN listed
    ON CASE WHEN matched.kind <> 'other' THEN matched.listed_url END = listed.url
