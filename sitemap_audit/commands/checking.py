"""``check``, ``report`` and ``compare``: the commands that judge a stored audit again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sitemap_audit.arguments import (
    AUDITS,
    CHECK_OPTIONS,
    CONFIG,
    FOLDER,
    IMPORT_OPTIONS,
    QUIET,
    REPORT_OPTIONS,
    Command,
    flags,
)
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.commands.again import stored_options
from sitemap_audit.commands.audit_folders import audit_place, output_place, read_place
from sitemap_audit.commands.ending import end, show_progress
from sitemap_audit.errors import UsageError
from sitemap_audit.options.kinds import is_url
from sitemap_audit.options.option_sources import not_applied, read_again, read_options, record_again

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


SELECTED = "selected"
"Subfolder of an audit for the reports of a subset of its checks."


@click.command(
    cls=Command,
    params=[FOLDER, *flags(*IMPORT_OPTIONS, *CHECK_OPTIONS, *REPORT_OPTIONS), CONFIG, QUIET],
)
def check(folder: Path | str, config: Path | None, *, quiet: bool, **given: Any) -> int:
    """Run the checks again, without crawling, and rebuild the reports.

    Uses the original options, unless overridden. With fewer checks than the audit, the reports go
    to DIR/selected, and the original reports stay.
    """
    from sitemap_audit.analysis.comparison.previous import pinned_audit
    from sitemap_audit.analysis.selection import is_subset
    from sitemap_audit.crawl.requirements import check_search_engines
    from sitemap_audit.evaluation import process
    from sitemap_audit.evaluation.named_imports import told_of
    from sitemap_audit.evaluation.opening import mark_lost_parts, open_audit
    from sitemap_audit.reports.output import check_output
    from sitemap_audit.search_engines.property_reading import without_reading

    place = audit_place(folder, leaves_parts=given["cluster"] is not None)
    run = open_audit(place.folder)
    if sentence := mark_lost_parts(place, run):
        return end(place, read_again(run.options, given, config), sentence)
    options, whole = stored_options(run, given, config), read_again(run.options, {})
    check_output(options)
    check_search_engines(options, [] if run.is_of_list else run.sites)
    if given["baseline"] and options.baseline:
        pinned_audit(options.baseline)
    show_progress("running the checks, writing the reports", is_quiet=quiet)
    has_own_checks = bool(not_applied(run, options, ["checks"]))
    run = without_reading(run, options)
    run = replace(run, options=record_again(run.options, options, given))
    known = run.imports
    ran = [each.check for each in run.checks.results] if run.checks else []
    if not (has_own_checks or is_subset(options, whole, ran)):
        judged = process.analyse_in_process(place, run, options)
        return end(place, options, judged.summary, imported=told_of(judged.run, known))
    run = replace(run, part_of=str(place))
    selected = place / SELECTED
    judged = process.analyse_in_process(place, run, options, selected)
    told = told_of(judged.run, known)
    return end(selected, options, judged.summary, of=place, imported=told)


@click.command(
    cls=Command,
    params=[
        FOLDER,
        *flags("checks", "memory", "cluster", *REPORT_OPTIONS, "publish", "google_credentials"),
        QUIET,
    ],
)
def report(folder: Path | str, *, quiet: bool, **given: Any) -> int:
    """Rebuild the reports; with --format, write only that; with --publish, publish them."""
    # What is published is the whole folder.
    leaves_parts = given["cluster"] is not None and given["publish"] is None
    return report_again(audit_place(folder, leaves_parts=leaves_parts), given, is_quiet=quiet)


def report_again(place: AuditPlace, given: Mapping[str, Any], *, is_quiet: bool) -> int:
    """Rebuild the reports of an audit, or write its format; return the exit status.

    Args:
        given: changed options by name.
    """
    from sitemap_audit.delivery import delivering
    from sitemap_audit.evaluation import report_writing
    from sitemap_audit.evaluation.opening import mark_lost_parts, open_audit
    from sitemap_audit.reports.output import check_output

    run = open_audit(place.folder)
    if sentence := mark_lost_parts(place, run, with_results=True):
        return end(place, read_again(run.options, {}), sentence)
    undelivered = {"publish": None, "notify": ()}
    options = stored_options(replace(run, options={**run.options, **undelivered}), given)
    delivering.read_delivery(options)
    check_output(options)
    show_progress("writing the reports", is_quiet=is_quiet)
    summary = report_writing.report(place, run, options)
    return end(place, options, summary, delivering.deliver(place, run, options))


@click.command(
    cls=Command, params=[AUDITS, *flags("output", *CHECK_OPTIONS, *REPORT_OPTIONS), CONFIG, QUIET]
)
@click.option(
    "--base",
    metavar="last|first|DIR",
    default="last",
    help="Audit to compare that of a site with: the one before, the first one, or a folder.",
)
@click.option(
    "--map",
    "pairs",
    metavar="OLD=NEW",
    multiple=True,
    help="Origin of the old audit and the one that stands for it in the new one, such as"
    " https://staging.example.com=https://www.example.com. Repeatable.",
)
def compare(
    audits: Sequence[str],
    base: str,
    pairs: Sequence[str],
    config: Path | None,
    *,
    quiet: bool,
    **given: Any,
) -> int:
    """Compare two audits: OLD NEW, or the last two of a SITE.

    The reports go to NEW/compared-with-OLD, and the reports of NEW stay.
    """
    from sitemap_audit.analysis.comparison import chosen_audits
    from sitemap_audit.evaluation import evaluator
    from sitemap_audit.evaluation.opening import mark_lost_parts, open_audit
    from sitemap_audit.reports.output import check_output

    origins = chosen_audits.read_origins(pairs)
    output = read_options(given, config)[0].output
    local_base = read_place(base) if is_url(base) else base
    chosen, local_output = _local(audits, output)
    place, previous = chosen_audits.choose_audits(chosen, local_base, local_output)
    if not origins:
        chosen_audits.refuse_other_site(place, previous)
    run = open_audit(place.folder)
    options = stored_options(run, given, config)
    check_output(options)
    if sentence := mark_lost_parts(place, run, with_results=True):
        return end(place, options, sentence)
    run = replace(run, is_comparison=True)
    into = place / f"compared-with-{previous.folder.name}"
    show_progress("comparing, writing the reports", is_quiet=quiet)
    summary = evaluator.compare(place, run, options, previous, into, origins)
    return end(into, options, summary, of=place)


def _local(audits: Sequence[str], output: Path | str) -> tuple[list[AuditPlace | str], AuditPlace]:
    """Return the audits to compare, and the folder of the audits; copies of those on a store.

    The last audit is written to.
    """
    copies = AuditPlace(Path(output))
    if len(audits) == 1 and is_url(output):
        from sitemap_audit.analysis.comparison import chosen_audits

        copies = output_place(output)
        last = chosen_audits.last_complete(audits[0], copies)
        audits = [last.url or audits[0]]
    if is_url(audits[0]) and audits[1:] == audits[:1]:
        raise UsageError(f"{audits[0]} and {audits[1]} are the same audit. Give two.")
    if len(audits) == 1 and not is_url(audits[0]):
        return [*audits], copies  # a folder, or a site: its URL is no path
    *earlier, last_one = (each if is_url(each) else Path(each) for each in audits)
    return [*map(read_place, earlier), audit_place(last_one)], copies
