"""The command ``sitemap-audit``: one small function a command."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, Optional

import typer
from rich.console import Console

from sitemap_audit import __version__
from sitemap_audit.config import nearest, read_again, read_options
from sitemap_audit.delivery.notices import shortened
from sitemap_audit.delivery.receivers import refuse_in_command
from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.flags import with_options
from sitemap_audit.machine.lock import take_lock
from sitemap_audit.spiders.inputs import read_given
from sitemap_audit.standard_output import Screen, complain, show, write_any_letter
from sitemap_audit.storage.run_record import LOG_FILE, read_run, stored_run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from sitemap_audit.options import Options
    from sitemap_audit.spiders.run import AuditRun

COMPLETE, FOUND, WRONG_USAGE, INCOMPLETE, UNPUBLISHED = 0, 1, 2, 3, 4
STOPPED = 130
"As shells say of a command that Ctrl-C ended."

_SEVERITY_RANK = {"error": 0, "warning": 1, "notice": 2}


_OF_THE_PROGRAM = ("-h", "--help", "--version")


class AuditByDefault(typer.core.TyperGroup):
    """``sitemap-audit https://…`` is ``sitemap-audit audit https://…``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        first = args[0] if args else None
        if first and first not in self.commands and first not in _OF_THE_PROGRAM:
            looks_like_command = first.isalpha() and not first.startswith("localhost")
            if looks_like_command:
                raise UsageError(
                    f"{first!r} is neither a command nor the address of a site."
                    + (nearest(first, self.commands) or " 'sitemap-audit --help' lists them.")
                )
            args = ["audit", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=AuditByDefault,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Audits a site's sitemaps: every file, every listed URL, every hreflang pair.\n\n"
    "'sitemap-audit https://www.example.com' audits a site; its options are those of"
    " 'sitemap-audit audit --help'. 'sitemap-audit demo' shows what comes out.",
    epilog="Exit status: 0 complete; 1 complete, with findings at or above --fail-on;"
    " 2 wrong usage; 3 not complete; 4 complete, but --publish failed.",
)


Sites = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Argument(
        metavar="SITE...",
        help="Addresses of sites, of sitemaps or of robots.txt files; or sitemaps on disk:"
        " a file, a folder (with --base), or - for a list of URLs on standard input.",
        show_default=False,
    ),
]
Config = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        "--config",
        metavar="FILE",
        help="TOML file of options; without it, sitemap-audit.toml of this folder if there is one.",
    ),
]
Folder = Annotated[
    Path, typer.Argument(metavar="DIR", help="Folder of one audit, such as reports/HOST/TIME.")
]


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"sitemap-audit {__version__}")  # noqa: T201
        raise typer.Exit


@app.callback()
def _main(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    pass


@app.command()
@with_options()
def audit(sites: Sites = None, config: Config = None, **given: Any) -> None:
    """Audit sites by their sitemaps (the command by default)."""
    from sitemap_audit.spiders.preparing import begin_audit

    refuse_in_command(given["notify"])
    options, sites_in_file = read_options(given, config)
    _run(begin_audit(options, read_given(sites or sites_in_file, options.base)))


@app.command()
@with_options(only={"publish", "notify", "notify_on", "mail_server", "mail_from"})
def resume(folder: Folder, **given: Any) -> None:
    """Go on with an audit that was stopped."""
    from sitemap_audit.spiders.resume import resume

    refuse_in_command(given["notify"])
    _run(resume(folder, given))


@app.command()
@with_options(
    only={"select", "ignore", "engines", "pedantic", "checks", "set", "fail_on", "memory"}
)
def check(folder: Folder, config: Config = None, **given: Any) -> None:
    """Check and report a stored audit again, by its own options but for those given."""
    from sitemap_audit.analysis import apart

    run = _kept_from_others(folder)
    options = read_again(run["options"], given, config)
    run["options"] = options.record
    _end(folder, options, apart.analyse_apart(folder, run, options))


def _kept_from_others(folder: Path) -> dict[str, Any]:
    """The record of a stored audit, which nobody else writes until this process has ended."""
    stored_run(folder)
    take_lock(folder)
    return stored_run(folder)


_UNDELIVERED = {"publish": None, "notify": ()}


@app.command()
@with_options(only={"checks", "memory", "publish"})
def report(folder: Folder, **given: Any) -> None:
    """Report a stored audit again; with --publish, publish it."""
    from sitemap_audit.analysis import judging
    from sitemap_audit.delivery import delivering

    run = _kept_from_others(folder)
    options = read_again(run["options"] | _UNDELIVERED, given)
    delivering.read_delivery(options)
    summary = judging.report(folder, run, options)
    _end(folder, options, summary, delivering.deliver(folder, run, options))


@app.command()
@with_options(only={"checks"})
def checks(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print them as JSON.")] = False,
    **given: Any,
) -> None:
    """List the checks."""
    from sitemap_audit.analysis import catalogue, manuals

    options, _ = read_options(given)
    known = catalogue.load_checks([Path(folder) for folder in options.checks])
    if as_json:
        _show_plainly(json.dumps([manuals.facts(each) for each in known], indent=2))
    elif Screen().is_terminal:
        show(manuals.table(known))
    else:
        _show_plainly("\n".join(manuals.lines(known)))


@app.command()
@with_options(only={"checks"})
def explain(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A check, such as hreflang/missing-return-link.")
    ],
    **given: Any,
) -> None:
    """Print the manual of a check."""
    from sitemap_audit.analysis import catalogue, manuals

    options, _ = read_options(given)
    known = catalogue.load_checks([Path(folder) for folder in options.checks])
    for number, each in enumerate(catalogue.select(known, select=[name], pedantic=True)):
        show(manuals.manual(each, is_first=number == 0), crop=False)


@app.command()
@with_options(only={"output"})
def demo(**given: Any) -> None:
    """Audit a faulty site served on this machine."""
    from sitemap_audit import demo as demos
    from sitemap_audit.spiders.preparing import begin_audit

    options, _ = read_options(given)
    with demos.serving() as url:
        _run(begin_audit(options, read_given([url])))


def _run(run: AuditRun) -> None:
    """Crawl, judge and report an audit; then leave with its exit status."""
    from sitemap_audit.crawl import crawl

    console = Console(stderr=True)
    console.print(
        f"Auditing {shortened([target.url for target in run.targets])}",
        highlight=False,
        markup=False,
        soft_wrap=True,
    )
    crawl(run)
    if run.summary is None:
        raise AuditError(f"The audit could not be concluded; {run.folder}/{LOG_FILE} says why.")
    _end(run.folder, run.options, run.summary, run.undelivered)


def _end(
    folder: Path, options: Options, summary: RenderableType, undelivered: Sequence[str] = ()
) -> None:
    """Print the summary, and what did not arrive; leave with the exit status."""
    show(summary, soft_wrap=not Screen().is_terminal)
    for sentence in undelivered:
        complain(sentence)
    run = read_run(folder)
    is_unjudged = run["incomplete_because"] == [run.get("not_judged")]
    if not run["complete"] and not is_unjudged and not _was_misused(run):
        _show_plainly(f"Go on by: sitemap-audit resume {shlex.quote(str(folder))}")
    raise typer.Exit(exit_status(run, options.fail_on))


def _show_plainly(text: str) -> None:
    show(text, markup=False, highlight=False, soft_wrap=True)


def exit_status(run: dict[str, Any], fail_on: str | None) -> int:
    """The command's exit status; with wrong usage a page was given for a sitemap."""
    if _was_misused(run):
        return WRONG_USAGE
    if not run["complete"]:
        return INCOMPLETE
    if run.get("published") and run["published"]["error"]:
        return UNPUBLISHED
    found: dict[str, int] = run["findings"]["by_severity"]
    severe = [s for s in found if fail_on and _SEVERITY_RANK[s] <= _SEVERITY_RANK[fail_on]]
    return FOUND if any(found[severity] for severity in severe) else COMPLETE


def _was_misused(run: dict[str, Any]) -> bool:
    """Whether nothing but pages that were given for sitemaps keeps it from being complete."""
    return 0 < len(run.get("pages_given", ())) == len(run["incomplete_because"])


def _leave(number: int, frame: object) -> NoReturn:  # noqa: ARG001 - as handlers are called
    """End at once: what is stored is whole at any moment. DuckDB lets no exception through."""
    print("\nsitemap-audit: stopped; what is stored is kept.", file=sys.stderr)  # noqa: T201
    sys.stdout.flush()
    os._exit(STOPPED)


def main() -> None:
    """Run the command; our own errors are a sentence each."""
    signal.signal(signal.SIGINT, _leave)  # a crawl and an analysis have handlers of their own
    write_any_letter()
    try:
        app(prog_name="sitemap-audit")
    except UsageError as error:
        complain(str(error))
        sys.exit(WRONG_USAGE)
    except AuditError as error:
        complain(str(error))
        sys.exit(INCOMPLETE)
    except OSError as error:
        complain(f"{error.filename or 'A file'} cannot be used: {error.strerror or error}.")
        sys.exit(INCOMPLETE)
    except Exception:
        traceback.print_exc()
        complain("This is an error of ours; please report it with the lines above.")
        sys.exit(INCOMPLETE)
