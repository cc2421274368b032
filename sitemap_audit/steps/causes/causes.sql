/*
The causes, in the order that every report has: by what is lost.

Errors come before warnings and notices. Of one severity, faults that keep pages out of the index or
out of their language come first, by the number of pages; a click in search results, where an import
has it, counts like a page. What is in a sitemap that nothing names comes after the other errors and
warnings. `issue…`: of the line of its check and kind in 'Do this first'.
*/
SELECT
    causes."check",
    causes.severity,
    causes.keeps_out,
    causes.kind,
    causes.cause_by,
    causes.cause,
    causes.findings,
    causes.urls,
    causes.unit,
    causes.urls_told,
    causes.host_urls,
    causes.clicks_of_host,
    causes.folded,
    causes.entries,
    causes.patterns,
    causes.pattern,
    causes.url,
    causes.sitemap_url,
    causes.line,
    causes.related_url,
    causes.observed,
    causes.expected,
    causes.fix,
    causes.place,
    causes.file_place,
    causes.step,
    causes.is_unnamed,
    causes.diagnosis_id,
    causes.diagnosis,
    causes.statement,
    causes.certainty,
    causes."where",
    causes.likely,
    causes.issue,
    place.tier,
    place.kept_from,
    place.clicks,
    place.issue_causes,
    place.issue_folded,
    place.issue_urls,
    place.issue_host_urls,
    place.issue_clicks,
    place.issue_likely,
    place.issue_sampled
FROM grouped_causes AS causes
INNER JOIN cause_order AS place
    ON
        causes.issue = place.issue
        AND causes.cause_by = place.cause_by
        AND causes.cause = place.cause
ORDER BY
    place.tier ASC,
    place.severity_tier ASC,
    place.kept_from IS NULL ASC,
    COALESCE(place.issue_host_urls, place.issue_urls) + COALESCE(place.issue_clicks, 0) DESC,
    place.kept_from ASC,
    causes."check" ASC,
    causes.kind ASC NULLS FIRST,
    causes.issue ASC,
    COALESCE(causes.host_urls, causes.urls) + COALESCE(place.clicks, 0) DESC,
    causes.cause_by ASC,
    causes.cause ASC
