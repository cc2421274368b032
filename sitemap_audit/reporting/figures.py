"""The key figures of an audit: the same in every report."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.reporting import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sitemap_audit.storage import Store


class Figures(NamedTuple):
    """Key figures: URLs are distinct URLs in normal form that the sitemaps list.

    ``urls_in_sitemaps == checked + not_checked``. What is a finding (blocked by robots.txt, no
    response) is checked. In run.json they are ``figures``, an object of these names.
    """

    urls_in_sitemaps: int
    "URLs in sitemaps; what is no URL is none."
    checked: int
    "URLs with a verdict: indexable, or with a fault that keeps them out of the index."
    indexable: int
    "Of those checked: status 200, not noindex, not disallowed, its own canonical."
    urls_with_error: int
    "URLs that at least one finding of severity error names as the URL at fault."
    not_checked: int
    "URLs without a verdict: refused, over the limit, out of scope, not read, …"
    refused: int
    "Of those not checked: the host refused the request."
    clusters: int
    "Hreflang clusters that were checked: pages that are alternates of one another."
    clusters_complete: int
    "Clusters in which each page annotates all others."


class Selected(NamedTuple):
    """The listed URLs that ``--sample`` or ``--since`` chose. In run.json they are ``selected``."""

    urls: int
    "URLs chosen."
    of: int
    "URLs to choose from: in scope of the other options."
    since: str | None
    "The date, if URLs with a later lastmod were chosen; the others are a sample of the rest."
    sampled: int
    "URLs of the sample."
    size: float
    """Effective size of the sample: URLs that were checked, fewer if some stand for more others
    than the rest of the sample do (Kish)."""
    indexable: float | None
    "Estimated share of all URLs that are indexable, from 0 to 1; None if none was checked."
    urls_with_error: float | None
    "Estimated share of all URLs with an error."

    @property
    def title(self) -> str:
        """'sample of 1,000 of 48,212 URLs', '80 of 99 URLs: modified since 2026-11-20'."""
        urls = f"{self.urls:,} of {self.of:,} URLs"
        if self.since is None:
            return f"sample of {urls}"
        return f"{urls}: modified since {self.since[:10]}, and a sample"


class KeyFigure(NamedTuple):
    """A key figure as people read it."""

    name: str
    "Of the figure in run.json."
    label: str
    number: int
    share: float | None
    "Of what could be checked, from 0 to 1; None for a figure that is no share."
    value: str
    "'1,204', or a share: '267 of 315 (84.8 %)', of a sample: '84.8 % (82.4-86.9 %)'."
    change: str | None
    "Since the last audit: '+12', '-1.3 points', '±0'; None where there is none to compare with."
    meaning: str
    interval: str | None = None
    "Confidence interval of a share of a sample: '82.4-86.9 %' (Wilson, 95 %)."


def read_figures(store: Store) -> Figures:
    """Read the key figures.

    Args:
        store: with the views ``clusters``, ``indexability``, ``ledger`` and ``listed``, the
            findings and the check_runs.
    """
    ((*figures,),) = store.rows(_FIGURES)
    return Figures(*(int(figure or 0) for figure in figures))


def read_selected(store: Store, run: Mapping[str, Any]) -> Selected | None:
    """Read which URLs were chosen; None if the options left none of them out.

    Args:
        store: as in :func:`read_figures`, with the tables ``left_out`` and ``sampled``.
        run: the run record.
    """
    if not (run.get("since") or (run.get("options") or {}).get("sample")):
        return None
    ((urls, of, sampled, weight, squares, *shares),) = store.rows(_SELECTED)
    if urls == of:
        return None
    size = weight**2 / squares if weight else 0.0
    return Selected(urls, of, run.get("since"), sampled, size, *shares)


def selected(run: Mapping[str, Any]) -> Selected | None:
    """Return which URLs were chosen, as a run record has it; None if all were."""
    stored = run.get("selected")
    return Selected(*(stored[name] for name in Selected._fields)) if stored else None


def title(run: Mapping[str, Any], given: str | None = None) -> str:
    """Return the title of a report, such as 'Sitemap audit of SITE (sample of 9 of 99 URLs)'.

    Args:
        given: in place of 'Sitemap audit of SITE'.
    """
    chosen = selected(run)
    of_part = f" ({chosen.title})" if chosen else ""
    return (given or f"Sitemap audit of {words.named_sites(run)}") + of_part


def key_figures(run: Mapping[str, Any]) -> list[KeyFigure]:
    """The key figures of a run record, with their change since the audit before."""
    told = _told(run["figures"], (run.get("previous") or {}).get("figures"))
    place = listed_in(run)
    figures = [
        each._replace(
            label=each.label.replace(_IN_SITEMAPS, place),
            meaning=each.meaning.replace(_IN_SITEMAPS, place),
        )
        for each in told
    ]
    chosen = selected(run)
    if chosen is None:
        return figures
    return [_of_part(each, chosen) for each in figures if each.name != "clusters_complete"]


def _of_part(figure: KeyFigure, chosen: Selected) -> KeyFigure:
    """Return a figure of chosen URLs: of a sample, the share that it estimates.

    The change since another audit is left out: that one may have checked more URLs.
    """
    if figure.name == "urls_in_sitemaps":
        return figure
    figure = figure._replace(change=None)
    if chosen.since or figure.name == "not_checked":
        return figure
    share: float | None = getattr(chosen, figure.name)
    if share is None:
        return figure._replace(value="-", share=None)
    low, high = (100 * bound for bound in wilson(share, chosen.size))
    interval = f"{low:.1f}-{high:.1f} %"
    return figure._replace(
        share=share,
        value=f"{100 * share:.1f} % ({interval})",
        meaning=f"{figure.meaning} Estimated from the sample; 95 % confidence: {interval}.",
        interval=interval,
    )


def wilson(share: float, size: float) -> tuple[float, float]:
    """Return the Wilson score interval (95 %) of a share of a sample of this size."""
    squared = NormalDist().inv_cdf(0.975) ** 2
    middle = share + squared / (2 * size)
    radius = sqrt(squared * (share * (1 - share) + squared / (4 * size)) / size)
    bounds = ((middle + sign * radius) / (1 + squared / size) for sign in (-1, 1))
    low, high = (min(1.0, max(0.0, bound)) for bound in bounds)
    return low, high


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
        "URLs in sitemaps that could not be read, or were not to be crawled, and are no finding:"
        " it is not known whether they are indexable.",
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


_LISTED_URLS = """
WITH with_error AS (
    SELECT DISTINCT findings.url
    FROM findings INNER JOIN check_runs AS run ON findings."check" = run."check"
    WHERE run.severity = 'error' AND findings.url IS NOT NULL
),

listed_urls AS (
    SELECT
        ledger.url,
        listed.url_key,
        ledger.outcome,
        page.is_indexable,
        with_error.url IS NOT NULL AS has_error
    FROM ledger
    INNER JOIN listed ON ledger.url = listed.url
    LEFT JOIN indexability AS page ON listed.url_key = page.url_key
    LEFT JOIN with_error ON ledger.url = with_error.url
    WHERE ledger.outcome <> 'duplicate'
)
"""
_FIGURES = f"""{_LISTED_URLS},
of_clusters AS (
    SELECT COUNT(is_complete) AS clusters, COUNT(*) FILTER (WHERE is_complete) AS complete
    FROM clusters
)

SELECT
    COUNT(listed_urls.url),
    COUNT(is_indexable),
    COUNT(*) FILTER (WHERE is_indexable),
    COUNT(*) FILTER (WHERE has_error),
    COUNT(listed_urls.url) - COUNT(is_indexable),
    COUNT(*) FILTER (WHERE is_indexable IS NULL AND outcome LIKE 'refused:%'),
    MAX(of_clusters.clusters),
    MAX(of_clusters.complete)
FROM of_clusters
LEFT JOIN listed_urls ON TRUE
"""
_SELECTED = f"""{_LISTED_URLS},
chosen AS (
    SELECT
        listed_urls.is_indexable,
        listed_urls.has_error,
        left_out.reason,
        sampled.weight IS NOT NULL AS is_sampled,
        CASE WHEN listed_urls.is_indexable IS NOT NULL THEN sampled.weight END AS weight
    FROM listed_urls
    LEFT JOIN left_out ON listed_urls.url_key = left_out.url_key
    LEFT JOIN sampled ON listed_urls.url_key = sampled.url_key
    WHERE COALESCE(left_out.reason, 'not-sampled') IN ('not-sampled', 'not-modified')
)

SELECT
    COUNT(*) - COUNT(reason),
    COUNT(*),
    COUNT(*) FILTER (WHERE is_sampled),
    SUM(weight),
    SUM(weight * weight),
    SUM(CASE WHEN is_indexable THEN weight ELSE 0 END) / SUM(weight),
    SUM(CASE WHEN has_error THEN weight ELSE 0 END) / SUM(weight)
FROM chosen
"""
