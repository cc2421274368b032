"""What a subclass of the spider adds: arguments, ``process_page()`` and ``sitemap_filter()``."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import AsyncIterable
from contextlib import contextmanager
from copy import copy
from functools import wraps
from inspect import Parameter, isawaitable, signature
from types import MethodType
from typing import TYPE_CHECKING, Any

from scrapy.utils.defer import ensure_awaitable
from scrapy.utils.misc import arg_to_iter
from twisted.python.failure import Failure

from sitemap_audit.frontier.targets import page_target
from sitemap_audit.items import Role
from sitemap_audit.options import OPTIONS
from sitemap_audit.reading.fetch import fetched, meta_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy.http import Response

    from sitemap_audit.items import EntryBatch, Page
    from sitemap_audit.spiders.sitemap import AuditSpider


_ARGUMENTS = {"site", "config", "resume", "run", "_job", *OPTIONS}
"Names of the arguments of an audit."
_NAMED = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


def split_arguments(
    spider: type[AuditSpider], base: type[AuditSpider], given: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the arguments for the ``__init__()`` of a subclass, and those for the audit.

    The first are those that the subclass adds a parameter or an attribute for.
    """
    added = [vars(each) for each in spider.__mro__ if each not in base.__mro__]
    own = {
        parameter.name
        for each in added
        if "__init__" in each
        for parameter in [*signature(each["__init__"]).parameters.values()][1:]
        if parameter.kind in _NAMED
    } | {
        name
        for each in added
        for name, value in each.items()
        if not (name.startswith("_") or hasattr(value, "__get__") or hasattr(base, name))
    }
    return (
        {name: value for name, value in given.items() if name in own},
        {name: value for name, value in given.items() if name in _ARGUMENTS or name not in own},
    )


async def process_page(spider: AuditSpider, response: Response, page: Page) -> AsyncIterator[Any]:
    """Yield what ``process_page()`` makes of a page; an exception does not lose the page."""
    if is_sample(response):
        return
    with _handled(spider, response):
        output = spider.process_page(response, page)
        while isawaitable(output):
            output = await ensure_awaitable(output)
        if isinstance(output, AsyncIterable):
            async for each in output:
                yield each
        else:
            for each in arg_to_iter(output):
                yield each


def sitemap_filter(spider: AuditSpider, response: Response, batch: EntryBatch) -> bool:
    """Mark the entries that ``sitemap_filter()`` leaves out; return whether it could."""
    batch.entries = list(batch.entries)
    entries = [entry for entry in batch.entries if entry.kind == "url" and entry.url]
    if not entries or is_sample(response):
        return True
    with _handled(spider, response):
        chosen = {entry.position for entry in spider.sitemap_filter([*map(copy, entries)])}
        for entry in entries:
            entry.filtered = entry.position not in chosen
        return True
    return False


def is_sample(response: Response) -> bool:
    """Return whether a response is a sample of ``scrapy check``: hooks expect their own site."""
    return response.url.startswith("data:")


@contextmanager
def _handled(spider: AuditSpider, response: Response) -> Iterator[None]:
    """Handle the exception of a hook as Scrapy handles that of a callback; without an audit, raise.

    An audit goes on after it.
    """
    try:
        yield
    except (Exception, CancelledError):  # the second of a task: Scrapy would wait for ever
        if spider._crawl.plan is None or response.request is None:
            raise
        failure = Failure()  # type: ignore[no-untyped-call]  # Twisted's
        spider.crawler.engine.scraper.handle_spider_error(failure, response.request, response)


def read_page_first(spider: AuditSpider) -> None:
    """Let ``process_page()`` be called with a response alone, as Scrapy's commands call it."""
    hook = type(spider).process_page

    @wraps(hook)
    async def process_page(self: AuditSpider, response: Response, page: Page | None = None) -> Any:
        if page is None:
            target = page_target(response.url, Role.LISTED)
            meta, fetch = meta_of(response), fetched(response)
            (page,) = await self._read_page(target, fetch, meta, response.body)
        return hook(self, response, page)

    spider.process_page = MethodType(process_page, spider)  # type: ignore[method-assign]  # of this spider alone
