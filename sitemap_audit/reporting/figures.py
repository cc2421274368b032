"""The key figures of an audit: the same in every report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sitemap_audit.storage import Store


class Figures(NamedTuple):
    """Key figures: URLs are distinct URLs in normal form that the sitemaps list.

    ``urls_in_sitemaps == checked + not_checked``, as the ledger has it. In run.json they are
    ``figures``, an object of these names.
    """

    urls_in_sitemaps: int
    "URLs in sitemaps; what is no URL is none."
    checked: int
    "Fetched: the site responded."
    indexable: int
    "Of those checked: status 200, not noindex, not disallowed, its own canonical."
    urls_with_error: int
    "URLs that at least one finding of severity error names as the URL at fault."
    not_checked: int
    "Not fetched: refused, disallowed, timed out, over the limit, out of scope, …"
    refused: int
    "Of those not checked: the host refused the request."
    clusters: int
    "Hreflang clusters: pages that are alternates of one another."
    clusters_complete: int
    "Clusters in which each page annotates all others."


class KeyFigure(NamedTuple):
    """A key figure as people read it."""

    name: str
    "Of the figure in run.json."
    label: str
    number: int
    share: float | None
    "Of what could be checked, from 0 to 1; None for a figure that is no share."
    value: str
    "'1,204', or a share: '267 of 315 (84.8 %)'."
    change: str | None
    "Since the last audit: '+12', '-1.3 points', '±0'; None where there is none to compare with."
    meaning: str


def read_figures(store: Store) -> Figures:
    """Read the key figures.

    Args:
        store: with the views ``clusters``, ``indexability``, ``ledger`` and ``listed``, the
            findings and the check_runs.
    """
    ((*figures,),) = store.rows(_FIGURES)
    return Figures(*(int(figure or 0) for figure in figures))


def key_figures(run: Mapping[str, Any]) -> list[KeyFigure]:
    """The key figures of a run record, with their change since the audit before."""
    figures = _told(run["figures"], (run.get("previous") or {}).get("figures"))
    place = listed_in(run)
    return [
        each._replace(
            label=each.label.replace(_IN_SITEMAPS, place),
            meaning=each.meaning.replace(_IN_SITEMAPS, place),
        )
        for each in figures
    ]


def listed_in(run: Mapping[str, Any]) -> str:
    """Where the URLs of an audit are listed: 'in sitemaps', or 'in the list' of URLs."""
    targets = run.get("targets") or [{}]
    return "in the list" if all(each.get("kind") == "list" for each in targets) else _IN_SITEMAPS


_IN_SITEMAPS = "in sitemaps"


def _told(now: Mapping[str, int], before: Mapping[str, int] | None) -> Iterator[KeyFigure]:
    for name, (label, whole, meaning) in _LABELS.items():
        if whole == "clusters" and not now["clusters"]:
            continue
        if whole is None:
            told, share, change = f"{now[name]:,}", None, _change(now, before, name)
        else:
            told, change = _share(now, name, whole), _change_of_share(now, before, name, whole)
            share = now[name] / now[whole] if now[whole] else None
        yield KeyFigure(name, label, now[name], share, told, change, meaning)


_LABELS = {
    "urls_in_sitemaps": ("URLs in sitemaps", None, "Distinct URLs in sitemaps."),
    "indexable": (
        "Indexable",
        "checked",
        "Of the URLs checked: status 200, no noindex, not blocked by robots.txt, canonical to"
        " itself or without a canonical.",
    ),
    "urls_with_error": ("URLs with errors", None, "URLs in sitemaps with at least one error."),
    "not_checked": (
        "Not checked",
        None,
        "URLs in sitemaps that could not be crawled, or were not to be; nothing is said of them.",
    ),
    "clusters_complete": (
        "Hreflang clusters complete",
        "clusters",
        "Groups of alternate pages in which each page links to all others.",
    ),
}
"By name: the label, the figure of which it is a share, and what it means."


def _share(figures: Mapping[str, int], name: str, whole: str) -> str:
    told = f"{figures[name]:,} of {figures[whole]:,}"
    return f"{told} ({100 * figures[name] / figures[whole]:.1f} %)" if figures[whole] else told


def _change(now: Mapping[str, int], before: Mapping[str, int] | None, name: str) -> str | None:
    if before is None or name not in before:
        return None
    difference = now[name] - before[name]
    return f"{difference:+,}" if difference else "±0"


def _change_of_share(
    now: Mapping[str, int], before: Mapping[str, int] | None, name: str, whole: str
) -> str | None:
    if before is None or not before.get(whole) or not now[whole]:
        return None
    points = round(100 * now[name] / now[whole] - 100 * before[name] / before[whole], 1)
    return f"{points:+.1f} points" if points else "±0"


_FIGURES = """
WITH with_error AS (
    SELECT DISTINCT findings.url
    FROM findings INNER JOIN check_runs AS run ON findings."check" = run."check"
    WHERE run.severity = 'error' AND findings.url IS NOT NULL
),

listed_urls AS (
    SELECT
        ledger.url,
        ledger.outcome,
        page.is_indexable,
        with_error.url IS NOT NULL AS has_error
    FROM ledger
    INNER JOIN listed ON ledger.url = listed.url
    LEFT JOIN indexability AS page ON listed.url_key = page.url_key
    LEFT JOIN with_error ON ledger.url = with_error.url
    WHERE ledger.outcome <> 'duplicate'
),

of_clusters AS (
    SELECT COUNT(*) AS clusters, COUNT(*) FILTER (WHERE is_complete) AS complete FROM clusters
)

SELECT
    COUNT(listed_urls.url),
    COUNT(*) FILTER (WHERE outcome = 'fetched'),
    COUNT(*) FILTER (WHERE outcome = 'fetched' AND is_indexable),
    COUNT(*) FILTER (WHERE has_error),
    COUNT(*) FILTER (WHERE outcome <> 'fetched'),
    COUNT(*) FILTER (WHERE outcome LIKE 'refused:%'),
    MAX(of_clusters.clusters),
    MAX(of_clusters.complete)
FROM of_clusters
LEFT JOIN listed_urls ON TRUE
"""
