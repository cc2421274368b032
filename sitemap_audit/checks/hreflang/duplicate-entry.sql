/*
---
severity: notice
cause: has the same hreflang annotation several times
confidence: high
basis: advisory
engines: [google]
known_as:
  Screaming Frog: ["Hreflang: Multiple Entries"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: hreflang
when: "judged"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Duplicate hreflang annotation

## What it finds

A listed page has the same hreflang code with the same URL two or more times in one place: its
`<head>`, its `Link` headers or one sitemap entry.

## Why it matters

Search engines ignore the repetition. It usually means that two parts of the site write hreflang.
When one of them changes, the annotations contradict each other.

## How to fix it

Remove the duplicate: find the theme, CMS plugin (such as Yoast or WPML) or sitemap generator that
writes the second set, and turn its hreflang off.

## Example

### Two times in a sitemap entry, three times in a page

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

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/de | de: Listed 2 times in the sitemap entry | Listed once | Remove the duplicate | https://example.com/sitemap.xml | remove | hreflang | de https://example.com/de |
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | de: Listed 3 times in the <head> | Listed once | Remove the duplicate | https://example.com/a | remove | hreflang | de https://example.com/de/a |

### One URL with two codes, in two sitemaps

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
        ': Listed ',
        repeated.times,
        ' times in ',
        CASE link.source
            WHEN 'html' THEN 'the <head>'
            WHEN 'header' THEN 'the Link header'
            ELSE 'the sitemap entry'
        END,
        listed.via
    ) AS observed,
    'Listed once' AS expected,
    'Remove the duplicate' AS fix,
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
