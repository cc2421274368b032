/*
---
severity: notice
cause: has other main content
severe_at_home: true
confidence: medium
basis: advisory
engines: [google, bing, yandex]
known_as:
  Screaming Frog: ["Change Detection: Content"]
needs: [pages, previous]
over: compared_urls
when: "is_in_both AND ((have_content AND are_html) OR unknown_reason IS NOT NULL)"
unknown: "unknown_reason IS NOT NULL OR content_hash IS NULL OR previous_content_hash IS NULL"
parameters: {min_percent: 90, min_words: 50}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.2.0
---
# Main content changed

## What it finds

The main text of a page in the sitemap (without header, navigation, footer, dates and counters)
changed, and is less than 90% (`min_percent`) similar to that of the previous audit. The similarity
is an estimate of the share of words that both texts have: from the bits in which their fingerprints
(simhash, 64 bits) differ, and at most the shorter length divided by the longer. The estimate is
rough. In generated texts of 60 to 800 words with 10% of the words changed, it was off by at most 9
percentage points in nine of ten texts. With 2% of the words changed, 1 in 200 texts was reported,
with 5% 1 in 15, with 20% 4 in 5. Texts with fewer than 50 (`min_words`) words in both audits are
not compared.

## Why it matters

A large change of many pages at once is often a fault: an error text, a cookie notice or a template
without content. Where it is intended, lastmod should have changed too.

## How to fix it

Open some of the pages. If their text is missing or wrong, repair the template or the import.

## Example

### Another text

`url_states`

| url | content_hash | simhash | words |
|---|---|---|---|
| https://example.com/a | x | 0 | 300 |
| https://example.com/b | y | -1 | 200 |

`previous_urls`

| url | content_hash | simhash | words |
|---|---|---|---|
| https://example.com/a | w | 65535 | 310 |
| https://example.com/b | v | -2 | 200 |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | About 71% similar, 300 words | 310 words | Restore the text, if the change was not intended |
*/
WITH differing AS (
    SELECT
        url,
        sitemap_url,
        words,
        previous_words,
        100 * LEAST(
            COALESCE(
                COS(
                    PI()
                    * BIT_COUNT((simhash | previous_simhash) - (simhash & previous_simhash))
                    / 64
                ),
                0
            ),
            1e0 * LEAST(words, previous_words) / GREATEST(words, previous_words)
        ) AS percent
    FROM compared_urls
    WHERE
        is_in_both
        AND unknown_reason IS NULL
        AND have_content
        AND are_html
        AND content_hash <> previous_content_hash
        AND GREATEST(words, previous_words) >= $min_words
)

SELECT
    url,
    sitemap_url,
    CONCAT(
        'About ',
        FORMAT_NUMBER(GREATEST(ROUND(percent, 0), 0), 0),
        '% similar, ',
        FORMAT_NUMBER(words, 0),
        ' words'
    ) AS observed,
    CONCAT(FORMAT_NUMBER(previous_words, 0), ' words') AS expected,
    'Restore the text, if the change was not intended' AS fix
FROM differing
WHERE percent < $min_percent
