/*
---
row: url
rests_on: others
---
One row per listed indexable page with the main text of another page in the same language, the page
to keep (`first_url`) excluded. The page to keep is on https, on the origin with the most listed
pages, has no capitals in its URL, and is the first in URL order. Alternates linked by hreflang are
left out.
*/
WITH texts AS (
    SELECT
        page.url,
        page.url_key,
        page.sitemap_url,
        page.line,
        pages.words,
        pages.text_hash,
        LOWER(COALESCE(page.lang, '')) AS lang
    FROM listed_pages AS page
    INNER JOIN pages ON page.page_id = pages.id
    WHERE page.stands AND pages.text_hash IS NOT NULL AND pages.words > 0
),

shared AS (
    SELECT
        text_hash,
        lang
    FROM texts
    GROUP BY text_hash, lang
    HAVING COUNT(*) > 1
),

ranked AS (
    SELECT
        texts.url,
        texts.url_key,
        texts.sitemap_url,
        texts.line,
        texts.words,
        texts.text_hash,
        texts.lang,
        ROW_NUMBER() OVER (
            PARTITION BY texts.text_hash, texts.lang
            ORDER BY
                texts.url LIKE 'https:%' DESC,
                COALESCE(site_origins.listed, 0) DESC,
                texts.url = LOWER(texts.url) DESC,
                texts.url ASC
        ) AS place
    FROM texts
    INNER JOIN shared ON texts.text_hash = shared.text_hash AND texts.lang = shared.lang
    LEFT JOIN site_origins
        ON
            CONCAT(SPLIT_PART(texts.url, '/', 1), '//', SPLIT_PART(texts.url, '/', 3))
            = site_origins.origin
)

SELECT
    ranked.url,
    ranked.url_key,
    ranked.sitemap_url,
    ranked.line,
    ranked.words,
    kept.url AS first_url
FROM ranked
INNER JOIN ranked AS kept
    ON ranked.text_hash = kept.text_hash AND ranked.lang = kept.lang AND kept.place = 1
WHERE
    ranked.place > 1
    AND NOT EXISTS (
        SELECT 1 FROM hreflang_links AS link
        WHERE link.url_key = ranked.url_key AND link.alternate_key = kept.url_key
    )
    AND NOT EXISTS (
        SELECT 1 FROM hreflang_links AS link
        WHERE link.url_key = kept.url_key AND link.alternate_key = ranked.url_key
    )
