/*
---
severity: notice
confidence: high
basis: advisory
engines: [google]
aliases: [hreflang-duplicate-entry]
known_as:
  Screaming Frog: ["Hreflang: Multiple Entries"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
when: "judged"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang annotation written twice

## What it finds

The same code with the same URL, twice in one page's head, in its Link headers, or in one entry of a
sitemap.

## Why it matters

It does no harm. Mostly two parts of the system write the annotations, and one day they will not
agree.

## How to fix it

Keep one; find out which theme, plug-in or module writes the other.

## Example

### Twice in an entry, and in a page

`entries`

| loc |
|---|
| https://example.com/ |
| https://example.com/a |

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | de | https://example.com/de |
| https://example.com/ | de | https://example.com/de |
| https://example.com/ | en | https://example.com/ |

`page_alternates`

| url | hreflang | href | source |
|---|---|---|---|
| https://example.com/a | de | https://example.com/de/a | html |
| https://example.com/a | de | https://example.com/de/a | html |
| https://example.com/a | de | https://example.com/de/a | html |
| https://example.com/a | en | https://example.com/a | html |
| https://example.com/a | en | https://example.com/a | header |

finds:

| url | sitemap_url | related_url | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/de | de, 2 times in the sitemap | once | https://example.com/sitemap.xml | remove | hreflang | de https://example.com/de |
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | de, 3 times in the head | once | https://example.com/a | remove | hreflang | de https://example.com/de/a |

### One URL under two codes, in two files

`entries`

| loc | sitemap_url |
|---|---|
| https://example.com/ | https://example.com/sitemap.xml |
| https://example.com/ | https://example.com/more.xml |

`entry_alternates`

| url | sitemap_url | hreflang | href |
|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | en | https://example.com/ |
| https://example.com/ | https://example.com/sitemap.xml | x-default | https://example.com/ |
| https://example.com/ | https://example.com/more.xml | en | https://example.com/ |

finds:

nothing
*/
WITH repeated AS (
    SELECT
        url_key,
        'sitemap' AS source,
        sitemap_url,
        code,
        alternate_key,
        COUNT(*) AS times,
        ARG_MAX(hreflang, number) AS hreflang,
        ARG_MAX(href, number) AS href
    FROM entry_alternates
    WHERE code IS NOT NULL AND alternate_key IS NOT NULL
    GROUP BY url_key, sitemap_id, sitemap_url, position, code, alternate_key
    HAVING COUNT(*) > 1
    UNION ALL
    SELECT
        url_key,
        source,
        CAST(NULL AS VARCHAR) AS sitemap_url,
        code,
        alternate_key,
        COUNT(*) AS times,
        ARG_MAX(hreflang, number) AS hreflang,
        ARG_MAX(href, number) AS href
    FROM page_alternates
    WHERE code IS NOT NULL AND alternate_key IS NOT NULL AND in_head
    GROUP BY page_id, url_key, source, code, alternate_key
    HAVING COUNT(*) > 1
)

SELECT
    listed.url,
    COALESCE(repeated.sitemap_url, listed.sitemap_url) AS sitemap_url,
    alternate.url AS related_url,
    CASE
        WHEN COALESCE(repeated.sitemap_url, listed.sitemap_url) = listed.sitemap_url
            THEN listed.line
    END AS line,
    CONCAT(
        link.code,
        ', ',
        repeated.times,
        ' times in ',
        CASE link.source
            WHEN 'html' THEN 'the head'
            WHEN 'header' THEN 'a header'
            ELSE 'the sitemap'
        END,
        listed.via
    ) AS observed,
    'once' AS expected,
    CASE
        WHEN repeated.source = 'sitemap' THEN repeated.sitemap_url
        ELSE listed.url
    END AS change_url,
    'remove' AS action,
    'hreflang' AS place,
    CONCAT(repeated.hreflang, ' ', repeated.href) AS "from"
FROM repeated
INNER JOIN hreflang_links AS link
    ON
        repeated.url_key = link.url_key
        AND repeated.source = link.source
        AND repeated.code = link.code
        AND repeated.alternate_key = link.alternate_key
INNER JOIN hreflang_pages AS listed ON repeated.url_key = listed.url_key
INNER JOIN hreflang_urls AS alternate ON repeated.alternate_key = alternate.url_key
