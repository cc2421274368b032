/*
One row per finding of which the file is known: its path, and the line where the fault is; NULL if
it is the file as a whole.

Of a fault in a built page: its file, and the line of the tag that the place of the change names, or
else the header of the check (`tag`). Where a page has several such tags, it is the one that the
finding names: by what is written there now (`from`), by its URL and its language, or else, of
robots tags, one with noindex. A header of a file of rules counts where the finding names it. What
is to be added belongs to the first of its kind, or else to the head; where its tag is left out, to
the html or the title. Of another fault: the local sitemap or robots.txt, with its line there; where
the finding names no sitemap, the first that lists its URL.
*/
WITH wanted AS (
    SELECT
        found.number,
        COALESCE(found.change_url, found.url) AS url,
        found.related_url,
        found.observed,
        CASE WHEN found.change_url IS NULL THEN 'look' ELSE found."action" END AS "action",
        CASE WHEN found.change_url IS NOT NULL THEN found."from" END AS "from",
        CASE
            WHEN found.change_url IS NULL THEN roles.tag
            WHEN found.place IN ('hreflang', 'hreflang-url', 'hreflang-code') THEN 'hreflang'
            WHEN found.place = 'lang' THEN 'html'
            WHEN found.place = 'amphtml' THEN 'alternate'
            WHEN found.place IN ('canonical', 'robots', 'alternate', 'link')
                THEN found.place
            WHEN found.place IN ('head', 'body', 'meta') THEN roles.tag
        END AS tag
    FROM findings AS found
    LEFT JOIN check_roles AS roles ON found."check" = roles."check"
),

in_pages AS (
    SELECT
        wanted.number,
        pages.id AS page_id,
        pages.file,
        wanted.related_url,
        wanted.observed,
        wanted."action",
        wanted."from",
        wanted.tag
    FROM wanted
    INNER JOIN pages ON wanted.url = pages.url
    WHERE pages.file IS NOT NULL AND pages.status BETWEEN 200 AND 299
),

fitting AS (
    SELECT
        in_pages.number,
        COALESCE(tags.file, in_pages.file) AS file,
        tags.line,
        STARTS_WITH(tags.element, '<a ') AS is_anchor,
        CASE
            WHEN
                in_pages."from" IN (tags.written, tags.target, tags.code, tags.element)
                OR in_pages."from" IN (
                    CONCAT(tags.code, ' ', tags.written), CONCAT(tags.code, ' ', tags.target),
                    CONCAT(tags.tag, ': ', tags.written), CONCAT(tags.tag, ': ', tags.target)
                )
                THEN 1
            WHEN tags.tag = 'robots' AND POSITION(LOWER(in_pages."from") IN LOWER(tags.written)) > 0
                THEN 1
            WHEN in_pages."from" IS NULL AND STARTS_WITH(in_pages.observed, tags.element) THEN 1
            WHEN in_pages."from" IS NULL AND tags.target = in_pages.related_url
                THEN
                    CASE
                        WHEN STARTS_WITH(LOWER(in_pages.observed), LOWER(CONCAT(tags.code, ':')))
                            THEN 1
                        ELSE 2
                    END
            WHEN
                in_pages."from" IS NULL
                AND STARTS_WITH(LOWER(in_pages.observed), LOWER(CONCAT(tags.code, ':')))
                THEN
                    CASE
                        WHEN
                            POSITION(
                                SPLIT_PART(
                                    SUBSTRING(LOWER(in_pages.observed), LENGTH(tags.code) + 3),
                                    ' ',
                                    1
                                ) IN LOWER(tags.written)
                            ) > 0
                            THEN 2
                        ELSE 3
                    END
            WHEN
                tags.tag = 'robots'
                AND REGEXP_MATCHES(LOWER(tags.written), '(^|[ ,])(noindex|none)([ ,]|$)')
                THEN 3
            WHEN in_pages."action" = 'add' OR tags.tag NOT IN ('hreflang', 'link') THEN 4
            WHEN in_pages."from" IS NULL AND in_pages.related_url IS NULL THEN 4
        END AS fit,
        CASE WHEN in_pages."action" = 'remove' THEN -tags.number ELSE tags.number END AS place
    FROM in_pages
    INNER JOIN page_tags AS tags ON in_pages.page_id = tags.page_id AND in_pages.tag = tags.tag
    WHERE tags.file IS NULL OR POSITION('X-Robots-Tag' IN in_pages.observed) > 0
    UNION ALL
    SELECT
        in_pages.number,
        in_pages.file,
        tags.line,
        FALSE AS is_anchor,
        CASE tags.tag WHEN 'head' THEN 5 WHEN 'html' THEN 6 ELSE 7 END AS fit,
        tags.number AS place
    FROM in_pages
    INNER JOIN page_tags AS tags ON in_pages.page_id = tags.page_id
    WHERE in_pages."action" = 'add' AND tags.tag IN ('head', 'html', 'title')
),

of_pages AS (
    SELECT
        number,
        file,
        line,
        ROW_NUMBER() OVER (PARTITION BY number ORDER BY fit, is_anchor, place) AS place
    FROM fitting
    WHERE fit IS NOT NULL
),

of_sitemaps AS (
    SELECT
        found.number,
        files.file,
        found.line
    FROM findings AS found
    INNER JOIN local_files AS files
        ON CASE
            WHEN found.url LIKE '%/robots.txt' THEN found.url
            ELSE COALESCE(found.sitemap_url, found.url)
        END = files.url
),

of_entries AS (
    SELECT
        found.number,
        files.file,
        entries.line,
        ROW_NUMBER() OVER (
            PARTITION BY found.number ORDER BY entries.position, entries.sitemap_url
        ) AS place
    FROM findings AS found
    INNER JOIN entries ON found.url = entries.url
    INNER JOIN local_files AS files ON entries.sitemap_url = files.url
    WHERE found.sitemap_url IS NULL
),

known AS (
    SELECT
        number,
        file,
        line,
        1 AS rank
    FROM of_pages
    WHERE place = 1
    UNION ALL
    SELECT
        number,
        file,
        NULL AS line,
        2 AS rank
    FROM in_pages
    WHERE "action" = 'add'
    UNION ALL
    SELECT
        number,
        file,
        line,
        3 AS rank
    FROM of_sitemaps
    UNION ALL
    SELECT
        number,
        file,
        line,
        4 AS rank
    FROM of_entries
    WHERE place = 1
    UNION ALL
    SELECT
        number,
        file,
        NULL AS line,
        5 AS rank
    FROM in_pages
)

SELECT
    number,
    file,
    line AS file_line
FROM (
    SELECT
        number,
        file,
        line,
        ROW_NUMBER() OVER (PARTITION BY number ORDER BY rank) AS place
    FROM known
) AS placed
WHERE place = 1
