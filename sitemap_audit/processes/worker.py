"""A process that fetches pages for another: ``python -m … FILE_DESCRIPTOR``.

It is a Scrapy crawler with the settings of the one that leads. What it is to fetch comes over the
channel; records go into parts of its own, and what they mean for the frontier goes back.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
from typing import TYPE_CHECKING, Any

from scrapy import Spider, signals
from scrapy.crawler import AsyncCrawlerProcess

from sitemap_audit.crawling.pages import PageWork
from sitemap_audit.machine.clock import clock
from sitemap_audit.machine.interpreter import look_at_new_only
from sitemap_audit.masking import protect_logs
from sitemap_audit.network import limits
from sitemap_audit.network.credentials import read_credentials
from sitemap_audit.parts import Writer
from sitemap_audit.processes.channel import Channel, PlainChannel
from sitemap_audit.processes.messages import Answers, Known, Pages, TurnsGiven, broken
from sitemap_audit.processes.turns import AskedTurns
from sitemap_audit.workplace import Desk

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.settings import Settings

    from sitemap_audit.crawling.offers import Answer, PageTarget
    from sitemap_audit.processes.messages import Begin, FetchPages

_GATHER = 0.02
"Seconds that answers are gathered before they are sent."
_OF_THE_LEADER = (
    "sitemap_audit.pipelines.Conclusion",
    "sitemap_audit.network.politeness.Politeness",
    "sitemap_audit.crawling.progress.ProgressExtension",
    "scrapy.extensions.closespider.CloseSpider",
    "scrapy.extensions.feedexport.FeedExporter",
)
"Extensions that concern an audit as a whole."


class WorkerSpider(Spider):
    """Fetches what it is told."""

    name = "worker"
    audit: Desk

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> WorkerSpider:
        """Make the spider of a worker.

        Args:
            desk: its workplace.
            end: its end of the channel.
        """
        spider = cls(*args)
        spider._set_crawler(crawler)
        spider.audit, spider._end = kwargs["desk"], kwargs["end"]
        spider._work = PageWork(crawler, spider.audit.options, spider._take)
        spider._answers = []
        limits.apply(spider.audit.options, crawler)
        crawler.signals.connect(spider.spider_closed, signal=signals.spider_closed)
        return spider

    _end: socket.socket
    _channel: Channel
    _turns: AskedTurns
    _work: PageWork
    _answers: list[Answer]

    async def start(self) -> AsyncIterator[Request]:
        """Fetch what comes over the channel; nothing of it goes through the scheduler."""
        await self._obey()
        none: tuple[Request, ...] = ()
        for request in none:  # Scrapy asks for a generator
            yield request

    async def _obey(self) -> None:
        protect_logs(self.audit.credentials.secrets)
        look_at_new_only()
        self._channel = await Channel.over(self._end)
        self._turns = self.audit.turns = AskedTurns(self._channel.send)
        messages: asyncio.Queue[Any] = asyncio.Queue()
        self._listening = asyncio.ensure_future(self._listen(messages))
        while self.audit.write_error is None:
            message = await messages.get()
            if isinstance(message, Known):
                self.audit.known_robots[message.robots.origin] = message.robots, message.body
            elif isinstance(message, Pages):
                self._work.give(message.targets)
            else:
                break
        self._turns.stop()
        self._ending = asyncio.ensure_future(self.crawler.stop_async())

    async def _listen(self, messages: asyncio.Queue[Any]) -> None:
        while (message := await self._channel.receive()) is not None:
            if isinstance(message, TurnsGiven):
                self._turns.take(message)
            else:
                messages.put_nowait(message)
        # Nobody is left to work for: what was read is kept, and nothing more is fetched.
        try:
            self.audit.writer.flush()
        finally:
            os._exit(1)

    def _take(self, target: PageTarget, answer: Answer) -> None:  # noqa: ARG002
        if not self._answers:
            asyncio.get_running_loop().call_later(_GATHER, self._tell)
        self._answers.append(answer)

    def _tell(self) -> None:
        if self._answers:
            self._channel.send(Answers(self._answers))
            self._answers = []

    async def spider_closed(self) -> None:
        """Write what was read."""
        await self._work.end()
        self._tell()
        try:
            await asyncio.to_thread(self.audit.writer.flush)
            error = self.audit.write_error
        except OSError as failure:
            error = failure
        if error is not None:
            self._channel.send(broken(error))
        self._listening.cancel()
        self._channel.close()


def main(descriptor: int) -> None:
    """Fetch what is asked for until the other end says so, closes or dies."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # the process that leads is told, and ends this one
    end = socket.socket(fileno=descriptor)
    channel = PlainChannel(end)
    begin, how = channel.receive(), channel.receive()
    if how is None:
        return
    clock.not_before(begin.now)
    logging.raiseExceptions = False  # as the one that leads
    try:
        process = _prepared(begin, how, end)
    except OSError as error:  # a full disk has no room for the log either
        channel.send(broken(error))
        return
    process.start(install_signal_handlers=False)


def _prepared(begin: Begin, how: FetchPages, end: socket.socket) -> AsyncCrawlerProcess:
    """The crawl, not yet running.

    Raises:
        OSError: the log cannot be written.
    """
    process = AsyncCrawlerProcess(_own(how.settings))
    logging.getLogger("scrapy").setLevel(logging.WARNING)  # the one that leads says as much
    desk = Desk(
        begin.folder,
        how.options,
        Writer(begin.folder, first=begin.first),
        how.spool,
        how.targets,
        read_credentials(how.options),
    )
    process.crawl(WorkerSpider, desk=desk, end=end)
    return process


def _own(settings: Settings) -> Settings:
    for name in _OF_THE_LEADER:
        settings["EXTENSIONS"][name] = None
    return settings


if __name__ == "__main__":
    main(int(sys.argv[1]))
