"""What shows how far the crawl is keeps nobody waiting."""

from __future__ import annotations

import os
import pty
import sys
import termios
from contextlib import suppress
from typing import TYPE_CHECKING

from sitemap_audit.progress import Lines, RewrittenLine

if TYPE_CHECKING:
    import pytest


def test_a_pipe_that_nobody_reads_does_not_hold_the_crawl(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb"), os.fdopen(writer, "w") as standard_error:
        monkeypatch.setattr(sys, "stderr", standard_error)
        shown = Lines()
        shown.show("before")
        os.set_blocking(writer, False)
        with suppress(BlockingIOError):
            while True:
                os.write(writer, b"x" * 512)
        os.set_blocking(writer, True)
        shown.show("meanwhile")
        os.read(reader, 1_000_000)
        shown.show("behind")
        seen = os.read(reader, 1_000_000)
    assert seen == b"behind\n"


def test_a_paused_terminal_does_not_hold_the_crawl(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, terminal = pty.openpty()
    with os.fdopen(reader, "rb", buffering=0), os.fdopen(terminal, "w") as standard_error:
        monkeypatch.setattr(sys, "stderr", standard_error)
        line = RewrittenLine()
        termios.tcflow(terminal, termios.TCOOFF)  # Ctrl-S
        for number in range(2_000):
            line.show(f"fetched {number}")
        termios.tcflow(terminal, termios.TCOON)
        line.close()
