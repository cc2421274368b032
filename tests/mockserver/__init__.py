"""Sites on loopback, served by a process of their own, as the audit meets them."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


@contextlib.contextmanager
def served(
    folder: Path, *, certificate: Path | None = None, log: Path | None = None
) -> Iterator[dict[str, str]]:
    """Serve a site's folder while the block runs; gives its addresses by name, "base" first."""
    command = [sys.executable, "-m", "sitemap_audit.demo.server", str(folder)]
    for option, value in (("--certificate", certificate), ("--log", log)):
        command += [option, str(value)] if value else []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield dict(_addresses(server.stdout))
        finally:
            server.terminate()


def _addresses(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(lines):
        if not line.strip():
            return
        name, _, address = line.strip().rpartition(" ")
        yield name if number else "base", address
