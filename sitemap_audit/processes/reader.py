"""A process that reads big sitemaps, one after the other: ``python -m … FILE_DESCRIPTOR``."""

from __future__ import annotations

import signal
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from sitemap_audit.crawling.sitemap_readings import SitemapReading
from sitemap_audit.processes.channel import PlainChannel
from sitemap_audit.processes.messages import Done, broken
from sitemap_audit.storage.writer import Writer

if TYPE_CHECKING:
    from sitemap_audit.processes.messages import Broken, Sitemap

ROWS = 50_000
"Records in memory before parts are written."


def main(descriptor: int) -> None:
    """Read what is asked for until the other end closes or dies."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # the process that began is told, and ends this one
    channel = PlainChannel(socket.socket(fileno=descriptor))
    begin = channel.receive()
    writer = Writer(begin.folder, first=begin.first, rows=ROWS)
    with suppress(ConnectionError):
        while (sitemap := channel.receive()) is not None:
            channel.send(_answer(sitemap, writer, channel))


def _answer(sitemap: Sitemap, writer: Writer, channel: PlainChannel) -> Done | Broken:
    """How reading a sitemap ended.

    Raises:
        ConnectionError: nobody hears any more.
    """
    try:
        _read(sitemap, writer, channel)
    except ConnectionError:
        raise
    except Exception as error:
        return broken(error)
    return Done()


def _read(sitemap: Sitemap, writer: Writer, channel: PlainChannel) -> None:
    """Store a sitemap, the file's own row last, and send on what it lists."""
    reading = SitemapReading(sitemap.fetched)
    for piece in reading.pieces(sitemap.spool):
        writer.add(piece.records)
        if writer.is_due:
            writer.flush()
        channel.send(piece.offer)
    writer.add([reading.record])
    writer.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
