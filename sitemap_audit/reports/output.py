"""Formats for other programs and for clients (--format): each is a module that writes one file.

A module has a function ``write(report, file)`` and is named in
:data:`sitemap_audit.options.kinds.FORMATS`.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, TextIO

from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.machine.chromium import find_browser
from sitemap_audit.machine.files import descriptor_of, unfinished
from sitemap_audit.options.kinds import STDOUT
from sitemap_audit.storage.csv_parts import PDF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitemap_audit.options import Options
    from sitemap_audit.report.report import Report

__all__ = ["OutputFileError", "check_output", "output_path", "write_format"]


class OutputFileError(OSError):
    """The file of --format cannot be written; a sentence without its period."""


def check_output(options: Options) -> None:
    """Refuse an output file that cannot be written, before anything is fetched.

    Raises:
        UsageError: the file has no format, is a folder, or cannot be written; or the format needs a
            browser, and there is none.
    """
    if options.format == "pdf":
        find_browser(options.browser, "--format pdf")
    path = options.output_file
    if str(path) == STDOUT:
        return
    if options.format is None:
        raise UsageError("--output-file needs --format, such as --format sarif.")
    if why := _not_writable(path.absolute()):
        raise UsageError(f"Cannot write {path}: {why}. Check the path.")


def _not_writable(path: Path) -> str:
    """Return why a file cannot be written, as far as it is known before; '' if it can."""
    if path.is_dir():
        return "it is a folder"
    if descriptor_of(path) is not None:
        return "" if os.access(path, os.W_OK) else "it is not open for writing"
    path = _target(path)
    if not path.parent.is_dir():
        return "its folder does not exist"
    try:
        if path.exists() and not path.is_file():
            return "" if os.access(path, os.W_OK) else "permission denied"
        with TemporaryFile(dir=path.parent):  # an existing file is replaced
            return ""
    except OSError as error:
        return error.strerror or str(error)


def _target(path: Path) -> Path:
    """Return the file that a path leads to by links: a link is not replaced."""
    return Path(os.path.realpath(path))


def output_path(options: Options, folder: Path) -> Path:
    """Return the file to write; what goes to an open file is first a file of the audit.

    The process that runs the checks has not the open files of the command.
    """
    if options.format == "pdf" and str(options.output_file) == STDOUT:
        return folder / PDF
    if options.output_descriptor is None:
        return options.output_file
    return folder / f"audit.{options.format}"


def write_format(report: Report, options: Options, folder: Path) -> Path:
    """Write an audit in the format of the options; return the path.

    Args:
        folder: of the reports.

    Raises:
        OutputFileError: the file cannot be written.
    """
    path = output_path(options, folder)
    try:
        with _opened(path) as file:
            import_module(f"{__package__}.{options.format}").write(report, file)
    except AuditError as error:
        raise OutputFileError(str(error).removesuffix(".")) from error
    except OSError as error:
        why = error.strerror or str(error)
        raise OutputFileError(f"Cannot write {path}: {why}. Check the path") from error
    return path


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    """Open a file to be written whole or not at all; a device or a pipe is written directly."""
    how: dict[str, Any] = {"encoding": "utf-8", "errors": "backslashreplace", "newline": "\n"}
    if path.exists() and not path.is_file():
        with path.open("w", **how) as file:
            yield file
        return
    with unfinished(_target(path)) as other, other.open("w", **how) as file:
        yield file
