/*
---
severity: error
keeps_out: pages
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
home page, to another host, to the same page in another language (as hreflang has it), from a later
page of a list to its first, and to the address without its parameters. A canonical whose target has a fault is reported by the check of that fault.

## Why it matters

The sitemap says: index this address. The page says: index that one. Google asks not to name
different URLs in the two; the listed address will mostly not be indexed.

## How to fix it

List the canonical in place of this URL, or take this one out where the canonical is listed already
or on another host. A page on http whose canonical is on https should redirect there. If the page is
to be indexed itself, correct its canonical: a version in another language always names itself, and
a canonical to the home page is mostly a template's mistake.

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

| url | sitemap_url | related_url | observed | expected | fix | kind | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/shoes | https://example.com/sitemap.xml | https://example.com/shoes/ | canonical is https://example.com/shoes/ (difference: trailing slash) | a listed URL that is its own canonical | Replace with https://example.com/shoes/ | trailing slash | https://example.com/sitemap.xml | replace | loc | https://example.com/shoes | https://example.com/shoes/ |
| https://example.com/shoes?color=red | https://example.com/sitemap.xml | https://example.com/boots | canonical is https://example.com/boots | a listed URL that is its own canonical | Replace with https://example.com/boots | | https://example.com/sitemap.xml | replace | loc | https://example.com/shoes?color=red | https://example.com/boots |

### A translation, and a product that calls itself a copy of the home page

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
| https://example.com/de/a | https://example.com/sitemap.xml | https://example.com/a | canonical is https://example.com/a | canonical is https://example.com/de/a | <link rel="canonical" href="https://example.com/de/a"> | other language | https://example.com/de/a | replace | canonical | https://example.com/a | https://example.com/de/a |
| https://example.com/product | https://example.com/sitemap.xml | https://example.com/ | canonical is https://example.com/ | canonical is https://example.com/product | let it name itself, or take it out | home page | | | | | |

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
| https://example.com/a | https://example.com/sitemap.xml | https://other.example/a | canonical is https://other.example/a | a listed URL that is its own canonical | other host |

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
WITH translations AS (
    SELECT own.url_key
    FROM cluster_members AS own
    INNER JOIN canonical_targets AS target ON own.url_key = target.url_key
    INNER JOIN cluster_members AS other
        ON target.canonical_key = other.url_key AND own.cluster_key = other.cluster_key
    WHERE SPLIT_PART(own.code, '-', 1) <> SPLIT_PART(other.code, '-', 1)
),

found AS (
    SELECT
        target.url,
        target.url_key,
        target.canonical,
        target.canonical_key,
        target.target_known,
        target.difference,
        translations.url_key IS NOT NULL AS is_translation,
        target.difference = 'page'
        AND REGEXP_EXTRACT(target.canonical, '^https?://[^/]+/$') <> ''
        AND REGEXP_EXTRACT(target.url, '^https?://[^/]+/[^?]') <> '' AS is_to_home
    FROM canonical_targets AS target
    LEFT JOIN translations ON target.url_key = translations.url_key
    WHERE target.page_fault = 'canonicalised' AND target.fault IS NULL
)

SELECT
    found.url,
    listed.sitemap_url,
    found.canonical AS related_url,
    listed.line,
    CASE
        WHEN found.difference IN ('page', 'host') THEN CONCAT('canonical is ', found.canonical)
        ELSE CONCAT('canonical is ', found.canonical, ' (difference: ', words.words, ')')
    END AS observed,
    CASE
        WHEN found.is_translation OR found.is_to_home THEN CONCAT('canonical is ', found.url)
        ELSE 'a listed URL that is its own canonical'
    END AS expected,
    CASE
        WHEN found.is_translation
            THEN '<link rel="canonical" href="' || REPLACE(found.url, '&', '&amp;') || '">'
        WHEN found.is_to_home AND found.target_known THEN 'let it name itself, or take it out'
        ELSE replacements.fix
    END AS fix,
    CASE
        WHEN found.is_translation THEN 'other language'
        WHEN found.is_to_home THEN 'home page'
        WHEN
            REGEXP_EXTRACT(found.url, '[?&](page|paged|pg)=[0-9]+|/page/[0-9]+/?$') <> ''
            AND REGEXP_EXTRACT(found.canonical, '[?&](page|paged|pg)=[0-9]+|/page/[0-9]+/?$') = ''
            THEN 'later page of a list'
        WHEN SPLIT_PART(found.url, '?', 1) = found.canonical THEN 'without the parameters'
        ELSE words.words
    END AS kind,
    CASE
        WHEN found.is_translation THEN found.url
        WHEN NOT found.is_to_home AND replacements.action IS NOT NULL THEN listed.sitemap_url
    END AS change_url,
    CASE WHEN found.is_translation THEN 'replace' ELSE replacements.action END AS action,
    CASE WHEN found.is_translation THEN 'canonical' ELSE 'loc' END AS place,
    CASE WHEN found.is_translation THEN found.canonical ELSE listed.loc END AS "from",
    CASE WHEN found.is_translation THEN found.url ELSE replacements.wanted END AS "to"
FROM found
INNER JOIN listed ON found.url_key = listed.url_key
LEFT JOIN plain_words AS words
    ON words.topic = 'difference' AND found.difference = words.code
LEFT JOIN replacements
    ON found.url_key = replacements.url_key AND found.canonical_key = replacements.target_key
