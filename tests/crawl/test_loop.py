"""Pages are fetched so many at once, and no host keeps another's waiting."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from commanding import (
    PATIENCE,
    audit,
    crawl,
    forked,
    index,
    only,
    page,
    record,
    sitemap,
    wait_for,
)
from mockserver.scripted import ReceivedRequest, ScriptedServer, answer, scripted

from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from pathlib import Path

SLOW = [f"/slow/{number}" for number in range(24)]
QUICK = [f"/quick/{number}" for number in range(6)]


class Log:
    """Answers pages and keeps how many of the slow ones were under way at once."""

    def __init__(self, together: int = 0) -> None:
        """Answer the first slow pages when so many are under way."""
        self.listed: list[str] = []
        self.address = ""
        self.done: list[str] = []
        self.most = 0
        self.may_answer = threading.Event()
        "Whether slow pages are answered."
        self._together, self._in_flight = together, 0
        self._lock = threading.Lock()

    def __call__(self, asked: ReceivedRequest) -> bytes:
        if asked.target == "/robots.txt":
            return answer(f"Sitemap: {self.address}/sitemap.xml", kind="text/plain")
        if asked.target == "/sitemap.xml":
            return answer(sitemap(*self.listed), kind="text/xml")
        if asked.target in SLOW:
            with self._lock:
                self._in_flight += 1
                self.most = max(self.most, self._in_flight)
                if self._together and self.most >= self._together:
                    self.may_answer.set()
            self.may_answer.wait(PATIENCE)
            time.sleep(0.05)  # for more than may be under way at once, if they come
        with self._lock:
            self._in_flight -= asked.target in SLOW
            self.done.append(asked.target)
            if set(QUICK) <= set(self.done):
                self.may_answer.set()
        return answer(page(asked.target))


def test_a_slow_host_gets_so_many_requests_at_once_and_keeps_no_other_waiting(
    tmp_path: Path,
) -> None:
    log = Log()
    with scripted(log) as slow, scripted(log, host="127.0.0.2") as quick:
        log.address = slow.address
        log.listed = [slow.address + path for path in SLOW] + [
            quick.address + path for path in QUICK
        ]
        options = ("--concurrency", 2, "--allow-private", "--timeout", PATIENCE)
        done = audit(slow.address, *options, output=tmp_path)
    assert done.run["ledger"]["outcomes"] == {"fetched": len(SLOW) + len(QUICK)}
    assert not set(log.done[: len(QUICK)]) & set(SLOW), "not one is answered before the quick ones"
    assert log.most == 2


@pytest.mark.thorough
def test_pages_of_many_hosts_keep_no_sitemap_waiting(tmp_path: Path) -> None:
    hosts: list[ScriptedServer] = []
    asked_for: list[str] = []

    def script(asked: ReceivedRequest) -> bytes:
        site = hosts[0].address
        if asked.target == "/robots.txt":
            return answer(f"Sitemap: {site}/index.xml", kind="text/plain")
        asked_for.append(asked.target)
        if asked.target == "/index.xml":
            return answer(index(f"{site}/pages.xml", f"{site}/later.xml"), kind="text/xml")
        if asked.target == "/later.xml":
            while len(asked_for) < 60:  # as many pages are under way as may be
                time.sleep(0.05)
            return answer(index(f"{site}/last.xml"), kind="text/xml")
        if asked.target == "/pages.xml":
            locs = (f"{host.address}/{number}" for host in hosts for number in range(50))
            return answer(sitemap(*locs), kind="text/xml")
        if asked.target == "/last.xml":
            return answer(sitemap(f"{site}/last"), kind="text/xml")
        time.sleep(0.2)
        return answer(page(asked.target))

    with ExitStack() as running:
        hosts += [
            running.enter_context(scripted(script, host=f"127.0.0.{number}"))
            for number in range(1, 6)
        ]
        settings = ("CONCURRENT_REQUESTS=8", 'SITEMAP_AUDIT={"allow_private": true}')
        done = crawl(hosts[0].address, *settings, output=tmp_path)
    assert done.run["ledger"]["outcomes"] == {"fetched": 251}
    assert asked_for.index("/last.xml") < len(asked_for) / 2


def test_a_robots_txt_that_was_under_way_when_an_audit_is_stopped_is_none_that_failed(
    tmp_path: Path,
) -> None:
    asked_for = threading.Event()
    is_stopping = threading.Event()

    def site(asked: ReceivedRequest) -> bytes:
        if asked.target == "/robots.txt":
            return answer(f"Sitemap: {first.address}/sitemap.xml", kind="text/plain")
        return answer(sitemap(f"{other.address}/page"), kind="text/xml")

    def elsewhere(_: ReceivedRequest) -> bytes:
        asked_for.set()
        is_stopping.wait(PATIENCE)
        return answer(status="500 Internal Server Error")

    def is_told() -> bool:
        return any("Closing spider" in log.read_text() for log in tmp_path.glob("*/*/audit.log"))

    with scripted(site) as first, scripted(elsewhere, host="127.0.0.2") as other:
        arguments = (first.address, "-o", tmp_path, "--allow-private", "--select", "robots")
        with forked(*arguments) as process:
            assert asked_for.wait(PATIENCE)
            process.send_signal(signal.SIGINT)
            wait_for(is_told)
            is_stopping.set()
            process.communicate(timeout=PATIENCE)
    folder = only(tmp_path)
    assert record(folder)["ledger"]["outcomes"] == {"interrupted": 1}
    with DuckDBStore(folder) as store:
        assert store.rows("SELECT origin FROM robots") == [(first.address,)]


@pytest.mark.parametrize(
    ("setting", "most"),
    [
        pytest.param("CONCURRENT_REQUESTS=1", 1, id="one"),
        pytest.param("CONCURRENT_REQUESTS=0", 8, id="no limit", marks=pytest.mark.thorough),
    ],
)
def test_a_crawl_ends_whatever_a_project_allows_at_once(
    setting: str, most: int, tmp_path: Path
) -> None:
    log = Log(together=1)
    with scripted(log) as site:
        log.address = site.address
        log.listed = [site.address + path for path in SLOW]
        done = crawl(site.address, setting, output=tmp_path)
    assert done.run["ledger"]["outcomes"] == {"fetched": len(SLOW)}
    assert log.most <= most


def test_where_a_refresh_leads_is_asked_for_once_from_a_listed_page(tmp_path: Path) -> None:
    def script(asked: ReceivedRequest) -> bytes:
        if asked.target == "/robots.txt":
            return answer(f"Sitemap: {site.address}/sitemap.xml", kind="text/plain")
        if asked.target == "/sitemap.xml":
            return answer(sitemap(f"{site.address}/old", f"{site.address}/lost"), kind="text/xml")
        if asked.target == "/gone":
            return answer(page("gone"), status="404 Not Found")
        leads = {"/old": "0; url=/new", "/new": "60", "/lost": "0; url=/gone"}.get(asked.target)
        head = f'<meta http-equiv="refresh" content="{leads}">' if leads else ""
        return answer(page(asked.target, head))

    with scripted(script) as site:
        done = audit(site.address, output=tmp_path)
    assert done.page("/new")["role"] == "refresh"
    assert site.targets().count("/new") == 1
    findings = done.table("findings")
    refreshes = findings[findings["check"] == "redirect/meta-refresh"]
    assert dict(zip(refreshes["url"], refreshes["fix"], strict=True)) == {
        f"{site.address}/old": f"Replace with {site.address}/new",
        f"{site.address}/lost": "Redirect with 301, or remove the meta refresh",
    }
