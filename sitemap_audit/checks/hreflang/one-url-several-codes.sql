/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google]
aliases: [hreflang-one-url-several-regions]
known_as:
  Sitebulb: ["International: Annotation also x-default"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
when: "judged AND links > 0"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# One URL under several codes of a language

## What it finds

A listed page whose annotations give one URL several codes of the same language (en-GB and en-US),
or a code and `x-default`.

## Why it matters

This is allowed and often meant: one page for several regions. It is worth a look where each region
should have a page of its own.

## How to fix it

Nothing needs to be done where it is meant.

## Example

### Two regions, and a default

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

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/ | en and x-default | one code, or as it is |
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/uk | en-GB and en-IE | one code, or as it is |

### Different languages are another check's

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
    CONCAT(several.first_code, ' and ', several.last_code, listed.via) AS observed,
    'one code, or as it is' AS expected
FROM several
INNER JOIN hreflang_pages AS listed ON several.url_key = listed.url_key
INNER JOIN hreflang_urls AS alternate ON several.alternate_key = alternate.url_key
