/*
---
severity: warning
cause: has an hreflang code that is probably wrong
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
# Probably wrong hreflang code

## What it finds

An hreflang code is valid but rarely intended: `kr` is Kanuri and is often written for Korean
(`ko`); `se` is Northern Sami and is often written for Swedish (`sv`). An alternate whose `<html
lang>` has the language of the code is not reported.

## Why it matters

Google reads the first two letters of the code as the language. It shows the page to users of that
language, and not to the users that it is made for.

## How to fix it

Replace the code in the template, CMS plugin or sitemap generator, if the page is in the expected
language.

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
SELECT DISTINCT
    fault.url,
    fault.sitemap_url,
    fault.alternate AS related_url,
    fault.line,
    CONCAT(fault.hreflang, fault.via) AS observed,
    fault.code_suggestion AS expected,
    CONCAT('Use ', fault.code_suggestion) AS fix,
    fault.hreflang AS kind,
    CASE WHEN NOT fault.is_taken THEN fault.place_url END AS change_url,
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
