/*
---
severity: warning
cause: redirects to the homepage despite incoming hreflang
confidence: medium
basis: inferred
engines: [google]
follows: [redirect/to-home]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: cluster_members
tag: hreflang
when: "fault = 'redirect' OR stands IS NULL"
unknown: "stands IS NULL AND fault IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang alternate redirects to homepage

## What it finds

An alternate in an hreflang cluster, deeper than a homepage, redirects to the homepage of a site or
of a language (`/`, `/de/`).

## Why it matters

The page is usually not translated. Google may treat a redirect to the homepage as a soft 404, and
searchers land on a page that they did not look for.

## How to fix it

Remove the annotations to this URL on all pages of the set, in the template or the translation
plugin (WPML, Polylang), until the page exists.

## Example

### A page not translated yet

`entries`

| loc |
|---|
| https://example.com/shop/a |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/shop/a | 200 | |
| https://example.com/de/shop/a | 302 | /de/ |
| https://example.com/de/ | 200 | |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/shop/a | en | https://example.com/shop/a |
| https://example.com/shop/a | de | https://example.com/de/shop/a |
| https://example.com/de/shop/a | en | https://example.com/shop/a |
| https://example.com/de/shop/a | de | https://example.com/de/shop/a |

finds:

| url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/de/shop/a | https://example.com/de/ | Redirects to https://example.com/de/ | Page for de that returns 200 | Remove the hreflang annotations to this URL |

### To another page, and a homepage that redirects

`entries`

| loc |
|---|
| https://example.com/shop/a |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/shop/a | 200 | |
| https://example.com/de/shop/a | 301 | /de/laden/a |
| https://example.com/de/laden/a | 200 | |
| https://example.com/ | 302 | /en/ |
| https://example.com/en/ | 200 | |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/shop/a | en | https://example.com/shop/a |
| https://example.com/shop/a | de | https://example.com/de/shop/a |
| https://example.com/de/shop/a | en | https://example.com/shop/a |
| https://example.com/de/shop/a | de | https://example.com/de/shop/a |
| https://example.com/shop/a | x-default | https://example.com/ |
| https://example.com/shop/a | fr | https://example.com/ |

finds:

nothing
*/
SELECT
    member.url,
    chain.final_url AS related_url,
    CONCAT('Redirects to ', chain.final_url) AS observed,
    CONCAT('Page for ', member.code, ' that returns 200') AS expected,
    'Remove the hreflang annotations to this URL' AS fix
FROM cluster_members AS member
INNER JOIN redirect_chains AS chain ON member.url_key = chain.url_key
WHERE
    member.fault = 'redirect'
    AND chain.outcome = 'ok'
    AND REGEXP_EXTRACT(chain.final_url, '^https?://[^/]+/([a-z][a-z]([-_][A-Za-z]+)?/?)?$') <> ''
    AND REGEXP_EXTRACT(member.url, '^https?://[^/]+/([a-z][a-z]([-_][A-Za-z]+)?/?)?$') = ''
