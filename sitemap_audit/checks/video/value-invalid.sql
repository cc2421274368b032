/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [video-enum-invalid]
needs: [entry_videos]
over: entry_videos
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Value of a video that does not exist

## What it finds

`<video:family_friendly>`, `<video:live>` or `<video:requires_subscription>` other than yes or no; a
`<video:platform>` with other words than web, mobile and tv; a platform or restriction without
`relationship="allow"` or `"deny"`.

## Why it matters

Search Console reports an invalid value, and Google does without it: a video may be shown where it
must not be.

## How to fix it

Write one of the values that are allowed.

## Example

### Each of them

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_videos`

| url | family_friendly | live | requires_subscription | platform | platform_relationship | restriction | restriction_relationship |
|---|---|---|---|---|---|---|---|
| https://example.com/p | true | no | | | | | |
| https://example.com/p | | | | desktop | allow | DE | |
| https://example.com/p | yes | no | no | web tv | deny | DE AT | allow |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | family_friendly: true | yes or no | https://example.com/sitemap.xml | replace | video | family_friendly: true | family_friendly: yes |
| https://example.com/p | https://example.com/sitemap.xml | 3 | platform: desktop | web, mobile, tv | https://example.com/sitemap.xml | remove | video | platform: desktop | |
| https://example.com/p | https://example.com/sitemap.xml | 3 | restriction without relationship | relationship allow or deny | | | | | |
*/
WITH found AS (
    SELECT
        url,
        sitemap_url,
        line,
        'family_friendly' AS name,
        family_friendly AS value
    FROM entry_videos
    UNION ALL
    SELECT
        url,
        sitemap_url,
        line,
        'live' AS name,
        live AS value
    FROM entry_videos
    UNION ALL
    SELECT
        url,
        sitemap_url,
        line,
        'requires_subscription' AS name,
        requires_subscription AS value
    FROM entry_videos
),

faults AS (
    SELECT
        url,
        sitemap_url,
        line,
        CONCAT(name, ': ', value) AS observed,
        'yes or no' AS expected,
        CONCAT(name, ': ', value) AS written,
        CASE
            WHEN LOWER(TRIM(value)) IN ('true', '1', 'y', 'on') THEN CONCAT(name, ': yes')
            WHEN LOWER(TRIM(value)) IN ('false', '0', 'n', 'off') THEN CONCAT(name, ': no')
        END AS meant
    FROM found
    WHERE NOT REGEXP_MATCHES(LOWER(value), '^\s*(yes|no)\s*$')
    UNION ALL
    SELECT
        url,
        sitemap_url,
        line,
        CONCAT('platform: ', platform) AS observed,
        'web, mobile, tv' AS expected,
        CONCAT('platform: ', platform) AS written,
        NULL AS meant
    FROM entry_videos
    WHERE NOT REGEXP_MATCHES(platform, '^\s*(web|mobile|tv)(\s+(web|mobile|tv))*\s*$')
    UNION ALL
    SELECT
        url,
        sitemap_url,
        line,
        CONCAT(
            'platform ', COALESCE('with ' || platform_relationship || ' as', 'without'),
            ' relationship'
        ) AS observed,
        'relationship allow or deny' AS expected,
        NULL AS written,
        NULL AS meant
    FROM entry_videos
    WHERE platform IS NOT NULL AND COALESCE(platform_relationship, '') NOT IN ('allow', 'deny')
    UNION ALL
    SELECT
        url,
        sitemap_url,
        line,
        CONCAT(
            'restriction ', COALESCE('with ' || restriction_relationship || ' as', 'without'),
            ' relationship'
        ) AS observed,
        'relationship allow or deny' AS expected,
        NULL AS written,
        NULL AS meant
    FROM entry_videos
    WHERE
        restriction IS NOT NULL
        AND COALESCE(restriction_relationship, '') NOT IN ('allow', 'deny')
)

SELECT
    url,
    sitemap_url,
    line,
    observed,
    expected,
    CASE WHEN written IS NOT NULL THEN sitemap_url END AS change_url,
    CASE WHEN meant IS NULL THEN 'remove' ELSE 'replace' END AS action,
    'video' AS place,
    written AS "from",
    meant AS "to"
FROM faults
