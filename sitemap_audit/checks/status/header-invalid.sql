/*
---
severity: warning
cause: has a response header that clients read differently
confidence: high
basis: documented
engines: [google, bing, protocol]
follows: [redirect/listed-url-redirects]
needs: [entries, pages]
over: listed_pages
when: "state IN ('ok', 'redirect', 'unknown')"
unknown: "state = 'unknown'"
see:
  - https://www.rfc-editor.org/rfc/rfc9110.html#section-5.5
  - https://www.rfc-editor.org/rfc/rfc8288.html#section-3
  - https://www.rfc-editor.org/rfc/rfc3986.html#section-2.5
  - https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
since: 0.2.0
---
# Response header that clients read differently

## What it finds

A listed URL with one of these headers:

- `Link` (canonical, hreflang, amphtml), `Refresh` or `Location` with a URL that has bytes outside
  ASCII: what follows from that URL is not reported as an error;
- `Link` or `Content-Type` with a parameter in other quotes than double ones: `rel='canonical'`;
- `Content-Type`, `Location`, `Last-Modified` or `Refresh` sent more than once with different values
  (if the type that counts is not HTML, `status/html-as-other-type` reports it).

## Why it matters

A URL in a header is ASCII, with other characters percent-encoded (RFC 3986, RFC 8288). Clients read
other bytes as UTF-8, as Latin-1 or not at all, so they take different URLs for the canonical. Single
quotes are a part of the value (RFC 9110): `'canonical'` is no known relation. Of a header that may
be sent only once, clients take the first, the last or none.

## How to fix it

Send the header as proposed: percent-encode the URL in the SEO plugin or application, write double
quotes. Remove the second header in the server, CDN or application that adds it.

## Example

### UTF-8 bytes, Latin-1 bytes, single quotes, two types

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |

`pages`

| url | header_problem | header | header_to_send |
|---|---|---|---|
| https://example.com/a | not-ascii | Link: <https://example.com/ä>; rel="canonical" | Link: <https://example.com/%C3%A4>; rel="canonical" |
| https://example.com/b | not-utf8 | Link: <https://example.com/�>; rel="canonical" | |
| https://example.com/c | quotes | Link: </c>; rel='canonical' | Link: </c>; rel="canonical" |
| https://example.com/d | repeated | Content-Type: text/plain, text/html | Content-Type: text/html |

finds:

| url | sitemap_url | observed | expected | fix | kind | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Link: <https://example.com/ä>; rel="canonical" (bytes outside ASCII) | ASCII, other characters percent-encoded | Send Link: <https://example.com/%C3%A4>; rel="canonical" | not-ascii | https://example.com/a | replace | header | Link: <https://example.com/ä>; rel="canonical" | Link: <https://example.com/%C3%A4>; rel="canonical" |
| https://example.com/b | https://example.com/sitemap.xml | Link: <https://example.com/�>; rel="canonical" (bytes outside ASCII that are not UTF-8) | ASCII, other characters percent-encoded | Percent-encode the URL as UTF-8 | not-utf8 | | | | | |
| https://example.com/c | https://example.com/sitemap.xml | Link: </c>; rel='canonical' (only double quotes are quotes in a header) | Parameters in double quotes | Send Link: </c>; rel="canonical" | quotes | https://example.com/c | replace | header | Link: </c>; rel='canonical' | Link: </c>; rel="canonical" |
| https://example.com/d | https://example.com/sitemap.xml | Content-Type: text/plain, text/html (more than one value) | One value | Send Content-Type: text/html | repeated | https://example.com/d | replace | header | Content-Type: text/plain, text/html | Content-Type: text/html |

### No such header, an error page

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | status | header_problem | header |
|---|---|---|---|
| https://example.com/a | 200 | | |
| https://example.com/b | 404 | repeated | Content-Type: text/plain, text/html |

finds:

nothing
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT(
        pages.header,
        CASE pages.header_problem
            WHEN 'not-ascii' THEN ' (bytes outside ASCII)'
            WHEN 'not-utf8' THEN ' (bytes outside ASCII that are not UTF-8)'
            WHEN 'quotes' THEN ' (only double quotes are quotes in a header)'
            ELSE ' (more than one value)'
        END
    ) AS observed,
    CASE pages.header_problem
        WHEN 'quotes' THEN 'Parameters in double quotes'
        WHEN 'repeated' THEN 'One value'
        ELSE 'ASCII, other characters percent-encoded'
    END AS expected,
    CASE
        WHEN pages.header_to_send IS NOT NULL THEN CONCAT('Send ', pages.header_to_send)
        WHEN pages.header_problem = 'repeated' THEN 'Send this header once'
        ELSE 'Percent-encode the URL as UTF-8'
    END AS fix,
    pages.header_problem AS kind,
    CASE WHEN pages.header_to_send IS NOT NULL THEN listed_pages.url END AS change_url,
    CASE WHEN pages.header_to_send IS NOT NULL THEN 'replace' END AS action,
    CASE WHEN pages.header_to_send IS NOT NULL THEN 'header' END AS place,
    CASE WHEN pages.header_to_send IS NOT NULL THEN pages.header END AS "from",
    pages.header_to_send AS "to"
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE
    listed_pages.state IN ('ok', 'redirect')
    AND pages.header_problem IS NOT NULL
    AND NOT (COALESCE(pages.looks_like_html, FALSE) AND pages.header LIKE 'Content-Type:%')
