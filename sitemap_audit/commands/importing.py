"""``import``: the command that reads lists of other products and access logs."""

from __future__ import annotations

import signal
import sys
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from sitemap_audit.arguments import ENGINE_KEYS, FOLDER, QUIET, Command, flags
from sitemap_audit.commands.audit_folders import audit_place
from sitemap_audit.commands.ending import COMPLETE, INCOMPLETE, WRONG_USAGE, show_progress
from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.options import SEARCH_OPTIONS
from sitemap_audit.standard_output import complain, show_plainly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import FrameType

    from sitemap_audit.imports.importer import Importer


@click.command(
    "import", cls=Command, params=[FOLDER, *flags(*SEARCH_OPTIONS[1:]), ENGINE_KEYS, QUIET]
)
@click.argument(
    "files",
    nargs=-1,
    required=True,
    type=click.Path(),
    metavar="FILE...",
    help="Exports of Search Console, Bing, Screaming Frog and others, lists of URLs, access logs;"
    " search-console:PROPERTY, bing-webmaster:SITE, yandex-webmaster:SITE for what its API has.",
)
@click.option(
    "--column",
    "columns",
    metavar="NAME=COLUMN",
    multiple=True,
    help="Column of the files to read, such as url=Address or clicks=Visits. Repeatable.",
)
@click.option(
    "--base",
    metavar="URL",
    help="Site of paths without a host. [default: the audited site]",
)
@click.option(
    "--bot-ranges",
    metavar="[BOT=]FILE",
    multiple=True,
    help="IP ranges that verify a bot in access logs: googlebot.json, Bingbot=ranges.json."
    " Repeatable.",
)
def import_files(
    folder: Path | str,
    files: Sequence[str],
    columns: Sequence[str],
    base: str | None,
    bot_ranges: Sequence[str],
    engine_keys: Path | None,
    *,
    quiet: bool,
    **given: Any,
) -> int:
    """Import lists of other products, and access logs, into a stored audit.

    They are recognized by their contents. search-console:PROPERTY reads the sitemaps and clicks of
    a property from Search Console, bing-webmaster:SITE and yandex-webmaster:SITE the sitemaps that
    these have. Exit status 2: a file cannot be used; 3: an API could not be read whole.
    """
    from sitemap_audit.evaluation.opening import open_audit
    from sitemap_audit.evaluation.report_writing import write_failure
    from sitemap_audit.imports.exports import read_columns
    from sitemap_audit.imports.importer import Importer, Wanted
    from sitemap_audit.options.option_sources import read_again
    from sitemap_audit.report.escaping import for_screen
    from sitemap_audit.search_engines.property_reading import READERS
    from sitemap_audit.search_engines.webmaster_reading import webmaster_readers
    from sitemap_audit.storage.duckdb import WRITE_ERRORS

    readers = {**READERS, **webmaster_readers(engine_keys)}
    place = audit_place(folder)
    run = open_audit(place.folder)
    options = read_again(run.options, given)
    wanted = Wanted(place.folder, read_columns(columns, "--column"), base, bot_ranges)
    importer, status, is_stored = Importer(wanted, run), COMPLETE, False
    _clean_up_when_stopped(place.folder, importer)
    for file in dict.fromkeys(files):
        prefix, _, name = file.partition(":")
        importer.told, refused = [], []
        try:
            if prefix in readers:
                show_progress(f"reading {file}", is_quiet=quiet)
                reading = readers[prefix](place, run, options, name)
                importer.told, refused = [*reading.told], [*reading.not_read]
                status = max(status, INCOMPLETE if refused else COMPLETE)
            else:
                with _progress(Path(file), is_quiet=quiet) as advance:
                    importer.read(Path(file), advance)
        except UsageError as error:
            refused, status = [str(error)], WRONG_USAGE
        except WRITE_ERRORS as error:
            raise AuditError(f"{write_failure(place, error)}.") from None
        for sentence in importer.told:
            show_plainly(for_screen(sentence))
        for sentence in refused:
            complain(for_screen(sentence))
        is_stored = is_stored or bool(importer.told)
    if is_stored:
        show_plainly(f"To run the checks with it: sitemap-audit check {quote(str(place))}")
    return status


def _clean_up_when_stopped(folder: Path, importer: Importer) -> None:
    """Let SIGINT remove what is half stored, before it ends the command."""
    from sitemap_audit.evaluation.process import clean_up

    end = signal.getsignal(signal.SIGINT)

    def stop(number: int, frame: FrameType | None) -> None:
        importer.abandon()
        clean_up(folder)
        if callable(end):
            end(number, frame)

    signal.signal(signal.SIGINT, stop)


@contextmanager
def _progress(path: Path, *, is_quiet: bool) -> Iterator[Callable[[int], None]]:
    """Show a progress bar; yield what tells it how many bytes are read."""
    size = path.stat().st_size if path.is_file() else 0
    label = f"Reading {path.name}"
    is_hidden = is_quiet or not size or not sys.stderr.isatty()
    with click.progressbar(length=size, label=label, file=sys.stderr, hidden=is_hidden) as bar:
        yield lambda position: bar.update(position - bar.pos)
