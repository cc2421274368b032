"""SIGHUP, as a process gets it."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

CODE = """
import signal
from sitemap_audit.machine.hangup import end_on_hangup

signal.signal(signal.SIGTERM, lambda *_: print("ended"))
end_on_hangup()
end_on_hangup()
signal.raise_signal(signal.SIGHUP)
"""


@pytest.mark.parametrize(
    ("before", "printed"),
    [
        pytest.param(signal.SIG_DFL, "ended\n", id="a terminal"),
        pytest.param(signal.SIG_IGN, "", id="nohup"),
    ],
)
def test_a_hangup_ends_what_does_not_ignore_it(before: signal.Handlers, printed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, before),
    )
    assert done.stdout == printed
