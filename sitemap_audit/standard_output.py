"""Make the standard streams robust: a stream may be closed, a pipe broken, a disk full.

None of these changes what a command does, or its exit status.
"""

from __future__ import annotations

import os
import select
import shutil
import sys
import textwrap
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, Any, TextIO

import click

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rich.console import Console, RenderableType
    from typing_extensions import Buffer

UPDATE = "\r"
"Begins a line of progress that replaces the one before."
_LEAST = 20
"Columns that the last part of a line has, however far its indentation goes."


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


def columns() -> int:
    """Return the columns of a line: those of the terminal or of COLUMNS, and 80 in a pipe."""
    return shutil.get_terminal_size().columns


def pieces(line: str, width: int) -> tuple[int, Iterator[slice]]:
    """Break a line between words; return the indentation of the second one, and the pieces.

    It is below the last column of the first one. A URL or a path that is longer than a line stays
    whole, on a line of its own, so that it can be copied.
    """
    indent = line[: max(width - _LEAST, 0)].rfind("  ") + 2
    indent = indent if indent > 1 and len(line) > width else 0
    return indent, _pieces(line, indent, width - indent)


def _pieces(line: str, start: int, width: int) -> Iterator[slice]:
    items = line[start:].split(" · ")
    if len(items) > 1 and max(map(len, items)) < width:  # a list is broken between its items
        line = line[:start] + "\xa0· ".join(item.replace(" ", "\xa0") for item in items)
    wrapped = textwrap.wrap(
        line[start:],
        width,
        break_long_words=False,
        break_on_hyphens=False,
        expand_tabs=False,
        replace_whitespace=False,
    )
    begin = 0
    for piece in wrapped:
        start = line.index(piece, start)
        begin = begin and start
        if not begin and len(piece) > width and (head := line[:start].rstrip()):
            yield slice(len(head))
            begin = start
        yield slice(begin, start + len(piece))
        begin = start = start + len(piece)
    if not wrapped:
        yield slice(None)


def folded(text: str) -> str:
    """Break the lines of a text that are longer than :func:`columns`."""
    lines = []
    for line in text.split("\n"):
        indent, places = pieces(line, columns())
        lines += [" " * indent * bool(place.start) + line[place] for place in places]
    return "\n".join(lines)


def screen(*, stderr: bool = False) -> Console:
    """Return the console of standard output or standard error: a terminal, a file or a pipe."""
    from rich.console import Console  # slow to import, and help does not need it

    return Console(stderr=stderr, width=columns())


def show(text: RenderableType, *, stderr: bool = False, **how: Any) -> None:
    """Print something on standard output, or on standard error.

    Args:
        how: keyword arguments of :meth:`rich.console.Console.print`.
    """
    screen(stderr=stderr).print(text, **how)


def show_plainly(text: str, *, stderr: bool = False, folds: bool = True) -> None:
    """Print text without markup and colors.

    Args:
        folds: break long lines between words; not those that a program reads.
    """
    text = folded(text) if folds else text
    show(text, stderr=stderr, markup=False, highlight=False, soft_wrap=True)


def note(sentence: str) -> None:
    """Print a line on standard error."""
    click.echo(folded(sentence), err=True)


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
    note(f"sitemap-audit: {sentence}")


def finish_output() -> None:
    """Flush standard output, and report a write error unless it is a broken pipe."""
    sys.stdout.flush()
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    error = raw.error if isinstance(raw, _Output) else None
    if error is not None and not isinstance(error, BrokenPipeError):
        complain(f"The output cannot be written: {error.strerror}.")
