/*
---
severity: error
keeps_out: pages
cause: has another URL as canonical
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Ahrefs: ["Non-canonical page in sitemap", "Canonical from HTTP to HTTPS"]
  Google Search Console: ["Page indexing: Alternate page with proper canonical tag"]
  Screaming Frog: ["Canonicals: Canonicalised", "Sitemaps: Non-Indexable URLs in Sitemap"]
  Sitebulb:
    - "XML Sitemaps: Canonicalized URL"
    - "Indexability: Canonical points to HTTPS version"
    - "Indexability: Canonical points to homepage"
    - "Indexability: Canonical to a different internal URL"
    - "Indexability: Canonical to an external URL"
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: canonical_targets
tag: canonical
when: "listed AND COALESCE(page_fault, 'canonicalised') = 'canonicalised'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
  - https://yandex.com/support/webmaster/robot-workings/canonical.html
since: 0.1.0
---
# Canonicalized URL in sitemap

## What it finds

A listed page is canonicalized to another URL that is indexable or was not checked. Where the two
URLs differ only by trailing slash, case, scheme, `www`, index page or parameter order, the finding
names the difference. A canonical whose target has a fault is reported by the check of that fault,
one that is the page's own URL with a mistake in it by `canonical/own-url-misspelled`.

## Why it matters

The sitemap asks to index this URL, and the page asks to index another one. Google asks for
canonical URLs only in sitemaps and usually indexes the canonical instead. Yandex ignores a
canonical to another domain or subdomain.

## How to fix it

Use the same URL in the sitemap and as canonical.

*Fix* says which of the two URLs is right:

* "Replace with" or "Remove from the sitemap": the canonical is right. Exclude canonicalized pages in
  the sitemap generator, and redirect HTTP URLs to HTTPS.
* "Set the canonical to": the page is right. Correct its canonical in the template or SEO plugin. That
  is so where nearly all pages of a URL pattern have the same canonical although their contents
  differ, for translations, for further pages of a list, and where hreflang and internal links use
  the page's URL.
* Both: the audit cannot tell. If the page has content of its own, set its canonical to its own URL.
  A canonical to the homepage is usually a template error.

## Example

### A duplicate, and a missing trailing slash

`entries`

| loc |
|---|
| https://example.com/shoes |
| https://example.com/shoes?color=red |
| https://example.com/self/ |

`pages`

| url | role |
|---|---|
| https://example.com/shoes | listed |
| https://example.com/shoes?color=red | listed |
| https://example.com/self/ | listed |
| https://example.com/shoes/ | canonical |
| https://example.com/boots | canonical |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/shoes | https://example.com/shoes/ |
| https://example.com/shoes?color=red | https://example.com/boots |
| https://example.com/self/ | /self/#top |
| https://example.com/shoes/ | https://example.com/shoes/ |

finds:

| url | sitemap_url | related_url | observed | expected | fix | kind | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/shoes | https://example.com/sitemap.xml | https://example.com/shoes/ | Canonical: https://example.com/shoes/ (difference: trailing slash) | The sitemap lists the canonical URL | Replace with https://example.com/shoes/ | trailing slash | https://example.com/sitemap.xml | replace | loc | https://example.com/shoes | https://example.com/shoes/ |
| https://example.com/shoes?color=red | https://example.com/sitemap.xml | https://example.com/boots | Canonical: https://example.com/boots | The sitemap lists the canonical URL | Replace with https://example.com/boots | | https://example.com/sitemap.xml | replace | loc | https://example.com/shoes?color=red | https://example.com/boots |

### A translation, and a product canonicalized to the homepage

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/de/a |
| https://example.com/product |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/de/a | de | https://example.com/de/a |

`pages`

| url | role |
|---|---|
| https://example.com/a | listed |
| https://example.com/de/a | listed |
| https://example.com/product | listed |
| https://example.com/ | home |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/de/a | https://example.com/a |
| https://example.com/product | https://example.com/ |

finds:

| url | sitemap_url | related_url | observed | expected | fix | kind | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/de/a | https://example.com/sitemap.xml | https://example.com/a | Canonical: https://example.com/a | Self-referencing canonical | Set the canonical to https://example.com/de/a | other language | https://example.com/de/a | replace | canonical | https://example.com/a | https://example.com/de/a |
| https://example.com/product | https://example.com/sitemap.xml | https://example.com/ | Canonical: https://example.com/ | One URL in canonical and sitemap | Set the canonical to https://example.com/product; remove it from the sitemap only if it is a duplicate of https://example.com/ | home page | | | | | |

### A template that writes the same canonical into every page

`entries`

| loc |
|---|
| https://example.com/tea/green |
| https://example.com/tea/black |
| https://example.com/tea/white |

`pages`

| url | role | title | text_hash |
|---|---|---|---|
| https://example.com/tea/green | listed | Green tea | 1 |
| https://example.com/tea/black | listed | Black tea | 2 |
| https://example.com/tea/white | listed | White tea | 3 |
| https://example.com/ | home | Home | 4 |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/tea/green | https://example.com/ |
| https://example.com/tea/black | https://example.com/ |
| https://example.com/tea/white | https://example.com/ |

finds:

| url | sitemap_url | related_url | observed | expected | fix | kind | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/tea/green | https://example.com/sitemap.xml | https://example.com/ | Canonical: https://example.com/ | Self-referencing canonical | Set the canonical to https://example.com/tea/green | constant canonical | https://example.com/tea/green | replace | canonical | https://example.com/ | https://example.com/tea/green |
| https://example.com/tea/black | https://example.com/sitemap.xml | https://example.com/ | Canonical: https://example.com/ | Self-referencing canonical | Set the canonical to https://example.com/tea/black | constant canonical | https://example.com/tea/black | replace | canonical | https://example.com/ | https://example.com/tea/black |
| https://example.com/tea/white | https://example.com/sitemap.xml | https://example.com/ | Canonical: https://example.com/ | Self-referencing canonical | Set the canonical to https://example.com/tea/white | constant canonical | https://example.com/tea/white | replace | canonical | https://example.com/ | https://example.com/tea/white |

### A target that was not fetched

`entries`

| loc |
|---|
| https://example.com/a |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://other.example/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | kind |
|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://other.example/a | Canonical: https://other.example/a | One URL in canonical and sitemap | Set the canonical to https://example.com/a; remove it from the sitemap only if it is a duplicate of https://other.example/a | other host |

### A 404 target, an invalid canonical, conflicting ones and a noindex page are reported by other checks

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
WITH found AS (
    SELECT
        url,
        url_key,
        canonical,
        canonical_key,
        difference,
        better,
        reason
    FROM canonical_targets
    WHERE page_fault = 'canonicalised' AND fault IS NULL
)

SELECT
    found.url,
    listed.sitemap_url,
    found.canonical AS related_url,
    listed.line,
    CASE
        WHEN found.difference IN ('page', 'host') THEN CONCAT('Canonical: ', found.canonical)
        WHEN found.difference = 'several'
            THEN CONCAT('Canonical: ', found.canonical, ' (', words.words, ')')
        ELSE CONCAT('Canonical: ', found.canonical, ' (difference: ', words.words, ')')
    END AS observed,
    CASE found.better
        WHEN 'page' THEN 'Self-referencing canonical'
        WHEN 'canonical' THEN 'The sitemap lists the canonical URL'
        ELSE 'One URL in canonical and sitemap'
    END AS expected,
    CASE
        WHEN found.better = 'page' THEN CONCAT('Set the canonical to ', found.url)
        WHEN found.better = 'canonical' AND replacements.fix IS NOT NULL THEN replacements.fix
        WHEN
            target.listed
            OR found.reason IN ('home', 'pagination')
            OR (found.difference = 'host' AND NOT COALESCE(target.is_indexable, FALSE))
            THEN CONCAT(
                'Set the canonical to ', found.url, '; remove it from the sitemap only if it is a ',
                'duplicate of ', found.canonical
            )
        WHEN target.is_indexable
            THEN CONCAT(
                'List ', found.canonical, ' instead, or set the canonical to ', found.url
            )
        ELSE CONCAT('List ', found.canonical, ' instead, if it is indexable')
    END AS fix,
    CASE
        WHEN found.reason = 'constant' THEN 'constant canonical'
        WHEN found.reason = 'language' THEN 'other language'
        WHEN found.reason = 'region' THEN 'other region'
        WHEN found.reason = 'home' THEN 'home page'
        WHEN found.reason = 'pagination' THEN 'paginated page'
        WHEN found.reason = 'parameters' THEN 'without the parameters'
        ELSE words.words
    END AS kind,
    CASE
        WHEN found.better = 'page' THEN found.url
        WHEN replacements.action IS NOT NULL THEN listed.sitemap_url
    END AS change_url,
    CASE found.better WHEN 'page' THEN 'replace' ELSE replacements.action END AS action,
    CASE found.better WHEN 'page' THEN 'canonical' ELSE 'loc' END AS place,
    CASE found.better WHEN 'page' THEN found.canonical ELSE listed.loc END AS "from",
    CASE found.better WHEN 'page' THEN found.url ELSE replacements.wanted END AS "to"
FROM found
INNER JOIN listed ON found.url_key = listed.url_key
LEFT JOIN indexability AS target ON found.canonical_key = target.url_key
LEFT JOIN plain_words AS words
    ON words.topic = 'difference' AND found.difference = words.code
LEFT JOIN replacements
    ON found.url_key = replacements.url_key AND found.canonical_key = replacements.target_key
