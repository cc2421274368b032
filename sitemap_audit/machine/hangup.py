"""Handling of SIGHUP, which a closed terminal sends, like SIGTERM."""

from __future__ import annotations

import signal
import threading


def end_on_hangup() -> None:
    """Handle SIGHUP like SIGTERM, unless it is ignored (nohup) or not supported."""
    number = getattr(signal, "SIGHUP", None)  # Windows has none
    is_main = threading.current_thread() is threading.main_thread()  # others set no handlers
    if number is not None and is_main and signal.getsignal(number) == signal.SIG_DFL:
        signal.signal(number, lambda *_: signal.raise_signal(signal.SIGTERM))
