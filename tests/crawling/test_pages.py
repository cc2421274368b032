"""Pages are fetched so many at once, and no host keeps another's waiting."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest
from commanding import audit, crawl, page, sitemap
from mockserver.scripted import Asked, answer, scripted

if TYPE_CHECKING:
    from pathlib import Path

SLOW = [f"/slow/{number}" for number in range(24)]
QUICK = [f"/quick/{number}" for number in range(6)]


class Log:
    """Answers pages, each after a while, and keeps how many were under way at once."""

    def __init__(self) -> None:
        self.listed: list[str] = []
        self.address = ""
        self.done: list[str] = []
        self.most = 0
        self._under_way = 0
        self._lock = threading.Lock()

    def __call__(self, asked: Asked) -> bytes:
        if asked.target == "/robots.txt":
            return answer(f"Sitemap: {self.address}/sitemap.xml", kind="text/plain")
        if asked.target == "/sitemap.xml":
            return answer(sitemap(*self.listed), kind="text/xml")
        with self._lock:
            self._under_way += 1
            self.most = max(self.most, self._under_way)
        time.sleep(0.1 if asked.target in SLOW else 0)
        with self._lock:
            self._under_way -= 1
            self.done.append(asked.target)
        return answer(page(asked.target))


def test_a_slow_host_does_not_keep_the_pages_of_another_waiting(tmp_path: Path) -> None:
    log = Log()
    with scripted(log) as slow, scripted(log, host="127.0.0.2") as quick:
        log.address = slow.address
        log.listed = [slow.address + path for path in SLOW] + [
            quick.address + path for path in QUICK
        ]
        options = ("--concurrency", 2, "--allow-private")
        done = audit(slow.address, *options, output=tmp_path)
    assert done.run["ledger"]["outcomes"] == {"fetched": len(SLOW) + len(QUICK)}
    fetched = [path for path in log.done if path in {*SLOW, *QUICK}]
    assert fetched.index(QUICK[-1]) < len(SLOW), fetched


def test_no_more_pages_of_a_host_are_under_way_than_may_be(tmp_path: Path) -> None:
    log = Log()
    with scripted(log) as site:
        log.address = site.address
        log.listed = [site.address + path for path in SLOW]
        done = audit(site.address, "--concurrency", 3, output=tmp_path)
    assert done.run["ledger"]["outcomes"] == {"fetched": len(SLOW)}
    assert log.most == 3


@pytest.mark.parametrize(
    ("setting", "most"),
    [
        pytest.param("CONCURRENT_REQUESTS=1", 1, id="one"),
        pytest.param("CONCURRENT_REQUESTS=0", 8, id="no limit"),
        pytest.param("CONCURRENT_REQUESTS_PER_DOMAIN=0", 1, id="none of a host"),
    ],
)
def test_a_crawl_ends_whatever_a_project_allows_at_once(
    setting: str, most: int, tmp_path: Path
) -> None:
    log = Log()
    with scripted(log) as site:
        log.address = site.address
        log.listed = [site.address + path for path in SLOW]
        done = crawl(site.address, setting, output=tmp_path)
    assert done.run["ledger"]["outcomes"] == {"fetched": len(SLOW)}
    assert log.most <= most
