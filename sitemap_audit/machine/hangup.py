"""SIGHUP, which a terminal sends when it is closed: an audit ends as by SIGTERM."""

from __future__ import annotations

import signal
import threading


def end_on_hangup() -> None:
    """Let SIGHUP do what SIGTERM does; nothing where it is ignored (nohup), or there is none."""
    number = getattr(signal, "SIGHUP", None)  # Windows has none
    is_main = threading.current_thread() is threading.main_thread()  # others set no handlers
    if number is not None and is_main and signal.getsignal(number) == signal.SIG_DFL:
        signal.signal(number, lambda *_: signal.raise_signal(signal.SIGTERM))
