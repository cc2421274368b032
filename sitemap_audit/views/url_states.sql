/*
One row per URL that a sitemap lists or that was fetched: stored, so that one URL can be looked up.
`outcome`: as in ledger; NULL if no sitemap lists it. Other columns: as in indexability; NULL if it
was not fetched.
*/
WITH outcomes AS (
    SELECT
        listed.url,
        listed.url_key,
        listed.url_near_key,
        ledger.outcome
    FROM listed
    INNER JOIN ledger ON listed.url = ledger.url
    WHERE ledger.outcome <> 'duplicate'
)

SELECT
    COALESCE(page.url, outcomes.url) AS url,
    COALESCE(page.url_key, outcomes.url_key) AS url_key,
    COALESCE(page.url_near_key, outcomes.url_near_key) AS url_near_key,
    outcomes.outcome,
    page.page_id,
    page.status,
    page.error,
    page.state,
    page.redirect_url,
    page.is_indexable,
    page.reasons,
    page.unknown_reason,
    page.canonical,
    page.annotations_known,
    page.entry_known
FROM outcomes
FULL OUTER JOIN indexability AS page ON outcomes.url_key = page.url_key
