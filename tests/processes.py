"""The processes of an audit, any of which may end while it is asked."""

from __future__ import annotations

from contextlib import suppress

import psutil


def is_at_work(process: psutil.Process) -> bool:
    """Tell whether a process runs; one that has ended and that nobody waits for does not."""
    with suppress(psutil.NoSuchProcess):
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    return False


def below(pid: int, *words: str) -> list[psutil.Process]:
    """The processes below one, at any depth, whose command lines have one of some words."""
    return [each for each, line in command_lines(pid) if any(word in line for word in words)]


def command_lines(pid: int) -> list[tuple[psutil.Process, str]]:
    """The processes below one, at any depth, each with how it was started."""
    found = []
    for child in psutil.Process(pid).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            found.append((child, " ".join(child.cmdline())))
    return found
