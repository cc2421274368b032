/*
---
explains:
  - canonical/canonicalized
  - canonical/chain
  - canonical/https-to-http
  - canonical/loop
  - canonical/many-to-one
  - canonical/own-url-misspelled
  - canonical/target-client-error
  - canonical/target-disallowed
  - canonical/target-no-response
  - canonical/target-noindex
  - canonical/target-redirects
  - canonical/target-server-error
  - hreflang/canonical-in-other-language
  - hreflang/non-canonical-page
  - hreflang/target-canonicalized
  - links/canonical-not-in-sitemap
  - links/to-canonicalized
  - search/clicks-not-indexable
  - sitemap/many-not-indexable
  - sitemap/none-indexable
  - sitemap/some-not-indexable
certainty: likely
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Wrong canonical in a template

## What it finds

At least three listed pages have a canonical that is wrong in the same way: nearly all pages of a
URL pattern or an origin have the same one, it adds the same parameter, port or directory to the
page's URL, or it names the first page of a list. That a sitemap has many non-indexable URLs is
explained, too, if without these pages it has at most 1% of them.

## Why it matters

Search engines take these pages for duplicates, and may index none of them. The pages are right and
belong into the sitemap: their canonical is to be corrected, once.

## How to fix it

Set the canonical to each page's own URL in the template, SEO plugin or CMS settings.

## Example

### The homepage is the canonical of all pages

`entries`

| loc |
|---|
| https://example.com/p/1 |
| https://example.com/p/2 |
| https://example.com/p/3 |

`pages`

| url | title | text_hash |
|---|---|---|
| https://example.com/ | Home | 9 |
| https://example.com/p/1 | One | 1 |
| https://example.com/p/2 | Two | 2 |
| https://example.com/p/3 | Three | 3 |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/p/1 | https://example.com/ |
| https://example.com/p/2 | https://example.com/ |
| https://example.com/p/3 | https://example.com/ |

finds:

| statement | correction | where | findings | urls |
|---|---|---|---|---|
| All 3 pages of https://example.com have the same canonical https://example.com/ | Set each page's own URL as canonical in the template | template | 4 | 3 |

### The homepage of each language is the canonical of its news

`entries`

| loc |
|---|
| https://example.com/de/news/a |
| https://example.com/de/news/b |
| https://example.com/de/news/c |
| https://example.com/en/news/a |
| https://example.com/en/news/b |
| https://example.com/en/news/c |
| https://example.com/de/x |
| https://example.com/de/y |
| https://example.com/en/x |
| https://example.com/en/y |

`pages`

| url | title | text_hash |
|---|---|---|
| https://example.com/de/news/a | de a | 10 |
| https://example.com/de/news/b | de b | 11 |
| https://example.com/de/news/c | de c | 12 |
| https://example.com/en/news/a | en a | 13 |
| https://example.com/en/news/b | en b | 14 |
| https://example.com/en/news/c | en c | 15 |
| https://example.com/de/ | de | 1 |
| https://example.com/en/ | en | 2 |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/de/news/a | https://example.com/de/ |
| https://example.com/de/news/b | https://example.com/de/ |
| https://example.com/de/news/c | https://example.com/de/ |
| https://example.com/en/news/a | https://example.com/en/ |
| https://example.com/en/news/b | https://example.com/en/ |
| https://example.com/en/news/c | https://example.com/en/ |

finds:

| statement | findings | urls |
|---|---|---|
| All 6 pages of https://example.com/{lang}/news/{slug} have the same canonical https://example.com/{lang}/ | 7 | 6 |

### A parameter is added

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/a?utm_source=a |
| https://example.com/b | https://example.com/b?utm_source=b |
| https://example.com/c | https://example.com/c?utm_source=c |

finds:

| statement | correction | where | findings | urls |
|---|---|---|---|---|
| The canonical adds ?utm_source= on 3 pages of https://example.com | Set each page's own URL as canonical in the template | template | 4 | 3 |

### Two pages

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/a?utm_source=a |
| https://example.com/b | https://example.com/b?utm_source=b |
| https://example.com/c | https://example.com/c |

finds:

nothing
*/
WITH choices AS (
    SELECT
        listed.url,
        listed.sitemap_url,
        CONCAT(SPLIT_PART(listed.url, '/', 1), '//', SPLIT_PART(listed.url, '/', 3)) AS origin,
        effective.canonical,
        choice.reason,
        COALESCE(choice.addition, '') AS addition,
        choice.pattern,
        patterns.template,
        CASE
            WHEN STARTS_WITH(patterns.template, '/{lang}')
                THEN CONCAT('/', SPLIT_PART(listed.url, '/', 4))
        END AS "language"
    FROM canonical_choices AS choice
    INNER JOIN listed ON choice.url_key = listed.url_key
    INNER JOIN effective_canonicals AS effective ON choice.url_key = effective.url_key
    LEFT JOIN page_patterns AS patterns ON choice.url_key = patterns.url_key
    WHERE
        choice.better = 'page'
        AND choice.reason NOT IN ('missing', 'back', 'language', 'loop')
),

-- One template may set the homepage of each language.
wrong AS (
    SELECT
        url,
        sitemap_url,
        origin,
        canonical,
        reason,
        addition,
        pattern,
        CASE WHEN pattern = origin THEN origin WHEN pattern IS NOT NULL THEN template END
            AS template,
        CASE
            WHEN reason <> 'constant' THEN ''
            WHEN STARTS_WITH(CONCAT(canonical, '/'), CONCAT(origin, "language", '/'))
                THEN CONCAT(
                    origin, '/{lang}', SUBSTR(canonical, LENGTH(origin) + LENGTH("language") + 1)
                )
            ELSE canonical
        END AS constant
    FROM choices
),

totals AS (
    SELECT
        origin,
        pattern,
        COUNT(*) AS pages
    FROM page_patterns
    WHERE listed
    GROUP BY origin, pattern
    UNION ALL
    SELECT
        origin,
        template AS pattern,
        COUNT(*) AS pages
    FROM page_patterns
    WHERE listed AND template <> pattern
    GROUP BY origin, template
    UNION ALL
    SELECT
        origin,
        origin AS pattern,
        COUNT(*) AS pages
    FROM page_patterns
    WHERE listed
    GROUP BY origin
),

templates AS (
    SELECT
        origin,
        reason,
        addition,
        template,
        constant,
        CASE WHEN MIN(pattern) = MAX(pattern) THEN MIN(pattern) ELSE template END AS pattern,
        COUNT(*) AS pages,
        CASE WHEN MIN(canonical) = MAX(canonical) THEN MIN(canonical) ELSE constant END
            AS canonical
    FROM wrong
    GROUP BY origin, reason, addition, template, constant
    HAVING COUNT(*) >= 3
),

told AS (
    SELECT
        templates.origin,
        templates.reason,
        templates.addition,
        templates.template,
        templates.constant,
        COALESCE(totals.pages, templates.pages) AS total,
        CONCAT_WS(
            ', ', templates.origin, templates.reason,
            COALESCE(templates.pattern, templates.addition)
        ) AS subject,
        CASE
            WHEN templates.reason = 'constant'
                THEN CONCAT(
                    '{share} pages of ',
                    templates.origin,
                    CASE WHEN templates.pattern <> templates.origin THEN templates.pattern END,
                    ' have the same canonical ',
                    templates.canonical
                )
            ELSE CONCAT(
                'The canonical ',
                CASE
                    WHEN templates.reason = 'port'
                        THEN CONCAT('has the port ', templates.addition)
                    WHEN
                        templates.addition <> ''
                        AND templates.reason IN ('host-dot', 'staging', 'www', 'host')
                        THEN CONCAT('has the host ', templates.addition)
                    WHEN templates.addition <> '' THEN CONCAT('adds ', templates.addition)
                    WHEN templates.reason = 'escaped-twice' THEN 'is percent-encoded twice'
                    WHEN templates.reason = 'repeated' THEN 'repeats a part of the URL'
                    WHEN templates.reason = 'query-before-path'
                        THEN 'has the query string before the path'
                    WHEN templates.reason = 'case' THEN 'has upper case'
                    WHEN templates.reason = 'scheme' THEN 'is an http URL'
                    WHEN templates.reason = 'pagination' THEN 'is another page of the list'
                    WHEN templates.reason = 'region' THEN 'is the page of another region'
                    ELSE CONCAT(
                        'is another form of the URL (', REPLACE(templates.reason, '-', ' '), ')'
                    )
                END,
                ' on {pages} of ',
                templates.origin
            )
        END AS statement
    FROM templates
    LEFT JOIN totals
        ON templates.origin = totals.origin AND templates.pattern = totals.pattern
),

pages_of AS (
    SELECT
        wrong.url,
        wrong.sitemap_url,
        wrong.canonical,
        told.subject,
        told.total,
        told.statement
    FROM wrong
    INNER JOIN told
        ON
            wrong.origin = told.origin
            AND wrong.reason = told.reason
            AND wrong.addition = told.addition
            AND wrong.template IS NOT DISTINCT FROM told.template
            AND wrong.constant = told.constant
),

files AS (
    SELECT
        sitemap_url,
        COUNT(*) AS urls
    FROM pages_of
    GROUP BY sitemap_url
),

-- The page of a finding: its own, or the one that it links to or is the canonical of.
explained AS (
    SELECT
        finding_id,
        CASE
            WHEN
                "check" IN (
                    'canonical/many-to-one', 'hreflang/target-canonicalized',
                    'links/canonical-not-in-sitemap'
                )
                THEN related_url
            ELSE url
        END AS page,
        sitemap_url,
        "check" = 'canonical/many-to-one' AS is_of_many
    FROM findings
    WHERE
        "check" IN (
            'canonical/canonicalized', 'canonical/chain', 'canonical/https-to-http',
            'canonical/loop', 'canonical/many-to-one', 'canonical/own-url-misspelled',
            'canonical/target-client-error', 'canonical/target-disallowed',
            'canonical/target-no-response', 'canonical/target-noindex',
            'canonical/target-redirects', 'canonical/target-server-error',
            'hreflang/canonical-in-other-language', 'hreflang/non-canonical-page',
            'hreflang/target-canonicalized', 'links/canonical-not-in-sitemap',
            'links/to-canonicalized', 'search/clicks-not-indexable'
        )
),

found AS (
    SELECT
        explained.finding_id,
        pages_of.url,
        pages_of.canonical,
        pages_of.subject,
        pages_of.total,
        pages_of.statement,
        explained.is_of_many
    FROM explained
    INNER JOIN pages_of ON explained.page = pages_of.url
    UNION ALL
    SELECT
        found.finding_id,
        NULL AS url,
        NULL AS canonical,
        pages_of.subject,
        pages_of.total,
        pages_of.statement,
        TRUE AS is_of_many
    FROM findings AS found
    INNER JOIN sitemap_shares AS shares ON found.sitemap_url = shares.sitemap_url
    INNER JOIN files ON found.sitemap_url = files.sitemap_url
    INNER JOIN pages_of ON found.sitemap_url = pages_of.sitemap_url
    WHERE
        found."check" IN (
            'sitemap/many-not-indexable', 'sitemap/none-indexable', 'sitemap/some-not-indexable'
        )
        AND (shares.faulty - files.urls) * 100 <= shares.urls
    GROUP BY found.finding_id, pages_of.subject, pages_of.total, pages_of.statement
)

SELECT
    finding_id,
    url,
    subject,
    total,
    statement,
    'Set each page''s own URL as canonical in the template' AS correction,
    'template' AS "where",
    CASE
        WHEN is_of_many THEN 'Set each page''s own URL as canonical in the template'
        ELSE CONCAT('Set the canonical to ', url)
    END AS fix,
    CASE WHEN NOT is_of_many THEN url END AS change_url,
    CASE WHEN NOT is_of_many THEN 'replace' END AS action,
    CASE WHEN NOT is_of_many THEN 'canonical' END AS place,
    CASE WHEN NOT is_of_many THEN canonical END AS "from",
    CASE WHEN NOT is_of_many THEN url END AS "to"
FROM found
