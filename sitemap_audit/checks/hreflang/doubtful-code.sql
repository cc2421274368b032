/*
---
severity: warning
confidence: medium
basis: inferred
engines: [google]
aliases: [hreflang-doubtful-code]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
when: "judged AND links > 0"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang code that is mostly a mistake

## What it finds

A hreflang value that is valid and that hardly anybody means: `kr` (Kanuri) is mostly written for
Korean, `se` (Northern Sami) for Swedish. A page whose `<html lang>` says the same language is
believed.

## Why it matters

The page is offered to the wrong readers, and those it is made for are not found.

## How to fix it

Write the code that is expected, if that is the language of the page.

## Example

### Korea's code for a Korean page

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
| https://example.com/ | https://example.com/sitemap.xml | 3 | https://example.com/korea | kr | ko | ko | kr |

### A page that really is in Northern Sami

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
SELECT DISTINCT
    fault.url,
    fault.sitemap_url,
    fault.alternate AS related_url,
    fault.line,
    CONCAT(fault.hreflang, fault.via) AS observed,
    fault.code_suggestion AS expected,
    fault.code_suggestion AS fix,
    fault.hreflang AS kind,
    CASE
        WHEN
            NOT EXISTS (
                SELECT 1 FROM hreflang_links AS taken
                WHERE
                    taken.url_key = fault.url_key
                    AND taken.code = fault.code_suggestion
                    AND taken.alternate_key <> fault.alternate_key
            )
            THEN CASE WHEN fault.source = 'sitemap' THEN fault.sitemap_url ELSE fault.url END
    END AS change_url,
    'replace' AS action,
    'hreflang-code' AS place,
    fault.hreflang AS "from",
    fault.code_suggestion AS "to"
FROM hreflang_faults AS fault
LEFT JOIN indexability AS target ON fault.alternate_key = target.url_key
WHERE
    fault.code_problem IS NULL
    AND fault.code_suggestion IS NOT NULL
    AND COALESCE(LOWER(SPLIT_PART(TRIM(target.lang), '-', 1)), '')
    <> LOWER(SPLIT_PART(fault.code, '-', 1))
