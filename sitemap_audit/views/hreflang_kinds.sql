/*
One row per kind of URL in hreflang_ends: a few hundred at most, so that a hundred million pairs
are joined with one number for each end and not with all that is known of it.
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
