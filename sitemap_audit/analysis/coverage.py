"""Count the rows that checks look at and those that could not be checked, with the reasons.

Checks over the same view are counted by one query: an engine on several machines takes some time
for each, however small.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.analysis.catalogue.checkfile import names_of_parameters
from sitemap_audit.analysis.views import unread_of
from sitemap_audit.steps import step
from sitemap_audit.storage.counting import count_lacking, count_where

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sitemap_audit.analysis.catalogue.checkfile import Check, Parameter
    from sitemap_audit.analysis.catalogue.viewfile import Unread
    from sitemap_audit.storage import Store

    _Rows = tuple[int, int, Counter[str]]
    "Rows looked at, those that could not be checked, and why."

_WHY = "unknown_reason"
"The column of a view that says why nothing is known of a row."


class Coverage(NamedTuple):
    """What a check could look at."""

    looked_at: int
    unknown: int
    "Rows that could not be checked."
    reasons: str | None
    "Why, most first, each with its number; None where no row says."


class Counts:
    """The coverage of checks; rows that several checks look at are counted once."""

    def __init__(self, empty: Collection[str], lacking: Collection[str] = ()) -> None:
        """Begin to count.

        Args:
            empty: tables without rows, of which nothing is counted.
            lacking: tables that lack what the API of a search engine did not return.
        """
        self._empty, self._lacking = empty, frozenset(lacking)
        self._rows: dict[tuple[object, ...], _Rows] = {}
        self._unread: dict[str, tuple[Counter[str], bool]] = {}
        self._listed_pages: int | None = None

    def count_view(self, store: Store, checks: Sequence[Check], *, is_last: bool = True) -> None:
        """Count the rows of checks over one view at once.

        An error is that of one of the checks: each is counted alone then.

        Args:
            is_last: on the last attempt; before, a memory error is raised.
        """
        from sitemap_audit.storage.duckdb import MEMORY_ERRORS, WRITE_ERRORS

        alike = {_key(check): check for check in checks if not _used(check, _conditions(check))}
        if not alike or checks[0].over in self._empty:
            return
        try:
            counted = _count(store, checks[0].over, alike.values(), {})
        except WRITE_ERRORS:
            raise
        except Exception as error:
            if isinstance(error, MEMORY_ERRORS) and not is_last:
                raise
            return
        self._rows.update(zip(alike, counted, strict=True))

    def of(self, store: Store, check: Check) -> Coverage:
        """Return the coverage of a check."""
        if check.over in self._empty:
            self._rows[_key(check)] = 0, 0, Counter()
        if (key := _key(check)) not in self._rows:
            used = _used(check, _conditions(check))
            (self._rows[key],) = _count(store, check.over, [check], used)
        looked_at, unknown, why = self._rows[key]
        if kind := unread_of(check.over):
            if check.over not in self._unread:
                if self._listed_pages is None:
                    self._listed_pages = store.count("listed_pages")
                self._unread[check.over] = _unread(store, check.over, kind, self._listed_pages)
            unread, is_all = self._unread[check.over]
            if looked_at or is_all:  # else it applies to none of the pages that were read
                looked_at, unknown = looked_at + unread.total(), unknown + unread.total()
                why = why + unread
        if not self._lacking.isdisjoint(check.needs):  # another engine's list may have been read
            looked_at, unknown = looked_at + 1, unknown + 1
            why = why + Counter({"api-not-read": 1})
        told = sorted(why.items(), key=lambda item: (-item[1], item[0]))
        return Coverage(looked_at, unknown, ", ".join(f"{each} {n}" for each, n in told) or None)


def _conditions(check: Check) -> str:
    return f"{check.when} {check.unknown}"


def _used(check: Check, sql: str) -> dict[str, Parameter]:
    return {name: check.parameters[name] for name in names_of_parameters(sql)}


def _key(check: Check) -> tuple[object, ...]:
    """What checks have in common that look at the same rows."""
    used = _used(check, _conditions(check))
    return check.over, check.when, check.unknown, *used.items()


def _count(
    store: Store, view: str, checks: Iterable[Check], parameters: Mapping[str, Parameter]
) -> list[_Rows]:
    """Count the rows of each check over a view, by one query."""
    conditions, where = [(check.when, check.unknown) for check in checks], "TRUE"
    if len(conditions) == 1:  # its second condition may only hold for rows of the first one
        where = conditions[0][0]
        conditions = [("TRUE", conditions[0][1])]
    looked_at, unknown = [0] * len(conditions), [0] * len(conditions)
    reasons: list[Counter[str]] = [Counter() for _ in conditions]
    for reason, *counts in count_where(store, view, conditions, _WHY, where, parameters):
        for place in range(len(conditions)):
            looked_at[place] += counts[2 * place]
            unknown[place] += counts[2 * place + 1]
            if reason is not None and counts[2 * place + 1]:
                reasons[place][reason] = counts[2 * place + 1]
    return list(zip(looked_at, unknown, reasons, strict=True))


def _unread(store: Store, view: str, kind: Unread, listed_pages: int) -> tuple[Counter[str], bool]:
    """Return why listed pages missing from a view were not checked; and if none was read at all.

    They have no row there, as what they say is not known, and could not be judged.
    """
    unread = Counter(count_lacking(store, step(f"coverage/{kind}"), view, "url_key", _WHY))
    return unread, unread.total() == listed_pages
