"""The command printing to readers that are not there, or cannot read every letter."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMAND = [sys.executable, "-m", "sitemap_audit"]
FULL = Path("/dev/full")


@pytest.fixture
def closed() -> Iterator[IO[bytes]]:
    """A pipe whose reader has left."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        yield pipe


def printed_to(
    output: int | IO[bytes], *arguments: str, encoding: str = "utf-8"
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        timeout=600,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": encoding},
    )


@pytest.mark.parametrize("arguments", [("checks",), ("checks", "--json"), ("explain", "entry")])
def test_a_reader_that_leaves_changes_no_status(
    arguments: tuple[str, ...], closed: IO[bytes]
) -> None:
    done = printed_to(closed, *arguments)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is full")
def test_a_full_disk_is_told_in_a_sentence() -> None:
    with FULL.open("wb") as full:
        done = printed_to(full, "checks")
    assert done.returncode == 0
    assert done.stderr == "sitemap-audit: The output cannot be written: No space left on device.\n"


def test_letters_that_an_encoding_lacks_are_escaped() -> None:
    done = printed_to(subprocess.PIPE, "explain", "status/not-found", encoding="ascii")
    assert done.returncode == 0, done.stderr
    assert "status/not-found \\xb7 error" in done.stdout
