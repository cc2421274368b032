"""Crawl an audit whose pages a cluster fetches."""

from __future__ import annotations

import logging
import signal
import threading
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from sitemap_audit.errors import UsageError
from sitemap_audit.scrapy_process import crawl

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitemap_audit.crawl.run import AuditRun


def crawl_anywhere(run: AuditRun, *, display: str | None = None) -> None:
    """Crawl as :func:`~sitemap_audit.scrapy_process.crawl`; ``--cluster``: Spark fetches the pages.

    Raises:
        UsageError: the audit cannot start.
    """
    if run.options.cluster is None or not run.options.pages:
        crawl(run, display=display)
    else:
        _crawl_on_cluster(run, run.options.cluster, display)


def _crawl_on_cluster(run: AuditRun, master: str, display: str | None) -> None:
    from sitemap_audit.cluster.rounds import ClusterRounds  # late: DuckDB comes with it
    from sitemap_audit.storage.spark_session import spark_session

    with ExitStack() as stack:
        try:
            with _own_signals():
                session = stack.enter_context(spark_session(master, is_short=True))
        except UsageError:
            if run.is_resumed:
                run.release()
            else:
                run.discard()
            raise
        logging.getLogger("py4j").setLevel(logging.WARNING)
        rounds = ClusterRounds(run, session.sparkContext, stack.close)
        crawl(run, rounds=rounds, display=display)


@contextmanager
def _own_signals() -> Iterator[None]:
    """Keep the handler of Ctrl-C, which Spark replaces."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
