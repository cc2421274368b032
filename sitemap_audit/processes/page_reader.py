"""A process that reads pages, one after the other: ``python -m … FILE_DESCRIPTOR``."""

from __future__ import annotations

import signal
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from sitemap_audit.crawling.readings import read_page_records
from sitemap_audit.machine.interpreter import look_at_new_only
from sitemap_audit.parsing.sites import load_suffixes
from sitemap_audit.processes.channel import PlainChannel
from sitemap_audit.processes.messages import Ready, broken

if TYPE_CHECKING:
    from sitemap_audit.crawling.readings import FetchedPage, PageRecords
    from sitemap_audit.processes.messages import Broken


def main(descriptor: int) -> None:
    """Read what is asked for until the other end closes or dies."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # the process that began is told, and ends this one
    channel = PlainChannel(socket.socket(fileno=descriptor))
    load_suffixes()
    look_at_new_only()
    with suppress(ConnectionError):
        channel.send(Ready())
        while (pages := channel.receive()) is not None:
            channel.send([_read(page) for page in pages])


def _read(page: FetchedPage) -> PageRecords | Broken:
    try:
        return read_page_records(page)
    except Exception as error:
        return broken(error)


if __name__ == "__main__":
    main(int(sys.argv[1]))
