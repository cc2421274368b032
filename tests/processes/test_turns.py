"""A host does not notice how many processes ask it."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import pytest
from commanding import audit, page, sitemap
from mockserver.scripted import Asked, answer, scripted

from sitemap_audit.storage.writer import SPAN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from commanding import Ended

PATHS = [f"/{number}" for number in range(60)]
PAUSE = 4.0
"Seconds."


class Came(NamedTuple):
    """A page that was asked for."""

    at: float
    at_once: int
    "With it, so many were being answered."


class Shop:
    """A site that takes a while for each page, and may ask for time once."""

    def __init__(self, *, refuses: int | None = None, rules: str = "") -> None:
        self._refuses, self._rules = refuses, rules
        self._lock = threading.Lock()
        self._open = 0
        self.address = ""
        self.came: list[Came] = []
        self.refused_at = 0.0

    def __call__(self, asked: Asked) -> bytes:
        """Answer."""
        if asked.target == "/robots.txt":
            return answer(f"{self._rules}\nSitemap: {self.address}/sitemap.xml", kind="text/plain")
        if asked.target == "/sitemap.xml":
            return answer(sitemap(*(self.address + path for path in PATHS)), kind="text/xml")
        number = self._enter()
        time.sleep(0.02)
        with self._lock:
            self._open -= 1
        if number == self._refuses:
            self.refused_at = time.monotonic()
            return answer(status="429 Too Many Requests", headers=[f"Retry-After: {PAUSE:.0f}"])
        return answer(page(asked.target))

    def _enter(self) -> int:
        with self._lock:
            self._open += 1
            self.came.append(Came(time.monotonic(), self._open))
            return len(self.came)

    @property
    def gaps(self) -> list[float]:
        """Seconds between two requests."""
        return [later.at - one.at for one, later in pairwise(self.came)]


@contextmanager
def served(shop: Shop) -> Iterator[str]:
    """The shop while it is open; gives its address."""
    with scripted(shop) as server:
        shop.address = server.address
        yield server.address


def processes(done: Ended) -> int:
    """How many processes have stored pages: each has numbers of its own."""
    assert done.folder is not None
    parts = (done.folder / "data" / "pages").glob("part-*.parquet")
    return len({int(part.stem.removeprefix("part-")) // SPAN for part in parts})


@pytest.mark.parametrize(("workers", "concurrency", "used"), [(3, 3, 3), (4, 2, 2)])
def test_workers_ask_no_more_at_once_than_one_process_and_all_of_them_ask(
    workers: int, concurrency: int, used: int, tmp_path: Path
) -> None:
    shop = Shop()
    with served(shop) as base:
        options = ("--workers", workers, "--concurrency", concurrency)
        done = audit(base, *options, output=tmp_path)
    assert done.status == 0, done.output
    assert done.run["ledger"]["outcomes"] == {"fetched": len(PATHS)}
    assert max(came.at_once for came in shop.came) <= concurrency
    assert processes(done) == used
    said = f"{used} of {workers} workers were used: --concurrency {concurrency} allows no more"
    assert (said in done.output) is (used < workers)


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        pytest.param("", ("--max-rate", "20"), id="rate"),
        pytest.param("User-agent: *\nCrawl-delay: 0.05\n", (), id="Crawl-delay"),
    ],
)
def test_workers_ask_no_faster_than_one_process(
    rules: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    shop = Shop(rules=rules)
    with served(shop) as base:
        done = audit(base, *options, "--workers", "3", "--no-follow", output=tmp_path)
    assert done.status == 0, done.output
    assert processes(done) == 3
    assert sum(shop.gaps) / len(shop.gaps) >= 0.049


def test_a_pause_that_one_process_is_asked_for_holds_for_all(tmp_path: Path) -> None:
    shop = Shop(refuses=30)
    with served(shop) as base:
        done = audit(base, "--workers", "3", "--concurrency", "6", output=tmp_path)
    assert done.status == 0, done.output
    assert processes(done) == 3
    (host,) = done.run["traffic"]["by_host"]
    assert (host["pauses"], host["slowed"]) == ({"status 429": 1}, True)
    meanwhile = [came.at for came in shop.came if 0 < came.at - shop.refused_at < PAUSE - 0.1]
    assert len(meanwhile) <= 6  # those that were on their way
    assert all(at - shop.refused_at < PAUSE / 2 for at in meanwhile)


def test_a_host_that_asks_for_time_again_and_again_is_left_by_all(tmp_path: Path) -> None:
    def busy(asked: Asked) -> bytes:
        if asked.target.endswith((".txt", ".xml")):
            return shop(asked)
        return answer(status="429 Too Many Requests", headers=["Retry-After: 1"])

    shop = Shop()
    with scripted(busy) as server:
        shop.address = server.address
        done = audit(server.address, "--workers", "2", output=tmp_path)
    assert done.status == 3
    assert done.run["incomplete_because"] == [
        "127.0.0.1 answered 429 after each of 5 pauses: what was left there was not asked for."
    ]
    assert done.run["traffic"]["by_host"][0]["pauses"] == {"status 429": 6}
    assert set(done.table("pages")["error"]) <= {"throttled", ""}
