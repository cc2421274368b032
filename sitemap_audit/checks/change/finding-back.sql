/*
---
severity: warning
cause: has a finding that is back
of_findings: back
confidence: high
basis: advisory
engines: [google, bing, yandex]
needs: [previous]
over: finding_changes
unknown: "change = 'back' AND NOT is_known"
see:
  - https://www.screamingfrog.co.uk/guides/change-detection/
since: 0.2.0
---
# Finding that is back

## What it finds

A finding that an earlier audit had, that was resolved in a later one, and that this audit has
again. Only audits that compared their findings are taken into account.

## Why it matters

What was fixed has been undone, often by a deployment that restored an old template, or by a plugin
update that reset a setting.

## How to fix it

Fix it again, and find out which deployment, plugin or import restores the fault, so that it does
not return.

## Example

### A page that returned 404 before, and does again

`finding_changes`

| change | check | url | observed |
|---|---|---|---|
| back | status/not-found | https://example.com/a | 404 |

finds:

| url | observed | expected | fix | kind |
|---|---|---|---|---|
| https://example.com/a | 404 | No finding | Fix it again, and find what restored the fault | status/not-found |
*/
SELECT
    url,
    sitemap_url,
    related_url,
    line,
    observed,
    'No finding' AS expected,
    'Fix it again, and find what restored the fault' AS fix,
    "check" AS kind
FROM finding_changes
WHERE change = 'back' AND is_known
