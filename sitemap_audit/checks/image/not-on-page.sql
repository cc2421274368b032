/*
---
severity: notice
cause: has an image that is not on the page
confidence: pedantic
basis: advisory
engines: [google]
needs: [entry_images, page_images]
over: listed_images
unknown: "is_named IS NULL OR 100 * named < $min_percent * judged"
parameters: {min_percent: 50}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
since: 0.1.0
---
# Image not found on its page

## What it finds

An `<image:loc>` whose file name is nowhere in the original HTML of its page: no attribute, link,
style, script or text contains it. Host, folder, query string, file extension, size suffix
(`-300x200`, `@2x`) and percent-encoding may differ.

A page is checked if it was read completely and its HTML contains images. A sitemap is checked if at
least 50% (`min_percent`) of its images on a host are found in this way. With fewer, the pages
probably use other file names, or JavaScript inserts the images.

## Why it matters

Google's image extension lists the images of the page in `<loc>`. An image that is no longer on the
page may lose its landing page in Google Images.

## How to fix it

Rebuild the sitemap when the images of a page change. Set the sitemap generator to list the images
that the page template shows. If JavaScript inserts the image, add it to the original HTML too, for
example in `<noscript>` or `og:image`.

## Example

### One of three images is missing from its page

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

| url | sitemap_url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/old.png | 5 | old.png not in the HTML of the page | Image of the page | Remove the image from the sitemap, or add it to the page |

### Most images have another name on the pages; one page was not crawled

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
        ' not in the HTML of the page'
    ) AS observed,
    'Image of the page' AS expected,
    'Remove the image from the sitemap, or add it to the page' AS fix
FROM listed_images
WHERE NOT is_named AND 100 * named >= $min_percent * judged
