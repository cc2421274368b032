/*
---
severity: error
keeps_out: host
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [robots-blocks-all]
known_as:
  Ahrefs: ["Robots.txt rules disallow to crawl"]
needs: [robots, sitemaps, entries, pages]
over: robots
when: >-
  policy = 'rules' AND origin IN (SELECT site_origins.origin FROM site_origins) AND origin NOT IN
  (SELECT strangers.origin FROM off_host_entries AS strangers WHERE strangers.is_staging)
unknown: >-
  origin NOT IN (SELECT CONCAT(SPLIT_PART(judged.url, '/', 1), '//', SPLIT_PART(judged.url, '/',
  3)) FROM pages AS judged WHERE judged.robots IN ('allowed', 'disallowed'))
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# robots.txt blocks the whole site

## What it finds

A host of the audited sites where a rule for everything (`Disallow: /`) holds for the audited bot,
and no page that was looked at is let through by another rule. A host for tests that another host's sitemap lists is left out: it should be
blocked, and `entry/staging-host` tells that it is listed.

## Why it matters

The bot may fetch nothing there: new pages are not found, and known ones stay in the index, if at
all, without their content. Mostly it is the file of a test system that went live.

## How to fix it

Delete the rule, or narrow it to the paths that it was meant for. If the host is not to be in search
engines, take it out of the sitemaps.

## Example

### A test system's file on the live site

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

| url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | 2 | Disallow: / (0 of 2 pages allowed) | the site's pages allowed | https://example.com/robots.txt | remove | rule | Disallow: / |

### The rule is for another bot, or a second one opens the pages

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
    CONCAT(rule, ' (0 of ', pages, ' pages allowed)') AS observed,
    'the site''s pages allowed' AS expected,
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
