"""Which checks ``fix`` corrects, and what the changes of their findings cannot say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue import catalogue, lookup
from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.analysis.catalogue.checkfile import Check, Fix


def corrected_as(fix: Fix) -> str:
    """Return the name of the first check that is corrected in a way."""
    return next(check.name for check in catalogue.load_checks() if check.fix is fix)


def chosen(only: str | None, checks: Sequence[Check], *, adds_missing: bool) -> set[str]:
    """Return the names of the checks to correct.

    Args:
        only: names of checks, separated by commas, as in ``--only``; None for all.
        checks: all checks.
        adds_missing: as ``--add-missing``: also pages that no sitemap lists.

    Raises:
        UsageError: there is no such check, or it does not go with ``--add-missing``.
    """
    if only is None:
        return {check.name for check in checks}
    ranks = {check.name: check.adds for check in checks if check.adds is not None}
    adding = sorted(ranks, key=lambda name: ranks[name])
    wanted: set[str] = set()
    for word in filter(None, (word.strip() for word in only.split(","))):
        found = {check.name for check in lookup.find(catalogue.load_checks(), word)}
        if found <= {*adding} and not adds_missing:
            raise UsageError(
                f"--only {word}: fix adds pages to a sitemap with --add-missing only. Pass it."
            )
        wanted |= found
    if not wanted:
        raise UsageError("--only names no check. Name one, or leave out --only.")
    if adds_missing and not wanted & {*adding}:
        raise UsageError(
            "--only leaves out what --add-missing adds. Name one of"
            f" {', '.join(adding[:-1])} and {adding[-1]} too, or leave out --add-missing."
        )
    return wanted
