"""Serve test sites on loopback, in a separate process."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from preloaded import SERVER, started

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MANY_PAGES = Path(__file__).parents[1] / "benchmarks" / "server.py"


@contextlib.contextmanager
def served(
    folder: Path, *, certificate: Path | None = None, log: Path | None = None
) -> Iterator[dict[str, str]]:
    """Serve a site's folder while the block runs; yield its base URLs by name, "base" first."""
    words = [str(folder)]
    for option, value in (("--certificate", certificate), ("--log", log)):
        words += [option, str(value)] if value else []
    with started(SERVER, words, folder=Path.cwd(), environment=os.environ) as server:
        yield dict(_addresses(server.said_until("\n\n").splitlines()))


def _addresses(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(lines):
        if not line.strip():
            return
        name, _, address = line.strip().rpartition(" ")
        yield name if number else "base", address


class ManyPages(NamedTuple):
    """A running site with many pages."""

    base: str
    process: subprocess.Popen[str]


@contextlib.contextmanager
def many_pages(pages: int, **options: object) -> Iterator[ManyPages]:
    """Serve many small pages while the block runs, with options of the benchmarks' server."""
    given = [text for name, value in options.items() for text in (f"--{name}", str(value))]
    command = [sys.executable, str(MANY_PAGES), str(pages), *given]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield ManyPages(process.stdout.readline().strip(), process)
        finally:
            process.kill()
