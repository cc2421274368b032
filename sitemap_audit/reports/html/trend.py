"""Draw the key figures of earlier audits of the same sites as lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.report.history import line_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.report.history import Line
    from sitemap_audit.run_record import RunRecord

WIDTH, HEIGHT = 320, 80
"Of the box of a chart, in its own units."
_MARGIN = 4


class Chart(NamedTuple):
    """A key figure over several audits."""

    label: str
    first: str
    last: str
    points: str
    "Of a polyline in the box."


class Trend(NamedTuple):
    """The key figures of several audits, the earliest first."""

    audits: Sequence[Line]
    charts: Sequence[Chart]


def trend(record: RunRecord) -> Trend | None:
    """Draw the earlier audits of the same sites, and this one; None if there are no earlier ones.

    Those that are not complete, or of a part, are not drawn: the site did not change with them.

    Args:
        record: the run record with its figures and its ``history``.
    """
    earlier = record.history
    if not earlier:
        return None
    audits = [*(line_of("", each) for each in earlier), line_of("", record)]
    whole = [audit for audit in audits if audit.is_whole]
    charts = [
        chart(label, [audit.figures.get(name) for audit in whole])
        for label, name in (
            ("URLs in sitemaps", "urls_in_sitemaps"),
            ("URLs with errors", "urls_with_error"),
        )
    ]
    charts.insert(1, chart("Indexable, per cent", [_per_cent(audit) for audit in whole], 100))
    return Trend(audits, [each for each in charts if each])


def _per_cent(audit: Line) -> float | None:
    share = audit.indexable_share
    return None if share is None else round(100 * share, 1)


def chart(label: str, values: Sequence[float | None], most: float | None = None) -> Chart | None:
    """Draw values from left to right, above a base line of 0; None if fewer than two are known.

    Args:
        most: the value at the upper edge; the highest value if not given.
    """
    known = [value for value in values if value is not None]
    if len(known) < 2:
        return None
    step, scale = WIDTH / (len(known) - 1), (HEIGHT - _MARGIN) / (most or max(known) or 1)
    points = " ".join(
        f"{number * step:.1f},{HEIGHT - value * scale:.1f}" for number, value in enumerate(known)
    )
    return Chart(label, f"{known[0]:,}", f"{known[-1]:,}", points)
