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

An `<image:image>` whose `<image:loc>` is missing, empty, relative or not an http or https URL. Often
the URL is in an element of another name, such as `<image:url>`, or in a `<loc>` without the prefix.

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

### Another name, and no prefix

`sitemap`

```xml
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
<url><loc>https://example.com/p</loc>
<image:image><image:url>https://example.com/a.png</image:url></image:image></url>
<url><loc>https://example.com/q</loc>
<image:image><loc>https://example.com/b.png</loc></image:image></url>
</urlset>
```

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | <image:url> in place of <image:loc> | Absolute http or https URL | Replace <image:url> with <image:loc> | https://example.com/sitemap.xml | replace | xml | <image:url> | <image:loc> |
| https://example.com/q | https://example.com/sitemap.xml | 5 | <loc> in place of <image:loc> | Absolute http or https URL | Replace <loc> with <image:loc> | https://example.com/sitemap.xml | replace | xml | <loc> | <image:loc> |
*/
SELECT
    url,
    sitemap_url,
    line,
    CASE
        WHEN misnamed IS NOT NULL THEN REPLACE(misnamed, ' → ', ' in place of ')
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
        WHEN misnamed IS NOT NULL THEN CONCAT('Replace ', REPLACE(misnamed, ' → ', ' with '))
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
    CASE WHEN misnamed IS NULL THEN 'remove' ELSE 'replace' END AS action,
    CASE WHEN misnamed IS NULL THEN 'image' ELSE 'xml' END AS place,
    CASE WHEN misnamed IS NULL THEN loc ELSE REGEXP_EXTRACT(misnamed, '^(\S+)', 1) END AS "from",
    REGEXP_EXTRACT(misnamed, '→ (\S+)', 1) AS "to"
FROM entry_images
WHERE loc_problem IS NOT NULL
