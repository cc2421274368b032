"""What shows how far the crawl is keeps nobody waiting."""

from __future__ import annotations

import os
import pty
import sys
import termios
from contextlib import suppress
from typing import TYPE_CHECKING

from sitemap_audit.options import Options
from sitemap_audit.progress import Lines, RewrittenLine, slowness

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


def test_a_delay_is_told_with_the_hours_that_it_takes_and_what_to_write() -> None:
    said = "The delay is {} s (DOWNLOAD_DELAY, or the option delay): at most {}/s to each host,"
    slow = Options(delay=1.0, concurrency=1)
    assert slowness(slow, is_resumed=False) == (
        f"{said.format(1, 1)} and 10,000 URLs of one host take at least 2 h 47 min."
        " To crawl faster: -a delay=0 -a concurrency=8"
    )
    assert slowness(slow, is_resumed=True).endswith(
        ": -s DOWNLOAD_DELAY=0 -s CONCURRENT_REQUESTS_PER_DOMAIN=8"
    )
    assert slowness(Options(delay=0.3), is_resumed=False) == (
        f"{said.format(0.3, 3.33)} and 10,000 URLs of one host take at least 50 min."
        " To crawl faster: -a delay=0"
    )
