"""What callbacks yield and raise: the code of a Scrapy project may lose items and requests."""

from __future__ import annotations

from collections import Counter
from enum import Enum
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, TypeVar

from scrapy import signals

from sitemap_audit.crawl_settings import is_of_audit
from sitemap_audit.frontier.url_records import PageTarget, SitemapTarget
from sitemap_audit.items import EntryBatch, Page, Robots, Sitemap
from sitemap_audit.reading.robots_files import RobotsTarget

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from twisted.python.failure import Failure

    from sitemap_audit.crawl.run import AuditRun

    GiveUp = Callable[[Any], bool]

_AWAITED = (Robots, Sitemap, EntryBatch, Page)
"Items that callbacks of the spider yield."
_OUR_SPIDER = "sitemap_audit.spiders.sitemap"
"Module of AuditSpider: what a subclass or a middleware raises passes through it."
_LONGEST_TEXT = 200
"Characters of an exception that are told."
_HOOKS = "sitemap_audit.spiders.subclasses"
"Module whose functions call the hooks of their names."
ItemT = TypeVar("ItemT", Robots, Sitemap, EntryBatch, Page)


class Effect(Enum):
    """What an exception means for the audit, if it is of one URL, and of several."""

    NOT_CHECKED = "it is not checked", "they are not checked"
    HOST_NOT_CRAWLED = "its host is not crawled", "their hosts are not crawled"
    NONE = "the audit is not affected", "the audit is not affected"


class CallbackResults:
    """Follows the items that callbacks yield to the pipeline, and counts what callbacks raise."""

    def __init__(self) -> None:
        self._crawler: Crawler | None = None
        "None if a callback is tried on a response: nothing is stored then."
        self._give_up: GiveUp = lambda _: False
        self._awaited: Counter[str] = Counter()
        "By URL: number of items that callbacks have yielded and the pipeline has not got yet."
        self._raised: dict[tuple[str, Effect], tuple[int, str]] = {}
        "By what was raised, and what that means: number of URLs, text of the first exception."

    def follow(self, crawler: Crawler, give_up: GiveUp) -> None:
        """Follow the items and exceptions of a crawl.

        Args:
            give_up: finishes a target whose callback failed; returns whether it was not finished.
        """
        self._crawler, self._give_up = crawler, give_up
        crawler.signals.connect(self.failed, signal=signals.spider_error)

    def to_store(self, item: ItemT) -> ItemT:
        """Return an item for a callback to yield: it is missed if the pipeline does not get it."""
        if self._crawler is not None:
            self._awaited[_url_of(item)] += 1
        return item

    def stored(self, item: Any) -> None:
        """Note that the pipeline has got an item."""
        if isinstance(item, _AWAITED) and (url := _url_of(item)) in self._awaited:
            self._awaited[url] -= 1
            if not self._awaited[url]:
                del self._awaited[url]

    def failed(self, failure: Failure, response: Response | Failure) -> None:
        """Finish the request whose callback raised an exception, and note what raised it.

        Scrapy sends the signal ``spider_error`` for exceptions of callbacks, of errbacks and of
        spider middlewares, and the spider for those of its hooks.
        """
        error = failure.value
        request: Request | None = getattr(response, "request", None)
        if request is None or error is None:
            return
        assert self._crawler is not None
        is_ours = is_of_audit(request)
        effect = self._effect_on(request.cb_kwargs["target"]) if is_ours else Effect.NONE
        what = f"{_raiser(error, request, self._crawler)} raised {type(error).__name__}"
        text = " ".join(str(error).split())[:_LONGEST_TEXT]
        count, first = self._raised.get((what, effect), (0, text))
        self._raised[what, effect] = count + 1, first

    def _effect_on(self, target: Any) -> Effect:
        """Finish a target whose callback failed; return whether something of it is lost."""
        was_open = self._give_up(target)
        if not isinstance(target, PageTarget | SitemapTarget | RobotsTarget):
            return Effect.NOT_CHECKED  # of a question, whose items are not followed
        if was_open and isinstance(target, RobotsTarget):
            return Effect.HOST_NOT_CRAWLED
        is_lost = bool(self._awaited.pop(_url_of(target), 0)) or was_open
        return Effect.NOT_CHECKED if is_lost else Effect.NONE

    @property
    def lost(self) -> int:
        """Number of items that were yielded without an exception and did not reach the pipeline."""
        return self._awaited.total()

    def tell(self, run: AuditRun) -> None:
        """Say in the record of the run what was raised, by what raised it."""
        for (what, effect), (count, first) in sorted(self._raised.items(), key=_raised_by):
            one, several = effect.value
            told = f"1 URL: {one}." if count == 1 else f"{count:,} URLs: {several}."
            add = run.add_warning if effect is Effect.NONE else run.add_fault
            add(f"{what} for {told}" + (f" The first one: {first}" if first else ""))


def _raised_by(raised: tuple[tuple[str, Effect], tuple[int, str]]) -> str:
    return raised[0][0]


def _url_of(
    what: Robots | Sitemap | EntryBatch | Page | PageTarget | SitemapTarget | RobotsTarget,
) -> str:
    """Return the URL of an item, or of the target that it is read from."""
    if isinstance(what, RobotsTarget):
        return f"{what.origin}/robots.txt"
    return what.sitemap_url if isinstance(what, EntryBatch) else what.url


def _raiser(error: BaseException, request: Request, crawler: Crawler) -> str:
    """Return which method of the spider, or of a spider middleware, raised an exception."""
    components = (crawler.spider, *crawler.engine.scraper.spidermw.middlewares)
    walked = [frame for frame, _ in walk_tb(error.__traceback__)]
    frames = [
        frame
        for frame in walked
        if any(frame.f_locals.get("self") is each for each in components)
        and frame.f_globals["__name__"] != _OUR_SPIDER
    ]
    if frames:
        owner = frames[-1].f_locals["self"]
        name = next(frame.f_code.co_name for frame in frames if frame.f_locals["self"] is owner)
    else:  # such as a callback whose parameters are wrong
        owner = getattr(request.callback, "__self__", crawler.spider)
        hooks = [each.f_code.co_name for each in walked if each.f_globals["__name__"] == _HOOKS]
        name = hooks[-1] if hooks else getattr(request.callback, "__name__", "parse")
    return f"{name}() of {type(owner).__name__}"
