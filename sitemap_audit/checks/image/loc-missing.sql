/*
---
severity: error
cause: has an image with a missing or invalid <image:loc>
confidence: high
basis: documented
engines: [google]
aliases: [image-loc-missing]
known_as:
  Google Search Console: ["Missing XML tag"]
needs: [entry_images]
over: entry_images
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Missing or invalid <image:loc>

## What it finds

An `<image:image>` whose `<image:loc>` is missing, empty, relative or not an http or https URL.

## Why it matters

`<image:loc>` is the only element that Google reads in `<image:image>`, and it is required. Without
a valid URL the image is ignored, and Search Console reports a missing XML tag.

## How to fix it

Write the absolute URL of the image into `<image:loc>`, in the sitemap template or generator. Skip
`<image:image>` for pages without an image.

## Example

### Missing, empty and relative `loc`

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_images`

| url | loc |
|---|---|
| https://example.com/p | |
| https://example.com/p | "" |
| https://example.com/p | /a.png |
| https://example.com/p | https://example.com/a.png |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | No <image:loc> | Absolute http or https URL | Add the image URL, or remove <image:image> | https://example.com/sitemap.xml | remove | image | |
| https://example.com/p | https://example.com/sitemap.xml | 3 | Empty <image:loc> | Absolute http or https URL | Add the image URL, or remove <image:image> | https://example.com/sitemap.xml | remove | image | "" |
| https://example.com/p | https://example.com/sitemap.xml | 3 | /a.png | Absolute http or https URL | Use https://example.com/a.png | | | | |
*/
SELECT
    url,
    sitemap_url,
    line,
    CASE
        WHEN loc IS NULL THEN 'No <image:loc>'
        WHEN loc_problem = 'empty' THEN 'Empty <image:loc>'
        ELSE LEFT(loc, 2000)
    END AS observed,
    CASE loc_problem
        WHEN 'userinfo' THEN 'URL without user name and password'
        WHEN 'too-long' THEN 'At most 65,536 characters'
        ELSE 'Absolute http or https URL'
    END AS expected,
    CASE
        WHEN COALESCE(loc_problem, 'empty') = 'empty'
            THEN 'Add the image URL, or remove <image:image>'
        WHEN LENGTH(loc) > 2000 THEN 'Replace with the absolute image URL'
        WHEN loc_problem = 'relative' AND REGEXP_MATCHES(loc, '^/\S+$') AND url IS NOT NULL
            THEN CONCAT('Use ', REGEXP_EXTRACT(url, '^https?://[^/]+'), loc)
        WHEN loc_problem = 'protocol-relative' AND REGEXP_MATCHES(loc, '^//\S+$')
            THEN CONCAT('Use https:', loc)
        ELSE 'Replace with the absolute image URL'
    END AS fix,
    CASE WHEN COALESCE(loc_problem, 'empty') = 'empty' THEN sitemap_url END AS change_url,
    'remove' AS action,
    'image' AS place,
    loc AS "from"
FROM entry_images
WHERE loc_problem IS NOT NULL
