/*
---
severity: warning
confidence: medium
basis: inferred
engines: [google, bing]
aliases: [hreflang-wrong-content-language]
needs: [entries, entry_alternates, pages, page_alternates]
over: listed_pages
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
follows: [hreflang/same-text-in-two-languages]
parameters: {min_words: 50}
see:
  - https://developers.google.com/search/docs/specialty/international/managing-multi-regional-sites
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.2.0
---
# Text in another language than hreflang and lang

## What it finds

A listed page whose main text is in another language than its `lang` and the hreflang code that it
gives itself. Every part of the text has to be in that language, and a model has to be sure of it.
Related languages (Danish and Norwegian, Spanish and Portuguese) are not told apart; lists of names,
code and texts of fewer than 50 words are not judged. The number is a parameter. Japanese, Korean and
Thai are known by their script, Chinese by its characters and particles.

## Why it matters

Search engines go by the text. A page that is listed as the German version and is in English is shown
to German readers, or is taken for a duplicate of the English page.

## How to fix it

Translate the page, or leave it out of hreflang and the sitemap until it is translated. If the text
is right, correct the code in the template.

## Example

### An English text on the German page

`entries`

| loc |
|---|
| https://example.com/de/a |
| https://example.com/de/b |
| https://example.com/de/c |

`pages`

| url | lang | words | detected_language | detected_probability |
|---|---|---|---|---|
| https://example.com/de/a | de | 90 | en | 0.999 |
| https://example.com/de/b | de | 90 | | |
| https://example.com/de/c | de | 49 | en | 0.999 |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/de/a | de-AT | https://example.com/de/a |

finds:

| url | sitemap_url | observed | expected | kind |
|---|---|---|---|---|
| https://example.com/de/a | https://example.com/sitemap.xml | text in en, hreflang de-AT, lang de | a text in de-AT, or the code en | en |

### The sitemap says what the text is in

`entries`

| loc |
|---|
| https://example.com/a |

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/a |

`pages`

| url | lang | words | detected_language | detected_probability |
|---|---|---|---|---|
| https://example.com/a | en | 90 | de | 0.999 |

finds:

nothing

### Not read

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | lang | parsed |
|---|---|---|
| https://example.com/a | | false |

finds:

nothing
*/
WITH texts AS (
    SELECT
        listed_pages.url,
        listed_pages.sitemap_url,
        listed_pages.line,
        pages.detected_language AS language,
        CASE WHEN sets.self_code <> 'x-default' THEN sets.self_code END AS self_code,
        pages.lang,
        pages.words
    FROM listed_pages
    INNER JOIN pages ON listed_pages.page_id = pages.id
    LEFT JOIN hreflang_sets AS sets ON listed_pages.url_key = sets.url_key
    WHERE listed_pages.stands AND pages.detected_language IS NOT NULL
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT_WS(
        ', ', CONCAT('text in ', language), 'hreflang ' || self_code, 'lang ' || lang
    ) AS observed,
    CONCAT('a text in ', COALESCE(self_code, lang), ', or the code ', language) AS expected,
    language AS kind
FROM texts
WHERE words >= $min_words AND SPLIT_PART(COALESCE(self_code, ''), '-', 1) <> language
