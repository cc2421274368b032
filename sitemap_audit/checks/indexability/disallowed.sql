/*
---
severity: error
keeps_out: pages
cause: is listed, but blocked by robots.txt
confidence: high
basis: documented
engines: [google, bing, protocol]
follows: [robots/blocks-everything]
known_as:
  Ahrefs: ["Robots.txt rules disallow to crawl"]
  Google Search Console:
    - "Sitemap contains URLs blocked by robots.txt"
    - "Page indexing: URL blocked by robots.txt"
    - "Submitted URL blocked by robots.txt"
  Lumar: ["Disallowed/Malformed URLs in Sitemaps"]
  Screaming Frog:
    - "Response Codes: Internal Blocked by Robots.txt"
    - "Sitemaps: Non-Indexable URLs in Sitemap"
  Semrush: ["Pages blocked from crawling"]
  Sitebulb: ["XML Sitemaps: Disallowed URL", "Indexability: Internal disallowed URL"]
fix: remove
needs: [entries, pages, robots, robots_lines, sitemaps]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "robots = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
  - https://developers.google.com/search/docs/crawling-indexing/robots/intro
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# URL in sitemap blocked by robots.txt

## What it finds

A URL in a sitemap that the robots.txt of its host disallows for the audited bot. URLs that redirect
or return an error are reported only for that. With `--no-pages`, all of them are reported.

## Why it matters

Google and Bing do not crawl the URL, so they see neither its content nor its canonical, hreflang or
noindex. Google may still index the URL without its content if other pages link to it. Search
Console reports "URL blocked by robots.txt".

## How to fix it

Allow the URL in robots.txt, or remove it in the sitemap generator; a staging host stays blocked. To
remove a page from the index, allow crawling and use `noindex`.

## Example

### The matching rule is named

`entries`

| loc |
|---|
| https://example.com/private/a |
| https://example.com/public |

`pages`

| url | robots | robots_rule | robots_line | error |
|---|---|---|---|---|
| https://example.com/private/a | disallowed | Disallow: /private/ | 3 | disallowed |
| https://example.com/public | allowed | | | |

finds:

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/private/a | https://example.com/sitemap.xml | Disallow: /private/ (line 3) | Allowed | Remove from the sitemap, or allow in robots.txt | Disallow: /private/ |

### Only the audit's own user agent is disallowed; robots.txt not fetched

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`pages`

| url | robots | error |
|---|---|---|
| https://example.com/a | allowed | disallowed |
| https://example.com/b | unknown | robots-unreachable |

finds:

nothing

### A disallowed URL that redirects

`entries`

| loc |
|---|
| https://example.com/old |

`pages`

| url | robots | status | location |
|---|---|---|---|
| https://example.com/old | disallowed | 301 | /new |

finds:

nothing
*/
WITH staging AS (
    SELECT DISTINCT url FROM off_host_entries
    WHERE is_staging
)

SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT(
        COALESCE(pages.robots_rule, known.rule, 'Disallowed'),
        CASE
            WHEN COALESCE(pages.robots_line, known.line) IS NOT NULL
                THEN CONCAT(' (line ', COALESCE(pages.robots_line, known.line), ')')
            ELSE ''
        END
    ) AS observed,
    'Allowed' AS expected,
    CASE
        WHEN staging.url IS NULL THEN 'Remove from the sitemap, or allow in robots.txt'
        ELSE 'Remove from the sitemap'
    END AS fix,
    COALESCE(pages.robots_rule, known.rule) AS kind
FROM listed_pages
LEFT JOIN pages ON listed_pages.page_id = pages.id
LEFT JOIN listed_robots AS known ON listed_pages.url_key = known.url_key
LEFT JOIN staging ON listed_pages.url = staging.url
WHERE listed_pages.robots = 'disallowed' AND listed_pages.state IN ('ok', 'unknown')
