/*
One row per URL with an invisible character, or a blank at the end of its path, in a sitemap (of a
page or an image), an annotation, a Sitemap line or a redirect. `clean`: the URL without them.
`found`: what it has, in words. `page`: `clean`, if it returns a page and has no fault but another
canonical; `is_listed`: whether that is listed.

A zero-width joiner or non-joiner between two non-ASCII characters belongs there: Persian words and
emoji need them.
*/
WITH named AS (
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
        url,
        REGEXP_REPLACE(
            REGEXP_REPLACE(
                REGEXP_REPLACE(
                    url,
                    '%(C2%A[0D]|CD%8F|D8%9C|E1%9A%80|E1%A0%8E|E2%80%8[0-9ABEF]|E2%80%A[89A-F]'
                    || '|E2%81%9F|E2%81%A[0-9A-F]|E3%80%80|E3%85%A4|EF%BB%BF|EF%BE%A0)',
                    '',
                    'g'
                ),
                '([^%]..|%[0-7].)(%E2%80%8[CD])+',
                '\1',
                'g'
            ),
            '(%E2%80%8[CD])+([^%]|%[0-7]|$)',
            '\2',
            'g'
        ) AS without_invisible
    FROM named
    WHERE REGEXP_MATCHES(url, '%(20|0[9AD]|[CDE][0-9A-F]%[89A-F][0-9A-F])')
),

cleaned AS (
    SELECT
        url,
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
            WHEN without_invisible = url THEN 'Blank (%20) at the end of the path'
            WHEN POSITION('%E2%80%8B' IN url) > 0 THEN 'U+200B (zero-width space)'
            WHEN POSITION('%EF%BB%BF' IN url) > 0 THEN 'U+FEFF (byte order mark)'
            WHEN POSITION('%C2%AD' IN url) > 0 THEN 'U+00AD (soft hyphen)'
            WHEN POSITION('%C2%A0' IN url) > 0 THEN 'U+00A0 (no-break space)'
            WHEN POSITION('%E2%80%8E' IN url) > 0 THEN 'U+200E (left-to-right mark)'
            WHEN POSITION('%E2%80%8F' IN url) > 0 THEN 'U+200F (right-to-left mark)'
            WHEN POSITION('%E2%81%A0' IN url) > 0 THEN 'U+2060 (word joiner)'
            ELSE 'An invisible character'
        END AS found
    FROM cleaned
    WHERE clean <> url
)

SELECT
    judged.url,
    judged.clean,
    judged.found,
    page.url AS page,
    COALESCE(page.listed, FALSE) AS is_listed
FROM judged
LEFT JOIN indexability AS page
    ON
        judged.clean = page.url
        AND page.state = 'ok'
        AND COALESCE(page.fault, 'canonicalised') = 'canonicalised'
