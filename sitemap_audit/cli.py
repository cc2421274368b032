"""The command ``sitemap-audit``: its subcommands, and a sentence for each error."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from contextlib import suppress
from typing import NoReturn

import click

from sitemap_audit import __version__
from sitemap_audit.arguments import AuditByDefault, wrong_usage
from sitemap_audit.commands import acting, auditing, checking, google, importing, mcp, showing, sign
from sitemap_audit.commands.ending import INCOMPLETE, WRONG_USAGE
from sitemap_audit.completion import INSTALL_COMPLETION
from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.machine.hangup import end_on_hangup
from sitemap_audit.standard_output import complain, finish_output, prepare_output

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


for command in (
    *(auditing.audit, auditing.resume, checking.check, checking.report, checking.compare),
    *(importing.import_files, google.google, sign.sign, acting.fix, acting.submit),
    *(showing.lookup, showing.open_report, showing.history, showing.checks, showing.explain),
    *(mcp.mcp, auditing.demo),
):
    command_line.add_command(command)


def _exit_at_once(*_: object) -> NoReturn:
    """Exit at once on SIGINT: stored parts are always complete. DuckDB swallows exceptions."""
    for tell in (_say_stopped, sys.stdout.flush, sys.stderr.flush):
        with suppress(RuntimeError):  # it came within a write to the same stream
            tell()
    os._exit(STOPPED)


def _say_stopped() -> None:
    click.echo(err=True)
    complain("Stopped. Stored data is kept.")


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
