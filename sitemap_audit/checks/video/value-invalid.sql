/*
---
severity: error
cause: has an invalid value in a video element
confidence: high
basis: documented
engines: [google]
known_as:
  Google Search Console: ["Invalid attribute value", "Invalid tag value", "Missing XML attribute"]
needs: [entry_videos]
over: entry_videos
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Invalid value in video sitemap element

## What it finds

One of these: `<video:family_friendly>`, `<video:live>` or `<video:requires_subscription>` with a
value other than `yes` or `no`; a `<video:platform>` with a value other than `web`, `mobile` and
`tv`; a `<video:platform>` or `<video:restriction>` without the attribute `relationship="allow"` or
`relationship="deny"`.

## Why it matters

Google ignores an invalid value, so the video may appear where it should not. Search Console reports
"Invalid tag value", "Invalid attribute value" or "Missing XML attribute".

## How to fix it

Write one of the allowed values in the sitemap generator or the video plugin: `yes` instead of
`true`, and `relationship="allow"` or `relationship="deny"` on `platform` and `restriction`.

## Example

### Invalid value, invalid platform, missing relationship

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

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | family_friendly: true | yes or no | Use yes | https://example.com/sitemap.xml | replace | video | family_friendly: true | family_friendly: yes |
| https://example.com/p | https://example.com/sitemap.xml | 3 | platform: desktop | web, mobile or tv, separated by spaces | Use an allowed value, or remove the element | https://example.com/sitemap.xml | remove | video | platform: desktop | |
| https://example.com/p | https://example.com/sitemap.xml | 3 | restriction: no relationship | relationship="allow" or "deny" | Set relationship="allow" or relationship="deny" | | | | | |
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
        CONCAT(name, ': ', COALESCE(NULLIF(TRIM(value), ''), 'empty')) AS observed,
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
        'web, mobile or tv, separated by spaces' AS expected,
        CONCAT('platform: ', platform) AS written,
        NULL AS meant
    FROM entry_videos
    WHERE NOT REGEXP_MATCHES(platform, '^\s*(web|mobile|tv)(\s+(web|mobile|tv))*\s*$')
    UNION ALL
    SELECT
        url,
        sitemap_url,
        line,
        COALESCE(
            'platform: relationship="' || platform_relationship || '"',
            'platform: no relationship'
        ) AS observed,
        'relationship="allow" or "deny"' AS expected,
        NULL AS written,
        NULL AS meant
    FROM entry_videos
    WHERE platform IS NOT NULL AND COALESCE(platform_relationship, '') NOT IN ('allow', 'deny')
    UNION ALL
    SELECT
        url,
        sitemap_url,
        line,
        COALESCE(
            'restriction: relationship="' || restriction_relationship || '"',
            'restriction: no relationship'
        ) AS observed,
        'relationship="allow" or "deny"' AS expected,
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
    CASE
        WHEN meant IS NOT NULL THEN CONCAT('Use ', REGEXP_REPLACE(meant, '^.*: ', ''))
        WHEN written IS NULL THEN 'Set relationship="allow" or relationship="deny"'
        ELSE 'Use an allowed value, or remove the element'
    END AS fix,
    CASE WHEN written IS NOT NULL THEN sitemap_url END AS change_url,
    CASE WHEN meant IS NULL THEN 'remove' ELSE 'replace' END AS action,
    'video' AS place,
    written AS "from",
    meant AS "to"
FROM faults
