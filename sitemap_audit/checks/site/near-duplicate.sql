/*
---
severity: notice
cause: has nearly the same content as another page
confidence: medium
basis: inferred
engines: [google, bing]
worse: [site/duplicate-content]
needs: [entries, pages, page_alternates, entry_alternates]
over: listed_pages
tag: canonical
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
parameters: {max_bits: 3, max_phrase_bits: 12, min_words: 100, max_group: 50}
see:
  - https://developers.google.com/search/docs/crawling-indexing/canonicalization
since: 0.1.0
---
# Near-duplicate content

## What it finds

Two listed, indexable HTML pages in the same language have nearly the same main text: their
fingerprints (simhash, 64 bits) differ in at most `max_bits` (3) bits for their words, about one
word in a hundred, and in at most `max_phrase_bits` (12) bits for their runs of four words.
Different sentences of the same words are not reported. Texts with fewer than `min_words` (100)
words, hreflang alternates of each other and identical texts (`site/duplicate-content`) are not
reported. Each page is reported once, with the first similar URL. If more than `max_group` (50)
pages share a quarter of the fingerprint, that quarter is not compared.

## Why it matters

Search engines treat near-duplicate pages as one page and choose which one to show (Google,
canonicalization). Pages that differ only in a name, such as a city, rarely appear beside the first.

## How to fix it

Write a text of its own for each page, or keep one page and set the canonical of the others to it in
the template or SEO plugin.

## Example

### One text for two cities

`entries`

| loc |
|---|
| https://example.com/bath |
| https://example.com/york |
| https://example.com/tea |

`pages`

| url | simhash | text_hash | words | lang |
|---|---|---|---|---|
| https://example.com/bath | 1000 | a | 300 | en |
| https://example.com/york | 1001 | b | 301 | en |
| https://example.com/tea | -1 | c | 300 | en |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/york | https://example.com/sitemap.xml | https://example.com/bath | Nearly the same text as https://example.com/bath | Unique text | Set the canonical to https://example.com/bath, or write a unique text |

### Another language, few words, noindex, identical text

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |
| https://example.com/e |

`pages`

| url | simhash | text_hash | words | lang | noindex |
|---|---|---|---|---|---|
| https://example.com/a | 1000 | a | 300 | en | false |
| https://example.com/b | 1000 | b | 300 | de | false |
| https://example.com/c | 1000 | c | 99 | en | false |
| https://example.com/d | 1000 | d | 300 | en | true |
| https://example.com/e | 1000 | a | 300 | en | false |

finds:

nothing
*/
WITH long_texts AS (
    SELECT
        id,
        simhash,
        phrases_key,
        text_hash
    FROM pages
    WHERE simhash IS NOT NULL AND words >= $min_words
),

texts AS (
    SELECT
        page.page_id,
        page.url,
        page.url_key,
        page.sitemap_url,
        page.line,
        long_texts.simhash,
        long_texts.phrases_key,
        long_texts.text_hash,
        LOWER(COALESCE(page.lang, '')) AS lang
    FROM listed_pages AS page
    INNER JOIN long_texts ON page.page_id = long_texts.id
    WHERE page.stands AND page.parsed
),

-- Of four quarters of 16 bits one at least is the same where three bits differ. So only pages
-- that share a quarter are compared, and no quarter that more than $max_group share: a page is
-- compared with four times as many pages at most, however many there are.
quarters AS (
    SELECT
        page_id,
        simhash,
        lang,
        1 AS place,
        simhash & 65535 AS bits
    FROM texts
    UNION ALL
    SELECT
        page_id,
        simhash,
        lang,
        2 AS place,
        simhash & 4294901760 AS bits
    FROM texts
    UNION ALL
    SELECT
        page_id,
        simhash,
        lang,
        3 AS place,
        simhash & 281470681743360 AS bits
    FROM texts
    UNION ALL
    SELECT
        page_id,
        simhash,
        lang,
        4 AS place,
        simhash & -281474976710656 AS bits
    FROM texts
),

sizes AS (
    SELECT
        lang,
        place,
        bits
    FROM quarters
    GROUP BY lang, place, bits
    HAVING COUNT(*) BETWEEN 2 AND $max_group
),

candidates AS (
    SELECT
        quarters.page_id,
        quarters.simhash,
        quarters.lang,
        quarters.place,
        quarters.bits
    FROM quarters
    INNER JOIN sizes
        ON
            quarters.lang = sizes.lang
            AND quarters.place = sizes.place
            AND quarters.bits = sizes.bits
),

pairs AS (
    SELECT
        one.page_id,
        other.page_id AS other_id,
        BIT_COUNT((one.simhash | other.simhash) - (one.simhash & other.simhash)) AS distance
    FROM candidates AS one
    INNER JOIN candidates AS other
        ON
            one.lang = other.lang
            AND one.place = other.place
            AND one.bits = other.bits
            AND one.page_id < other.page_id
),

close_pairs AS (
    SELECT DISTINCT
        page_id,
        other_id
    FROM pairs
    WHERE distance <= $max_bits
),

compared AS (
    SELECT
        GREATEST(one.url, other.url) AS url,
        LEAST(one.url, other.url) AS first_url,
        BIT_COUNT((one.phrases_key | other.phrases_key) - (one.phrases_key & other.phrases_key))
            AS phrase_bits
    FROM close_pairs
    INNER JOIN texts AS one ON close_pairs.page_id = one.page_id
    INNER JOIN texts AS other ON close_pairs.other_id = other.page_id
    WHERE
        one.text_hash <> other.text_hash
        AND NOT EXISTS (
            SELECT 1 FROM hreflang_links AS link
            WHERE link.url_key = one.url_key AND link.alternate_key = other.url_key
        )
        AND NOT EXISTS (
            SELECT 1 FROM hreflang_links AS link
            WHERE link.url_key = other.url_key AND link.alternate_key = one.url_key
        )
),

near AS (
    SELECT
        url,
        MIN(first_url) AS first_url
    FROM compared
    WHERE phrase_bits <= $max_phrase_bits
    GROUP BY url
)

SELECT
    near.url,
    texts.sitemap_url,
    near.first_url AS related_url,
    texts.line,
    CONCAT('Nearly the same text as ', near.first_url) AS observed,
    'Unique text' AS expected,
    CONCAT('Set the canonical to ', near.first_url, ', or write a unique text') AS fix
FROM near
INNER JOIN texts ON near.url = texts.url
