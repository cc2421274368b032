/*
---
row: url
rests_on: named
---
One row per URL with an invisible character, or a blank, tab or line break at the end of its path
or query, in a sitemap (of a page or an image), an annotation, a Sitemap line or a redirect.
`clean`: the URL without them. `found`: what it has, in words. `page`: `clean`, if it returns a page
without a fault, or is listed and has this URL as canonical, which is to be corrected, too;
`is_listed`: whether that is listed. `has_fault`: `clean` is known to have another fault.

A zero-width joiner or non-joiner between two non-ASCII characters belongs there: Persian words and
emoji need them.
*/
WITH invisible AS (
    SELECT
        '%(C2%A[0D]|CD%8F|D8%9C|E1%9A%80|E1%A0%8E|E2%80%8[0-9ABEF]|E2%80%A[89A-F]'
        || '|E2%81%9F|E2%81%A[0-9A-F]|E3%80%80|E3%85%A4|EF%BB%BF|EF%BE%A0)' AS pattern
),

named AS (
    SELECT url FROM entries
    UNION ALL
    SELECT alternate AS url FROM entry_alternates
    UNION ALL
    SELECT canonical AS url FROM page_canonicals
    UNION ALL
    SELECT alternate AS url FROM page_alternates
    UNION ALL
    SELECT redirect_url AS url FROM pages
    UNION ALL
    SELECT image_url AS url FROM entry_images
    UNION ALL
    SELECT url FROM robots_lines
),

suspect AS (
    SELECT DISTINCT
        named.url,
        REGEXP_EXTRACT(named.url, invisible.pattern) AS first_invisible,
        REGEXP_REPLACE(
            REGEXP_REPLACE(
                REGEXP_REPLACE(named.url, invisible.pattern, '', 'g'),
                '([^%]..|%[0-7].)(%E2%80%8[CD])+',
                '\1',
                'g'
            ),
            '(%E2%80%8[CD])+([^%]|%[0-7]|$)',
            '\2',
            'g'
        ) AS without_invisible
    FROM named
    CROSS JOIN invisible
    WHERE REGEXP_MATCHES(named.url, '%(20|0[9AD]|[CDE][0-9A-F]%[89A-F][0-9A-F])')
),

cleaned AS (
    SELECT
        url,
        first_invisible,
        without_invisible,
        REGEXP_REPLACE(
            REGEXP_REPLACE(without_invisible, '(%20|%0[9AD])+$', ''),
            '^([^?]*?)(%20|%0[9AD])+[?]',
            '\1?'
        ) AS clean
    FROM suspect
),

judged AS (
    SELECT
        url,
        CASE
            WHEN without_invisible <> url THEN REGEXP_REPLACE(clean, '([^:/])//+', '\1/', 'g')
            ELSE clean
        END AS clean,
        CASE
            WHEN without_invisible = url
                THEN REGEXP_EXTRACT(url, '(%20|%0[9AD])(%20|%0[9AD])*([?]|$)', 1)
            ELSE COALESCE(
                NULLIF(first_invisible, ''), REGEXP_EXTRACT(url, '%E2%80%8[CD]')
            )
        END AS code,
        CASE
            WHEN without_invisible <> url THEN ''
            WHEN REGEXP_MATCHES(url, '^[^?]*(%20|%0[9AD])([?]|$)') THEN ' at the end of the path'
            ELSE ' at the end of the query'
        END AS at_end
    FROM cleaned
    WHERE clean <> url
)

SELECT
    judged.url,
    judged.clean,
    CONCAT(COALESCE(words.words, 'Invisible character ' || judged.code), judged.at_end) AS found,
    fine.url AS page,
    COALESCE(fine.listed, FALSE) AS is_listed,
    fine.url IS NULL AND page.fault IS NOT NULL AS has_fault
FROM judged
LEFT JOIN indexability AS page ON judged.clean = page.url
LEFT JOIN indexability AS fine
    ON
        judged.clean = fine.url
        AND fine.state = 'ok'
        AND (
            fine.fault IS NULL
            OR (
                fine.fault = 'canonicalised'
                AND fine.listed
                AND judged.url = fine.canonical
            )
        )
LEFT JOIN plain_words AS words ON words.topic = 'character' AND judged.code = words.code
