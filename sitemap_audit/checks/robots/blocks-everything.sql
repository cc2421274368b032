/*
---
severity: error
keeps_out: host
cause: The robots.txt of {host} blocks all its URLs
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
known_as:
  Ahrefs: ["Robots.txt rules disallow to crawl"]
needs: [robots, sitemaps, entries, pages]
over: robots
when: >-
  policy = 'rules' AND origin IN (SELECT site_origins.origin FROM site_origins) AND origin NOT IN
  (SELECT strangers.origin FROM off_host_entries AS strangers WHERE strangers.is_staging)
unknown: >-
  origin NOT IN (SELECT CONCAT(SPLIT_PART(judged.url, '/', 1), '//', SPLIT_PART(judged.url, '/',
  3)) FROM pages AS judged WHERE judged.robots IN ('allowed', 'disallowed')) AND origin NOT IN
  (SELECT CONCAT(SPLIT_PART(known.url, '/', 1), '//', SPLIT_PART(known.url, '/', 3)) FROM
  listed_robots AS known)
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# robots.txt blocks the whole site

## What it finds

`Disallow: /`, or the same rule with a wildcard, applies to the audited user agent, and robots.txt
allows none of the URLs of that host that were checked. A staging host that another host's sitemap
lists is not reported here: it should be blocked. `entry/staging-host` reports that it is listed.

## Why it matters

Search engines do not crawl the host. They find no new pages. Google can keep known URLs in the
index, but shows them without their content. The usual cause is the robots.txt of a staging site on
the live site.

## How to fix it

Delete the rule from robots.txt, or limit it to the paths that you want to block. In WordPress, turn
off "Discourage search engines from indexing this site" (Settings > Reading) and look for a virtual
robots.txt of an SEO plugin. Exclude the staging robots.txt from deployments. If the host is not
meant for search engines, remove its URLs from the sitemaps.

## Example

### A staging robots.txt on the live site

`robots`

| origin |
|---|
| https://example.com |

`pages`

| url | role | robots | robots_rule | robots_line |
|---|---|---|---|---|
| https://example.com/ | home | disallowed | Disallow: / | 2 |
| https://example.com/about | listed | disallowed | Disallow: / | 2 |

finds:

| url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | 2 | Disallow: / (0 of 2 URLs allowed) | Allowed | Remove this rule, or limit it to the paths to block | https://example.com/robots.txt | remove | rule | Disallow: / |

### The rule is for another bot, or an Allow rule opens some pages

`robots`

| origin |
|---|
| https://example.com |
| https://www.example.com |

`pages`

| url | role | robots | robots_rule |
|---|---|---|---|
| https://example.com/ | home | allowed | |
| https://www.example.com/ | home | disallowed | Disallow: / |
| https://www.example.com/shop/ | listed | allowed | Allow: /shop/ |

finds:

nothing
*/
SELECT
    CONCAT(origin, '/robots.txt') AS url,
    line,
    CONCAT(rule, ' (0 of ', FORMAT_NUMBER(pages, 0), ' URLs allowed)') AS observed,
    'Allowed' AS expected,
    'Remove this rule, or limit it to the paths to block' AS fix,
    CONCAT(origin, '/robots.txt') AS change_url,
    'remove' AS action,
    'rule' AS place,
    rule AS "from"
FROM blocked_origins
WHERE
    origin IN (SELECT site_origins.origin FROM site_origins)
    AND origin NOT IN (
        SELECT off_host_entries.origin FROM off_host_entries
        WHERE off_host_entries.is_staging
    )
