"""``lookup``, ``open``, ``history``, ``checks`` and ``explain``: the commands that show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sitemap_audit.arguments import ANY_FOLDER, CONFIG, FOLDER_AND_URL, SITE, Command, flags
from sitemap_audit.commands.audit_folders import output_place, read_place, refuse_url
from sitemap_audit.commands.ending import COMPLETE, FOUND
from sitemap_audit.errors import UsageError
from sitemap_audit.options.kinds import is_url
from sitemap_audit.options.option_sources import read_options
from sitemap_audit.standard_output import complain, screen, show, show_plainly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.audit_place import AuditPlace


@click.command(cls=Command, params=[FOLDER_AND_URL, *flags("output", "checks"), CONFIG])
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def lookup(
    folder_and_url: Sequence[str], config: Path | None, *, as_json: bool, **given: Any
) -> int:
    """Print everything about one URL, from a stored audit.

    Exit status 1: the URL is not in the audit.
    """
    from sitemap_audit.evaluation.url_lookup import url_report

    *folders, url = folder_and_url
    if len(folders) > 1:
        raise UsageError("Give one URL, and before it the folder of one audit, or none.")
    options, _ = read_options(given, config)
    place = read_place(folders[0]) if folders else _last_audit(options.output, url)
    is_found, text = url_report(place, url, options.checks, as_json=as_json)
    show_plainly(text, folds=not as_json)
    return COMPLETE if is_found else FOUND


def _last_audit(output: Path | str, url: str) -> AuditPlace:
    """Return the place of the last audit of a URL's site; of one on a store a copy of its data.

    Raises:
        UsageError: there is none.
    """
    from sitemap_audit.parsing.urls import origin, read_link
    from sitemap_audit.storage.audits import audits_of
    from sitemap_audit.storage.run_file import RUN_FILE, last_audit
    from sitemap_audit.storage.temporary_copies import bring, bring_records

    place = output_place(output)
    link = read_link(url if "://" in url else f"https://{url}").url
    if link is None or url.startswith("/"):
        bring_records(place, f"*/*/{RUN_FILE}")
        audit = place.at(last_audit(place.folder))
    else:
        audit = audits_of(origin(link), place)[-1].place
    bring(audit)
    return audit


@click.command("open", cls=Command, params=[ANY_FOLDER, *flags("output"), CONFIG])
def open_report(folder: Path | str | None, config: Path | None, **given: Any) -> int:
    """Show the report of an audit in the browser."""
    from sitemap_audit.reports import open_report
    from sitemap_audit.storage.run_file import last_audit

    options, _ = read_options(given, config)
    refuse_url(folder or options.output, "open")
    report = open_report.find_report(Path(folder or last_audit(Path(options.output))))
    show_plainly(str(report), folds=False)  # first: some browsers return only when they are closed
    if why_not := open_report.show(report):
        complain(why_not)
    return COMPLETE


@click.command(cls=Command, params=[SITE, *flags("output"), CONFIG])
def history(site: str, config: Path | None, **given: Any) -> int:
    """Print a line for each audit of a site, and the links of its Google Sheets."""
    from sitemap_audit.report.history import line_of, text
    from sitemap_audit.storage.audits import audits_of

    options, _ = read_options(given, config)
    output = options.output
    if is_url(site):
        output, _, site = site.rstrip("/").rpartition("/")
    audits = audits_of(site, output_place(output))
    show_plainly(text([line_of(audit.place.folder.name, audit.record) for audit in audits]))
    published = [audit.record.published for audit in audits]
    for link in dict.fromkeys(each.link for each in published if each and each.link):
        show_plainly(f"Google Sheet: {link}", folds=False)
    return COMPLETE


@click.command(cls=Command, params=flags("checks"))
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON.")
def checks(*, as_json: bool, **given: Any) -> int:
    """List the checks."""
    from sitemap_audit.analysis.catalogue import catalogue, manuals

    options, _ = read_options(given)
    known = catalogue.load_checks([Path(folder) for folder in options.checks])
    if as_json:
        show_plainly(json.dumps([manuals.facts(each) for each in known], indent=2), folds=False)
    elif screen().is_terminal:
        show(manuals.table(known))
    else:
        show_plainly("\n".join(manuals.lines(known)))
    return COMPLETE


@click.command(cls=Command, params=flags("checks"))
@click.argument(
    "name",
    nargs=-1,
    help="A check by its name, title or name in another tool: hreflang/missing-return-link,"
    " 'Non-200 hreflang URLs'. Or a diagnosis by its name: hreflang-codes.",
)
@click.option("--columns", metavar="TABLE", help="Explain the columns of a CSV: findings, pages…")
def explain(name: Sequence[str], *, columns: str | None, **given: Any) -> int:
    """Print the manual of a check or diagnosis, or explain the columns of a CSV.

    If several checks have the name, they are listed.
    """
    from sitemap_audit.analysis.catalogue import catalogue, diagnosisfile, lookup, manuals

    if bool(name) == bool(columns):
        raise UsageError("Give either a check or --columns. See sitemap-audit explain --help.")
    if columns:
        return _explain_columns(columns)
    diagnoses = {each.name: each for each in diagnosisfile.load_diagnoses()}
    if len(name) == 1 and name[0] in diagnoses:
        show(manuals.diagnosis_manual(diagnoses[name[0]]), crop=False)
        return COMPLETE
    options, _ = read_options(given)
    known = catalogue.load_checks([Path(folder) for folder in options.checks])
    found = lookup.find(known, " ".join(name))
    if len(found) == 1:
        show(manuals.manual(found[0]), crop=False)
    else:
        show_plainly("\n".join(manuals.lines(found)))
        show_plainly(f"To read a manual: sitemap-audit explain {found[0].name}")
    return COMPLETE


def _explain_columns(table: str) -> int:
    from sitemap_audit.analysis.catalogue import column_docs, manuals

    columns = column_docs.columns_of(column_docs.find_table(table))
    if screen().is_terminal:
        show(manuals.column_list(columns))
    else:
        show_plainly("\n".join(manuals.column_lines(columns)))
    return COMPLETE
