/*
---
severity: warning
cause: has an hreflang code that is probably wrong
confidence: medium
basis: inferred
engines: [google]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: hreflang
when: "judged AND links > 0"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Probably wrong hreflang code

## What it finds

An hreflang code is valid but rarely intended: `kr` is Kanuri and is often written for Korean
(`ko`); `se` is Northern Sami and is often written for Swedish (`sv`). An alternate whose `<html
lang>` has the language of the code is not reported. An alternate in no sitemap is reported too, if
its own hreflang has the code.

## Why it matters

Google reads the first two letters of the code as the language. It shows the page to users of that
language, and not to the users that it is made for.

## How to fix it

Replace the code on all pages of the cluster (template, CMS plugin or sitemap generator), if the
page is in the expected language.

## Example

### kr for a Korean page

`entry_alternates`

| url | line | hreflang | href |
|---|---|---|---|
| https://example.com/ | 3 | kr | https://example.com/korea |
| https://example.com/ | 4 | ko | https://example.com/ko |
| https://example.com/ | 5 | en | https://example.com/ |

`pages`

| url | lang |
|---|---|
| https://example.com/ | en |
| https://example.com/korea | ko-KR |
| https://example.com/ko | ko |

finds:

| url | sitemap_url | line | related_url | observed | expected | fix | kind |
|---|---|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | 3 | https://example.com/korea | kr | ko | Use ko | kr |

### Page in Northern Sami

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | se | https://example.com/sami |

`pages`

| url | lang |
|---|---|
| https://example.com/ | en |
| https://example.com/sami | se-NO |

finds:

nothing
*/
WITH doubtful AS (
    SELECT
        fault.url,
        fault.place_url,
        fault.sitemap_url,
        fault.line,
        fault.via,
        fault.alternate,
        fault.alternate_key,
        fault.hreflang,
        fault.code,
        fault.code_suggestion,
        fault.is_taken
    FROM hreflang_faults AS fault
    LEFT JOIN indexability AS target ON fault.alternate_key = target.url_key
    WHERE
        fault.code_problem IS NULL
        AND fault.code_suggestion IS NOT NULL
        AND COALESCE(LOWER(SPLIT_PART(TRIM(target.lang), '-', 1)), '')
        <> LOWER(SPLIT_PART(fault.code, '-', 1))
),

-- An alternate in no sitemap that has the code itself: both are to be corrected.
agreeing AS (
    SELECT
        own.url,
        doubtful.sitemap_url,
        doubtful.line,
        doubtful.code_suggestion,
        own.hreflang,
        EXISTS(
            SELECT 1 FROM hreflang_links AS link
            WHERE
                link.url_key = own.url_key
                AND link.code = doubtful.code_suggestion
                AND link.alternate_key <> own.url_key
        ) AS is_taken,
        ROW_NUMBER() OVER (
            PARTITION BY own.url_key, own.hreflang
            ORDER BY doubtful.sitemap_url, doubtful.line, doubtful.url
        ) AS place
    FROM doubtful
    INNER JOIN page_alternates AS own
        ON
            doubtful.alternate_key = own.url_key
            AND doubtful.alternate_key = own.alternate_key
            AND doubtful.code = own.code
    LEFT JOIN hreflang_pages AS page ON own.url_key = page.url_key
    WHERE own.source IN ('html', 'header') AND page.url_key IS NULL
)

SELECT DISTINCT
    url,
    sitemap_url,
    alternate AS related_url,
    line,
    CONCAT(hreflang, via) AS observed,
    code_suggestion AS expected,
    CONCAT('Use ', code_suggestion) AS fix,
    hreflang AS kind,
    CASE WHEN NOT is_taken THEN place_url END AS change_url,
    'replace' AS action,
    'hreflang-code' AS place,
    hreflang AS "from",
    code_suggestion AS "to"
FROM doubtful
UNION ALL
SELECT
    url,
    sitemap_url,
    url AS related_url,
    line,
    CONCAT(hreflang, ' (in no sitemap)') AS observed,
    code_suggestion AS expected,
    CONCAT('Use ', code_suggestion) AS fix,
    hreflang AS kind,
    CASE WHEN NOT is_taken THEN url END AS change_url,
    'replace' AS action,
    'hreflang-code' AS place,
    hreflang AS "from",
    code_suggestion AS "to"
FROM agreeing
WHERE place = 1
