"""The checks that an audit is to run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_audit import catalogue

if TYPE_CHECKING:
    from sitemap_audit.checkfile import Check
    from sitemap_audit.options import Options


def choose(options: Options) -> list[Check]:
    """The checks that the options ask for.

    Raises:
        CatalogueError: a name or a parameter that no check has, or a check that cannot be read.
    """
    known = catalogue.load_checks([Path(folder) for folder in options.checks])
    return catalogue.select(
        catalogue.with_parameters(known, options.parameters),
        select=options.select,
        ignore=options.ignore,
        engines=options.engines,
        pedantic=options.pedantic,
    )
