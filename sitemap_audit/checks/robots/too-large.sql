/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
aliases: [robots-too-large]
needs: [robots]
over: robots
when: "policy = 'rules' AND origin IN (SELECT site_origins.origin FROM site_origins)"
parameters: {max_bytes: 512000}
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.5
since: 0.1.0
---
# robots.txt is too large

## What it finds

A `/robots.txt` of more than 512,000 bytes (500 KiB).

## Why it matters

Google reads the first 500 KiB. Rules and `Sitemap:` lines behind that have no effect.

## How to fix it

Join rules by wildcards, drop those for bots that no longer exist, and put the `Sitemap:` lines
first.

## Example

### One byte over

`robots`

| origin | bytes |
|---|---|
| https://example.com | 512001 |
| https://www.example.com | 512000 |

finds:

| url | observed | expected |
|---|---|---|
| https://example.com/robots.txt | 512001 bytes | at most 512000 bytes |
*/
SELECT
    url,
    CONCAT(bytes, ' bytes') AS observed,
    CONCAT('at most ', $max_bytes, ' bytes') AS expected
FROM robots
WHERE
    policy = 'rules'
    AND bytes > $max_bytes
    AND origin IN (SELECT site_origins.origin FROM site_origins)
