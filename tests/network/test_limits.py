"""How many processes there is work for, and what each of them is told."""

from __future__ import annotations

import pytest
from scrapy.settings import Settings
from sitemap_audit.network import limits

from sitemap_audit.options import Options


@pytest.mark.parametrize(
    ("wanted", "concurrency", "hosts", "used"),
    [
        pytest.param(2, 8, 1, 2, id="fewer than requests at once"),
        pytest.param(4, 4, 1, 4, id="one request each"),
        pytest.param(4, 2, 1, 2, id="more than requests at once"),
        pytest.param(3, 1, 1, 1, id="one request at once"),
        pytest.param(4, 1, 3, 3, id="one request at once to each of three hosts"),
        pytest.param(1, 8, 1, 1, id="one"),
    ],
)
def test_there_are_no_more_workers_than_requests_at_once(
    wanted: int, concurrency: int, hosts: int, used: int
) -> None:
    options = Options(concurrency=concurrency, workers=wanted)
    assert limits.workers(options, hosts) == used


def told(monkeypatch: pytest.MonkeyPatch, processors: int, options: Options) -> list[str]:
    """What is said of the workers of an audit of one host."""
    monkeypatch.setattr(limits, "processors", lambda: processors)
    return list(limits.on_workers(options, 1))


def test_workers_that_have_nothing_to_do_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, 8, Options(workers=2, concurrency=2)) == []
    assert told(monkeypatch, 8, Options(workers=4, concurrency=2)) == [
        "2 of 4 workers were used: --concurrency 2 allows no more requests at once."
    ]
    assert told(monkeypatch, 1, Options(workers=2)) == [
        "2 workers shared 1 processor, which is what this machine or container has; more workers"
        " take memory and bring no speed."
    ]


@pytest.mark.parametrize(("workers", "each"), [(2, 16), (3, 11), (32, 1), (40, 1)])
def test_workers_hold_as_many_requests_together_as_one_process(workers: int, each: int) -> None:
    settings = Settings({"CONCURRENT_REQUESTS": 32, "DOWNLOAD_DELAY": 1})
    shared = limits.share(settings, workers)
    assert shared.getint("CONCURRENT_REQUESTS") == each
    assert shared.getfloat("DOWNLOAD_DELAY") == 0
    assert settings.getfloat("DOWNLOAD_DELAY") == 1


@pytest.mark.parametrize(
    ("wanted", "processors", "expected"),
    [
        pytest.param(None, 2, True, id="a processor is free"),
        pytest.param(None, 1, False, id="one processor"),
        pytest.param(1, 2, False, id="one process was asked for"),
        pytest.param(2, 8, False, id="workers read what they fetch"),
    ],
)
def test_another_process_reads_pages_where_there_is_a_processor_for_it(
    monkeypatch: pytest.MonkeyPatch, wanted: int | None, processors: int, *, expected: bool
) -> None:
    monkeypatch.setattr(limits, "processors", lambda: processors)
    assert limits.may_read_apart(Options(workers=wanted)) is expected
