"""What a command prints: whoever reads it may leave early, and no letter is one too many."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


def screen() -> Console:
    """The terminal, or a file or pipe in its place; of one that is closed, an error comes up."""
    from rich.console import Console  # late: help takes none, and it takes longest to import

    class Screen(Console):
        def on_broken_pipe(self) -> NoReturn:
            """Rich would end the command with status 1, which means something else here."""
            raise

    return Screen()


def write_any_letter() -> None:
    """Have letters that the encoding of an output lacks written as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def show(text: RenderableType, **how: Any) -> None:
    """Print something on standard output; what cannot be printed changes no exit status.

    Args:
        how: as :meth:`rich.console.Console.print` takes it.
    """
    try:
        screen().print(text, **how)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read has seen enough
        _close()
    except OSError as error:
        _close()
        complain(f"The output cannot be written: {error.strerror}.")


def complain(sentence: str) -> None:
    """Say on standard error what is wrong."""
    with suppress(OSError):  # a terminal that is gone
        print(f"sitemap-audit: {sentence}", file=sys.stderr)  # noqa: T201


def _close() -> None:
    """Send what is still to be printed nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
