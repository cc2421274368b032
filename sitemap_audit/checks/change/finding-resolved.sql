/*
---
severity: notice
cause: has a resolved finding
of_findings: resolved
confidence: high
basis: advisory
engines: [google, bing, yandex]
known_as:
  Semrush: ["Fixed issues"]
needs: [previous]
over: finding_changes
unknown: "change = 'resolved' AND NOT is_known"
see:
  - https://www.screamingfrog.co.uk/guides/change-detection/
since: 0.2.0
---
# Resolved finding

## What it finds

A finding of the previous audit that this one does not have: the same check ran, the same URLs were
fetched, and the fault is gone. A finding of an entry, or of a page that cannot be indexed, is
resolved, too, if its sitemap no longer lists the URL. What was not checked in one of the two audits
is not compared, nor is what a page had that returns an error or redirects now. An audit that is not
complete resolves nothing.

## Why it matters

It confirms that a change of the site had the intended effect.

## How to fix it

There is nothing to do.

## Example

### A page that the previous audit found missing

`finding_changes`

| change | check | url | observed |
|---|---|---|---|
| resolved | status/not-found | https://example.com/a | 404 |

finds:

| url | observed | expected | fix | kind |
|---|---|---|---|---|
| https://example.com/a | No finding | 404 | Nothing: it is resolved | status/not-found |
*/
SELECT
    url,
    sitemap_url,
    related_url,
    line,
    'No finding' AS observed,
    observed AS expected,
    'Nothing: it is resolved' AS fix,
    "check" AS kind
FROM finding_changes
WHERE change = 'resolved' AND is_known
