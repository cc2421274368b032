/*
One row per finding, with its identity, in the order of the findings: the same findings come in the
same order, whatever found them first.

`finding_id`: f and 16 hexadecimal digits, of the check and its subject. A letter and digits: a
spreadsheet reads 16 digits, or 1e18194864116128, as a number. The line is a key only where it is
the subject: in a robots.txt, or in a sitemap where no entry's URL is named. An entry stays the same
one where lines are added above it.

A change that does not say where is none. Texts stand on one line, with their line breaks as \n and
\r; Spark reads '\n' as one. The fix of a finding in a URL list names the list.
*/
WITH lists AS (SELECT DISTINCT url FROM url_lists),

told AS (
    SELECT
        found."check",
        found.url,
        found.sitemap_url,
        found.related_url,
        found.line,
        REPLACE(
            REPLACE(found.observed, CHR(10), CONCAT(CHR(92), 'n')), CHR(13), CONCAT(CHR(92), 'r')
        ) AS observed,
        REPLACE(
            REPLACE(found.expected, CHR(10), CONCAT(CHR(92), 'n')), CHR(13), CONCAT(CHR(92), 'r')
        ) AS expected,
        REPLACE(
            REPLACE(
                CASE
                    WHEN lists.url IS NOT NULL
                        THEN REPLACE(found.fix, 'from the sitemap', 'from the list')
                    ELSE found.fix
                END,
                CHR(10), CONCAT(CHR(92), 'n')
            ),
            CHR(13), CONCAT(CHR(92), 'r')
        ) AS fix,
        found.kind,
        found.change_url,
        CASE WHEN found.change_url IS NOT NULL THEN found."action" END AS "action",
        CASE WHEN found.change_url IS NOT NULL THEN found.place END AS place,
        CASE WHEN found.change_url IS NOT NULL THEN found."from" END AS "from",
        CASE WHEN found.change_url IS NOT NULL THEN found."to" END AS "to"
    FROM found
    LEFT JOIN lists ON found.sitemap_url = lists.url
)

SELECT
    "check",
    url,
    sitemap_url,
    related_url,
    line,
    observed,
    expected,
    fix,
    kind,
    change_url,
    "action",
    place,
    "from",
    "to",
    CONCAT('f', LEFT(MD5(CONCAT(
        "check", CHR(10), COALESCE(url, ''), CHR(10), COALESCE(related_url, ''), CHR(10),
        COALESCE(sitemap_url, ''), CHR(10),
        CASE
            WHEN line IS NOT NULL AND (url IS NULL OR sitemap_url IS NULL)
                THEN CAST(line AS VARCHAR)
            ELSE ''
        END
    )), 16)) AS finding_id
FROM told
ORDER BY
    "check" NULLS FIRST, url NULLS FIRST, sitemap_url NULLS FIRST, line NULLS FIRST,
    related_url NULLS FIRST, observed NULLS FIRST, expected NULLS FIRST, fix NULLS FIRST,
    kind NULLS FIRST, change_url NULLS FIRST, "action" NULLS FIRST, place NULLS FIRST,
    "from" NULLS FIRST, "to" NULLS FIRST
