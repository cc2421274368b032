"""Make the standard streams robust: a stream may be closed, a pipe broken, a disk full.

None of these changes what a command does, or its exit status.
"""

from __future__ import annotations

import os
import select
import shutil
import sys
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, Any, TextIO

import click

from sitemap_audit.machine.copies import as_shown

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console, RenderableType
    from typing_extensions import Buffer

UPDATE = "\r"
"Begins a line of progress that replaces the one before."


class _Output(FileIO):
    """Standard output or standard error. After a write error, output goes to the null device."""

    error: OSError | None = None
    "The write error."

    def write(self, data: Buffer, /) -> int:
        """Write, and wait if the reader of a pipe is slow."""
        try:
            while (written := super().write(data)) is None:  # a non-blocking pipe
                select.select((), (self,), ())
        except OSError as error:
            self.error = error
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            return memoryview(data).nbytes
        return written


def open_missing() -> None:
    """Open each closed standard stream on the null device.

    Otherwise the next opened files get descriptors 0 to 2, where libraries and child processes
    write. ``sys.stdin`` stays None, because there is nothing to read.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    sys.stdout = sys.stdout or _stream(1)
    sys.stderr = sys.stderr or _stream(2)


def prepare_output() -> None:
    """Escape characters that the encoding lacks, and ignore write errors."""
    open_missing()
    sys.stdout, sys.stderr = _robust(sys.stdout), _robust(sys.stderr)


def _robust(stream: TextIO) -> TextIO:
    """Replace a stream of Python's by one that ignores write errors."""
    if not isinstance(stream, TextIOWrapper):
        return stream
    stream.reconfigure(errors="backslashreplace")
    if not isinstance(getattr(stream.buffer, "raw", stream.buffer), FileIO):  # a Windows console
        return stream
    return _stream(stream.fileno(), stream.encoding, is_by_line=stream.line_buffering)


def _stream(number: int, encoding: str = "utf-8", *, is_by_line: bool = True) -> TextIO:
    buffer = BufferedWriter(_Output(number, "wb", closefd=False))
    return TextIOWrapper(buffer, encoding, "backslashreplace", line_buffering=is_by_line)


def screen(*, stderr: bool = False) -> Console:
    """Return the console of standard output or standard error: a terminal, a file or a pipe."""
    from rich.console import Console  # slow to import, and help does not need it

    return Console(stderr=stderr)


def show(text: RenderableType, *, stderr: bool = False, **how: Any) -> None:
    """Print something on standard output, or on standard error.

    Args:
        how: keyword arguments of :meth:`rich.console.Console.print`.
    """
    screen(stderr=stderr).print(as_shown(text) if isinstance(text, str) else text, **how)


def show_plainly(text: str, *, stderr: bool = False) -> None:
    """Print text as it is: no markup, no colors, no lines broken."""
    show(text, stderr=stderr, markup=False, highlight=False, soft_wrap=True)


def show_file(path: Path, descriptor: int = 1) -> None:
    """Copy a file to standard output, or another open file of this process, byte by byte."""
    sys.stdout.flush()
    with path.open("rb") as file:
        if descriptor == 1:
            shutil.copyfileobj(file, sys.stdout.buffer)
            return
        with open(descriptor, "wb", closefd=False) as output:
            shutil.copyfileobj(file, output)


def complain(sentence: str) -> None:
    """Print an error on standard error."""
    click.echo(f"sitemap-audit: {as_shown(sentence)}", err=True)


def finish_output() -> None:
    """Flush standard output, and report a write error unless it is a broken pipe."""
    sys.stdout.flush()
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    error = raw.error if isinstance(raw, _Output) else None
    if error is not None and not isinstance(error, BrokenPipeError):
        complain(f"The output cannot be written: {error.strerror}.")
