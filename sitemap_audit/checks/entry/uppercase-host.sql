/*
---
severity: notice
cause: has upper-case letters in the host name
confidence: high
basis: documented
engines: [protocol, google, bing]
needs: [entries]
over: entries
when: "url IS NOT NULL"
see:
  - https://www.rfc-editor.org/rfc/rfc3986.html#section-6.2.2.1
  - https://www.sitemaps.org/protocol.html#location
since: 0.2.0
---
# Upper-case letters in host name

## What it finds

The scheme or host of a `<loc>` contains upper-case letters: `https://Example.com/`.

## Why it matters

Host names are not case-sensitive (RFC 3986), and search engines convert them to lower case.
Programs that compare URLs as text (log analysis, deployment scripts, checks of a sitemap's own
host) treat `Example.com` as another host.

## How to fix it

Set the base URL in lower case in the settings of the CMS or sitemap generator.

## Example

### Upper case in the host, the scheme and the path

`entries`

| loc | line |
|---|---|
| https://Example.com/tea | 3 |
| HTTPS://example.com/coffee | 6 |
| https://example.com/Cocoa | 9 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/tea | https://example.com/sitemap.xml | 3 | https://Example.com | https://example.com | Replace with https://example.com/tea | https://example.com/sitemap.xml | replace | loc | https://Example.com/tea | https://example.com/tea |
| https://example.com/coffee | https://example.com/sitemap.xml | 6 | HTTPS://example.com | https://example.com | Replace with https://example.com/coffee | https://example.com/sitemap.xml | replace | loc | HTTPS://example.com/coffee | https://example.com/coffee |
*/
WITH origins AS (
    SELECT
        url,
        sitemap_url,
        line,
        sitemap_id,
        kind,
        position,
        TRIM(loc) AS loc,
        REGEXP_EXTRACT(TRIM(loc), '^[A-Za-z]+://[^/?#]*') AS origin
    FROM entries
    WHERE url IS NOT NULL
)

SELECT
    origins.url,
    origins.sitemap_url,
    origins.line,
    origins.origin AS observed,
    LOWER(origins.origin) AS expected,
    spelled.fix,
    CASE WHEN spelled.action IS NOT NULL THEN origins.sitemap_url END AS change_url,
    spelled.action,
    'loc' AS place,
    origins.loc AS "from",
    spelled.wanted AS "to"
FROM origins
INNER JOIN misspelled_entries AS spelled
    ON
        origins.sitemap_id = spelled.sitemap_id
        AND origins.kind = spelled.kind
        AND origins.position = spelled.position
WHERE REGEXP_MATCHES(origins.origin, '[A-Z]')
