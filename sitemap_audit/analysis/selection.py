"""Select the checks of an audit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue import catalogue
from sitemap_audit.errors import UsageError
from sitemap_audit.options import Options

if TYPE_CHECKING:
    from collections.abc import Collection

    from sitemap_audit.analysis.catalogue.checkfile import Check

_CHOOSING = ("checks", "select", "ignore", "engines", "pedantic", "parameters")
"The options that select checks."


def choose(options: Options) -> list[Check]:
    """Select the checks by the options.

    Raises:
        CatalogueError: a check or parameter does not exist, or a check cannot be read.
    """
    return catalogue.select(
        catalogue.with_parameters(known_checks(options), options.parameters),
        select=options.select,
        ignore=options.ignore,
        engines=options.engines,
        pedantic=options.pedantic,
    )


def selected_earlier(options: Options, names: Collection[str]) -> list[Check]:
    """Select the checks that an earlier run of the audit ran.

    Args:
        names: of these checks.

    Raises:
        CatalogueError: a parameter does not exist, or a check cannot be read.
    """
    known = catalogue.with_parameters(known_checks(options), options.parameters)
    return [check for check in known if check.name in names]


def is_subset(options: Options, whole: Options, ran: Collection[str]) -> bool:
    """Return whether options select fewer checks than those of the audit.

    Args:
        ran: the checks that the audit ran, used if its own checks no longer exist.

    Raises:
        CatalogueError: a check or parameter does not exist, or a check cannot be read.
    """
    if all(getattr(options, name) == getattr(whole, name) for name in _CHOOSING):
        return False
    try:
        of_audit = {check.name for check in choose(whole)}
    except UsageError:
        of_audit = set(ran)
    return not of_audit <= {check.name for check in choose(options)}


def count_known(options: Options) -> int | None:
    """Return the number of all checks if the options leave out a default check; else None."""
    known = known_checks(options)
    by_default = {check.name for check in catalogue.select(known, engines=Options().engines)}
    selected = {check.name for check in choose(options)}
    return None if by_default <= selected else len(known)


def known_checks(options: Options) -> list[Check]:
    """Return all checks: the program's, and those of the user's folders."""
    return catalogue.load_checks([Path(folder) for folder in options.checks])
