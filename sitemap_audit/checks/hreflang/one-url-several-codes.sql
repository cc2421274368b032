/*
---
severity: notice
cause: has several hreflang codes for one URL
confidence: pedantic
basis: advisory
engines: [google]
known_as:
  Sitebulb: ["International: Annotation also x-default"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: hreflang
when: "judged AND links > 0"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Multiple hreflang codes for one URL

## What it finds

A listed page uses several hreflang codes of one language for the same URL (`en-GB` and `en-US`), or
a code and `x-default`.

## Why it matters

Google allows this: one page may serve several regions and be the default. It is a fault only if
each region has a page of its own.

## How to fix it

Check whether one page serves all these regions. If it does, there is nothing to do. Otherwise point
each code to its own URL in the template, CMS plugin or sitemap generator.

## Example

### Two regions, and x-default

`entries`

| loc |
|---|
| https://example.com/ |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | en | https://example.com/ |
| https://example.com/ | x-default | https://example.com/ |
| https://example.com/ | en-GB | https://example.com/uk |
| https://example.com/ | en-IE | https://example.com/uk |
| https://example.com/ | de | https://example.com/de |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/ | hreflang en and x-default | One code for each URL, unless intended | Nothing to do if one page serves both |
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/uk | hreflang en-GB and en-IE | One code for each URL, unless intended | Nothing to do if one page serves both |

### Different languages (reported by another check)

`entries`

| loc |
|---|
| https://example.com/ |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | de | https://example.com/de |
| https://example.com/ | fr | https://example.com/de |

finds:

nothing
*/
WITH itself AS (
    SELECT
        url_key,
        alternate_key,
        MIN(code) AS first_code,
        MAX(code) AS last_code
    FROM hreflang_links
    WHERE judged AND url_key = alternate_key
    GROUP BY url_key, alternate_key
    HAVING MIN(code) <> MAX(code) AND MIN(language) = MAX(language)
),

several AS (
    SELECT
        url_key,
        alternate_key,
        first_code,
        last_code
    FROM itself
    UNION ALL
    SELECT
        url_key,
        alternate_key,
        CASE WHEN is_default THEN LEAST(code, 'x-default') ELSE code END AS first_code,
        CASE WHEN is_default THEN GREATEST(last_code, 'x-default') ELSE last_code END AS last_code
    FROM hreflang_pairs
    WHERE (is_default OR code <> last_code) AND first_language = last_language
)

SELECT
    listed.url,
    listed.sitemap_url,
    alternate.url AS related_url,
    listed.line,
    CONCAT('hreflang ', several.first_code, ' and ', several.last_code, listed.via) AS observed,
    'One code for each URL, unless intended' AS expected,
    'Nothing to do if one page serves both' AS fix
FROM several
INNER JOIN hreflang_pages AS listed ON several.url_key = listed.url_key
INNER JOIN hreflang_urls AS alternate ON several.alternate_key = alternate.url_key
