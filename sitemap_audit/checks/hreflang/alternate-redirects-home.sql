/*
---
severity: warning
confidence: medium
basis: inferred
engines: [google]
aliases: [hreflang-member-soft-404-redirect-home, hreflang/version-redirects-home]
follows: [redirect/to-home]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: cluster_members
when: "fault = 'redirect' OR stands IS NULL"
unknown: "stands IS NULL AND fault IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Version that redirects to a home page

## What it finds

A version in a hreflang cluster, deeper than a home page, that redirects to the home page of a site
or of a language (`/`, `/de/`).

## Why it matters

The page is not translated, and who is led there by hreflang finds something else. Search engines
treat such a redirect as a page that is gone.

## How to fix it

Leave the version out of the set until it exists.

## Example

### Not translated yet

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
| https://example.com/de/shop/a | https://example.com/de/ | redirects to https://example.com/de/ | a page for de, or no annotation | drop the annotation |

### To another page, and a home page that chooses

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
    CONCAT('redirects to ', chain.final_url) AS observed,
    CONCAT('a page for ', member.code, ', or no annotation') AS expected,
    'drop the annotation' AS fix
FROM cluster_members AS member
INNER JOIN redirect_chains AS chain ON member.url_key = chain.url_key
WHERE
    member.fault = 'redirect'
    AND chain.outcome = 'ok'
    AND REGEXP_EXTRACT(chain.final_url, '^https?://[^/]+/([a-z][a-z]([-_][A-Za-z]+)?/?)?$') <> ''
    AND REGEXP_EXTRACT(member.url, '^https?://[^/]+/([a-z][a-z]([-_][A-Za-z]+)?/?)?$') = ''
