/*
---
severity: warning
cause: needs resources that robots.txt blocks
confidence: high
basis: documented
engines: [google]
known_as:
  ContentKing: ["robots.txt: assets accessible"]
  Screaming Frog:
    - "JavaScript: Pages with Blocked Resources"
    - "Response Codes: Internal Blocked Resource"
  Sitebulb: ["Indexability: Disallowed JavaScript, image or CSS file"]
needs: [entries, pages, renders]
over: rendered_pages
when: "TRUE"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
  - https://developers.google.com/search/docs/crawling-indexing/robots/intro
since: 0.1.0
---
# Page resources blocked by robots.txt

## What it finds

A page in the sitemap that loads scripts, style sheets or data from its own host which robots.txt
disallows for the audited user agent. The browser of the audit loads them anyway.

## Why it matters

Google does not render JavaScript from blocked files. Content, links and canonicals that these files
add are not indexed.

## How to fix it

Allow the files in robots.txt: remove the `Disallow` rule, or add an `Allow` rule for the folder,
such as `Allow: /js/`.

## Example

### Blocked script, blocked style sheet

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`renders`

| url | disallowed | disallowed_url | disallowed_rule |
|---|---|---|---|
| https://example.com/a | 2 | https://example.com/js/app.js | Disallow: /js/ |
| https://example.com/c | 1 | https://example.com/css/all.css | Disallow: /css/ |
| https://example.com/b | 0 | | |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/js/app.js | Disallow: /js/ (2 resources) | Allowed | Allow the resources in robots.txt | | | | |
| https://example.com/c | https://example.com/sitemap.xml | https://example.com/css/all.css | Disallow: /css/ (1 resource) | Allowed | Add Allow: /css/all.css to robots.txt | https://example.com/robots.txt | add | rule | Allow: /css/all.css |

### Page not rendered

`entries`

| loc |
|---|
| https://example.com/a |

`renders`

| url | problem |
|---|---|
| https://example.com/a | timeout |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    disallowed_url AS related_url,
    line,
    CONCAT(
        disallowed_rule,
        CASE
            WHEN disallowed = 1 THEN ' (1 resource)'
            ELSE CONCAT(' (', disallowed, ' resources)')
        END
    ) AS observed,
    'Allowed' AS expected,
    CASE
        WHEN disallowed = 1
            THEN
                CONCAT(
                    'Add Allow: ',
                    REGEXP_REPLACE(disallowed_url, '^https?://[^/]+', ''),
                    ' to robots.txt'
                )
        ELSE 'Allow the resources in robots.txt'
    END AS fix,
    CASE
        WHEN disallowed = 1
            THEN CONCAT(REGEXP_EXTRACT(disallowed_url, '^https?://[^/]+'), '/robots.txt')
    END AS change_url,
    'add' AS action,
    'rule' AS place,
    CONCAT('Allow: ', REGEXP_REPLACE(disallowed_url, '^https?://[^/]+', '')) AS "to"
FROM rendered_pages
WHERE is_known AND disallowed > 0
