"""``audit``, ``resume`` and ``demo``: the commands that crawl."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sitemap_audit.arguments import (
    CONFIG,
    FOLDER,
    QUIET,
    REPORT_OPTIONS,
    SITES,
    Command,
    flags,
)
from sitemap_audit.commands.audit_folders import audit_place, output_place
from sitemap_audit.commands.checking import report_again
from sitemap_audit.commands.ending import COMPLETE, end, show_progress
from sitemap_audit.errors import AlreadyCompleteError, AuditError
from sitemap_audit.options import CHANGEABLE
from sitemap_audit.options.option_sources import read_options
from sitemap_audit.standard_output import note, show_plainly

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sitemap_audit.crawl.run import AuditRun


@click.command(cls=Command, params=[SITES, *flags(), CONFIG, QUIET])
def audit(sites: Sequence[str], config: Path | None, *, quiet: bool, **given: Any) -> int:
    """Audit sites by their sitemaps (the default command).

    Options can also stand in a TOML file (max_urls = 100) or in environment variables
    (SITEMAP_AUDIT_MAX_URLS=100), which override the file.
    """
    from sitemap_audit.crawl.inputs import read_inputs
    from sitemap_audit.crawl.preparing import begin_audit
    from sitemap_audit.delivery.receivers import refuse_in_command
    from sitemap_audit.storage.working_copy import stored

    refuse_in_command(given["notify"])
    options, sites_in_file = read_options(given, config)
    output = output_place(options.output)
    run = begin_audit(options, read_inputs(sites or sites_in_file, options), output=output)
    with stored(run.place):
        return _run(run, is_quiet=quiet)


@click.command(
    cls=Command,
    params=[FOLDER, *flags(*CHANGEABLE), CONFIG, QUIET],
)
def resume(folder: Path | str, config: Path | None, *, quiet: bool, **given: Any) -> int:
    """Continue an audit that was stopped.

    If it is complete, only --format is written.
    """
    from sitemap_audit.crawl.resume import resume
    from sitemap_audit.delivery.receivers import refuse_in_command

    refuse_in_command(given["notify"])
    place = audit_place(folder, is_crawled=True)
    try:
        run = resume(place, given, config)
    except AlreadyCompleteError as error:
        show_plainly(str(error), stderr=given["format"] is not None)
        if given["format"] is None:
            return COMPLETE
        return report_again(place, {name: given[name] for name in REPORT_OPTIONS}, is_quiet=quiet)
    return _run(run, is_quiet=quiet)


@click.command(cls=Command, params=[*flags("output"), QUIET])
def demo(*, quiet: bool, **given: Any) -> int:
    """Audit a demo site with faults, served on this machine."""
    from sitemap_audit import demo as demos
    from sitemap_audit.crawl.inputs import read_inputs
    from sitemap_audit.crawl.preparing import begin_audit
    from sitemap_audit.storage.working_copy import stored

    options, _ = read_options(given)
    output = output_place(options.output)
    with demos.serving() as url:
        run = begin_audit(options, read_inputs([url]), output=output)
        with stored(run.place):
            return _run(run, is_quiet=quiet)


def _run(run: AuditRun, *, is_quiet: bool) -> int:
    """Crawl an audit, run the checks and write the reports."""
    from sitemap_audit.cluster.driver import crawl_anywhere
    from sitemap_audit.delivery.notices import shortened
    from sitemap_audit.report.escaping import for_screen
    from sitemap_audit.storage.run_file import LOG_FILE

    sites = shortened([target.site for target in run.targets])
    folder = f" (folder {for_screen(run.built.path)})" if run.built else ""
    show_progress(f"Auditing {sites}{folder}", is_quiet=is_quiet)
    for sentence in run.told_ahead:
        note(for_screen(sentence))
    crawl_anywhere(run, display="none" if is_quiet else None)
    if run.conclusion is None:
        raise AuditError(f"The audit could not be finished. See {run.place}/{LOG_FILE}.")
    summary, imported, undelivered = run.conclusion
    return end(run.place, run.options, summary, undelivered, imported=imported)
