"""The key figures of an audit: the same in every report."""

from __future__ import annotations

from dataclasses import asdict, fields
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.report import words
from sitemap_audit.run_record import Figures, Selected
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.storage import Store


class KeyFigure(NamedTuple):
    """A key figure as people read it."""

    name: str
    "Of the figure in run.json."
    label: str
    number: int
    share: float | None
    "Of what could be checked, from 0 to 1; None for no share, and of an audit that is not whole."
    main: str
    "What is most of it: '1,204', or a share: '84.8 %'; '-' if that is not known."
    part: str
    "Of a share, what it is of: '267 of 315'; else empty."
    change: str | None
    "Since the last audit: '+12', '-1.3 points', '±0'; None where there is none to compare with."
    meaning: str
    interval: str = ""
    "Confidence interval of a share of a sample: '82.4-86.9 %' (Wilson, 95 %); else empty."
    kind: str = "plain"
    """How good it is: good | low | error | unchecked | plain. Of a part of the audit, none is good;
    a share that is not known is neither good nor bad."""

    @property
    def value(self) -> str:
        """'1,204', or a share: '267 of 315 (84.8 %)', of a sample: '84.8 % (82.4-86.9 %)'."""
        first, second = (self.part, self.main) if self.part else (self.main, self.interval)
        return f"{first} ({second})" if second else first

    @property
    def told(self) -> str:
        """The value with its change: '267 of 315 (84.8 %) (-1.3 points)'."""
        return f"{self.value} ({self.change})" if self.change else self.value

    @property
    def note(self) -> str:
        """What stands below its main part: '267 of 315', '95 % confidence: 82.4-86.9 %'."""
        return f"95 % confidence: {self.interval}" if self.interval else self.part


_SHARES = ("indexable", "clusters_complete")
"Key figures that are good at 100 %."
_LOW = 0.8
"From this share on, a figure is low, and below it bad."


def is_whole(run: RunRecord) -> bool:
    """Whether nothing was left out."""
    return run.complete and not run.limit_reached and run.selected is None


def read_figures(store: Store) -> Figures:
    """Read the key figures.

    Args:
        store: with the views ``clusters`` and ``ledger``, and those of the reports.
    """
    (row,) = store.rows(step("report/figures"))
    names = [each.name for each in fields(Figures)]
    return Figures(**{name: int(figure or 0) for name, figure in zip(names, row, strict=True)})


def read_selected(store: Store, run: RunRecord) -> Selected | None:
    """Read which URLs were chosen; None if the options left none of them out.

    Args:
        store: as in :func:`read_figures`, with the tables ``left_out`` and ``sampled``.
        run: the run record.
    """
    if not (run.since or run.options.get("sample")):
        return None
    ((urls, of, sampled, weight, squares, indexable, with_error),) = store.rows(
        step("report/selected")
    )
    if urls == of:
        return None
    return Selected(
        urls=urls,
        of=of,
        since=run.since,
        sampled=sampled,
        size=weight**2 / squares if weight else 0.0,
        indexable=indexable,
        urls_with_error=with_error,
    )


def title(run: RunRecord, given: str | None = None) -> str:
    """Return the title of a report, such as 'Sitemap audit of SITE (sample of 9 of 99 URLs)'.

    Args:
        given: in place of 'Sitemap audit of SITE'.
    """
    noun = "Changes" if run.is_comparison else "Sitemap audit"
    return (given or f"{noun} of {words.named_sites(run)}") + run.qualifier


def key_figures(run: RunRecord) -> list[KeyFigure]:
    """The key figures of a run record, with their change since the audit before."""
    assert run.figures is not None
    told = _told(asdict(run.figures), run.previous.figures if run.previous else None)
    place, chosen = words.listed_in(run), run.selected
    figures = [
        each._replace(
            label=each.label.replace(words.IN_SITEMAPS, place),
            meaning=each.meaning.replace(words.IN_SITEMAPS, place),
        )
        for each in told
    ]
    if chosen:
        figures = [_of_part(each, chosen) for each in figures if each.name != "clusters_complete"]
    is_part = not is_whole(run)
    figures = [each._replace(kind=_kind(each, is_part=is_part)) for each in figures]
    return [_without_share(each) if is_part else each for each in figures]


def _kind(figure: KeyFigure, *, is_part: bool) -> str:
    if figure.name == "urls_with_error":
        return "error" if figure.number else "plain"
    if figure.name == "not_checked":
        return "unchecked" if figure.number else "plain"
    if figure.name not in _SHARES:
        return "plain"
    if figure.share is None:
        return "unchecked"
    if figure.share == 1:
        return "plain" if is_part else "good"
    return "low" if figure.share >= _LOW else "error"


def _without_share(figure: KeyFigure) -> KeyFigure:
    """Return a figure of a part: only of a sample is the share that of the whole."""
    if figure.interval:
        return figure
    return figure._replace(main=figure.part or figure.main, part="", share=None)


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
        return figure._replace(main="-", part="", share=None)
    low, high = (100 * bound for bound in wilson(share, chosen.size))
    interval = f"{low:.1f}-{high:.1f} %"
    return figure._replace(
        share=share,
        main=words.per_cent(share),
        part="",
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


def _told(now: Mapping[str, int], before: Mapping[str, int] | None) -> Iterator[KeyFigure]:
    for name, (label, whole, meaning) in _LABELS.items():
        if whole == "clusters" and not now["clusters"]:
            continue
        main, part, share = f"{now[name]:,}", "", None
        if whole is None:
            change = _change(now, before, name)
        else:
            main, change = f"{main} of {now[whole]:,}", _change_of_share(now, before, name, whole)
            if now[whole]:
                share = now[name] / now[whole]
                main, part = words.per_cent(share), main
        yield KeyFigure(name, label, now[name], share, main, part, change, meaning)


_LABELS = {
    "urls_in_sitemaps": ("URLs in sitemaps", None, "Distinct URLs in sitemaps."),
    "indexable": (
        "Indexable",
        "checked",
        "Of the URLs checked: status 200, no noindex, not blocked by robots.txt, canonical to"
        " itself or without a canonical.",
    ),
    "urls_with_error": (
        "URLs with errors",
        None,
        "URLs in sitemaps with at least one error that is no consequence of another finding.",
    ),
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
