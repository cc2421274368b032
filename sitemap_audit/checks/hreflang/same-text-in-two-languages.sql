/*
---
severity: notice
cause: has the same text as the alternate in another language
confidence: medium
basis: inferred
engines: [google]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: cluster_members
tag: html
when: "fault IS NULL"
unknown: "stands IS NULL"
parameters: {min_words: 50}
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Same text on alternates in two languages

## What it finds

Two pages of one hreflang cluster have codes of different languages and the same main text, apart
from dates, times and counters. Texts of fewer than `min_words` words (default 50) are not
compared.

## Why it matters

One of the pages is not translated. Google determines the language from the text, not from
hreflang, and may treat the pages as duplicates.

## How to fix it

Remove the untranslated page from hreflang and the sitemap in the CMS or translation plugin until
it is translated.

## Example

### The German page has the English text

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | text_hash | words |
|---|---|---|
| https://example.com/a | 1f | 90 |
| https://example.com/de/a | 1f | 90 |
| https://example.com/fr/a | 2e | 95 |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a | fr | https://example.com/fr/a |
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/de/a | fr | https://example.com/fr/a |
| https://example.com/fr/a | en | https://example.com/a |
| https://example.com/fr/a | de | https://example.com/de/a |
| https://example.com/fr/a | fr | https://example.com/fr/a |

finds:

| url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/de/a | Same 90 words for en and de | Text in de | Remove the untranslated page from hreflang until it is translated |

### Regions of one language, two codes of Norwegian, few words

`entries`

| loc |
|---|
| https://example.com/gb |
| https://example.com/no |
| https://example.com/en |

`pages`

| url | text_hash | words |
|---|---|---|
| https://example.com/gb | 1f | 90 |
| https://example.com/us | 1f | 90 |
| https://example.com/no | 2e | 80 |
| https://example.com/nb | 2e | 80 |
| https://example.com/en | 3d | 4 |
| https://example.com/fr | 3d | 4 |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/gb | en-GB | https://example.com/gb |
| https://example.com/gb | en-US | https://example.com/us |
| https://example.com/no | no | https://example.com/no |
| https://example.com/no | nb | https://example.com/nb |
| https://example.com/en | en | https://example.com/en |
| https://example.com/en | fr | https://example.com/fr |

finds:

nothing
*/
WITH texts AS (
    SELECT
        member.cluster_key,
        COALESCE(pages.content_hash, pages.text_hash) AS text_hash,
        member.url,
        member.code,
        pages.words,
        CASE
            WHEN SPLIT_PART(member.code, '-', 1) IN ('nb', 'nn') THEN 'no'
            ELSE SPLIT_PART(member.code, '-', 1)
        END AS language
    FROM cluster_members AS member
    INNER JOIN pages ON member.url_key = pages.url_key
    WHERE member.stands AND pages.text_hash IS NOT NULL
),

shared AS (
    SELECT
        cluster_key,
        text_hash,
        MIN(url) AS first_url
    FROM texts
    WHERE words >= $min_words
    GROUP BY cluster_key, text_hash
    HAVING MIN(language) <> MAX(language)
)

SELECT
    shared.first_url AS url,
    other.url AS related_url,
    CONCAT(
        'Same ', other.words, ' words for ', first.code, ' and ', other.code
    ) AS observed,
    CONCAT('Text in ', other.code) AS expected,
    'Remove the untranslated page from hreflang until it is translated' AS fix
FROM shared
INNER JOIN texts AS first
    ON
        shared.cluster_key = first.cluster_key
        AND shared.text_hash = first.text_hash
        AND shared.first_url = first.url
INNER JOIN texts AS other
    ON
        shared.cluster_key = other.cluster_key
        AND shared.text_hash = other.text_hash
        AND first.language <> other.language
