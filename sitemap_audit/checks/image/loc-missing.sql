/*
---
severity: error
cause: has an image with a missing or invalid <image:loc>
confidence: high
basis: documented
engines: [google]
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

An `<image:image>` whose `<image:loc>` is missing, empty, relative, not an http or https URL, or
escaped twice (`&amp;amp;`). Often the URL is in an element of another name, such as `<image:url>`, or in a `<loc>` without the prefix.

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
    entry_images.url,
    entry_images.sitemap_url,
    entry_images.line,
    CASE
        WHEN entry_images.misnamed IS NOT NULL
            THEN REPLACE(entry_images.misnamed, ' → ', ' in place of ')
        WHEN entry_images.loc IS NULL THEN 'No <image:loc>'
        WHEN entry_images.loc_problem = 'empty' THEN 'Empty <image:loc>'
        WHEN entry_images.loc_problem = 'escaped-twice'
            THEN CONCAT(LEFT(entry_images.loc, 2000), ' (escaped twice)')
        ELSE LEFT(entry_images.loc, 2000)
    END AS observed,
    CASE entry_images.loc_problem
        WHEN 'userinfo' THEN 'URL without user name and password'
        WHEN 'too-long' THEN 'At most 65,536 characters'
        WHEN 'escaped-twice' THEN 'Escaped once'
        ELSE 'Absolute http or https URL'
    END AS expected,
    CASE
        WHEN entry_images.misnamed IS NOT NULL
            THEN CONCAT('Replace ', REPLACE(entry_images.misnamed, ' → ', ' with '))
        WHEN COALESCE(entry_images.loc_problem, 'empty') = 'empty'
            THEN 'Add the image URL, or remove <image:image>'
        WHEN escaped_twice.wanted IS NOT NULL THEN CONCAT('Replace with ', escaped_twice.wanted)
        WHEN LENGTH(entry_images.loc) > 2000 THEN 'Replace with the absolute image URL'
        WHEN
            entry_images.loc_problem = 'relative'
            AND REGEXP_MATCHES(entry_images.loc, '^/\S+$')
            AND entry_images.url IS NOT NULL
            THEN
                CONCAT(
                    'Use ',
                    REGEXP_EXTRACT(entry_images.url, '^https?://[^/]+'),
                    entry_images.loc
                )
        WHEN
            entry_images.loc_problem = 'protocol-relative'
            AND REGEXP_MATCHES(entry_images.loc, '^//\S+$')
            THEN CONCAT('Use https:', entry_images.loc)
        ELSE 'Replace with the absolute image URL'
    END AS fix,
    CASE
        WHEN
            COALESCE(entry_images.loc_problem, 'empty') = 'empty'
            OR escaped_twice.wanted IS NOT NULL
            THEN entry_images.sitemap_url
    END AS change_url,
    CASE
        WHEN COALESCE(entry_images.misnamed, escaped_twice.wanted) IS NULL THEN 'remove'
        ELSE 'replace'
    END AS action,
    CASE WHEN entry_images.misnamed IS NULL THEN 'image' ELSE 'xml' END AS place,
    CASE
        WHEN entry_images.misnamed IS NOT NULL
            THEN REGEXP_EXTRACT(entry_images.misnamed, '^(\S+)', 1)
        WHEN escaped_twice.wanted IS NULL THEN entry_images.loc
        ELSE CONCAT('loc: ', entry_images.loc)
    END AS "from",
    COALESCE(
        'loc: ' || escaped_twice.wanted, REGEXP_EXTRACT(entry_images.misnamed, '→ (\S+)', 1)
    ) AS "to"
FROM entry_images
LEFT JOIN escaped_twice
    ON entry_images.loc = escaped_twice.written AND entry_images.loc_problem = 'escaped-twice'
WHERE entry_images.loc_problem IS NOT NULL
