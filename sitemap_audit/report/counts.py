"""Count listed URLs by verdict, status code, sitemap and speed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.steps import step

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
    limits = {f"below_{number}": limit for number, limit in enumerate(SPEEDS.values(), 1) if limit}
    speeds = dict(store.rows(step("report/speeds"), limits))
    return Counts(
        verdicts=store.rows(step("report/verdicts")),
        statuses=store.rows(step("report/statuses")),
        shares=[Share(*row) for row in store.rows(step("report/shares"), {"rows": _SITEMAPS})],
        sitemaps=int(store.value(step("report/sitemaps_with_shares"))),
        speeds={name: speeds.get(number, 0) for number, name in enumerate(SPEEDS, 1)}
        if speeds
        else {},
    )
