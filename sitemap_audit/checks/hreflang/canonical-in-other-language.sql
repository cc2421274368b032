/*
---
severity: error
keeps_out: pages
cause: has another language version as canonical
confidence: high
basis: documented
engines: [google]
follows: [canonical/canonicalized, canonical/own-url-misspelled]
known_as:
  Screaming Frog: ["Hreflang: Not Using Canonical"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: cluster_members
tag: canonical
when: "fault = 'canonicalised' OR stands IS NULL OR stands"
unknown: "stands IS NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Canonical to another language version

## What it finds

The canonical of a page is another page of the same hreflang cluster, in another language.

## Why it matters

Hreflang says that both pages are to be shown, each to its own users. The canonical says that only
the other page is to be indexed. Search engines usually follow the canonical and drop this page from
the index. For pages with hreflang, Google asks for a canonical in the same language.

## How to fix it

Set a self-referencing canonical on each language version, in the page template or the SEO plugin
(Yoast, Rank Math).

## Example

### German page canonicalized to the English page

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/de/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/de/a | de | https://example.com/de/a |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/de/a | https://example.com/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/de/a | https://example.com/sitemap.xml | https://example.com/a | Canonical: https://example.com/a (en; this page is de) | Self-referencing canonical | Set the canonical to https://example.com/de/a | https://example.com/de/a | replace | canonical | https://example.com/a | https://example.com/de/a |

### Canonical to another region of the language, and to a URL outside the cluster

`entries`

| loc |
|---|
| https://example.com/gb |
| https://example.com/us |
| https://example.com/de |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/gb | en-GB | https://example.com/gb |
| https://example.com/gb | en-US | https://example.com/us |
| https://example.com/gb | de | https://example.com/de |
| https://example.com/us | en-GB | https://example.com/gb |
| https://example.com/us | en-US | https://example.com/us |
| https://example.com/us | de | https://example.com/de |
| https://example.com/de | en-GB | https://example.com/gb |
| https://example.com/de | en-US | https://example.com/us |
| https://example.com/de | de | https://example.com/de |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/us | https://example.com/gb |
| https://example.com/de | https://example.com/de/ |

finds:

nothing
*/
SELECT
    member.url,
    listed.sitemap_url,
    target.url AS related_url,
    listed.line,
    CONCAT(
        'Canonical: ', target.url, ' (', target.code, '; this page is ', member.code, ')'
    ) AS observed,
    'Self-referencing canonical' AS expected,
    CONCAT('Set the canonical to ', member.url) AS fix,
    member.url AS change_url,
    'replace' AS action,
    'canonical' AS place,
    page.canonical AS "from",
    member.url AS "to"
FROM cluster_members AS member
INNER JOIN indexability AS page ON member.url_key = page.url_key
INNER JOIN cluster_members AS target
    ON page.canonical_key = target.url_key AND member.cluster_key = target.cluster_key
LEFT JOIN listed ON member.url_key = listed.url_key
WHERE
    member.fault = 'canonicalised'
    AND member.url_key <> target.url_key
    AND SPLIT_PART(member.code, '-', 1) <> SPLIT_PART(target.code, '-', 1)
