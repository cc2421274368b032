/*
---
severity: warning
cause: has a text in another language than hreflang and lang say
confidence: medium
basis: inferred
engines: [google, bing]
known_as:
  Lumar: ["Hreflang and Page Language Conflict"]
  Semrush: ["Hreflang language mismatch"]
needs: [entries, entry_alternates, pages, page_alternates]
over: listed_pages
tag: html
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
follows: [hreflang/same-text-in-two-languages]
parameters: {min_words: 50}
see:
  - https://developers.google.com/search/docs/specialty/international/managing-multi-regional-sites
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.2.0
---
# Text language differs from hreflang and lang

## What it finds

The main text of a listed page is in another language than its `lang` attribute and its
self-referencing hreflang. All parts of the text are in that language, and the detection is
certain. Related languages (Danish and Norwegian, Spanish and Portuguese) are not distinguished.
Lists of names, code and texts of fewer than `min_words` words (default 50) are not checked.

## Why it matters

Google determines the language from the text, and uses neither `lang` nor hreflang for it. A page
annotated as German with an English text is shown to German searchers, or is treated as a duplicate
of the English page. Bing also reads `lang`.

## How to fix it

Look first at what the finding names first. The text is probably not translated if the URL has the
language of the code (`/pt/`), or another version of the page has the language of the text: remove
the page from hreflang and the sitemap in the CMS or translation plugin until it is translated. The
code is probably wrong if the URL has the language of the text, or if only `lang` says another one:
correct it in the template.

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

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/de/a | https://example.com/sitemap.xml | Text in en, hreflang de-AT, lang de | Text in de-AT | Translate the text into de-AT, or remove the page from hreflang and the sitemap until then; if the text is right, use the code en | en |

### hreflang in the sitemap matches the text

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

### Not fetched

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
        listed_pages.url_key,
        listed_pages.sitemap_url,
        listed_pages.line,
        pages.detected_language AS language,
        CASE WHEN sets.self_code <> 'x-default' THEN sets.self_code END AS self_code,
        pages.lang,
        pages.words,
        CONCAT(
            '/',
            REGEXP_REPLACE(
                LOWER(REGEXP_EXTRACT(listed_pages.url, '^https?://([^?]*)', 1)), '[-_.:]', '/', 'g'
            ),
            '/'
        ) AS names
    FROM listed_pages
    INNER JOIN pages ON listed_pages.page_id = pages.id
    LEFT JOIN hreflang_sets AS sets ON listed_pages.url_key = sets.url_key
    WHERE listed_pages.stands AND pages.detected_language IS NOT NULL
),

-- Whether a version of the page has the code of its text: then its own text is not translated.
siblings AS (
    SELECT DISTINCT
        own.url_key,
        SPLIT_PART(other.code, '-', 1) AS language
    FROM cluster_members AS own
    INNER JOIN cluster_members AS other
        ON own.cluster_key = other.cluster_key AND own.url_key <> other.url_key
    WHERE other.stands
),

judged AS (
    SELECT
        texts.url,
        texts.sitemap_url,
        texts.line,
        texts.language,
        texts.self_code,
        texts.lang,
        texts.words,
        COALESCE(texts.self_code, texts.lang) AS declared,
        texts.names NOT LIKE CONCAT(
            '%/', SPLIT_PART(LOWER(COALESCE(texts.self_code, texts.lang, '?')), '-', 1), '/%'
        )
        AND (
            texts.names LIKE CONCAT('%/', texts.language, '/%')
            OR (texts.self_code IS NULL AND siblings.url_key IS NULL)
        ) AS is_code_wrong
    FROM texts
    LEFT JOIN siblings
        ON texts.url_key = siblings.url_key AND texts.language = siblings.language
    WHERE SPLIT_PART(COALESCE(texts.self_code, ''), '-', 1) <> texts.language
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT_WS(
        ', ', CONCAT('Text in ', language), 'hreflang ' || self_code, 'lang ' || lang
    ) AS observed,
    CASE
        WHEN is_code_wrong
            THEN CONCAT_WS(
                ', ',
                CASE WHEN self_code IS NOT NULL THEN CONCAT('hreflang ', language) END,
                CONCAT('lang ', language)
            )
        ELSE CONCAT('Text in ', declared)
    END AS expected,
    CASE
        WHEN is_code_wrong
            THEN CONCAT(
                'Use the code ', language, '; if the page is meant to be in ', declared,
                ', translate it'
            )
        ELSE CONCAT(
            'Translate the text into ', declared, ', or remove the page from ',
            CASE WHEN self_code IS NOT NULL THEN 'hreflang and ' ELSE '' END,
            'the sitemap until then; if the text is right, use the code ', language
        )
    END AS fix,
    language AS kind
FROM judged
WHERE words >= $min_words
