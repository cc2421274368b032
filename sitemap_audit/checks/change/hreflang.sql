/*
---
severity: warning
cause: has other hreflang annotations
severe_at_home: true
confidence: high
basis: advisory
engines: [google, bing, yandex]
needs: [pages, page_alternates, entry_alternates, previous]
over: compared_hreflang
unknown: "unknown_reason IS NOT NULL"
parameters: {max_codes: 5}
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.2.0
---
# Hreflang annotations changed

## What it finds

The effective hreflang annotations of a page in the sitemap (HTML, headers and sitemaps together)
differ from those of the previous audit. Added annotations begin with +, removed ones with -; a code
on both sides has another URL. At most 5 (`max_codes`) of each are shown. A page is not compared if
one of the audits did not read it, or if its status code changed. If only the origin of the URLs
moved with the site (`change/site-moved`), they are not reported.

## Why it matters

If a page loses its annotation of another version, search engines ignore the return link of that
version too, and may show users the wrong language.

## How to fix it

If the change was not intended, restore the annotations in the template, the plugin or the sitemap
generator. If a language was added or removed, change the annotations of all its versions.

## Example

### A language that is gone, and another URL

`url_states`

| url | status |
|---|---|
| https://example.com/a | 200 |
| https://example.com/b | 200 |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | fr | https://example.com/fr/new |
| https://example.com/b | en | https://example.com/b |

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`previous_urls`

| url | hreflang_sum | hreflang_links |
|---|---|---|
| https://example.com/a | 1 | 3 |
| https://example.com/b | 2 | 1 |

`previous_page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de |
| https://example.com/a | fr | https://example.com/fr |
| https://example.com/b | en | https://example.com/b |

finds:

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | + fr https://example.com/fr/new | - de https://example.com/de; - fr https://example.com/fr | Restore the annotations, if the change was not intended | changed fr; removed de |
*/
WITH pages_of_both AS (
    SELECT
        url_key,
        previous_key
    FROM compared_hreflang
    WHERE may_differ AND unknown_reason IS NULL
),

now AS (
    SELECT DISTINCT
        link.url_key,
        link.code,
        target.url AS alternate
    FROM hreflang_links AS link
    INNER JOIN pages_of_both AS page ON link.url_key = page.url_key
    INNER JOIN hreflang_urls AS target ON link.alternate_key = target.url_key
),

written AS (
    SELECT
        page.url_key,
        old.code,
        old.alternate
    FROM previous_entry_alternates AS old
    INNER JOIN pages_of_both AS page ON old.url_key = page.previous_key
    WHERE
        old.code IS NOT NULL
        AND old.code_problem IS NULL
        AND old.alternate IS NOT NULL
        AND LOWER(COALESCE(old.rel, 'alternate')) LIKE '%alternate%'
    UNION ALL
    SELECT
        page.url_key,
        old.code,
        old.alternate
    FROM previous_page_alternates AS old
    INNER JOIN pages_of_both AS page ON old.url_key = page.previous_key
    WHERE
        old.code IS NOT NULL
        AND old.code_problem IS NULL
        AND old.alternate IS NOT NULL
        AND old.in_head
        AND old.source IN ('html', 'header')
),

before AS (
    SELECT DISTINCT
        written.url_key,
        written.code,
        COALESCE(
            moved.origin
            || SUBSTRING(written.alternate, LENGTH(moved.previous_origin) + 1),
            written.alternate
        ) AS alternate
    FROM written
    LEFT JOIN moved_origins AS moved
        ON
            CONCAT(
                SPLIT_PART(written.alternate, '/', 1),
                '//',
                SPLIT_PART(written.alternate, '/', 3)
            )
            = moved.previous_origin
),

codes AS (
    SELECT
        COALESCE(now.url_key, before.url_key) AS url_key,
        COALESCE(now.code, before.code) AS code,
        MIN(now.alternate) AS added,
        MIN(before.alternate) AS removed
    FROM now
    FULL OUTER JOIN before
        ON
            now.url_key = before.url_key
            AND now.code = before.code
            AND now.alternate = before.alternate
    WHERE now.url_key IS NULL OR before.url_key IS NULL
    GROUP BY COALESCE(now.url_key, before.url_key), COALESCE(now.code, before.code)
),

-- Place: among the added codes, and among the removed ones; a changed code is in both.
ranked AS (
    SELECT
        url_key,
        code,
        added,
        removed,
        ROW_NUMBER() OVER (PARTITION BY url_key, added IS NULL ORDER BY code) AS added_place,
        ROW_NUMBER() OVER (PARTITION BY url_key, removed IS NULL ORDER BY code) AS removed_place
    FROM codes
),

told AS (
    SELECT
        url_key,
        COUNT(added) - $max_codes AS more_added,
        COUNT(removed) - $max_codes AS more_removed,
        STRING_AGG(
            CASE
                WHEN added IS NOT NULL AND added_place <= $max_codes
                    THEN CONCAT('+ ', code, ' ', added)
            END,
            '; ' ORDER BY code
        ) AS added_codes,
        STRING_AGG(
            CASE
                WHEN removed IS NOT NULL AND removed_place <= $max_codes
                    THEN CONCAT('- ', code, ' ', removed)
            END,
            '; ' ORDER BY code
        ) AS removed_codes,
        CONCAT_WS(
            '; ',
            'added ' || STRING_AGG(CASE WHEN removed IS NULL THEN code END, ', ' ORDER BY code),
            'changed '
            || STRING_AGG(
                CASE WHEN added IS NOT NULL AND removed IS NOT NULL THEN code END,
                ', ' ORDER BY code
            ),
            'removed ' || STRING_AGG(CASE WHEN added IS NULL THEN code END, ', ' ORDER BY code)
        ) AS kind
    FROM ranked
    GROUP BY url_key
)

SELECT
    page.url,
    page.sitemap_url,
    CONCAT(
        COALESCE(told.added_codes, 'No annotation added'),
        CASE
            WHEN told.more_added > 0
                THEN CONCAT('; and ', FORMAT_NUMBER(told.more_added, 0), ' more')
            ELSE ''
        END
    ) AS observed,
    CONCAT(
        COALESCE(told.removed_codes, 'No annotation removed'),
        CASE
            WHEN told.more_removed > 0
                THEN CONCAT('; and ', FORMAT_NUMBER(told.more_removed, 0), ' more')
            ELSE ''
        END
    ) AS expected,
    'Restore the annotations, if the change was not intended' AS fix,
    told.kind
FROM told
INNER JOIN compared_urls AS page ON told.url_key = page.url_key
