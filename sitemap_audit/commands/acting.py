"""``fix`` and ``submit``: the commands that correct sitemaps, and submit these and URLs."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from sitemap_audit.arguments import CONFIG, ENGINE_KEYS, FOLDER, AuditPlace, Command, flags
from sitemap_audit.commands.again import stored_options
from sitemap_audit.commands.audit_folders import audit_place, refuse_url
from sitemap_audit.commands.ending import COMPLETE, INCOMPLETE
from sitemap_audit.standard_output import show_plainly


@click.command(cls=Command, params=[FOLDER])
@click.option(
    "-o",
    "--output",
    type=AuditPlace(),
    metavar="FOLDER",
    help="New folder for the sitemaps. [default: DIR/fixed]",
)
@click.option(
    "--only",
    metavar="CHECK,…",
    help="Correct the findings of these checks only, such as entry/lastmod-invalid.",
)
@click.option(
    "--add-missing",
    is_flag=True,
    help="Add indexable pages that no sitemap lists, as the audit found them (--crawl).",
)
@click.option("--force", is_flag=True, help="Remove or add over 20 % of the entries, too.")
@click.option("--dry-run", is_flag=True, help="Print the differences, and write nothing.")
def fix(
    folder: Path | str,
    output: Path | str | None,
    only: str | None,
    *,
    add_missing: bool,
    force: bool,
    dry_run: bool,
) -> int:
    """Write corrected sitemaps of a stored audit.

    Each sitemap goes to FOLDER/HOST/PATH. What was not checked stays as it is.
    """
    from sitemap_audit.actions import fix as fixing

    refuse_url(output, "fix --output")
    into = Path(output) if output else None
    wanted = fixing.Fixing(audit_place(folder), into, only, force, dry_run, add_missing)
    fixing.fix(wanted, partial(show_plainly, folds=not dry_run))
    return COMPLETE


@click.command(
    cls=Command,
    params=[
        FOLDER,
        *flags("baseline", "max_wait", "memory", "google_credentials"),
        ENGINE_KEYS,
        CONFIG,
    ],
)
@click.option(
    "--to",
    "engines",
    metavar="ENGINE,…",
    help="google, bing, yandex, baidu, indexnow. [default: those that have credentials]",
)
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
    folder: Path | str,
    config: Path | None,
    engines: str | None,
    engine_keys: Path | None,
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
    """Submit to search engines what changed: sitemaps, and URLs to IndexNow and Baidu.

    Prints also the Sitemap lines that robots.txt lacks. Exit status 3: not everything was accepted.
    """
    from sitemap_audit.evaluation.opening import open_audit
    from sitemap_audit.search_engines.engine_keys import read_keys
    from sitemap_audit.submission import indexnow
    from sitemap_audit.submission.submit import Submitter
    from sitemap_audit.submission.submit_task import Wanted, read_engines

    refuse_url(folder, "submit")
    folder = Path(folder)
    wanted = Wanted(
        engines=read_engines(engines) if engines is not None else (),
        keys=read_keys(engine_keys),
        key=indexnow.read_key(key) if key else None,
        key_location=indexnow.read_url(key_location, "--key-location") if key_location else None,
        endpoint=indexnow.read_url(endpoint, "--endpoint"),
        baseline=Path(given["baseline"]) if given["baseline"] else None,
        is_sent=yes,
        lists_all=lists_all,
        is_forced=force,
        resends=resend,
        flags=_given_flags(),
    )
    run = open_audit(folder)
    options = stored_options(run, given, config)
    submitter = Submitter(folder, run, options, wanted, show_plainly)
    if new_key:
        submitter.make_key()
        return COMPLETE
    return COMPLETE if submitter.submit() else INCOMPLETE


def _given_flags() -> dict[str, str | None]:
    """Return the flags of the command line but --yes, --list and --new-key, with their values."""
    context = click.get_current_context()
    return {
        option.opts[-1]: None if option.is_flag else str(context.params[name])
        for option in context.command.params
        if isinstance(option, click.Option)
        and (name := option.name or "") not in ("yes", "lists_all", "new_key")
        and context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
