/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing, protocol]
aliases: [sitemap-url-disallowed]
known_as:
  Ahrefs: ["Robots.txt rules disallow to crawl"]
  Google Search Console:
    - "Sitemap contains URLs blocked by robots.txt"
    - "Page indexing: URL blocked by robots.txt"
  Lumar: ["Disallowed/Malformed URLs in Sitemaps"]
  Screaming Frog:
    - "Response Codes: Internal Blocked by Robots.txt"
    - "Sitemaps: Non-Indexable URLs in Sitemap"
  Semrush: ["Pages blocked from crawling"]
  Sitebulb: ["XML Sitemaps: Disallowed URL", "Indexability: Internal disallowed URL"]
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
# Listed URL that robots.txt disallows

## What it finds

A URL in a sitemap that the host's robots.txt disallows for the audited bot. Listed URLs that
redirect or fail are judged on that alone.

## Why it matters

The sitemap asks for the page to be crawled and robots.txt forbids it. The page's content,
canonical, hreflang and noindex are not seen.

## How to fix it

Allow the URL in robots.txt, or take it out of the sitemap; a host for tests stays blocked. To keep a page out of the index, allow
it and use `noindex`.

## Example

### The rule that decides is named

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
| https://example.com/private/a | https://example.com/sitemap.xml | Disallow: /private/ (line 3 of robots.txt) | allowed by robots.txt | take it out, or drop the rule | Disallow: /private/ |

### Only our own user agent is turned away, or nothing is known

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

### A redirect is judged as a redirect

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
        COALESCE(pages.robots_rule, 'disallowed'),
        CASE
            WHEN pages.robots_line IS NOT NULL
                THEN CONCAT(' (line ', pages.robots_line, ' of robots.txt)')
            ELSE ''
        END
    ) AS observed,
    'allowed by robots.txt' AS expected,
    CASE
        WHEN staging.url IS NULL THEN 'take it out, or drop the rule'
        ELSE 'take it out'
    END AS fix,
    pages.robots_rule AS kind
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
LEFT JOIN staging ON listed_pages.url = staging.url
WHERE listed_pages.robots = 'disallowed' AND listed_pages.state IN ('ok', 'unknown')
