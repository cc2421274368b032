/*
---
severity: error
confidence: high
basis: documented
engines: [google, bing]
aliases:
  - canonical-elsewhere
  - canonical-near-miss
  - canonical-cross-host
  - canonical-http-to-https
  - canonical-target-not-in-sitemap
  - canonical-to-home
  - paginated-or-faceted-listed
needs: [entries, pages, page_canonicals]
over: canonical_targets
when: "listed AND COALESCE(page_fault, 'canonicalised') = 'canonicalised'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Listed page whose canonical is another URL

## What it finds

A listed page that names another URL as its canonical, and that URL is in order or was not fetched.
Where the two differ only by one of the usual slips (slash, case, scheme, `www`, index page, order
of the query), the observation says which, and so does its kind, which also tells canonicals to the
home page, to another host, from a later page of a list to its first, and to the address without its
parameters. A canonical whose target has a fault is reported by the check of that fault.

## Why it matters

The sitemap says: index this address. The page says: index that one. Google asks not to name
different URLs in the two; the listed address will mostly not be indexed.

## How to fix it

List the canonical in place of this URL, or take this one out where the canonical is listed already
or on another host. A page on http whose canonical is on https should redirect there. If the page is
to be indexed itself, correct its canonical.

## Example

### A real duplicate, and a slash too few

`entries`

| loc |
|---|
| https://example.com/shoes |
| https://example.com/shoes?color=red |
| https://example.com/self |

`pages`

| url | role |
|---|---|
| https://example.com/shoes | listed |
| https://example.com/shoes?color=red | listed |
| https://example.com/self | listed |
| https://example.com/shoes/ | canonical |
| https://example.com/boots | canonical |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/shoes | https://example.com/shoes/ |
| https://example.com/shoes?color=red | https://example.com/boots |
| https://example.com/self | /self#top |
| https://example.com/shoes/ | https://example.com/shoes/ |

finds:

| url | sitemap_url | related_url | observed | expected | fix | kind |
|---|---|---|---|---|---|---|
| https://example.com/shoes | https://example.com/sitemap.xml | https://example.com/shoes/ | canonical is https://example.com/shoes/ (difference: slash at the end) | canonical is https://example.com/shoes | list https://example.com/shoes/ | slash at the end |
| https://example.com/shoes?color=red | https://example.com/sitemap.xml | https://example.com/boots | canonical is https://example.com/boots | canonical is https://example.com/shoes?color=red | list https://example.com/boots | |

### A target that has not been fetched

`entries`

| loc |
|---|
| https://example.com/a |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://other.example/a |

finds:

| url | sitemap_url | related_url | observed | expected | kind |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://other.example/a | canonical is https://other.example/a | canonical is https://example.com/a | other host |

### A broken target, a void canonical, contradictory ones and a noindex page are other checks'

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |

`pages`

| url | status | noindex |
|---|---|---|
| https://example.com/a | 200 | false |
| https://example.com/gone | 404 | |
| https://example.com/d | 200 | true |

`page_canonicals`

| url | href | in_head |
|---|---|---|
| https://example.com/a | https://example.com/gone | true |
| https://example.com/b | https://example.com/x | false |
| https://example.com/c | https://example.com/x | true |
| https://example.com/c | https://example.com/y | true |
| https://example.com/d | https://example.com/x | true |

finds:

nothing
*/
SELECT
    target.url,
    listed.sitemap_url,
    target.canonical AS related_url,
    listed.line,
    CASE
        WHEN target.difference IN ('page', 'host') THEN CONCAT('canonical is ', target.canonical)
        ELSE CONCAT('canonical is ', target.canonical, ' (difference: ', words.words, ')')
    END AS observed,
    CONCAT('canonical is ', target.url) AS expected,
    CASE
        WHEN NOT target.target_known THEN NULL
        WHEN target.difference = 'host' THEN 'take it out'
        WHEN also_listed.url_key IS NOT NULL
            THEN CONCAT('take it out: ', target.canonical, ' is listed')
        ELSE CONCAT('list ', target.canonical)
    END AS fix,
    CASE
        WHEN
            target.difference = 'page'
            AND SPLIT_PART(SPLIT_PART(target.canonical, '://', 2), '/', 2) = ''
            THEN 'home page'
        WHEN
            REGEXP_EXTRACT(target.url, '[?&](page|paged|pg)=[0-9]+|/page/[0-9]+/?$') <> ''
            AND REGEXP_EXTRACT(target.canonical, '[?&](page|paged|pg)=[0-9]+|/page/[0-9]+/?$') = ''
            THEN 'later page of a list'
        WHEN SPLIT_PART(target.url, '?', 1) = target.canonical THEN 'without the parameters'
        ELSE words.words
    END AS kind
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
LEFT JOIN plain_words AS words
    ON words.topic = 'difference' AND target.difference = words.code
LEFT JOIN listed AS also_listed ON target.canonical_key = also_listed.url_key
WHERE
    target.page_fault = 'canonicalised'
    AND target.fault IS NULL
