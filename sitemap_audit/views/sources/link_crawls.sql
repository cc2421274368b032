/*
---
row: host
rests_on: others
---
One row per host of a link crawl (`--crawl`) that has a listed URL or a page that links lead to:
whether the audit can say that a URL of the host is not listed or not linked. No row without a link
crawl.

`reason`: why the crawl was not complete, so that pages of the host may be unknown: stopped |
max-urls | sample (`--sample`, `--since`, `--sitemap` or `sitemap_filter()`) | crawl-depth | crawl-max; NULL if it was.
URLs that `--include`, `--exclude`, robots.txt or nofollow leave out, and those of URL traps, are
outside its scope. `unlinked_reason`: why a URL without a link may have one: `reason`, or
home-not-read (the homepage was not fetched, or has no content) | home-without-links and javascript
(scripts make the links: most pages have the text of a URL that cannot exist, or a rendered page has
at least ten links, and a tenth, more than its HTML) | hub-not-read (a page that may be the only one
to link to many others, as in unread_pages) | pages-not-read (more than a twentieth of the pages) |
pagination-not-read (a URL trap left out pages of a list) | traps-not-read (a URL trap left out other
pages, and some of the same pattern have a link to a page that no other page links to); NULL if it
cannot have one, or only on one of a few unread pages. `pages`, `unread_pages`: number of its HTML
pages, and of those in unread_pages. `caveat`: `3 pages could not be read`; NULL if all were.
*/
WITH crawls AS (
    SELECT
        run.crawl_depth,
        CASE
            WHEN COALESCE(run.reason, '') <> 'finished' THEN 'stopped'
            WHEN run.limit_reached THEN 'max-urls'
            WHEN
                EXISTS (
                    SELECT 1 FROM left_out
                    WHERE left_out.reason IN (
                        'not-sampled', 'not-modified', 'not-in-sitemap', 'filtered'
                    )
                )
                THEN 'sample'
        END AS reason
    FROM run
    WHERE run.crawl OR EXISTS (SELECT 1 FROM outlinks)
),

linked_hosts AS (
    SELECT DISTINCT SPLIT_PART(link_targets.url, '/', 3) AS host
    FROM link_targets
    INNER JOIN pages ON link_targets.url_key = pages.url_key
),

hosts_crawled AS (
    SELECT DISTINCT SPLIT_PART(url, '/', 3) AS host
    FROM listed
    UNION
    SELECT host FROM linked_hosts
),

missed AS (
    SELECT
        target.url,
        target.url_key,
        target.depth,
        target.trap,
        target.trap_pattern
    FROM link_targets AS target
    LEFT JOIN pages ON target.url_key = pages.url_key
    LEFT JOIN left_out ON target.url_key = left_out.url_key
    WHERE pages.id IS NULL AND left_out.url_key IS NULL
),

followed AS (
    SELECT DISTINCT missed.url_key
    FROM missed
    INNER JOIN outlinks ON missed.url_key = outlinks.target_key
    INNER JOIN pages ON outlinks.page_id = pages.id
    WHERE
        missed.trap IS NULL
        AND COALESCE(outlinks.rel, '') NOT LIKE '%nofollow%'
        AND NOT COALESCE(pages.nofollow, FALSE)
),

limits AS (
    SELECT
        SPLIT_PART(missed.url, '/', 3) AS host,
        MAX(CASE WHEN missed.depth > crawls.crawl_depth THEN 1 ELSE 0 END) AS too_deep,
        MAX(CASE WHEN missed.depth > crawls.crawl_depth THEN 0 ELSE 1 END) AS too_many
    FROM missed
    INNER JOIN followed ON missed.url_key = followed.url_key
    CROSS JOIN crawls
    GROUP BY SPLIT_PART(missed.url, '/', 3)
),

lists_left AS (
    SELECT DISTINCT SPLIT_PART(missed.url, '/', 3) AS host
    FROM missed
    INNER JOIN list_variants ON missed.url_key = list_variants.url_key
    WHERE list_variants.kind = 'pagination'
),

trap_patterns AS (
    SELECT DISTINCT trap_pattern
    FROM missed
    WHERE trap IS NOT NULL
),

trap_links AS (
    SELECT
        outlinks.target_key,
        COUNT(*) AS links
    FROM trap_patterns
    INNER JOIN link_targets AS trapped ON trap_patterns.trap_pattern = trapped.trap_pattern
    INNER JOIN pages ON trapped.url_key = pages.url_key
    INNER JOIN outlinks ON pages.id = outlinks.page_id
    GROUP BY outlinks.target_key
),

traps_left AS (
    SELECT DISTINCT SPLIT_PART(target.url, '/', 3) AS host
    FROM trap_links
    INNER JOIN link_targets AS target ON trap_links.target_key = target.url_key
    INNER JOIN page_depths AS reached ON trap_links.target_key = reached.url_key
    LEFT JOIN trap_patterns ON target.trap_pattern = trap_patterns.trap_pattern
    WHERE reached.inlinks <= trap_links.links AND trap_patterns.trap_pattern IS NULL
),

unread AS (
    SELECT
        host,
        COUNT(*) AS pages,
        COUNT(*) FILTER (WHERE is_hub) AS hubs
    FROM unread_pages
    GROUP BY host
),

known AS (
    SELECT
        host,
        COUNT(*) AS pages
    FROM indexability
    WHERE
        (state = 'ok' AND is_html)
        OR url IN (SELECT unread_pages.url FROM unread_pages)
    GROUP BY host
),

scripted AS (
    SELECT DISTINCT SPLIT_PART(pages.url, '/', 3) AS host
    FROM renders
    INNER JOIN pages ON renders.page_id = pages.id
    WHERE renders.links >= pages.links + 10 AND 10 * renders.links >= 11 * pages.links
),

homes AS (
    SELECT
        page.host,
        page.page_id
    FROM page_depths AS reached
    INNER JOIN indexability AS page ON reached.url_key = page.url_key
    WHERE reached.depth = 0 AND page.state = 'ok'
),

home_links AS (
    SELECT
        homes.host,
        COUNT(link_targets.url_key) AS links
    FROM homes
    LEFT JOIN outlinks ON homes.page_id = outlinks.page_id
    LEFT JOIN link_targets ON outlinks.target_key = link_targets.url_key
    GROUP BY homes.host
),

read_homes AS (
    SELECT DISTINCT host
    FROM indexability
    WHERE state = 'ok' AND url IN (CONCAT('https://', host, '/'), CONCAT('http://', host, '/'))
),

judged AS (
    SELECT
        hosts_crawled.host,
        COALESCE(
            crawls.reason,
            CASE
                WHEN limits.too_deep = 1 THEN 'crawl-depth'
                WHEN limits.too_many = 1 THEN 'crawl-max'
            END
        ) AS reason,
        CASE
            WHEN home_links.host IS NULL AND read_homes.host IS NULL THEN 'home-not-read'
            WHEN COALESCE(home_links.links, 0) = 0 THEN 'home-without-links'
            WHEN answer.is_shell OR scripted.host IS NOT NULL THEN 'javascript'
            WHEN unread.hubs > 0 THEN 'hub-not-read'
            WHEN 20 * unread.pages > known.pages THEN 'pages-not-read'
            WHEN lists_left.host IS NOT NULL THEN 'pagination-not-read'
            WHEN traps_left.host IS NOT NULL THEN 'traps-not-read'
        END AS unlinked_reason,
        COALESCE(unread.pages, 0) AS unread_pages,
        COALESCE(known.pages, 0) AS pages
    FROM hosts_crawled
    CROSS JOIN crawls
    LEFT JOIN limits ON hosts_crawled.host = limits.host
    LEFT JOIN lists_left ON hosts_crawled.host = lists_left.host
    LEFT JOIN traps_left ON hosts_crawled.host = traps_left.host
    LEFT JOIN scripted ON hosts_crawled.host = scripted.host
    LEFT JOIN unread ON hosts_crawled.host = unread.host
    LEFT JOIN known ON hosts_crawled.host = known.host
    LEFT JOIN home_links ON hosts_crawled.host = home_links.host
    LEFT JOIN read_homes ON hosts_crawled.host = read_homes.host
    LEFT JOIN not_found_answers AS answer ON hosts_crawled.host = answer.host
)

SELECT
    host,
    reason IS NULL AND unlinked_reason IS NULL AND unread_pages = 0 AS is_complete,
    reason,
    COALESCE(reason, unlinked_reason) AS unlinked_reason,
    pages,
    unread_pages,
    CASE
        WHEN unread_pages > 0
            THEN CONCAT(
                FORMAT_NUMBER(unread_pages, 0),
                CASE unread_pages WHEN 1 THEN ' page' ELSE ' pages' END,
                ' could not be read'
            )
    END AS caveat
FROM judged
