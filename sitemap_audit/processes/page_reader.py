"""A process that reads big pages, one after the other: ``python -m … FILE_DESCRIPTOR``."""

from __future__ import annotations

import signal
import socket
import sys
from contextlib import suppress

from sitemap_audit.crawling.readings import read_page_records
from sitemap_audit.processes.channel import PlainChannel
from sitemap_audit.processes.messages import broken


def main(descriptor: int) -> None:
    """Read what is asked for until the other end closes or dies."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # the process that began is told, and ends this one
    channel = PlainChannel(socket.socket(fileno=descriptor))
    with suppress(BrokenPipeError, ConnectionError):
        while (page := channel.receive()) is not None:
            try:
                answer = read_page_records(page)
            except Exception as error:
                channel.send(broken(error))
            else:
                channel.send(answer)


if __name__ == "__main__":
    main(int(sys.argv[1]))
