/*
---
severity: error
cause: has an empty or malformed canonical
confidence: high
basis: documented
engines: [google]
known_as:
  Lumar: ["Pages without Valid Canonical Tag"]
  Sitebulb: ["Indexability: Canonical is malformed or empty"]
needs: [entries, pages, page_canonicals]
over: listed_pages
tag: canonical
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Canonical is empty or malformed

## What it finds

The canonical of a listed page is empty, is not a valid URL, is not an http or https URL, lacks
`https://` before its host, begins with an invisible character, is a placeholder of a template,
contains a user name or password, or is escaped twice (`&amp;amp;` in HTML, `&amp;` in a Link
header). A Link header with other bytes or quotes than it may have is
reported by `status/header-invalid`.

## Why it matters

Search engines ignore a canonical that is not a valid URL, and choose a canonical themselves. One
that is escaped twice points to a URL that usually does not exist.

## How to fix it

Set the canonical in the page template or the SEO plugin to the page's absolute URL. An empty value
or a placeholder means that the template gets no value for this page.

## Example

### Empty, without a host, and another scheme

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | "" |
| https://example.com/b | https:///b |
| https://example.com/c | javascript:void(0) |
| https://example.com/d | /d |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Empty canonical | Absolute http or https URL | Set the canonical to https://example.com/a | https://example.com/a | replace | canonical | "" | https://example.com/a |
| https://example.com/b | https://example.com/sitemap.xml | https:///b (not a valid URL) | Absolute http or https URL | Set the canonical to https://example.com/b | https://example.com/b | replace | canonical | https:///b | https://example.com/b |
| https://example.com/c | https://example.com/sitemap.xml | javascript:void(0) (not http or https) | Absolute http or https URL | Set the canonical to https://example.com/c | https://example.com/c | replace | canonical | javascript:void(0) | https://example.com/c |
*/
WITH broken AS (
    SELECT DISTINCT
        url,
        url_key,
        sitemap_url,
        line,
        href,
        href_problem,
        source = 'header'
        AND href_problem = 'malformed'
        AND REGEXP_MATCHES(href, '^https?://[^/]+$|^https?://[^/]+/[!-~]*$') AS is_without_brackets,
        CASE href_problem
            WHEN 'no-scheme' THEN CONCAT(SPLIT_PART(url, '/', 1), '//', TRIM(href))
            WHEN 'invisible' THEN REGEXP_EXTRACT(href, 'https?:[!-~]+')
            ELSE url
        END AS meant
    FROM listed_canonicals
    WHERE
        canonical_key IS NULL
        AND COALESCE(href_problem, '') NOT IN ('not-ascii', 'not-utf8', 'quotes')
),

valid AS (
    SELECT DISTINCT url_key
    FROM listed_canonicals
    WHERE is_valid
)

SELECT
    broken.url,
    broken.sitemap_url,
    broken.line,
    CASE
        WHEN broken.href_problem = 'empty' THEN 'Empty canonical'
        WHEN broken.is_without_brackets
            THEN CONCAT('Link: ', broken.href, ' (without angle brackets)')
        ELSE CONCAT(broken.href, ' (', words.words, ')')
    END AS observed,
    CASE
        WHEN broken.href_problem = 'escaped-twice' THEN 'Escaped once'
        WHEN broken.is_without_brackets THEN 'Absolute http or https URL in angle brackets'
        ELSE 'Absolute http or https URL'
    END AS expected,
    CASE
        WHEN valid.url_key IS NULL AND broken.is_without_brackets
            THEN CONCAT('Send Link: <', broken.href, '>; rel="canonical"')
        WHEN valid.url_key IS NULL
            THEN CONCAT('Set the canonical to ', COALESCE(escaped_twice.wanted, broken.meant))
        ELSE 'Remove this canonical'
    END AS fix,
    CASE WHEN broken.href_problem IN ('no-scheme', 'placeholder') THEN words.words END AS kind,
    CASE
        WHEN valid.url_key IS NULL AND NOT broken.is_without_brackets THEN broken.url
    END AS change_url,
    'replace' AS action,
    'canonical' AS place,
    broken.href AS "from",
    COALESCE(escaped_twice.wanted, broken.meant) AS "to"
FROM broken
LEFT JOIN valid ON broken.url_key = valid.url_key
LEFT JOIN escaped_twice
    ON broken.href = escaped_twice.written AND broken.href_problem = 'escaped-twice'
LEFT JOIN plain_words AS words ON words.topic = 'url' AND broken.href_problem = words.code
