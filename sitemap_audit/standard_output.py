"""The standard streams: one may be missing, its reader may leave early, its disk may be full.

None of that changes what a command does, nor its exit status.
"""

from __future__ import annotations

import os
import select
import sys
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from typing_extensions import Buffer


class _Output(FileIO):
    """Standard output or standard error; where it cannot be written, the rest goes nowhere."""

    error: OSError | None = None
    "Why it cannot be written."

    def write(self, data: Buffer, /) -> int:
        """Write, and wait where whoever reads does not keep up."""
        try:
            while (written := super().write(data)) is None:  # a pipe that does not block
                select.select((), (self,), ())
        except OSError as error:
            self.error = error
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            return memoryview(data).nbytes
        return written


def open_missing() -> None:
    """Open what is missing of the three standard streams, and send it nowhere.

    The next files that are opened would else take their places: libraries and processes that we
    start write there. ``sys.stdin`` stays None, since nothing can be read.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    sys.stdout = sys.stdout or _stream(1)
    sys.stderr = sys.stderr or _stream(2)


def prepare_output() -> None:
    """Have every letter written, if need be as an escape, and go on where nothing can be."""
    open_missing()
    sys.stdout, sys.stderr = _outlasting(sys.stdout), _outlasting(sys.stderr)


def _outlasting(stream: TextIO) -> TextIO:
    """A stream that outlasts its reader, in place of one of Python's."""
    if not isinstance(stream, TextIOWrapper):
        return stream
    stream.reconfigure(errors="backslashreplace")
    if not isinstance(getattr(stream.buffer, "raw", stream.buffer), FileIO):  # a console of Windows
        return stream
    return _stream(stream.fileno(), stream.encoding, is_by_line=stream.line_buffering)


def _stream(number: int, encoding: str = "utf-8", *, is_by_line: bool = True) -> TextIO:
    buffer = BufferedWriter(_Output(number, "wb", closefd=False))
    return TextIOWrapper(buffer, encoding, "backslashreplace", line_buffering=is_by_line)


def screen() -> Console:
    """The terminal, or a file or pipe in its place."""
    from rich.console import Console  # late: help takes none, and it takes longest to import

    return Console()


def show(text: RenderableType, **how: Any) -> None:
    """Print something on standard output.

    Args:
        how: as :meth:`rich.console.Console.print` takes it.
    """
    screen().print(text, **how)


def complain(sentence: str) -> None:
    """Say on standard error what is wrong."""
    print(f"sitemap-audit: {sentence}", file=sys.stderr)  # noqa: T201


def finish_output() -> None:
    """Write what is left, and say if not all could be written; a reader who left wants no more."""
    sys.stdout.flush()
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    error = raw.error if isinstance(raw, _Output) else None
    if error is not None and not isinstance(error, BrokenPipeError):
        complain(f"The output cannot be written: {error.strerror}.")
