"""The key figures of an audit: the same in every report."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sitemap_audit.storage import Store


class Figures(NamedTuple):
    """Key figures: each counts distinct URLs in normal form that the sitemaps list.

    ``urls_in_sitemaps == checked + refused + not_checked``, as the ledger has it. In run.json they
    are ``figures``, an object of these names.
    """

    urls_in_sitemaps: int
    "URLs in sitemaps; what is no URL is none."
    checked: int
    "Fetched: the site responded."
    indexable: int
    "Of those checked: status 200, not noindex, not disallowed, its own canonical."
    urls_with_error: int
    "URLs that at least one finding of severity error names as the URL at fault."
    refused: int
    "The host refused the request: nothing is known of the page."
    not_checked: int
    "Not fetched, for every other reason: disallowed, timed out, over the limit, out of scope, …"


def read_figures(store: Store) -> Figures:
    """Read the key figures.

    Args:
        store: with the views ``ledger``, ``listed`` and ``indexability``, the findings and the
            check_runs.
    """
    ((*figures,),) = store.rows(_FIGURES)
    return Figures(*(int(figure or 0) for figure in figures))


_FIGURES = """
WITH listed_urls AS (
    SELECT ledger.url, ledger.outcome, page.is_indexable,
        ledger.url IN (
            SELECT findings.url FROM findings JOIN check_runs USING ("check")
            WHERE check_runs.severity = 'error' AND findings.url IS NOT NULL
        ) AS has_error
    FROM ledger
    JOIN listed ON ledger.url = listed.url
    LEFT JOIN indexability AS page ON listed.url_key = page.url_key
    WHERE ledger.outcome <> 'duplicate'
)
SELECT
    COUNT(*),
    COUNT(*) FILTER (WHERE outcome = 'fetched'),
    COUNT(*) FILTER (WHERE outcome = 'fetched' AND is_indexable),
    COUNT(*) FILTER (WHERE has_error),
    COUNT(*) FILTER (WHERE outcome LIKE 'refused:%'),
    COUNT(*) FILTER (WHERE outcome <> 'fetched' AND outcome NOT LIKE 'refused:%')
FROM listed_urls
"""
