"""Audits on an object store whose pages a cluster fetches: the executors share no folder."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

import pytest
from cluster_processes import crawlers, executors
from commanding import PATIENCE, only, run, started, wait_for
from object_store import BUCKET, Request, S3Server, listed, read, s3_server
from slow_site import HEAVY, SlowSite

from sitemap_audit.storage.parts import read_list
from sitemap_audit.storage.slices import STOP_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.thorough
CONCURRENCY = 4
DELAY = 0.002
"Seconds between two requests."
OPTIONS = (
    *("--concurrency", CONCURRENCY, "--delay", DELAY, "--timeout", PATIENCE),
    *("--workers", 0, "--select", "status"),
)
ON_CLUSTER = ("--cluster", "local-cluster[2,1,1024]")
IN_ONE_PROCESS = ("--cluster", "local[2]")
"The driver's process runs the tasks: it starts sooner."
PAGES = 1_010
"Pages of one host, from which both executors fetch."
SOME = 800
"Pages after which both executors have written parts: none fetches more than half of all."
SECOND_ATTEMPT = re.compile(r"/slices/\d+-\d+-1/run\.json$")
"A file of a slice that is fetched anew."


class Result(NamedTuple):
    """What an audit found."""

    ledger: dict[str, Any]
    pages: Counter[tuple[str, ...]]
    findings: Counter[tuple[str, ...]]


@pytest.fixture(scope="module")
def s3() -> Iterator[S3Server]:
    with s3_server() as server:
        yield server


@pytest.fixture(scope="module")
def site() -> Iterator[SlowSite]:
    with SlowSite(PAGES, heavy=HEAVY).running() as site:
        yield site


@pytest.fixture(scope="module")
def undisturbed(site: SlowSite, tmp_path_factory: pytest.TempPathFactory) -> Result:
    """The result of an audit into a local folder, without a cluster."""
    folder = tmp_path_factory.mktemp("plain")
    ended = run(*site.bases, "-o", folder, *OPTIONS)
    assert ended.returncode == 0, ended.stderr
    return result(str(only(folder)))


@pytest.fixture
def output(s3: S3Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The URL of a new folder of audits; temporary copies are in a folder of the test."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    s3.refused.clear()
    yield f"s3://{BUCKET}/{uuid4().hex}"
    s3.refuses = lambda _: False


def result(place: str) -> Result:
    """Read the result of an audit at a path or URL."""
    return Result(
        json.loads(read(f"{place}/run.json"))["ledger"],
        rows(read(f"{place}/tables/pages.csv"), "url", "status"),
        rows(read(f"{place}/findings.csv"), "check", "url"),
    )


def rows(content: bytes, *columns: str) -> Counter[tuple[str, ...]]:
    """Read some columns of a report."""
    lines = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    return Counter(tuple(row[name] for name in columns) for row in lines)


def audit_in(output: str) -> str:
    """The URL of the only audit below an output folder."""
    (name,) = (each for each in listed(output) if each.count("/") == 2 and "run.json" in each)
    return f"{output}/{name.removesuffix('/run.json')}"


def written(output: str) -> list[int]:
    """The pages that attempts have listed in the store, where there are any."""
    lists = [name for name in listed(output) if "/slices/" in name and name.endswith("parts.csv")]
    parts = [read_list(read(f"{output}/{name}")).values() for name in lists]
    counts = (sum(each.rows for each in listed if each.table == "pages") for listed in parts)
    return [count for count in counts if count]


def first_times(s3: S3Server, most: int) -> None:
    """Refuse so many requests, each when it comes for the first time."""
    seen: set[Request] = set()
    before = len(s3.refused)

    def refuses(request: Request) -> bool:
        is_new = request not in seen
        seen.add(request)
        return is_new and len(s3.refused) < before + most

    s3.refuses = refuses


def test_an_executor_and_the_store_fail_and_what_was_stopped_is_resumed(
    s3: S3Server, output: str, site: SlowSite, undisturbed: Result
) -> None:
    site.count_anew(hold_after=SOME)
    with started(*site.bases, "-o", output, *OPTIONS, *ON_CLUSTER) as process:
        wait_for(lambda: len(site.asked) > SOME)
        wait_for(lambda: len(written(output)) == 2)
        kept, before = sum(written(output)), site.times
        # One may have fetched its slice before the other has started.
        killed, orphan = next((each, of) for each in executors(process) for of in crawlers(each))
        first_times(s3, 30)
        killed.kill()
        orphan.wait(PATIENCE)
        wait_for(lambda: any(map(SECOND_ATTEMPT.search, listed(output))))
        os.killpg(process.pid, signal.SIGINT)
        wait_for(lambda: any(name.endswith(f"/{STOP_FILE}") for name in listed(output)))
        while process.poll() is None:  # the crawlers look every second whether to stop
            site.answer_held()
            time.sleep(0.5)
        said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3, said
    assert "NOT COMPLETE  The audit was stopped before the crawl was finished." in said
    assert len(s3.refused) == 30
    twice = {url for url, times in site.times.items() if times > 1}
    assert max(site.times.values()) <= 2
    assert twice <= before.keys()
    assert len(twice) <= len(before) - kept
    assert CONCURRENCY // 2 < site.most_at_once <= CONCURRENCY
    # Scrapy waits between half the delay and one and a half.
    took = site.asked[-1].at - site.asked[0].at
    assert took >= (len(site.asked) - CONCURRENCY) * DELAY / 2
    audit = audit_in(output)
    fetched = json.loads(read(f"{audit}/run.json"))["ledger"]["fetched"]
    assert kept <= fetched < PAGES
    site.count_anew()
    resumed = run("resume", audit, *IN_ONE_PROCESS)
    assert resumed.returncode == 0, resumed.stderr
    assert result(audit) == undisturbed
    assert len(site.asked) == PAGES - fetched
    assert not [name for name in listed(audit) if name.startswith("slices/")]
