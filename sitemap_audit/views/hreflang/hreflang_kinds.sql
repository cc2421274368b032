/*
---
row: code
rests_on: named
---
One row per kind of URL in hreflang_ends, a few hundred at most: a hundred million pairs are joined
with one number for each end instead of all its values.
*/
SELECT DISTINCT
    kind,
    fetched,
    fault,
    state,
    status,
    error,
    robots,
    annotations_known,
    entry_known,
    unknown_reason,
    annotated,
    self_code,
    has_unreadable
FROM hreflang_ends
