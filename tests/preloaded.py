"""Run commands in processes forked from one that has imported the package already.

Its imports take a third of a small audit's processor time. The command itself is the real one, with
its own arguments, environment, folder and output.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from pathlib import Path
from subprocess import CompletedProcess, TimeoutExpired
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING

from sitemap_audit.reading.workers import without_main

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_context = multiprocessing.get_context("forkserver")
_starting = Lock()
_context.set_forkserver_preload(
    [
        "sitemap_audit.cli",
        "sitemap_audit.crawl",
        "sitemap_audit.handlers.download",
        "sitemap_audit.reporting.terminal",
        "sitemap_audit.spiders.preparing",
        "scrapy.extensions.telnet",
        "uvloop",
    ]
)


def run(
    module: str,
    arguments: Sequence[str],
    *,
    folder: Path,
    environment: Mapping[str, str],
    timeout: float,
) -> CompletedProcess[str]:
    """Run ``python -m module`` and wait for it, as :func:`subprocess.run` does."""
    command = [module, *arguments]
    with TemporaryDirectory() as name:
        output, error = Path(name, "output"), Path(name, "error")
        process = _context.Process(
            target=_run_here, args=(command, folder, dict(environment), output, error)
        )
        with _starting, without_main():
            process.start()
        process.join(timeout)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise TimeoutExpired(command, timeout)
        return CompletedProcess(
            command, process.exitcode, output.read_text("utf-8"), error.read_text("utf-8")
        )


def _run_here(
    command: list[str], folder: Path, environment: dict[str, str], output: Path, error: Path
) -> None:
    for path, stream in ((output, sys.stdout), (error, sys.stderr)):
        with path.open("wb") as file:
            os.dup2(file.fileno(), stream.fileno())
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = command
    sys.path[0] = str(folder)
    runpy.run_module(command[0], run_name="__main__", alter_sys=True)
