/*
---
row: file
rests_on: others
---
One row per search engine and sitemap: each sitemap of its list, as its API or an imported file tells,
and each other one that robots.txt, a page, an index or the user names, if one of its properties
covers it. A property covers the URLs that begin with it, or all hosts of a domain
(sc-domain:example.com). Of a sitemap in the lists of several properties, the latest download counts.
A file does not say its property (`property` is NULL), nor whether it is whole: an API counts before
it, also where its list lacks the sitemap.

`title`: the engine in words. `told_at`: when its list was read, of a file the last day that it names.
`is_submitted`: its list has the sitemap; NULL if the list was not read whole. `in_index`: the index in which the engine lists it; NULL
if it was submitted itself. `submitted_by`: another sitemap of its list that leads to it, an index or
one that redirects to it. `index_url`: an index that lists it, directly or by another one.
`is_audited`: the audit requested the sitemap or the robots.txt of its host. `is_declared`: a
robots.txt or an index has it, or a URL that redirects to it; NULL if a robots.txt or an index was not
read that may have it. `is_index`: it is a sitemap index, by the audit or else by the engine; NULL if
neither knows.

`state`: not-submitted | contained (`submitted_by` another one) | pending (the engine has still to
process it) | errors | warnings | not-downloaded | read; NULL if it is not known whether it was
submitted. `submitted_at`, …, `status`: as in submitted_sitemaps. `engine_urls`, `engine_images`,
`engine_videos`, `engine_news`: what the engine counts in it; NULL if it does not say.

`is_read`: the audit read it, and of an index all its sitemaps, to the end; only then what follows is
known. `entries`: number of <url> elements, of an index in all its sitemaps; `excess`: those past the
first 50,000 of a file. Of the entries `not_urls` are no URLs, `too_long` have 2,048 characters or
more, `repeated` list a URL again; `elsewhere`: those whose URL the property does not cover, NULL if
it is not known. `images`,
`videos`, `news`: their number. `is_changed`: the files changed since the engine downloaded it, by
Last-Modified or lastmod. They did not by an older Last-Modified, if the audit read them less than a
day apart, or if all lastmods are older. NULL if that is not known, as for a
file that has the day of the download alone.
*/
WITH lists AS (
    SELECT
        CASE product WHEN 'gsc' THEN 'google' ELSE product END AS engine,
        SUBSTR(file, STRPOS(file, ':') + 1) AS property,
        REGEXP_REPLACE(
            REGEXP_REPLACE(SUBSTR(file, STRPOS(file, ':') + 1), '^(https?://|sc-domain:)', ''),
            '[:/].*$',
            ''
        ) AS host,
        MAX(imported_at) AS told_at,
        MIN(CASE WHEN read_until IS NULL AND not_read IS NULL THEN 1 ELSE 0 END) AS wholes
    FROM imported_files
    WHERE kind = 'sitemaps' AND product IN ('gsc', 'bing', 'yandex')
    GROUP BY product, file
),

-- Hosts are joined by their last two labels: a domain covers its subdomains.
properties AS (
    SELECT
        engine,
        property,
        host,
        REGEXP_EXTRACT(host, '[^.]+[.][^.]+$') AS labels,
        told_at,
        wholes = 1 AS is_whole
    FROM lists
),

counts AS (
    SELECT
        file_id,
        url_key,
        MAX(CASE WHEN content = 'web' THEN submitted END) AS urls,
        MAX(CASE WHEN content = 'image' THEN submitted END) AS images,
        MAX(CASE WHEN content = 'video' THEN submitted END) AS videos,
        MAX(CASE WHEN content = 'news' THEN submitted END) AS news
    FROM submitted_counts
    GROUP BY file_id, url_key
),

ranked AS (
    SELECT
        submitted.engine,
        submitted.property,
        submitted.url,
        submitted.url_key,
        submitted.in_index,
        submitted.is_index,
        submitted.kind,
        submitted.is_pending,
        submitted.submitted_at,
        submitted.downloaded_at,
        submitted.errors,
        submitted.warnings,
        submitted.status,
        COALESCE(counts.urls, submitted.urls) AS urls,
        counts.images,
        counts.videos,
        counts.news,
        COALESCE(
            TRY_CAST(TRY_CAST(files.last_day AS DATE) AS TIMESTAMPTZ), files.imported_at
        ) AS told_at,
        ROW_NUMBER() OVER (
            PARTITION BY submitted.engine, submitted.url_key
            ORDER BY
                CASE WHEN submitted.property IS NULL THEN 1 ELSE 0 END ASC,
                CASE WHEN submitted.in_index IS NULL THEN 0 ELSE 1 END ASC,
                submitted.downloaded_at DESC NULLS LAST,
                submitted.submitted_at DESC NULLS LAST,
                submitted.property ASC,
                submitted.file_id ASC
        ) AS place
    FROM submitted_sitemaps AS submitted
    INNER JOIN imported_files AS files ON submitted.file_id = files.id
    LEFT JOIN counts
        ON submitted.file_id = counts.file_id AND submitted.url_key = counts.url_key
),

-- Sitemaps that the site or the user names, and that are ones.
named AS (
    SELECT
        sitemaps.url,
        sitemaps.url_key,
        REGEXP_REPLACE(SPLIT_PART(sitemaps.url, '/', 3), ':[0-9]+$', '') AS host,
        sitemaps.kind = 'sitemapindex' AS is_index
    FROM sitemap_states AS sitemaps
    LEFT JOIN unnamed_sitemaps AS unnamed ON sitemaps.url_key = unnamed.url_key
    WHERE
        unnamed.url_key IS NULL
        AND sitemaps.state = 'ok'
        AND sitemaps.kind NOT IN ('html', 'empty', 'unknown')
),

covered AS (
    SELECT
        properties.engine,
        named.url,
        named.url_key,
        MIN(properties.property) AS property,
        MAX(properties.told_at) AS told_at,
        BOOL_AND(properties.is_whole) AS is_whole
    FROM named
    INNER JOIN properties ON REGEXP_EXTRACT(named.host, '[^.]+[.][^.]+$') = properties.labels
    WHERE
        CASE
            WHEN properties.property LIKE 'sc-domain:%'
                THEN
                    named.host = properties.host
                    OR RIGHT(named.host, LENGTH(properties.host) + 1)
                    = CONCAT('.', properties.host)
            ELSE LEFT(named.url, LENGTH(properties.property)) = properties.property
        END
    GROUP BY properties.engine, named.url, named.url_key
),

submitted AS (
    SELECT
        ranked.engine,
        ranked.property,
        ranked.url,
        ranked.url_key,
        ranked.told_at,
        ranked.in_index,
        ranked.is_index,
        ranked.kind,
        ranked.is_pending,
        ranked.submitted_at,
        ranked.downloaded_at,
        ranked.errors,
        ranked.warnings,
        ranked.status,
        ranked.urls,
        ranked.images,
        ranked.videos,
        ranked.news
    FROM ranked
    LEFT JOIN covered
        ON ranked.engine = covered.engine AND ranked.url_key = covered.url_key
    WHERE
        ranked.place = 1
        AND (ranked.property IS NOT NULL OR NOT COALESCE(covered.is_whole, FALSE))
),

known AS (
    SELECT
        COALESCE(submitted.engine, covered.engine) AS engine,
        COALESCE(submitted.property, covered.property) AS property,
        COALESCE(submitted.url, covered.url) AS url,
        COALESCE(submitted.url_key, covered.url_key) AS url_key,
        CASE
            WHEN submitted.url_key IS NOT NULL THEN TRUE
            WHEN covered.is_whole THEN FALSE
        END AS is_submitted,
        COALESCE(submitted.told_at, covered.told_at) AS told_at,
        submitted.in_index,
        submitted.is_index,
        submitted.kind,
        submitted.is_pending,
        submitted.submitted_at,
        submitted.downloaded_at,
        submitted.errors,
        submitted.warnings,
        submitted.status,
        submitted.urls AS engine_urls,
        submitted.images AS engine_images,
        submitted.videos AS engine_videos,
        submitted.news AS engine_news
    FROM submitted
    FULL OUTER JOIN covered
        ON submitted.engine = covered.engine AND submitted.url_key = covered.url_key
),

leads AS (
    SELECT
        from_key,
        to_key
    FROM sitemap_links
    UNION
    SELECT
        reached.from_key,
        further.to_key
    FROM sitemap_reach AS reached
    INNER JOIN sitemap_links AS further ON reached.to_key = further.from_key
),

submitters AS (
    SELECT
        known.engine,
        leads.to_key AS url_key,
        MIN(known.url) AS submitted_by
    FROM known
    INNER JOIN leads ON known.url_key = leads.from_key
    WHERE known.is_submitted AND leads.from_key <> leads.to_key
    GROUP BY known.engine, leads.to_key
),

indexes_of AS (
    SELECT
        leads.to_key AS url_key,
        MIN(sitemaps.url) AS index_url
    FROM leads
    INNER JOIN sitemaps ON leads.from_key = sitemaps.url_key
    WHERE leads.from_key <> leads.to_key AND sitemaps.kind = 'sitemapindex'
    GROUP BY leads.to_key
),

in_robots AS (
    SELECT sitemap_key AS url_key
    FROM named_sitemaps
    GROUP BY sitemap_key
),

-- An index that was not read, or a file of which that is not known, may list any sitemap.
unread AS (
    SELECT COUNT(*) AS indexes
    FROM unread_sitemaps
    LEFT JOIN sitemaps ON unread_sitemaps.url_key = sitemaps.url_key
    WHERE COALESCE(sitemaps.kind, 'sitemapindex') = 'sitemapindex'
),

robots_files AS (
    SELECT
        robots.origin,
        robots.policy <> 'disallow-all'
        AND COALESCE(code.meaning, '')
        NOT IN ('login', 'forbidden', 'refused', 'network', 'throttled') AS is_read
    FROM robots
    LEFT JOIN status_codes AS code ON robots.status = code.status
),

members AS (
    SELECT
        engine,
        property,
        url_key,
        url_key AS member_key
    FROM known
    WHERE is_submitted
    UNION
    SELECT
        known.engine,
        known.property,
        known.url_key,
        leads.to_key AS member_key
    FROM known
    INNER JOIN leads ON known.url_key = leads.from_key
    WHERE known.is_submitted
),

files AS (
    SELECT
        members.engine,
        members.url_key,
        BOOL_AND(
            COALESCE(
                state.state = 'redirect'
                OR (
                    state.state = 'ok'
                    AND state.complete
                    AND state.kind NOT IN ('html', 'empty', 'unknown')
                ),
                FALSE
            )
        ) AS is_read,
        SUM(CASE WHEN state.entries > 50000 THEN state.entries - 50000 ELSE 0 END) AS excess,
        MIN(sitemaps.fetched_at) AS first_at,
        MAX(sitemaps.fetched_at) AS last_at,
        -- A header of the time of the response is made with each response.
        COUNT(CASE WHEN state.state = 'ok' THEN 1 END) = COUNT(
            CASE
                WHEN sitemaps.last_modified_at < sitemaps.fetched_at - INTERVAL '5' MINUTE THEN 1
            END
        ) AS has_header,
        MAX(
            CASE
                WHEN sitemaps.last_modified_at < sitemaps.fetched_at - INTERVAL '5' MINUTE
                    THEN sitemaps.last_modified_at
            END
        ) AS last_modified_at
    FROM members
    LEFT JOIN sitemap_states AS state ON members.member_key = state.url_key
    LEFT JOIN sitemaps ON state.id = sitemaps.id
    GROUP BY members.engine, members.url_key
),

read_entries AS (
    SELECT
        members.engine,
        members.url_key,
        COUNT(*) AS entries,
        COUNT(*) - COUNT(entries.url_key) AS not_urls,
        COUNT(CASE WHEN LENGTH(entries.url) >= 2048 THEN 1 END) AS too_long,
        COUNT(entries.url_key) - COUNT(DISTINCT entries.url_key) AS repeated,
        COUNT(
            CASE
                WHEN
                    members.property LIKE 'sc-domain:%'
                    AND CONCAT(
                        '.', REGEXP_REPLACE(SPLIT_PART(entries.url, '/', 3), ':[0-9]+$', '')
                    )
                    NOT LIKE CONCAT('%.', SUBSTR(members.property, 11))
                    THEN 1
                WHEN
                    members.property NOT LIKE 'sc-domain:%'
                    AND LEFT(entries.url, LENGTH(members.property)) <> members.property
                    THEN 1
            END
        ) AS elsewhere,
        SUM(entries.images) AS images,
        SUM(entries.videos) AS videos,
        SUM(entries.news) AS news,
        MAX(entries.lastmod_at) AS newest_at,
        COUNT(entries.lastmod_at) = COUNT(*) AS is_dated
    FROM members
    INNER JOIN sitemaps ON members.member_key = sitemaps.url_key
    INNER JOIN entries ON sitemaps.id = entries.sitemap_id
    WHERE entries.kind = 'url'
    GROUP BY members.engine, members.url_key
)

SELECT
    known.engine,
    CASE known.engine
        WHEN 'google' THEN 'Google'
        WHEN 'bing' THEN 'Bing'
        WHEN 'yandex' THEN 'Yandex'
    END AS title,
    known.property,
    known.url,
    known.url_key,
    known.told_at,
    known.is_submitted,
    known.in_index,
    submitters.submitted_by,
    robots_files.origin IS NOT NULL OR audited.url_key IS NOT NULL AS is_audited,
    indexes_of.index_url,
    CASE
        WHEN in_robots.url_key IS NOT NULL OR indexes_of.index_url IS NOT NULL THEN TRUE
        WHEN robots_files.is_read AND unread.indexes = 0 THEN FALSE
    END AS is_declared,
    COALESCE(audited.kind = 'sitemapindex', known.is_index) AS is_index,
    CASE
        WHEN NOT known.is_submitted AND submitters.submitted_by IS NOT NULL THEN 'contained'
        WHEN NOT known.is_submitted THEN 'not-submitted'
        WHEN known.is_pending THEN 'pending'
        WHEN known.errors > 0 THEN 'errors'
        WHEN known.warnings > 0 THEN 'warnings'
        WHEN known.is_submitted AND known.downloaded_at IS NULL THEN 'not-downloaded'
        WHEN known.is_submitted THEN 'read'
    END AS state,
    known.kind,
    known.submitted_at,
    known.downloaded_at,
    known.is_pending,
    known.errors,
    known.warnings,
    known.status,
    known.engine_urls,
    known.engine_images,
    known.engine_videos,
    known.engine_news,
    COALESCE(files.is_read, FALSE) AS is_read,
    CASE WHEN files.is_read THEN COALESCE(read_entries.entries, 0) END AS entries,
    CASE WHEN files.is_read THEN CAST(files.excess AS BIGINT) END AS excess,
    CASE WHEN files.is_read THEN COALESCE(read_entries.not_urls, 0) END AS not_urls,
    CASE WHEN files.is_read THEN COALESCE(read_entries.too_long, 0) END AS too_long,
    CASE WHEN files.is_read THEN COALESCE(read_entries.repeated, 0) END AS repeated,
    CASE
        WHEN files.is_read AND known.property IS NOT NULL
            THEN COALESCE(read_entries.elsewhere, 0)
    END AS elsewhere,
    CASE WHEN files.is_read THEN CAST(COALESCE(read_entries.images, 0) AS BIGINT) END AS images,
    CASE WHEN files.is_read THEN CAST(COALESCE(read_entries.videos, 0) AS BIGINT) END AS videos,
    CASE WHEN files.is_read THEN CAST(COALESCE(read_entries.news, 0) AS BIGINT) END AS news,
    CASE
        WHEN NOT files.is_read THEN NULL
        WHEN
            known.property IS NULL
            AND known.downloaded_at = DATE_TRUNC('day', known.downloaded_at)
            THEN NULL
        WHEN files.last_modified_at > known.downloaded_at THEN TRUE
        WHEN read_entries.newest_at > known.downloaded_at THEN TRUE
        WHEN files.has_header AND files.last_modified_at <= known.downloaded_at THEN FALSE
        WHEN
            known.downloaded_at > files.last_at - INTERVAL '24' HOUR
            AND known.downloaded_at < files.first_at + INTERVAL '24' HOUR
            THEN FALSE
        WHEN
            read_entries.is_dated
            AND read_entries.newest_at + INTERVAL '36' HOUR <= known.downloaded_at
            THEN FALSE
    END AS is_changed
FROM known
CROSS JOIN unread
LEFT JOIN sitemaps AS audited ON known.url_key = audited.url_key
LEFT JOIN indexes_of ON known.url_key = indexes_of.url_key
LEFT JOIN submitters ON known.engine = submitters.engine AND known.url_key = submitters.url_key
LEFT JOIN in_robots ON known.url_key = in_robots.url_key
LEFT JOIN robots_files
    ON
        CONCAT(SPLIT_PART(known.url, '/', 1), '//', SPLIT_PART(known.url, '/', 3))
        = robots_files.origin
LEFT JOIN files ON known.engine = files.engine AND known.url_key = files.url_key
LEFT JOIN read_entries
    ON known.engine = read_entries.engine AND known.url_key = read_entries.url_key
