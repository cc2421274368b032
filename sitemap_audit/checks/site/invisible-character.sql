/*
---
severity: warning
cause: has an invisible character in a URL
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
follows:
  - canonical/canonicalized
  - canonical/target-client-error
  - hreflang/target-client-error
  - redirect/broken
  - status/not-found
needs: [entries, entry_alternates, entry_images, pages, page_alternates, page_canonicals, robots_lines]
over: entries
when: "url IS NOT NULL"
see:
  - https://url.spec.whatwg.org/#concept-url-parser
  - https://www.unicode.org/reports/tr36/
  - https://developers.google.com/search/docs/crawling-indexing/url-structure
since: 0.2.0
---
# Invisible character in URL

## What it finds

A URL with a character that nobody sees, escaped or not: zero-width space, byte order mark (U+FEFF),
soft hyphen, no-break space, direction marks; or a blank (`%20`), tab or line break at the end of its
path or query. It stands in a `<loc>`, an `<image:loc>`, a canonical, an hreflang annotation, the
Location of a listed URL, or a `Sitemap:`, `Allow:` or `Disallow:` line. Of a URL that is listed
only the `<loc>` is reported.
Joiners between letters of a script or emoji that need them are not reported.

## Why it matters

In the path, such a character makes another URL: it usually returns 404, or is a duplicate of the
page that people link to. It comes from text that was copied from a website or a document.

## How to fix it

Write the URL without the character in the CMS or the sitemap generator. If the page itself has it
in its URL, change the slug and redirect the old URL to the new one.

## Example

### A zero-width space: 404, beside the page that is listed; a soft hyphen in the URL of the page

`entries`

| loc | line |
|---|---|
| https://example.com/guide%E2%80%8B | 3 |
| https://example.com/guide | 6 |
| https://example.com/soft%C2%ADhyphen | 9 |

`pages`

| url | status |
|---|---|
| https://example.com/guide%E2%80%8B | 404 |
| https://example.com/guide | 200 |
| https://example.com/soft%C2%ADhyphen | 200 |

finds:

| url | sitemap_url | line | observed | expected | fix | kind | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/guide%E2%80%8B | https://example.com/sitemap.xml | 3 | U+200B (zero-width space) | https://example.com/guide | Remove from the sitemap; https://example.com/guide is listed | loc | https://example.com/sitemap.xml | remove | loc | https://example.com/guide%E2%80%8B |
| https://example.com/soft%C2%ADhyphen | https://example.com/sitemap.xml | 9 | U+00AD (soft hyphen) | https://example.com/softhyphen | Change the URL of the page to https://example.com/softhyphen and redirect this one to it | loc | | | | |

### Joiners that Persian and an emoji need

`entries`

| loc |
|---|
| https://example.com/%D9%85%DB%8C%E2%80%8C%D8%AE%D9%88%D8%A7%D9%87%D9%85 |
| https://example.com/%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB |
| https://example.com/a%20b?c=d%20/e |

finds:

nothing
*/
WITH written AS (
    SELECT
        'loc' AS place,
        url,
        url AS named,
        sitemap_url,
        line,
        loc AS href,
        sitemap_url AS change_url
    FROM entries
    UNION ALL
    SELECT
        'hreflang-url' AS place,
        url,
        alternate AS named,
        sitemap_url,
        line,
        href,
        sitemap_url AS change_url
    FROM entry_alternates
    UNION ALL
    SELECT
        'image' AS place,
        url,
        image_url AS named,
        sitemap_url,
        line,
        loc AS href,
        sitemap_url AS change_url
    FROM entry_images
    UNION ALL
    SELECT
        'canonical' AS place,
        url,
        canonical AS named,
        sitemap_url,
        line,
        href,
        url AS change_url
    FROM listed_canonicals
    WHERE in_head
    UNION ALL
    SELECT
        'hreflang-url' AS place,
        link.url,
        link.alternate AS named,
        page.sitemap_url,
        page.line,
        link.href,
        link.url AS change_url
    FROM page_alternates AS link
    INNER JOIN hreflang_pages AS page ON link.url_key = page.url_key
    WHERE link.source IN ('html', 'header') AND link.in_head
    UNION ALL
    SELECT
        'redirect' AS place,
        pages.url,
        pages.redirect_url AS named,
        listed.sitemap_url,
        listed.line,
        pages.location AS href,
        pages.url AS change_url
    FROM pages
    INNER JOIN listed ON pages.url_key = listed.url_key
    UNION ALL
    SELECT
        'sitemap' AS place,
        CONCAT(origin, '/robots.txt') AS url,
        url AS named,
        CAST(NULL AS VARCHAR) AS sitemap_url,
        number AS line,
        value AS href,
        CONCAT(origin, '/robots.txt') AS change_url
    FROM robots_lines
    WHERE field = 'sitemap'
),

rules AS (
    SELECT
        CONCAT(origin, '/robots.txt') AS url,
        number AS line,
        CASE field WHEN 'allow' THEN 'Allow: ' ELSE 'Disallow: ' END AS field,
        value,
        REGEXP_REPLACE(
            value,
            '[\x{A0}\x{AD}\x{200B}\x{200E}\x{200F}\x{2028}-\x{202F}\x{2060}-\x{206F}\x{FEFF}]'
            || '|%(C2%A[0D]|E2%80%8[BEF]|EF%BB%BF)',
            '',
            'g'
        ) AS clean
    FROM robots_lines
    WHERE field IN ('allow', 'disallow') AND problem IS NULL
),

cleaned_rules AS (
    SELECT
        url,
        line,
        field,
        value,
        clean,
        field = 'Disallow: ' AND REGEXP_MATCHES(clean, '^/?[*]*$') AS blocks_all
    FROM rules
    WHERE clean <> value
)

SELECT
    url,
    CAST(NULL AS VARCHAR) AS related_url,
    CAST(NULL AS VARCHAR) AS sitemap_url,
    line,
    CONCAT(field, value, ' (contains an invisible character)') AS observed,
    CONCAT(field, clean) AS expected,
    CONCAT(
        'Replace with ', field, clean,
        CASE WHEN blocks_all THEN ' only if you want to block the whole site' ELSE '' END
    ) AS fix,
    'rule' AS kind,
    CASE WHEN NOT blocks_all THEN url END AS change_url,
    'replace' AS action,
    'rule' AS place,
    CONCAT(field, value) AS "from",
    CONCAT(field, clean) AS "to"
FROM cleaned_rules
UNION ALL
SELECT DISTINCT
    written.url,
    CASE WHEN written.place <> 'loc' THEN written.named END AS related_url,
    written.sitemap_url,
    written.line,
    unseen.found AS observed,
    unseen.clean AS expected,
    CASE
        WHEN written.place = 'loc' AND unseen.is_listed
            THEN CONCAT('Remove from the sitemap; ', unseen.page, ' is listed')
        WHEN unseen.page IS NOT NULL THEN CONCAT('Replace with ', unseen.page)
        WHEN itself.state = 'ok'
            THEN CONCAT(
                'Change the URL of the page to ', unseen.clean, ' and redirect this one to it'
            )
        WHEN unseen.has_fault THEN CONCAT('Make ', unseen.clean, ' indexable, then use its URL')
        ELSE CONCAT('Replace with ', unseen.clean, ' if it returns 200')
    END AS fix,
    written.place AS kind,
    CASE WHEN unseen.page IS NOT NULL THEN written.change_url END AS change_url,
    CASE WHEN written.place = 'loc' AND unseen.is_listed THEN 'remove' ELSE 'replace' END AS action,
    written.place,
    written.href AS "from",
    CASE WHEN written.place <> 'loc' OR NOT unseen.is_listed THEN unseen.page END AS "to"
FROM written
INNER JOIN clean_urls AS unseen ON written.named = unseen.url
LEFT JOIN indexability AS itself ON written.named = itself.url
WHERE written.place = 'loc' OR NOT COALESCE(itself.listed, FALSE)
