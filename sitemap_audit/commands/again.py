"""Read the options of a stored audit for a command, and say which of them do not apply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.options.option_sources import not_applied, read_again, told_not_applied
from sitemap_audit.standard_output import complain

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sitemap_audit.options import Options
    from sitemap_audit.run_record import RunRecord


def stored_options(run: RunRecord, given: Mapping[str, Any], config: Path | None = None) -> Options:
    """Return the options of a stored audit with those that a command was given.

    Args:
        run: the run record.
        given: all options that the command takes, by name; None or () if not set.
        config: TOML file of options.

    Raises:
        UsageError: an option is invalid.
    """
    options = read_again(run.options, given, config)
    if sentence := told_not_applied(not_applied(run, options, given)):
        complain(sentence)
    return options
