"""Count listed URLs by verdict, status code, sitemap and speed, and affected ones by subject."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.analysis.catalogue.findings import AFFECTED
from sitemap_audit.report.tables import SEVERITY_ORDER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sitemap_audit.storage import Store

SPEEDS = ("under 0.2 s", "0.2 to 0.5 s", "0.5 to 1 s", "1 to 2 s", "2 to 5 s", "5 s and more")
_SITEMAPS = 20
"Sitemaps whose shares are told."


class Subject(NamedTuple):
    """Affected URLs of a subject, each once, by its worst severity."""

    name: str
    errors: int
    warnings: int
    notices: int


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
    subjects: Sequence[Subject]
    "Those with most URLs first."
    shares: Sequence[Share]
    "Sitemaps, those with the lowest share of indexable URLs first."
    sitemaps: int
    "Number of sitemaps that have shares."
    speeds: Mapping[str, int]
    "Listed URLs by time to the first byte; empty if none is known."


def read_counts(store: Store) -> Counts:
    """Read the counts.

    Args:
        store: with the views ``indexability``, ``listed``, ``sitemap_shares``, and the findings.
    """
    speeds = dict(store.rows(_SPEEDS))
    return Counts(
        verdicts=store.rows(_VERDICTS),
        statuses=store.rows(_STATUS_CODES),
        subjects=[Subject(*row) for row in store.rows(_SUBJECTS)],
        shares=[Share(*row) for row in store.rows(_SHARES, {"rows": _SITEMAPS})],
        sitemaps=int(store.value(_COUNT_SHARES)),
        speeds={name: speeds.get(place, 0) for place, name in enumerate(SPEEDS)} if speeds else {},
    )


_RANK = SEVERITY_ORDER.format("run.severity")
STATUS = """
CASE
    WHEN page.status IS NOT NULL THEN CAST(page.status AS VARCHAR)
    WHEN page.page_id IS NULL THEN 'not fetched'
    ELSE COALESCE(page.error, 'no response')
END
"""
"SQL: the status code of a page, or why there is none."
VERDICT = """
CASE
    WHEN page.is_indexable THEN 'indexable'
    WHEN page.fault IS NOT NULL THEN page.fault
    ELSE 'not checked'
END
"""
"SQL: indexable, the fault that keeps a page out of the index, or not checked."

_STATUS_CODES = f"""
SELECT {STATUS} AS status, COUNT(*) AS urls
FROM listed
LEFT JOIN indexability AS page ON listed.url_key = page.url_key
GROUP BY 1
ORDER BY 1
"""
_VERDICTS = f"""
SELECT {VERDICT} AS verdict, COUNT(*) AS urls
FROM listed
LEFT JOIN indexability AS page ON listed.url_key = page.url_key
GROUP BY 1
ORDER BY verdict = 'indexable' DESC, verdict = 'not checked', urls DESC, verdict
"""
_SUBJECTS = f"""
WITH affected AS (
    SELECT run.subject, {AFFECTED} AS about, MIN({_RANK}) AS severity
    FROM findings
    INNER JOIN check_runs AS run ON findings."check" = run."check"
    WHERE findings.root_id IS NULL
    GROUP BY run.subject, about
)

SELECT
    subject,
    COUNT(*) FILTER (WHERE severity = 1),
    COUNT(*) FILTER (WHERE severity = 2),
    COUNT(*) FILTER (WHERE severity = 3)
FROM affected
GROUP BY subject
ORDER BY COUNT(*) DESC, subject
"""
_SPEEDS = """
SELECT
    CASE
        WHEN fetched.latency < 0.2 THEN 0
        WHEN fetched.latency < 0.5 THEN 1
        WHEN fetched.latency < 1 THEN 2
        WHEN fetched.latency < 2 THEN 3
        WHEN fetched.latency < 5 THEN 4
        ELSE 5
    END AS bucket,
    COUNT(*)
FROM listed
INNER JOIN pages AS fetched ON listed.url_key = fetched.url_key
WHERE fetched.latency IS NOT NULL
GROUP BY bucket
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
