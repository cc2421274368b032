"""Several processes together keep to the limits of one."""

from __future__ import annotations

import pytest
from scrapy.settings import Settings

from sitemap_audit.network import limits
from sitemap_audit.options import Options


@pytest.mark.parametrize(
    ("concurrency", "wanted", "workers", "each"),
    [(8, 2, 2, 3), (8, 4, 4, 1), (64, 2, 2, 31), (2, 4, 1, 1), (1, 3, 1, 1), (3, 5, 2, 1)],
)
def test_workers_and_the_one_that_leads_ask_no_more_at_once(
    concurrency: int, wanted: int, workers: int, each: int
) -> None:
    options = Options(concurrency=concurrency, workers=wanted)
    assert limits.workers(options) == workers
    if workers > 1:
        shared = limits.share(options, workers).concurrency
        leads = limits.share(options, workers, leads=True).concurrency
        assert (shared, leads) == (each, 1)
        assert workers * shared + leads <= concurrency


def test_delay_and_rate_hold_over_all_processes() -> None:
    shared = limits.share(Options(delay=0.5, max_rate=6.0), 2)
    assert (shared.delay, shared.max_rate) == (1.5, 2.0)


def test_what_is_set_for_scrapy_is_shared_too() -> None:
    settings = Settings({"CONCURRENT_REQUESTS_PER_DOMAIN": 9, "DOWNLOAD_DELAY": 1})
    limits.share_settings(settings, 2)
    assert settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN") == 4
    assert settings.getfloat("DOWNLOAD_DELAY") == 3
