"""A link crawl that is stopped and killed, and resumed: it finds what another one finds."""

from __future__ import annotations

import os
import signal
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

import pytest
from commanding import command, forked, only

from link_crawl.serving import assert_found, serving
from link_crawl.shop import Shop
from link_crawl.traps import BASE, HOST
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from pathlib import Path

    from mockserver.scripted import ReceivedRequest

pytestmark = pytest.mark.thorough
ITEMS = 40
"Items in each of ten sections: 700 pages, and those of the URL traps."
STOPPED_AFTER, KILLED_AFTER = 300, 300
"Requests."
AGAIN = {f"{HOST}{path}" for path in ("/", "/robots.txt", "/sitemap.xml")}
"What each run requests anew: the homepage may link to sitemaps."


def test_a_link_crawl_that_is_killed_ends_like_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop, asked = Shop(ITEMS), list[str]()
    at: dict[int, partial[None]] = {}

    def on_request(request: ReceivedRequest) -> None:
        asked.append(f"{request.headers['host']}{request.target}")
        if end := at.get(len(asked)):
            end()

    with serving(shop, tmp_path, on_request) as (options, environment):
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        servers = options[: options.index("--select")]
        with forked(BASE, "-o", tmp_path, "--workers", 0, *options) as process:
            at[STOPPED_AFTER] = partial(os.kill, process.pid, signal.SIGINT)
            output, _ = process.communicate()
        assert process.returncode == 3, output
        stored = set(asked)
        with forked("resume", only(tmp_path), *servers) as process:
            at[len(asked) + KILLED_AFTER] = partial(os.killpg, process.pid, signal.SIGKILL)
            process.communicate()
        assert process.returncode == -signal.SIGKILL
        done = command("resume", only(tmp_path), *servers, output=tmp_path)
    assert done.status == 0, done.output
    assert_found(done, shop)
    with DuckDBStore(only(tmp_path)) as store:
        for table in ("pages WHERE role <> 'probe'", "link_targets"):
            urls = store.rows(f"SELECT url FROM {table}")
            assert len(urls) == len(set(urls)) > 0, table
    times = Counter(each for each in asked if each not in AGAIN)
    assert max(times.values()) == 2, "what the killed run read was not stored"
    twice = {each for each, number in times.items() if number == 2}
    assert len(stored & twice) < 100, (
        "what the stopped run read was stored, save what was in flight"
    )
