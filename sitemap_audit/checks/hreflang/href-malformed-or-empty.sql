/*
---
severity: error
cause: has an invalid or empty URL in hreflang
confidence: high
basis: documented
engines: [google]
known_as:
  Audisto: ["Malformed links discarded"]
  hreflang.org: ["Broken markup (no href)"]
  seoClarity: ["Empty Hreflang URL", "Hreflang URL is invalid"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: hreflang
when: "judged"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Invalid or empty URL in hreflang

## What it finds

The URL of an hreflang annotation is empty, missing, not a valid URL, or not an `http` or `https`
URL. Or it is escaped twice (`&amp;amp;`): such a URL is not requested, and its page does not count
as an alternate. In a `Link` header, where `&` is not escaped at all, `&amp;` is wrong too, and a URL
without angle brackets is not valid (RFC 8288).

## Why it matters

Google requires full URLs in hreflang, including `http://` or `https://`. An annotation without a
valid URL points to no page, and search engines ignore it.

## How to fix it

Write the full URL of the alternate in the template, CMS plugin or sitemap generator. If there is no
such page, remove the annotation.

## Example

### Empty URL, and ftp URL

`entry_alternates`

| url | line | hreflang | href |
|---|---|---|---|
| https://example.com/ | 3 | de | "" |
| https://example.com/ | 4 | fr | ftp://example.com/fr |
| https://example.com/ | 5 | en | https://example.com/ |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | 3 | de: Empty URL | Full http or https URL | Add the full URL of the alternate |
| https://example.com/ | https://example.com/sitemap.xml | 4 | fr: ftp://example.com/fr (not http or https) | Full http or https URL | Replace with the full URL of the alternate |

### Link header without angle brackets

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | source | hreflang | href | href_problem | alternate |
|---|---|---|---|---|---|
| https://example.com/a | header | de | https://example.com/de/a | malformed | |
| https://example.com/a | header | en | https://example.com/a | | https://example.com/a |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | de: https://example.com/de/a (not a valid URL) | Full http or https URL in angle brackets | Use a full URL in angle brackets: <https://…> |
*/
SELECT DISTINCT
    fault.url,
    fault.sitemap_url,
    fault.line,
    CONCAT(CASE
        WHEN fault.href_problem = 'empty' THEN CONCAT(fault.hreflang, ': Empty URL')
        ELSE CONCAT(fault.hreflang, ': ', fault.href, ' (', words.words, ')')
    END, fault.via) AS observed,
    CASE
        WHEN fault.href_problem = 'escaped-twice' THEN 'Escaped once'
        WHEN fault.source = 'header' THEN 'Full http or https URL in angle brackets'
        ELSE 'Full http or https URL'
    END AS expected,
    CASE
        WHEN escaped_twice.wanted IS NOT NULL THEN CONCAT('Replace with ', escaped_twice.wanted)
        WHEN fault.href_problem = 'empty' THEN 'Add the full URL of the alternate'
        WHEN meant.is_indexable THEN CONCAT('Replace with ', meant.url)
        WHEN fault.href_problem = 'no-scheme' THEN 'Write the whole URL, with https://'
        WHEN fault.href_problem = 'placeholder'
            THEN 'Correct the template: a placeholder was not filled in'
        WHEN fault.href_problem = 'invisible'
            THEN CONCAT('Replace with ', REGEXP_EXTRACT(fault.href, 'https?:[!-~]+'))
        WHEN fault.source = 'header' THEN 'Use a full URL in angle brackets: <https://…>'
        ELSE 'Replace with the full URL of the alternate'
    END AS fix,
    CASE WHEN fault.href_problem IN ('no-scheme', 'placeholder') THEN words.words END AS kind,
    CASE
        WHEN escaped_twice.wanted IS NOT NULL OR meant.is_indexable THEN fault.place_url
    END AS change_url,
    'replace' AS action,
    'hreflang-url' AS place,
    fault.href AS "from",
    COALESCE(escaped_twice.wanted, meant.url) AS "to"
FROM hreflang_faults AS fault
LEFT JOIN plain_words AS words ON words.topic = 'url' AND fault.href_problem = words.code
LEFT JOIN escaped_twice
    ON fault.href = escaped_twice.written AND fault.href_problem = 'escaped-twice'
LEFT JOIN indexability AS meant
    ON
        CASE
            WHEN fault.href_problem = 'no-scheme'
                THEN CONCAT(SPLIT_PART(fault.url, '/', 1), '//', TRIM(fault.href))
        END = meant.url
        AND meant.is_indexable
WHERE
    fault.href_problem IS NOT NULL
    AND fault.href_problem NOT IN ('relative', 'protocol-relative', 'not-utf8', 'quotes')
