"""Count listed URLs by verdict, status code, sitemap and speed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sitemap_audit.storage import Store

SPEEDS = {
    "under 0.2 s": 0.2,
    "0.2 to 0.5 s": 0.5,
    "0.5 to 1 s": 1,
    "1 to 2 s": 2,
    "2 to 5 s": 5,
    "5 s and more": None,
}
"Times to the first byte: the seconds that each is below."
_SITEMAPS = 20
"Sitemaps whose shares are told."


class Share(NamedTuple):
    """The URLs of a sitemap."""

    sitemap_url: str
    urls: int
    checked: int
    not_indexable: int


class Counts(NamedTuple):
    """Numbers of URLs."""

    verdicts: Sequence[tuple[str, int]]
    "Listed URLs: 'indexable', by fault, 'not checked'."
    statuses: Sequence[tuple[str, int]]
    "Listed URLs by the status code of their first response, or why there was none."
    shares: Sequence[Share]
    "Sitemaps, those with the lowest share of indexable URLs first."
    sitemaps: int
    "Number of sitemaps that have shares."
    speeds: Mapping[str, int]
    "Listed URLs by time to the first byte; empty if none is known."


def read_counts(store: Store) -> Counts:
    """Read the counts.

    Args:
        store: with the views ``reported_urls`` and ``sitemap_shares``.
    """
    speeds = dict(store.rows(_SPEEDS))
    return Counts(
        verdicts=store.rows(_VERDICTS),
        statuses=store.rows(_STATUS_CODES),
        shares=[Share(*row) for row in store.rows(_SHARES, {"rows": _SITEMAPS})],
        sitemaps=int(store.value(_COUNT_SHARES)),
        speeds={name: speeds.get(name, 0) for name in SPEEDS} if speeds else {},
    )


_STATUS_CODES = """
SELECT status, COUNT(*) AS urls
FROM reported_urls
WHERE entries > 0
GROUP BY status
ORDER BY status
"""
_VERDICTS = """
SELECT verdict, COUNT(*) AS urls
FROM reported_urls
WHERE entries > 0
GROUP BY verdict
ORDER BY verdict = 'indexable' DESC, verdict = 'not checked', urls DESC, verdict
"""
_BELOW = " ".join(
    f"WHEN fetched.latency < {limit} THEN '{name}'" for name, limit in SPEEDS.items() if limit
)
_SPEEDS = f"""
SELECT
    CASE {_BELOW} ELSE '{[*SPEEDS][-1]}' END AS speed,
    COUNT(*)
FROM listed
INNER JOIN pages AS fetched ON listed.url_key = fetched.url_key
WHERE fetched.latency IS NOT NULL
GROUP BY speed
"""
_SHARES = """
SELECT sitemap_url, urls, judged, bad
FROM (
    SELECT sitemap_url, MAX(urls) AS urls, MAX(judged) AS judged, MAX(not_indexable) AS bad
    FROM sitemap_shares
    GROUP BY sitemap_url
) AS shares
ORDER BY (judged - bad) / urls, urls DESC, sitemap_url
LIMIT $rows
"""
_COUNT_SHARES = "SELECT COUNT(DISTINCT sitemap_url) FROM sitemap_shares"
