"""Pages asked for, and what comes of them: the same in whichever process it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import Request

from sitemap_audit.crawling.offers import Answer
from sitemap_audit.crawling.readings import read_page_records
from sitemap_audit.network import fetches
from sitemap_audit.pipelines import Batch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scrapy.http import Response
    from twisted.python.failure import Failure

    from sitemap_audit.crawling.offers import PageTarget
    from sitemap_audit.crawling.readings import PageRecords
    from sitemap_audit.workplace import Workplace


class PageWork:
    """Makes requests of targets, and records of what they bring; every target is answered for."""

    def __init__(self, place: Workplace, take: Callable[[PageTarget, Answer], None]) -> None:
        """Work for an audit.

        Args:
            take: is told what became of each page, once its records are stored.
        """
        self._place, self._take = place, take

    def request(self, target: PageTarget) -> Request:
        """The request of a page."""
        return Request(
            target.requested,
            callback=self.parse,
            errback=self.failed,
            cb_kwargs={"target": target},
            meta={"verbatim_url": True, "dont_retry": target.is_second},
            dont_filter=True,
        )

    def parse(self, response: Response, target: PageTarget) -> Iterator[Batch]:
        """Store a page."""

        def read() -> PageRecords:
            fetch = fetches.answered(response)
            return read_page_records(self._place, target, fetch, response.meta, response.body)

        return self._stored(target, read)

    def failed(self, failure: Failure) -> Iterator[Batch]:
        """Store a page that brought no answer."""
        request = failure.request  # type: ignore[attr-defined]
        target = request.cb_kwargs["target"]
        if isinstance(failure.value, fetches.Stopped):
            self._take(target, Answer(target.key, is_let_go=True))
            return iter(())

        def read() -> PageRecords:
            return read_page_records(
                self._place, target, fetches.failed(failure, request), request.meta
            )

        return self._stored(target, read)

    def _stored(self, target: PageTarget, read: Callable[[], PageRecords]) -> Iterator[Batch]:
        answer = Answer(target.key, is_ours=True)
        try:
            records, read_answer = read()
            yield Batch(records, is_page=True)
            answer = read_answer
        finally:
            self._take(target, answer)
