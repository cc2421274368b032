/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google]
aliases: [image-not-on-page]
needs: [entry_images, page_images]
over: listed_images
unknown: "is_named IS NULL OR 100 * named < $min_percent * judged"
parameters: {min_percent: 50}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
since: 0.1.0
---
# Listed image that its page does not show

## What it finds

An `<image:loc>` whose file is named nowhere in the HTML that the server sends of the entry's page:
in no attribute, link, style, script or text. Host, folder, query, the ending, the size in the name
(`-300x200`, `@2x`) and the way it is escaped do not count. A page is judged if it was read to its
end and its HTML shows images at all; a sitemap, if at least `min_percent` of its images on a host
are found in this way: else they have other names on the pages, or come with scripts.

## Why it matters

An entry is to list the images of its page. One that the page no longer shows, or never did, brings
nobody to it.

## How to fix it

Have the generator list what the page's template shows, and write the sitemap anew when a page's
images change. Where a script adds the image, let the HTML name it too.

## Example

### Two of three images

`page_images`

| url | image_url | is_named |
|---|---|---|
| https://example.com/a | https://example.com/new.png | true |
| https://example.com/a | https://example.com/old.png | false |
| https://example.com/b | https://example.com/b.png | true |

`entry_images`

| url | loc | line |
|---|---|---|
| https://example.com/a | https://example.com/new.png | 4 |
| https://example.com/a | https://example.com/old.png | 5 |
| https://example.com/b | https://example.com/b.png | 9 |

finds:

| url | sitemap_url | related_url | line | observed | expected |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/old.png | 5 | old.png is nowhere in the page's HTML | an image of the page |

### Most images have another name on the pages, one page was not read

`page_images`

| url | image_url | is_named |
|---|---|---|
| https://example.com/a | https://example.com/1.png | false |
| https://example.com/b | https://example.com/2.png | false |
| https://example.com/c | https://example.com/3.png | true |

`entry_images`

| url | loc |
|---|---|
| https://example.com/a | https://example.com/1.png |
| https://example.com/b | https://example.com/2.png |
| https://example.com/c | https://example.com/3.png |
| https://example.com/d | https://example.com/4.png |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    image_url AS related_url,
    line,
    CONCAT(
        REGEXP_REPLACE(SPLIT_PART(image_url, '?', 1), '^.*/', ''),
        ' is nowhere in the page''s HTML'
    ) AS observed,
    'an image of the page' AS expected
FROM listed_images
WHERE NOT is_named AND 100 * named >= $min_percent * judged
