/*
---
severity: error
keeps_out: pages
cause: has a misspelled canonical
confidence: high
basis: documented
engines: [google, bing]
needs: [entries, pages, page_canonicals]
over: canonical_targets
tag: canonical
when: "listed AND COALESCE(page_fault, 'canonicalised') = 'canonicalised'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://www.rfc-editor.org/rfc/rfc9110.html#section-4.2
since: 0.1.0
---
# Canonical is the page's own URL, misspelled

## What it finds

The canonical of a listed page is the page's own URL with a mistake in it: another port of the host
(`https://example.com:80/`), a dot at the end of the host, a staging or development host
(`localhost`, `staging.`), `%2520`, the query string, the URL or the first directory
or a parameter twice, the query string before the path, `&amp;`, a double slash, an index page
(`/index.html`), upper case, a tracking or session parameter. What that URL returns does not matter.
Or it is the page's own URL with another parameter (`?variant=1`) that changes nothing in the
content, or that hreflang and internal links do not use.

## Why it matters

A port or host is part of the origin, and each query string is another URL. Search engines take the
page for a duplicate of a URL that they cannot reach, or of one that shows the same page once more,
and may not index it.

## How to fix it

Set the canonical to the page's own URL in the template or the SEO plugin. A wrong port or host
comes from the site URL in the CMS settings, the environment variables of the deployment, or a proxy
that does not send `X-Forwarded-Host`, `-Port` and `-Proto`.

## Example

### A port behind a proxy, a development host, the query string twice

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c?p=2 |
| https://example.com/d |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com:80/a |
| https://example.com/b | http://localhost:3000/b |
| https://example.com/c?p=2 | https://example.com/c?p=2?p=2 |
| https://example.com/d | https://example.com/d |

finds:

| url | sitemap_url | related_url | observed | expected | fix | kind | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com:80/a | Canonical: https://example.com:80/a | Canonical: https://example.com/a | Set the canonical to https://example.com/a | other port | https://example.com/a | replace | canonical | https://example.com:80/a | https://example.com/a |
| https://example.com/b | https://example.com/sitemap.xml | http://localhost:3000/b | Canonical: http://localhost:3000/b | Canonical: https://example.com/b | Set the canonical to https://example.com/b | staging or development host | https://example.com/b | replace | canonical | http://localhost:3000/b | https://example.com/b |
| https://example.com/c?p=2 | https://example.com/sitemap.xml | https://example.com/c?p=2?p=2 | Canonical: https://example.com/c?p=2?p=2 | Canonical: https://example.com/c?p=2 | Set the canonical to https://example.com/c?p=2 | part of the URL repeated | https://example.com/c?p=2 | replace | canonical | https://example.com/c?p=2?p=2 | https://example.com/c?p=2 |

### Another URL, without the parameters

`entries`

| loc |
|---|
| https://example.com/a?color=red |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a?color=red | https://example.com/a |

finds:

nothing
*/
SELECT
    target.url,
    listed.sitemap_url,
    target.canonical AS related_url,
    listed.line,
    CONCAT('Canonical: ', target.canonical) AS observed,
    CONCAT('Canonical: ', target.url) AS expected,
    CONCAT('Set the canonical to ', target.url) AS fix,
    words.words AS kind,
    target.url AS change_url,
    'replace' AS action,
    'canonical' AS place,
    target.canonical AS "from",
    target.url AS "to"
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
INNER JOIN plain_words AS words ON words.topic = 'difference' AND target.reason = words.code
WHERE target.page_fault = 'canonicalised' AND target.fault = 'misspelled'
