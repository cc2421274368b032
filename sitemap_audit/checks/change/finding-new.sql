/*
---
severity: warning
cause: has a new finding
of_findings: new
confidence: high
basis: advisory
engines: [google, bing, yandex]
known_as:
  Semrush: ["New issues"]
needs: [previous]
over: finding_changes
unknown: "change = 'new' AND NOT is_known"
see:
  - https://www.screamingfrog.co.uk/guides/change-detection/
since: 0.2.0
---
# New finding

## What it finds

A finding that the previous audit did not have, although it ran the same check and fetched the same
URLs. Findings on URLs that it did not fetch or check are not compared.

## Why it matters

The fault came with a change of the site since the previous audit: of a template, a plugin or the
server.

## How to fix it

`sitemap-audit explain` with the name of the check says how to fix it. If many pages have the
finding, look for the release or the plugin update between the two audits.

## Example

### A page that the previous audit found sound

`finding_changes`

| change | check | url | observed |
|---|---|---|---|
| new | status/not-found | https://example.com/a | 404 |

finds:

| url | observed | expected | fix | kind |
|---|---|---|---|---|
| https://example.com/a | 404 | No finding | See the finding of the check | status/not-found |
*/
SELECT
    url,
    sitemap_url,
    related_url,
    line,
    observed,
    'No finding' AS expected,
    'See the finding of the check' AS fix,
    "check" AS kind
FROM finding_changes
WHERE change = 'new' AND is_known
