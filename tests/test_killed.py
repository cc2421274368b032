"""Audits that are killed, again and again and anywhere, and taken up: nothing is lost."""

from __future__ import annotations

import fcntl
import os
import pty
import random
import re
import resource
import signal
import subprocess
import termios
from functools import partial
from threading import Event
from typing import TYPE_CHECKING

import pandas as pd
import pytest
from commanding import (
    COMMAND,
    PATIENCE,
    WIDE,
    command,
    file_size_limit,
    forked,
    only,
    page,
    record,
    run,
    sitemap,
    wait_for,
)
from mockserver import many_pages
from mockserver.scripted import ReceivedRequest, answer, scripted
from processes import below
from slow_site import SlowSite

from sitemap_audit.storage.csv_parts import file_of

if TYPE_CHECKING:
    from pathlib import Path


PAGES = 240
DELAY = 0.02
"Seconds after which a page is answered."
WORKER = "spawn_main"
"What the command line of a process that reads pages has."
SOME_PAGES = 80
"After which the site waits, so that no audit ends before it is killed twice."
STATUS = ("--select", "status")
FAST = ("--concurrency", "16", *STATUS)
TIMES = re.compile(r"(_at_utc|latency|seconds|attempts|server|ip_address)$")
"Columns that no two runs have in common."


def has_asked(site: SlowSite, number: int) -> bool:
    """Whether more than so many pages were requested."""
    return len(site.asked) > number


def rows(folder: Path, name: str) -> list[tuple[object, ...]]:
    """A report's rows in order, without what no two runs have in common."""
    table = pd.read_csv(folder / file_of(name), dtype=str, keep_default_na=False)
    kept = [column for column in table.columns if not TIMES.search(column)]
    return sorted(table[kept].itertuples(index=False, name=None))


def assert_equal_audits(one: Path, other: Path) -> None:
    """The same rows, apart from times, in every report that is about the site."""
    for name in ("findings", "ledger", "pages", "entries", "sitemaps", "canonicals", "alternates"):
        assert rows(one, name) == rows(other, name), name
    assert record(one)["ledger"] == record(other)["ledger"]
    assert record(one)["complete"] is record(other)["complete"] is True


def resume_without_room(folder: Path, room: int) -> None:
    """Take an audit up on a disk that has no room for files of more than ``room`` bytes.

    It ends with 2 where what is done cannot even be read, with 3 where what comes cannot be kept.
    """

    done = run("resume", folder, before=file_size_limit(room))
    output = done.stdout + done.stderr
    assert done.returncode in (2, 3), output
    assert "File too large" in output
    assert "Traceback" not in output


def test_an_audit_killed_twice_and_once_without_room_ends_like_one_that_is_not(
    tmp_path: Path,
) -> None:
    chance = random.Random(20)  # the same moments in every run
    output = tmp_path / "killed"
    with SlowSite(PAGES).running() as site:
        for stop in (signal.SIGTERM, signal.SIGKILL):
            is_begun = stop is not signal.SIGTERM
            arguments = ("resume", only(output)) if is_begun else (*site.bases, "-o", output, *FAST)
            moment = chance.randrange(SOME_PAGES)
            site.count_anew(hold_after=SOME_PAGES)
            with forked(*arguments) as process:
                wait_for(partial(has_asked, site, moment))
                os.killpg(process.pid, stop)
        site.count_anew()
        folder = only(output)
        resume_without_room(folder, 40_000)
        resume_without_room(folder, 400_000)
        assert record(folder)["complete"] is False
        assert run("resume", folder).returncode == 0
        assert run(*site.bases, "-o", tmp_path / "whole", *FAST).returncode == 0
    assert_equal_audits(folder, only(tmp_path / "whole"))


@pytest.mark.thorough
def test_worker_processes_that_are_killed_cost_no_page(tmp_path: Path) -> None:
    with SlowSite(20, heavy=20).running() as site:
        site.count_anew(hold_after=10)
        with forked(*site.bases, "-o", tmp_path, "--workers", "2", *FAST) as process:
            for worker in wait_for(lambda: below(process.pid, WORKER)):
                worker.kill()
            before = site.asked
            site.count_anew()
            site.answer_held()
            said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said
    assert record(only(tmp_path))["ledger"]["outcomes"] == {"fetched": 20}
    asked = sorted(each.url for each in (*before, *site.asked))
    assert asked == sorted(f"{site.bases[0]}/p/{number}" for number in range(20))


@pytest.mark.thorough
def test_one_audit_is_not_written_twice_at_once(tmp_path: Path) -> None:
    with SlowSite(PAGES).running() as site:
        site.count_anew(hold_after=0)
        with forked(*site.bases, "-o", tmp_path, "--workers", 0, *FAST) as process:
            wait_for(lambda: site.asked)
            process.send_signal(signal.SIGSTOP)
            at_once = "from sitemap_audit.machine import lock; lock.PATIENCE = 0"
            commands = ("resume", "check", "report")
            ended = [run(each, only(tmp_path), patch=at_once) for each in commands]
            process.kill()
    for second in ended:
        assert second.returncode == 2
        assert "another process crawls, checks or reports this audit" in second.stderr
        assert "Traceback" not in second.stderr


@pytest.mark.thorough
def test_without_file_handles_the_audit_stops_with_a_sentence_and_no_finding(
    tmp_path: Path,
) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    take_handles = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (30, most))
    with many_pages(PAGES, delay=0.2) as site:
        arguments = (site.base, "-o", tmp_path, "--concurrency", "64", *STATUS)
        done = command(*arguments, output=tmp_path, before=take_handles)
        assert done.status == 3, done.output
        assert "no file handle is left" in done.output
        assert "Traceback" not in done.output
        folder = only(tmp_path)
        assert not list(folder.glob("data/pages/*")) or not failed(folder)
        assert run("resume", folder).returncode == 0
        assert not failed(folder)
    assert record(folder)["ledger"]["outcomes"] == {"fetched": PAGES}


@pytest.mark.thorough
def test_a_terminal_that_is_closed_ends_an_audit_as_sigterm_does(tmp_path: Path) -> None:
    terminal, inside = pty.openpty()

    def own_terminal() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup may have started the tests
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    with SlowSite(PAGES).running() as site:
        site.count_anew(hold_after=20)
        arguments = [*COMMAND, *site.bases, "-o", str(tmp_path / "out"), *FAST]
        with subprocess.Popen(
            arguments,
            preexec_fn=own_terminal,
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env=os.environ | WIDE,
        ) as process:
            os.close(inside)
            wait_for(lambda: len(site.asked) > 20)
            os.close(terminal)
            (log,) = (tmp_path / "out").glob("*/*/audit.log")
            wait_for(lambda: "Closing spider" in log.read_text())
            site.count_anew()
            site.answer_held()
            assert process.wait(PATIENCE) == 3
    told = record(only(tmp_path / "out"))
    assert told["reason"] == "shutdown"
    assert told["incomplete_because"][0] == "The audit was stopped before the crawl was finished."
    assert told["counts"]["pages"] > 0


def failed(folder: Path) -> list[str]:
    """Pages that are stored as not answered."""
    pages = pd.read_parquet(folder / "data" / "pages")
    return list(pages.loc[pages["error"].notna(), "url"])


def test_a_site_that_dies_is_given_up_and_its_pages_are_not_checked(tmp_path: Path) -> None:
    options = ("--max-wait", 1, *FAST)
    with many_pages(PAGES, delay=DELAY, answers=PAGES // 3) as site:
        assert run(site.base, "-o", tmp_path, *options).returncode == 3
    folder = only(tmp_path)
    (reason,) = record(folder)["incomplete_because"]
    assert reason.startswith(f"No connection to {site.base} for ")
    assert len(set(failed(folder))) >= PAGES - PAGES // 3
    pages = pd.read_parquet(folder / "data" / "pages")
    assert (pages["error"] == "throttled").sum() > 20, "they were not requested"
    checks = {str(check) for check, *_ in rows(folder, "findings")}
    assert "status/no-response" not in checks


NAMES = [f"{number:02}" for number in range(8)]


class Stopping:
    """A site that is slow to return one page, so that its audit can be stopped at that moment.

    The sitemap lists pages, and redirects to others. Those have alternates, of which one is behind
    a redirect too, and a canonical. Googlebot gets another robots directive.
    """

    def __init__(self) -> None:
        self.address = ""
        self.stop_at("none")

    def stop_at(self, moment: str) -> None:
        """Wait at the first page of a kind, or the first that is requested as Googlebot."""
        self.moment, self.has_come, self.is_stopped = moment, Event(), Event()

    def __call__(self, asked: ReceivedRequest) -> bytes:
        kind, _, name = asked.target.strip("/").partition("/")
        is_googlebot = "Googlebot/" in asked.headers["user-agent"]
        if self.moment == ("googlebot" if is_googlebot else kind) and not self.has_come.is_set():
            self.has_come.set()
            assert self.is_stopped.wait(PATIENCE)
        match kind:
            case "robots.txt":
                return answer(f"Sitemap: {self.address}/sitemap.xml", kind="text/plain")
            case "sitemap.xml":
                locs = (f"{self.address}/{kind}/{name}" for kind in ("p", "old") for name in NAMES)
                return answer(sitemap(*locs), kind="text/xml")
            case "old" | "go":
                to = {"old": "en", "go": "fr"}[kind]
                return answer(status="301 Moved", headers=[f"Location: {self.address}/{to}/{name}"])
            case "p" | "en" | "de" | "fr":
                alternates = {"en": "en", "de": "de", "fr": "go"} if kind != "p" else {}
                head = "".join(
                    f'<link rel=alternate hreflang={code} href="{self.address}/{place}/{name}">'
                    for code, place in alternates.items()
                )
                head += f'<link rel=canonical href="{self.address}/{kind}/{name}">'
                noindex = ["X-Robots-Tag: noindex"] if is_googlebot else []
                return answer(page(asked.target, head), headers=noindex)
        return answer(status="404 Not Found")


@pytest.mark.thorough
def test_an_audit_stopped_in_each_phase_has_the_rows_of_one_that_is_not(tmp_path: Path) -> None:
    checks = "hreflang/target-redirects,indexability/differs-for-bot"
    options = ("--workers", 0, "--compare-user-agent", 5, "--select", checks)
    site = Stopping()
    stopped = tmp_path / "stopped"
    stops: list[str] = []
    with scripted(site) as server:
        site.address = server.address
        for moment in ("de", "go", "googlebot"):
            site.stop_at(moment)
            arguments = ("resume", only(stopped)) if stops else (site.address, "-o", stopped)
            with forked(*arguments, *(() if stops else options)) as process:
                assert site.has_come.wait(PATIENCE), moment
                process.send_signal(signal.SIGINT)
                site.is_stopped.set()
                told, _ = process.communicate(timeout=PATIENCE)
            assert process.returncode == 3, told
            stops.append(moment)
        before = as_googlebot(only(stopped))
        site.stop_at("none")
        assert run("resume", only(stopped)).returncode == 0
        assert run(server.address, "-o", tmp_path / "whole", *options).returncode == 0
    whole = only(tmp_path / "whole")
    assert_equal_audits(only(stopped), whole)
    assert len(before) < len(as_googlebot(whole)) == 2 * 5  # each once more as the audit
    assert as_googlebot(only(stopped)) == as_googlebot(whole)
    assert {check for check, *_ in rows(whole, "findings")}


def as_googlebot(folder: Path) -> list[tuple[object, ...]]:
    """What came of each page that was requested as Googlebot, and then as the audit."""
    if not (folder / "data" / "bot_answers").exists():
        return []
    table = pd.read_parquet(folder / "data" / "bot_answers")
    columns = ["url", "is_own", "status", "error", "noindex", "canonical", "title", "content_hash"]
    return sorted(table[columns].itertuples(index=False, name=None), key=str)
