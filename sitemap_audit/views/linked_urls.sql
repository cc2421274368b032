/*
One row per URL of a link crawl (`--crawl`) that an internal link leads to, with the listed indexable
URL that is to be linked instead, if there is one (`listed_url`, with its entry). Homepages are left
out, because they are linked by their shortest URL; so are URLs that were not fetched, if none like
them is listed.

`kind`: redirect (it redirects permanently to the listed URL) | missing (it returns 404 or 410, and
differs from the listed URL only by a common slip: slash, protocol, www, case, order of the
parameters) | variant (it returns content or was not checked, and differs only by such a slip) |
duplicate (its canonical is the listed URL, and it is no form of a list) | other.
`is_canonicalized`: it has another URL as canonical. `unknown_reason`: why it was not checked.
`inlinks`: the number of pages that link to it.

Of those that are not other: `observed`: its status code, and where the links are. `change_url`: the
first page in URL order that links to it, with the link's anchor text and place in `fix`.
*/
WITH targets AS (
    SELECT DISTINCT
        target.url,
        target.url_key,
        target.url_near_key,
        listed.url_key IS NOT NULL AS is_listed
    FROM link_targets AS target
    LEFT JOIN listed ON target.url_key = listed.url_key
    WHERE NOT REGEXP_MATCHES(target.url, '^https?://[^/]+/$')
),

wanted AS (
    SELECT
        listed.url_near_key,
        MIN(listed.url) AS url,
        MIN(listed.url_key) AS url_key
    FROM listed
    INNER JOIN listed_pages AS page ON listed.url_key = page.url_key
    WHERE page.is_indexable
    GROUP BY listed.url_near_key
    HAVING COUNT(*) = 1
),

matched AS (
    SELECT
        targets.url,
        targets.url_key,
        CASE
            WHEN targets.is_listed THEN 'other'
            WHEN final.url IS NOT NULL THEN 'redirect'
            WHEN page.state = 'redirect' THEN 'other'
            WHEN main.url <> COALESCE(wanted.url, '')
                THEN CASE WHEN list_variants.url_key IS NULL THEN 'duplicate' ELSE 'other' END
            WHEN wanted.url IS NULL THEN 'other'
            WHEN page.status IN (404, 410) THEN 'missing'
            WHEN page.fault IS NULL OR main.url = wanted.url THEN 'variant'
            ELSE 'other'
        END AS kind,
        COALESCE(final.url, main.url, wanted.url) AS listed_url,
        page.status,
        COALESCE(page.fault = 'canonicalised', FALSE) AS is_canonicalized,
        CASE
            WHEN page.page_id IS NULL THEN 'not-fetched'
            WHEN page.fault IS NULL THEN page.unknown_reason
        END AS unknown_reason
    FROM targets
    LEFT JOIN indexability AS page ON targets.url_key = page.url_key
    LEFT JOIN redirect_chains AS chain
        ON targets.url_key = chain.url_key AND chain.outcome = 'ok' AND NOT chain.has_temporary
    LEFT JOIN listed_pages AS final
        ON chain.final_key = final.url_key AND final.is_indexable
    LEFT JOIN listed_pages AS main
        ON
            page.canonical = main.url
            AND page.fault = 'canonicalised'
            AND main.is_indexable
    LEFT JOIN list_variants ON targets.url_key = list_variants.url_key
    LEFT JOIN wanted ON targets.url_near_key = wanted.url_near_key
    WHERE page.page_id IS NOT NULL OR wanted.url IS NOT NULL
),

linking AS (
    SELECT
        outlinks.target_key AS url_key,
        pages.url AS page_url,
        outlinks.text,
        CASE outlinks.place WHEN 'content' THEN 'main content' ELSE outlinks.place END AS place,
        ROW_NUMBER() OVER (PARTITION BY outlinks.target_key ORDER BY pages.url, pages.id) AS number
    FROM outlinks
    INNER JOIN matched ON outlinks.target_key = matched.url_key
    INNER JOIN pages ON outlinks.page_id = pages.id
    WHERE matched.kind <> 'other'
),

linked AS (
    SELECT
        url_key,
        COUNT(*) AS inlinks,
        CASE WHEN MIN(place) = MAX(place) THEN MIN(place) END AS place,
        MIN(CASE WHEN number = 1 THEN page_url END) AS page_url,
        MIN(CASE WHEN number = 1 THEN place END) AS first_place,
        MIN(CASE WHEN number = 1 THEN text END) AS text
    FROM linking
    GROUP BY url_key
)

SELECT
    matched.url,
    matched.url_key,
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
FROM matched
LEFT JOIN linked ON matched.url_key = linked.url_key
LEFT JOIN listed
    ON CASE WHEN matched.kind <> 'other' THEN matched.listed_url END = listed.url
