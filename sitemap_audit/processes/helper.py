"""A process that is started for an audit, as the one that starts it sees it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from typing import Any

from sitemap_audit.processes.channel import Channel

SILENCE = 300.0
"Seconds without an answer from which on a process that has something to read is taken to hang."


class Helper:
    """A running process, and the channel to it."""

    def __init__(self, process: subprocess.Popen[bytes], channel: Channel) -> None:
        self._process, self._channel = process, channel
        self._hangs = False

    @classmethod
    async def start(cls, module: str, lock: int | None = None) -> Helper:
        """Start ``python -m module`` with one end of a channel.

        Args:
            lock: file descriptor of the audit's lock, for a process that writes into its folder:
                held until the last of them ends.

        Raises:
            OSError: the process cannot be started.
        """
        ours, theirs = socket.socketpair()
        with theirs:
            process = _spawn(module, theirs.fileno(), lock)
        return cls(process, await Channel.over(ours))

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    def send(self, message: Any) -> None:
        """Send without waiting."""
        self._channel.send(message)

    async def receive(self) -> Any:
        """What the process sends next; None once it has ended."""
        return await self._channel.receive()

    async def answer(self) -> Any:
        """What it sends next, which has something to read; None once it has ended, or hangs."""
        try:
            async with asyncio.timeout(SILENCE):
                return await self._channel.receive()
        except TimeoutError:
            self.give_up()
            return None

    def close(self) -> None:
        """Send nothing more: a process that has answered what came ends."""
        self._channel.close()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()

    def give_up(self) -> None:
        """End it at once, since it hangs."""
        self._hangs = True
        self.kill()

    async def end(self) -> str | None:
        """Wait until it has ended; how it died, where it did not end by itself."""
        self._channel.close()
        status = await asyncio.to_thread(self._process.wait)
        if self._hangs:
            return f"no answer for {SILENCE:.0f} seconds"
        if status == 0:
            return None
        return signal.Signals(-status).name if status < 0 else f"exit status {status}"


def _spawn(module: str, channel: int, lock: int | None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", module, str(channel)],
        pass_fds=[channel] if lock is None else [channel, lock],
        stdin=subprocess.DEVNULL,
        # A terminal's Ctrl-C goes to the process that began, which tells the others.
        start_new_session=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
