/*
---
row: url
rests_on: others
---
One row per URL that the same sitemap lists with a lastmod in this and the previous audit. URLs that
several sitemaps list are compared in the first one. Lastmods without a day and RSS feeds are left
out.

`lastmod_change`: same | newer | older (by more than a day); NULL if that depends on the time zone,
if it is older by less, or if it was in the future before. `content_changed`: FALSE if main content, title, h1, description,
canonical and hreflang are the same; NULL if the page did not return 200 and HTML with at least 20
words in both audits, if another page of the sitemap has the same text, or if only a part outside
the main content differs and the lastmod is not newer.

`verdict`: confirmed (both moved, or neither) | unchanged (the lastmod claims a change after the
previous fetch, the content is the same) | missed (the content changed after the lastmod, which is
the same) | regressed (the lastmod is older). NULL, with `unknown_reason`, if the audits do not tell:
reasons of compared_urls, and not-html | no-main-content | minor-change | lastmod-unclear |
same-day (the lastmod covers the time of the previous fetch) | template-change (more pages changed
than stayed the same among those of the sitemap and folder with the same lastmod, or fewer than 3
stayed the same) | changes-often (the content changed between the two audits before, too).
*/
WITH listed_twice AS (
    SELECT
        compared.url,
        compared.url_key,
        compared.sitemap_url,
        listed.line,
        compared.lastmod,
        compared.previous_lastmod,
        compared.lastmod_at,
        compared.previous_lastmod_at,
        compared.lastmod_precision = 'day' AS is_day,
        compared.previous_lastmod_precision = 'day' AS was_day,
        compared.lastmod LIKE '%Z'
        OR compared.lastmod LIKE '%+__:__'
        OR compared.lastmod LIKE '%-__:__' AS has_zone,
        compared.previous_lastmod LIKE '%Z'
        OR compared.previous_lastmod LIKE '%+__:__'
        OR compared.previous_lastmod LIKE '%-__:__' AS had_zone,
        compared.previous_fetched_at,
        compared.content_hash,
        compared.previous_content_hash,
        CASE
            WHEN compared.unknown_reason IS NOT NULL THEN compared.unknown_reason
            WHEN
                compared.state <> 'ok'
                OR compared.previous_state <> 'ok'
                OR compared.status <> 200
                OR compared.previous_status <> 200
                OR NOT compared.are_html
                OR compared.content_hash IS NULL
                OR compared.previous_content_hash IS NULL
                THEN 'not-html'
            WHEN COALESCE(compared.words, 0) < 20 OR COALESCE(compared.previous_words, 0) < 20
                THEN 'no-main-content'
        END AS unknown_reason,
        compared.content_hash <> compared.previous_content_hash AS has_other_text,
        COALESCE(compared.title, '') <> COALESCE(compared.previous_title, '')
        OR COALESCE(compared.h1, '') <> COALESCE(compared.previous_h1, '')
        OR COALESCE(compared.description, '') <> COALESCE(compared.previous_description, '')
        OR COALESCE(compared.canonical, '') <> COALESCE(compared.previous_canonical, '')
        OR COALESCE(compared.hreflang_sum, 0) <> COALESCE(compared.previous_hreflang_sum, 0)
            AS has_other_parts,
        CASE
            WHEN SPLIT_PART(compared.url, '/', 5) <> '' THEN SPLIT_PART(compared.url, '/', 4)
            ELSE ''
        END AS folder
    FROM compared_urls AS compared
    INNER JOIN listed ON compared.url_key = listed.url_key
    INNER JOIN sitemaps ON listed.sitemap_id = sitemaps.id
    WHERE
        compared.sitemap_url = compared.previous_sitemap_url
        AND compared.lastmod_at IS NOT NULL
        AND compared.previous_lastmod_at IS NOT NULL
        AND compared.lastmod_precision NOT IN ('year', 'month')
        AND compared.previous_lastmod_precision NOT IN ('year', 'month')
        AND COALESCE(sitemaps.kind, '') NOT IN ('rss-2.0', 'rss-1.0')
),

spans AS (
    SELECT
        url_key,
        CASE
            WHEN NOT is_day AND has_zone THEN lastmod_at
            ELSE lastmod_at - INTERVAL '14' HOUR
        END AS lastmod_from,
        CASE
            WHEN is_day THEN lastmod_at + INTERVAL '36' HOUR
            WHEN has_zone THEN lastmod_at
            ELSE lastmod_at + INTERVAL '12' HOUR
        END AS lastmod_to,
        CASE
            WHEN NOT was_day AND had_zone THEN previous_lastmod_at
            ELSE previous_lastmod_at - INTERVAL '14' HOUR
        END AS previous_from,
        CASE
            WHEN was_day THEN previous_lastmod_at + INTERVAL '36' HOUR
            WHEN had_zone THEN previous_lastmod_at
            ELSE previous_lastmod_at + INTERVAL '12' HOUR
        END AS previous_to
    FROM listed_twice
),

alike AS (
    SELECT
        sitemap_url,
        content_hash
    FROM listed_twice
    WHERE unknown_reason IS NULL
    GROUP BY sitemap_url, content_hash
    HAVING COUNT(*) > 1
),

changes AS (
    SELECT
        listed_twice.url,
        listed_twice.url_key,
        listed_twice.sitemap_url,
        listed_twice.folder,
        listed_twice.line,
        listed_twice.lastmod,
        listed_twice.previous_lastmod,
        listed_twice.previous_lastmod_at,
        listed_twice.previous_fetched_at,
        listed_twice.previous_content_hash,
        spans.lastmod_from > listed_twice.previous_fetched_at AS is_after_fetch,
        spans.lastmod_to < listed_twice.previous_fetched_at AS is_before_fetch,
        CASE
            WHEN
                listed_twice.previous_lastmod_at
                > previous_run.started_at + INTERVAL '48' HOUR
                THEN NULL
            WHEN
                listed_twice.is_day = listed_twice.was_day
                AND listed_twice.has_zone = listed_twice.had_zone
                THEN
                    CASE
                        WHEN listed_twice.lastmod_at > listed_twice.previous_lastmod_at THEN 'newer'
                        WHEN listed_twice.lastmod_at = listed_twice.previous_lastmod_at THEN 'same'
                        WHEN
                            listed_twice.lastmod_at + INTERVAL '24' HOUR
                            < listed_twice.previous_lastmod_at
                            THEN 'older'
                    END
            WHEN spans.lastmod_from > spans.previous_to THEN 'newer'
            WHEN spans.lastmod_to + INTERVAL '24' HOUR < spans.previous_from THEN 'older'
        END AS lastmod_change,
        CASE
            WHEN listed_twice.unknown_reason IS NOT NULL OR alike.content_hash IS NOT NULL THEN NULL
            WHEN listed_twice.has_other_text THEN TRUE
            WHEN NOT listed_twice.has_other_parts THEN FALSE
        END AS content_changed,
        CASE
            WHEN listed_twice.unknown_reason IS NOT NULL THEN listed_twice.unknown_reason
            WHEN alike.content_hash IS NOT NULL THEN 'no-main-content'
            WHEN NOT listed_twice.has_other_text AND listed_twice.has_other_parts
                THEN 'minor-change'
        END AS unknown_reason
    FROM listed_twice
    INNER JOIN spans ON listed_twice.url_key = spans.url_key
    CROSS JOIN previous_run
    LEFT JOIN alike
        ON
            listed_twice.sitemap_url = alike.sitemap_url
            AND listed_twice.content_hash = alike.content_hash
),

folders AS (
    SELECT
        sitemap_url,
        folder,
        COUNT(*) FILTER (WHERE content_changed) AS changed,
        COUNT(*) FILTER (WHERE NOT content_changed) AS unchanged
    FROM changes
    WHERE lastmod_change = 'same'
    GROUP BY sitemap_url, folder
),

judged AS (
    SELECT
        changes.url,
        changes.url_key,
        changes.sitemap_url,
        changes.line,
        changes.lastmod,
        changes.previous_lastmod,
        changes.previous_fetched_at,
        changes.lastmod_change,
        CASE
            WHEN changes.unknown_reason = 'minor-change' AND changes.lastmod_change = 'newer'
                THEN TRUE
            ELSE changes.content_changed
        END AS content_changed,
        CASE
            WHEN changes.lastmod_change = 'older' THEN NULL
            WHEN changes.unknown_reason = 'minor-change' AND changes.lastmod_change = 'newer'
                THEN NULL
            WHEN changes.unknown_reason IS NOT NULL THEN changes.unknown_reason
            WHEN changes.lastmod_change IS NULL THEN 'lastmod-unclear'
            WHEN changes.content_changed = (changes.lastmod_change = 'newer') THEN NULL
            WHEN changes.lastmod_change = 'newer'
                THEN CASE WHEN NOT changes.is_after_fetch THEN 'same-day' END
            WHEN NOT changes.is_before_fetch THEN 'same-day'
            WHEN folders.unchanged < 3 OR folders.unchanged < folders.changed
                THEN 'template-change'
            WHEN
                earlier.content_hash <> changes.previous_content_hash
                AND earlier.lastmod_at = changes.previous_lastmod_at
                THEN 'changes-often'
        END AS unknown_reason
    FROM changes
    LEFT JOIN folders
        ON changes.sitemap_url = folders.sitemap_url AND changes.folder = folders.folder
    LEFT JOIN earlier_urls AS earlier ON changes.url_key = earlier.url_key
)

SELECT
    url,
    url_key,
    sitemap_url,
    line,
    lastmod,
    previous_lastmod,
    previous_fetched_at,
    lastmod_change,
    content_changed,
    unknown_reason,
    CASE
        WHEN unknown_reason IS NOT NULL THEN NULL
        WHEN lastmod_change = 'older' THEN 'regressed'
        WHEN content_changed = (lastmod_change = 'newer') THEN 'confirmed'
        WHEN content_changed THEN 'missed'
        ELSE 'unchanged'
    END AS verdict
FROM judged
