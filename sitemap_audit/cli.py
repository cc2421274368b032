"""The command ``sitemap-audit``: each subcommand is a function that returns its exit status.

A subcommand imports its modules when it runs, so that the help is fast.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from sitemap_audit import __version__
from sitemap_audit.arguments import (
    ANY_FOLDER,
    AUDITS,
    CONFIG,
    FOLDER,
    FOLDER_AND_URL,
    QUIET,
    SITE,
    SITES,
    AuditByDefault,
    flags,
    wrong_usage,
)
from sitemap_audit.completion import INSTALL_COMPLETION
from sitemap_audit.errors import AlreadyCompleteError, AuditError, UsageError
from sitemap_audit.machine.hangup import end_on_hangup
from sitemap_audit.options.kinds import SEVERITIES
from sitemap_audit.options.sources import read_again, read_options
from sitemap_audit.standard_output import (
    complain,
    finish_output,
    prepare_output,
    screen,
    show,
    show_file,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from sitemap_audit.options import Options
    from sitemap_audit.spiders.run import AuditRun

COMPLETE, FOUND, WRONG_USAGE, INCOMPLETE, UNPUBLISHED = 0, 1, 2, 3, 4
SELECTED = "selected"
"Subfolder of an audit for the reports of a subset of its checks."
STOPPED = 130
"Exit status of a command that Ctrl-C ended, as in shells."


@click.group(
    cls=AuditByDefault,
    params=[INSTALL_COMPLETION],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 130},
    epilog="Exit status: 0 complete; 1 findings at or above --fail-on; 2 wrong usage, or no site"
    " can be reached; 3 not complete; 4 --publish failed; 130 stopped before anything was fetched.",
)
@click.version_option(__version__, prog_name="sitemap-audit", message="%(prog)s %(version)s")
def command_line() -> None:
    """Audit sitemaps: robots.txt, every sitemap, every URL in them, hreflang and canonicals.

    \b
    sitemap-audit demo                                     a demo site with faults
    sitemap-audit https://www.example.com                  a site
    sitemap-audit https://www.example.com --max-urls 500   a part of a big site
    sitemap-audit audit --help                             all options
    """


CHECK_OPTIONS = (
    *("select", "ignore", "engines", "pedantic", "checks", "set"),
    *("fail_on", "budget", "ignore_file", "compare", "baseline", "memory"),
)
REPORT_OPTIONS = ("report_title", "report_logo", "redact_parameters", "format", "output_file")
DELIVERY_OPTIONS = ("publish", "notify", "notify_on", "mail_server", "mail_from")


@command_line.command(params=[SITES, *flags(), CONFIG, QUIET])
def audit(sites: Sequence[str], config: Path | None, *, quiet: bool, **given: Any) -> int:
    """Audit sites by their sitemaps (the default command).

    Options can also stand in a TOML file (max_urls = 100) or in environment variables
    (SITEMAP_AUDIT_MAX_URLS=100), which override the file.
    """
    from sitemap_audit.delivery.receivers import refuse_in_command
    from sitemap_audit.spiders.inputs import read_inputs
    from sitemap_audit.spiders.preparing import begin_audit

    refuse_in_command(given["notify"])
    options, sites_in_file = read_options(given, config)
    run = begin_audit(options, read_inputs(sites or sites_in_file, options))
    return _run(run, is_quiet=quiet)


@command_line.command(
    params=[FOLDER, *flags("max_wait", *REPORT_OPTIONS, *DELIVERY_OPTIONS), QUIET]
)
def resume(folder: Path, *, quiet: bool, **given: Any) -> int:
    """Continue an audit that was stopped."""
    from sitemap_audit.delivery.receivers import refuse_in_command
    from sitemap_audit.spiders.resume import resume

    refuse_in_command(given["notify"])
    try:
        run = resume(folder, given)
    except AlreadyCompleteError as error:
        _show_plainly(str(error))
        return COMPLETE
    return _run(run, is_quiet=quiet)


@command_line.command(params=[FOLDER, *flags(*CHECK_OPTIONS, *REPORT_OPTIONS), CONFIG, QUIET])
def check(folder: Path, config: Path | None, *, quiet: bool, **given: Any) -> int:
    """Run the checks again, without crawling, and rebuild the reports.

    Uses the original options, unless overridden. With fewer checks than the audit, the reports go
    to DIR/selected, and the original reports stay.
    """
    from sitemap_audit.analysis.previous import pinned_audit
    from sitemap_audit.analysis.selection import is_subset
    from sitemap_audit.evaluation import process
    from sitemap_audit.evaluation.stored import mark_lost_parts, open_audit
    from sitemap_audit.reporting.formats import check_output

    run = open_audit(folder)
    if sentence := mark_lost_parts(folder, run):
        return _end(folder, read_again(run["options"], given, config), sentence)
    options, whole = read_again(run["options"], given, config), read_again(run["options"], {})
    check_output(options)
    if given["baseline"] and options.baseline:
        pinned_audit(options.baseline)
    _show_progress("running the checks, writing the reports", is_quiet=quiet)
    run["options"] = options.record
    ran = [each["check"] for each in run.get("checks", {}).get("results", ())]
    if not is_subset(options, whole, ran):
        return _end(folder, options, process.analyse_in_process(folder, run, options))
    run["part_of"] = str(folder)
    selected = folder / SELECTED
    summary = process.analyse_in_process(folder, run, options, selected)
    return _end(selected, options, summary, of=folder)


@command_line.command(
    params=[FOLDER, *flags("checks", "memory", *REPORT_OPTIONS, "publish"), QUIET]
)
def report(folder: Path, *, quiet: bool, **given: Any) -> int:
    """Rebuild the reports; with --format, write only that; with --publish, publish them."""
    from sitemap_audit.delivery import delivering
    from sitemap_audit.evaluation import reports
    from sitemap_audit.evaluation.stored import mark_lost_parts, open_audit
    from sitemap_audit.reporting.formats import check_output

    run = open_audit(folder)
    if sentence := mark_lost_parts(folder, run, with_results=True):
        return _end(folder, read_again(run["options"], {}), sentence)
    undelivered = {"publish": None, "notify": ()}
    options = read_again(run["options"] | undelivered, given)
    delivering.read_delivery(options)
    check_output(options)
    _show_progress("writing the reports", is_quiet=quiet)
    summary = reports.report(folder, run, options)
    return _end(folder, options, summary, delivering.deliver(folder, run, options))


@command_line.command(
    params=[AUDITS, *flags("output", *CHECK_OPTIONS, *REPORT_OPTIONS), CONFIG, QUIET]
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
    from sitemap_audit.evaluation import comparing, evaluator
    from sitemap_audit.evaluation.stored import mark_lost_parts, open_audit
    from sitemap_audit.reporting.formats import check_output

    origins = comparing.read_origins(pairs)
    folder, previous = comparing.choose_audits(audits, base, read_options(given, config)[0].output)
    if not origins:
        comparing.refuse_other_site(folder, previous)
    run = open_audit(folder)
    options = read_again(run["options"], given, config)
    check_output(options)
    if sentence := mark_lost_parts(folder, run, with_results=True):
        return _end(folder, options, sentence)
    run["part_of"] = str(folder)
    into = folder / f"compared-with-{previous.folder.name}"
    _show_progress("comparing, writing the reports", is_quiet=quiet)
    summary = evaluator.compare(folder, run, options, previous, into, origins)
    return _end(into, options, summary, of=folder)


@command_line.command(params=[FOLDER])
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="New folder for the sitemaps. [default: DIR/fixed]",
)
@click.option(
    "--only",
    metavar="CHECK,…",
    help="Correct the findings of these checks only, such as entry/lastmod-invalid.",
)
@click.option("--force", is_flag=True, help="Remove over 20 % of the entries of a file, too.")
@click.option("--dry-run", is_flag=True, help="Print the differences, and write nothing.")
def fix(folder: Path, output: Path | None, only: str | None, *, force: bool, dry_run: bool) -> int:
    """Write corrected sitemaps of a stored audit.

    Each sitemap goes to FOLDER/HOST/PATH. What was not checked stays as it is.
    """
    from sitemap_audit.actions import fix as fixing

    fixing.fix(fixing.Fixing(folder, output, only, force, dry_run), _show_plainly)
    return COMPLETE


@command_line.command(params=[FOLDER, *flags("baseline", "max_wait", "memory"), CONFIG])
@click.option("--yes", is_flag=True, help="Send it. Without it, what would be sent is printed.")
@click.option("--list", "lists_all", is_flag=True, help="Print all URLs, not the first 20.")
@click.option("--new-key", is_flag=True, help="Make a key, and say where to put its file.")
@click.option("--key", metavar="KEY", help="Key whose file is on the server; it is kept.")
@click.option("--key-location", metavar="URL", help="URL of the key file. [default: /KEY.txt]")
@click.option(
    "--endpoint",
    metavar="URL",
    default="https://api.indexnow.org/indexnow",
    show_default=True,
    help="Where to send it.",
)
@click.option("--resend", is_flag=True, help="Send again what got no response.")
@click.option("--force", is_flag=True, help="Submit a host whose name looks like staging.")
def submit(
    folder: Path,
    config: Path | None,
    *,
    yes: bool,
    lists_all: bool,
    new_key: bool,
    key: str | None,
    key_location: str | None,
    endpoint: str,
    resend: bool,
    force: bool,
    **given: Any,
) -> int:
    """Submit to IndexNow what changed since the last submission.

    Prints also the Sitemap lines that robots.txt lacks. Exit status 3: not everything was accepted.
    """
    from sitemap_audit.evaluation.stored import open_audit
    from sitemap_audit.submission import indexnow
    from sitemap_audit.submission.submit import Submitter, Wanted

    wanted = Wanted(
        key=indexnow.read_key(key) if key else None,
        key_location=indexnow.read_url(key_location, "--key-location") if key_location else None,
        endpoint=indexnow.read_url(endpoint, "--endpoint"),
        baseline=Path(given["baseline"]) if given["baseline"] else None,
        is_sent=yes,
        lists_all=lists_all,
        is_forced=force,
        resends=resend,
    )
    run = open_audit(folder)
    options = read_again(run["options"], given, config)
    submitter = Submitter(folder, run, options, wanted, _show_plainly)
    if new_key:
        submitter.make_key()
        return COMPLETE
    return COMPLETE if submitter.submit() else INCOMPLETE


@command_line.command(params=[FOLDER_AND_URL, *flags("output"), CONFIG])
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def lookup(
    folder_and_url: Sequence[str], config: Path | None, *, as_json: bool, **given: Any
) -> int:
    """Print everything about one URL, from a stored audit.

    Exit status 1: the URL is not in the audit.
    """
    from sitemap_audit.evaluation.url_lookup import url_report
    from sitemap_audit.storage.run_record import last_audit

    *folders, url = folder_and_url
    if len(folders) > 1:
        raise UsageError("Give one URL, and before it the folder of one audit, or none.")
    options, _ = read_options(given, config)
    folder = Path(folders[0]) if folders else last_audit(options.output)
    is_found, text = url_report(folder, url, as_json=as_json)
    _show_plainly(text)
    return COMPLETE if is_found else FOUND


@command_line.command("open", params=[ANY_FOLDER, *flags("output"), CONFIG])
def open_report(folder: Path | None, config: Path | None, **given: Any) -> int:
    """Show the report of an audit in the browser."""
    from sitemap_audit.reporting import browser
    from sitemap_audit.storage.run_record import last_audit

    options, _ = read_options(given, config)
    report = browser.find_report(folder or last_audit(options.output))
    _show_plainly(str(report))  # first: some browsers return only when they are closed
    if why_not := browser.show(report):
        complain(why_not)
    return COMPLETE


@command_line.command(params=[SITE, *flags("output"), CONFIG])
def history(site: str, config: Path | None, **given: Any) -> int:
    """Print a line for each audit of a site."""
    from sitemap_audit.reporting.history import line_of, text
    from sitemap_audit.storage.audits import audits_of

    options, _ = read_options(given, config)
    audits = audits_of(site, options.output)
    _show_plainly(text([line_of(audit.folder.name, audit.record) for audit in audits]))
    return COMPLETE


@command_line.command(params=flags("checks"))
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON.")
def checks(*, as_json: bool, **given: Any) -> int:
    """List the checks."""
    from sitemap_audit.analysis import catalogue, manuals

    options, _ = read_options(given)
    known = catalogue.load_checks([Path(folder) for folder in options.checks])
    if as_json:
        _show_plainly(json.dumps([manuals.facts(each) for each in known], indent=2))
    elif screen().is_terminal:
        show(manuals.table(known))
    else:
        _show_plainly("\n".join(manuals.lines(known)))
    return COMPLETE


@command_line.command(params=flags("checks"))
@click.argument(
    "name",
    nargs=-1,
    help="A check by its name, title or name in another tool: hreflang/missing-return-link,"
    " 'Non-200 hreflang URLs'.",
)
@click.option("--columns", metavar="TABLE", help="Explain the columns of a CSV: findings, pages…")
def explain(name: Sequence[str], *, columns: str | None, **given: Any) -> int:
    """Print the manual of a check, or explain the columns of a CSV.

    If several checks have the name, they are listed.
    """
    from sitemap_audit.analysis import catalogue, lookup, manuals

    if bool(name) == bool(columns):
        raise UsageError("Give either a check or --columns. See sitemap-audit explain --help.")
    if columns:
        return _explain_columns(columns)
    options, _ = read_options(given)
    known = catalogue.load_checks([Path(folder) for folder in options.checks])
    found = lookup.find(known, " ".join(name))
    if len(found) == 1:
        show(manuals.manual(found[0]), crop=False)
    else:
        _show_plainly("\n".join(manuals.lines(found)))
        _show_plainly(f"To read a manual: sitemap-audit explain {found[0].name}")
    return COMPLETE


def _explain_columns(table: str) -> int:
    from sitemap_audit.analysis import column_docs, manuals

    columns = column_docs.columns_of(column_docs.find_table(table))
    if screen().is_terminal:
        show(manuals.column_list(columns))
    else:
        _show_plainly("\n".join(manuals.column_lines(columns)))
    return COMPLETE


@command_line.command(params=[*flags("output"), QUIET])
def demo(*, quiet: bool, **given: Any) -> int:
    """Audit a demo site with faults, served on this machine."""
    from sitemap_audit import demo as demos
    from sitemap_audit.spiders.inputs import read_inputs
    from sitemap_audit.spiders.preparing import begin_audit

    options, _ = read_options(given)
    with demos.serving() as url:
        return _run(begin_audit(options, read_inputs([url])), is_quiet=quiet)


def _run(run: AuditRun, *, is_quiet: bool) -> int:
    """Crawl an audit, run the checks and write the reports."""
    from sitemap_audit.crawl import crawl
    from sitemap_audit.delivery.notices import shortened
    from sitemap_audit.storage.run_record import LOG_FILE

    sites = shortened([target.site for target in run.targets])
    _show_progress(f"Auditing {sites}", is_quiet=is_quiet)
    for sentence in run.notes:
        click.echo(sentence, err=True)
    crawl(run, display="none" if is_quiet else None)
    if run.summary is None:
        raise AuditError(f"The audit could not be finished. See {run.folder}/{LOG_FILE}.")
    return _end(run.folder, run.options, run.summary, run.undelivered)


def _end(
    folder: Path,
    options: Options,
    summary: RenderableType,
    undelivered: Sequence[str] = (),
    of: Path | None = None,
) -> int:
    """Print the summary and failed deliveries; ``of``: the audit if only some checks ran."""
    from sitemap_audit.storage.run_record import read_run

    is_printed = options.prints_format
    is_terminal = screen(stderr=is_printed).is_terminal
    show(summary, stderr=is_printed, soft_wrap=not is_terminal, crop=False)
    if is_printed:
        _print_format(options, folder)
    for sentence in undelivered:
        complain(sentence)
    run = read_run(folder)
    is_unjudged = run["incomplete_because"] == [run.get("not_judged")]
    if not run["complete"] and not is_unjudged:
        text = f"To continue: sitemap-audit resume {shlex.quote(str(of or folder))}"
        _show_plainly(text, stderr=is_printed)
    return exit_status(run, options.fail_on)


def _show_progress(line: str, *, is_quiet: bool) -> None:
    if not is_quiet:
        click.echo(line, err=True)


def _print_format(options: Options, folder: Path) -> None:
    """Print the file that the analysis wrote for standard output, and delete it."""
    from sitemap_audit.reporting.formats import output_path

    path = output_path(options, folder)
    if path.exists():  # not if the checks did not finish
        show_file(path)
        path.unlink()


def _show_plainly(text: str, *, stderr: bool = False) -> None:
    show(text, stderr=stderr, markup=False, highlight=False, soft_wrap=True)


def exit_status(run: dict[str, Any], fail_on: str | None) -> int:
    """Return the exit status of an audit."""
    if not run["complete"]:
        return INCOMPLETE
    if run.get("published") and run["published"]["error"]:
        return UNPUBLISHED
    if run.get("over_budget"):
        return FOUND
    found: dict[str, int] = run["findings"]["by_severity"]
    least = fail_on or ""
    changes = run.get("changes") or {}
    if least.startswith("new-") and changes.get("compared_with"):
        found = changes["new"]  # of a first audit, all are new
    severe = SEVERITIES[: SEVERITIES.index(least.removeprefix("new-")) + 1] if least else ()
    return FOUND if any(found.get(severity) for severity in severe) else COMPLETE


def _exit_at_once(*_: object) -> NoReturn:
    """Exit at once on SIGINT: stored parts are always complete. DuckDB swallows exceptions."""
    click.echo(err=True)
    complain("Stopped. Stored data is kept.")
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(STOPPED)


def main() -> None:
    """Run the command, and print errors as a sentence each."""
    prepare_output()
    signal.signal(signal.SIGINT, _exit_at_once)  # replaced while a crawl or an analysis runs
    end_on_hangup()
    try:
        status = command_line.main(prog_name="sitemap-audit", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        status = WRONG_USAGE
    except click.ClickException as error:
        complain(wrong_usage(error))
        status = WRONG_USAGE
    except AuditError as error:
        complain(str(error))
        status = WRONG_USAGE if isinstance(error, UsageError) else INCOMPLETE
    except OSError as error:
        complain(f"Cannot use {error.filename or 'a file'}: {error.strerror or error}.")
        status = INCOMPLETE
    except Exception:
        traceback.print_exc()
        complain("Internal error. Please report it with the lines above.")
        status = INCOMPLETE
    finish_output()
    sys.exit(status)
