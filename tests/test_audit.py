"""The command as its users run it: stopped, killed, resumed, judged again, misused."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import threading
import time
from functools import partial
from typing import TYPE_CHECKING

import pandas as pd
import psutil
import pytest
from commanding import (
    CLEAN,
    COMMAND,
    PATIENCE,
    command,
    file_size_limit,
    forked,
    only,
    record,
    run,
    wait_for,
)
from mockserver import many_pages, served
from mockserver.scripted import ReceivedRequest, answer, scripted
from slow_site import SlowSite

if TYPE_CHECKING:
    from pathlib import Path

PAGES = 120
FEW = ("--select", "status", "--workers", "0")
"For audits of which it does not matter what they find."


def test_an_audit_that_is_stopped_says_so_and_goes_on(tmp_path: Path) -> None:
    output = tmp_path / "out"
    with SlowSite(PAGES).running() as site:
        site.count_anew(hold_after=20)
        with forked(*site.bases, "-o", output, "--concurrency", 4, *FEW) as process:
            wait_for(lambda: len(site.asked) > 20)
            (log,) = output.glob("*/*/audit.log")
            process.send_signal(signal.SIGTERM)  # Ctrl-C is tried below
            wait_for(partial(is_said, log, "Closing spider"))
            site.count_anew()
            site.answer_held()
            said, _ = process.communicate(timeout=PATIENCE)
        folder = log.parent
        assert process.returncode == 3
        assert "NOT COMPLETE  The audit was stopped before the crawl was finished." in said
        assert f"sitemap-audit resume {folder}" in said
        ledger = record(folder)["ledger"]
        assert 0 < ledger["fetched"] < PAGES
        assert ledger["fetched"] + ledger["outcomes"]["interrupted"] == PAGES

        resumed = run("resume", folder)
        assert resumed.returncode == 0, resumed.stderr
        assert record(folder)["complete"] is True
        assert record(folder)["ledger"]["outcomes"] == {"fetched": PAGES}


def is_said(log: Path, words: str) -> bool:
    """Whether a log says so."""
    return words in log.read_text()


def test_ctrl_c_twice_stops_at_once(tmp_path: Path) -> None:
    asked_for, is_over = threading.Event(), threading.Event()

    def site(asked: ReceivedRequest) -> bytes:
        if asked.target == "/robots.txt":
            return answer(f"Sitemap: {server.address}/sitemap.txt", kind="text/plain")
        if asked.target == "/sitemap.txt":
            return answer(f"{server.address}/endless", kind="text/plain")
        asked_for.set()
        is_over.wait(PATIENCE)
        return b""

    with scripted(site) as server:
        with forked(server.address, "-o", tmp_path, *FEW) as process:
            assert asked_for.wait(PATIENCE)
            (log,) = tmp_path.glob("*/*/audit.log")
            for words in ("Closing spider", "forcing unclean shutdown"):
                process.send_signal(signal.SIGINT)
                wait_for(partial(is_said, log, words))
            output, _ = process.communicate(timeout=PATIENCE)
        is_over.set()
    assert process.returncode == 3, output
    told = r"Stopping: finishing [1-9]\d* requests?\. Press Ctrl-C again to stop at once\.\n"
    assert re.search(told, output), output
    assert "Traceback" not in output
    assert "NOT COMPLETE  The audit was stopped at once: the checks did not run." in output
    assert f"To continue: sitemap-audit resume {only(tmp_path)}" in output
    assert record(only(tmp_path))["complete"] is False


def test_an_audit_whose_reports_fail_by_an_internal_error_says_how_to_make_them(
    tmp_path: Path,
) -> None:
    patch = """
from sitemap_audit import report_extension
def fail(run):
    raise RuntimeError
report_extension.conclude = fail
"""
    with many_pages(3) as site:
        done = run(site.base, "-o", tmp_path, "--crawl", *FEW, patch=patch)
    folder = only(tmp_path)
    assert done.returncode == 3, done.stderr
    assert "Traceback" not in done.stderr
    assert "NOT COMPLETE  The checks ended with an internal error, see audit.log." in done.stdout
    assert f"sitemap-audit check {folder}" in done.stdout
    assert "RuntimeError" in (folder / "audit.log").read_text()


STOPS_ITSELF = f"""
import os, signal
from aiohttp import TCPConnector
from scrapy.downloadermiddlewares.downloadtimeout import DownloadTimeoutMiddleware

stopped = []

def process_request(self, request, spider=None):
    is_first_slow = request.url.endswith("/slow") and not stopped
    request.meta["download_timeout"] = 2 if is_first_slow else {PATIENCE}

async def connect(self, req, *others, real=TCPConnector.connect, **named):
    if req.url.path == "/slow" and not stopped:
        stopped.append(req.url)
        os.kill(os.getpid(), signal.SIGSTOP)
    return await real(self, req, *others, **named)

DownloadTimeoutMiddleware.process_request = process_request
TCPConnector.connect = connect
"""
"The process stops when it connects for its first request for a page, which times out soon."


def test_a_timeout_while_the_process_was_stopped_is_no_fault_of_the_site(tmp_path: Path) -> None:
    def site(asked: ReceivedRequest) -> bytes:
        if asked.target == "/robots.txt":
            return answer(f"Sitemap: {server.address}/sitemap.txt", kind="text/plain")
        if asked.target == "/sitemap.txt":
            return answer(f"{server.address}/slow", kind="text/plain")
        return answer("<!doctype html><title>a</title>")

    with (
        scripted(site) as server,
        forked(server.address, "-o", tmp_path, *FEW, patch=STOPS_ITSELF) as process,
    ):
        stopped = psutil.Process(process.pid)
        wait_for(lambda: stopped.status() == psutil.STATUS_STOPPED)
        time.sleep(3)  # longer than the timeout: nothing can be waited for
        process.send_signal(signal.SIGCONT)
        output, _ = process.communicate(timeout=PATIENCE)
    pages = pd.read_csv(only(tmp_path) / "tables/pages.csv", dtype=str, keep_default_na=False)
    (slow,) = pages[pages["url"].str.endswith("/slow")].to_dict("records")
    assert (slow["status"], slow["attempts"], slow["first_error"]) == ("200", "2", ""), output


def test_ctrl_c_before_the_crawl_gets_a_sentence(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    os.mkfifo(config)
    beginning = [*COMMAND, "http://127.0.0.1:1/", "--config", str(config)]
    with (
        subprocess.Popen(beginning, stderr=subprocess.PIPE, text=True) as process,
        config.open("w"),  # which waits until it is being read
    ):
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert said.strip() == "sitemap-audit: Stopped. Stored data is kept."


def test_a_disk_that_is_full_ends_in_a_sentence_and_loses_nothing(tmp_path: Path) -> None:
    with many_pages(PAGES) as site:
        done = command(
            site.base, "-o", tmp_path, *FEW, output=tmp_path, before=file_size_limit(30_000)
        )
        assert done.status == 3
        assert "Traceback" not in done.output
        assert "cannot be written" in done.output
        resumed = command("resume", only(tmp_path), output=tmp_path)
    assert resumed.status == 0, resumed.output
    assert resumed.run["ledger"]["outcomes"] == {"fetched": PAGES}


def test_a_disk_that_has_no_room_for_the_log_ends_in_a_sentence(tmp_path: Path) -> None:
    arguments = ("-o", tmp_path, *FEW)
    with many_pages(PAGES) as site:
        done = command(site.base, *arguments, output=tmp_path, before=file_size_limit(6_000))
    assert done.status == 3
    assert "Traceback" not in done.output
    assert "Make room there." in done.output


@pytest.mark.thorough
def test_a_check_of_ones_own_is_run_with_ours(tmp_path: Path) -> None:
    pack = tmp_path / "mine"
    (pack / "house").mkdir(parents=True)
    (pack / "house" / "too-few-words.sql").write_text(OWN_CHECK)
    with served(CLEAN) as addresses:
        own = ("--checks", pack, "--select", "house,sitemap", "--workers", "0")
        done = run(addresses["base"], "-o", tmp_path / "out", *own)
    assert done.returncode == 0, done.stderr
    folder = only(tmp_path / "out")
    for again in ("audit", "report", "check"):  # the last two by the options of the first
        if again != "audit":
            done = run(again, folder, "--checks", "mine", folder=tmp_path)
        assert "Page with too few words" in done.stdout, done.stderr
        found = pd.read_csv(folder / "findings.csv")
        assert set(found["check"]) == {"house/too-few-words"}
    whole = (folder / "findings.csv").read_bytes()
    done = run("check", folder)
    assert "--checks. To apply an option, pass it again." in done.stderr
    assert (done.returncode, "There is no check 'house'." in done.stderr) == (2, True)
    assert (folder / "findings.csv").read_bytes() == whole
    run("check", folder, "--checks", "", "--select", "status")
    assert record(folder / "selected")["options"]["select"] == ["status"]
    assert pd.read_csv(folder / "selected" / "findings.csv").empty


def test_a_part_of_the_checks_leaves_the_reports_of_the_audit_alone(tmp_path: Path) -> None:
    with served(CLEAN) as addresses:
        limit = ("--set", "sitemap/too-many-urls.max_urls=3")
        assert run(addresses["base"], "-o", tmp_path, "--workers", "0", *limit).returncode == 0
    folder = only(tmp_path)
    whole = {path: path.read_bytes() for path in files_of(folder)}

    for part in (("--select", "hreflang"), ("--engines", "yandex")):
        done = run("check", folder, *part, "--fail-on", "error")
        assert done.returncode == (1 if "--engines" in part else 0), done.stdout + done.stderr
        assert done.stderr == "running the checks, writing the reports\n"
        assert f"Reports: {folder}/selected" in done.stdout
        assert f"The reports of all checks are still in {folder}." in done.stdout
        assert {path: path.read_bytes() for path in files_of(folder)} == whole
    selected = {path.name for path in (folder / "selected").iterdir()}
    assert selected == {"report.html", "report.xlsx", "findings.csv", "tables", "run.json"}
    part_of_it = record(folder / "selected")
    assert part_of_it["options"]["engines"] == ["yandex"]
    assert part_of_it["changes"] is None

    limit = ("--set", "sitemap/too-many-urls.max_urls=10000")
    again = run("check", folder, "--select", "*", *limit, "--quiet")
    assert again.stderr == ""
    assert f"Reports: {folder}\n" in again.stdout, "all checks, by another limit"
    assert pd.read_csv(folder / "findings.csv").empty
    assert record(folder)["part_of"] is None


def files_of(folder: Path) -> list[Path]:
    """The files of an audit's folder, without those of a part of its checks."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != ".lock")
    return [path for path in files if "selected" not in path.relative_to(folder).parts]


def test_a_limit_is_kept_and_a_quiet_audit_shows_its_summary_alone(tmp_path: Path) -> None:
    options = ("--max-urls", "30", "--no-follow", "--quiet", *FEW)
    with many_pages(PAGES) as site:
        done = run(site.base, "-o", tmp_path, *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"Reports: {only(tmp_path)}" in done.stdout
    made = record(only(tmp_path))
    assert made["ledger"]["outcomes"] == {"fetched": 30, "over-limit": PAGES - 30}
    assert made["limit_reached"] is True


def test_sitemaps_alone_are_read_where_no_page_is_wanted(tmp_path: Path) -> None:
    with many_pages(PAGES) as site:
        assert (
            run(site.base, "-o", tmp_path, "--no-pages", "--select", "status,entry").returncode == 0
        )
    folder = only(tmp_path)
    made = record(folder)
    assert made["ledger"]["outcomes"] == {"not-asked": PAGES}
    assert made["counts"]["pages"] == 0
    assert made["complete"] is True
    outcomes = pd.read_csv(folder / "tables/checks.csv").set_index("check")["outcome"]
    assert outcomes["status/not-found"] == "not checked"
    assert outcomes["entry/lastmod-invalid"] == "passed"


def test_a_url_goes_over_the_wire_as_it_is_listed_and_once(tmp_path: Path) -> None:
    paths = ["/%7Euser/a%2fb", "/b/../c", "/d?x=%zz&y=[1]", "/f//g", "/%C3%A9", "/é|ü"]
    site = tmp_path / "site"
    site.mkdir()
    (site / "robots.txt").write_text("Sitemap: {{base}}/a.txt\nSitemap: {{base}}/b.txt\n")
    for name in ("a.txt", "b.txt"):
        lines = [f"{{{{base}}}}{path}\n" for path in paths]
        (site / name).write_text("".join([*lines, "file:///etc/hostname\n", "data:text/html,x\n"]))
    (site / "site.toml").write_text('["/**"]\nbody = "<title>x</title>"\n')
    with served(site, log=tmp_path / "log") as addresses:
        run(addresses["base"], "-o", tmp_path / "out", *FEW)
    asked = [line.split()[2] for line in (tmp_path / "log").read_text().splitlines()]
    others = ("/robots.txt", "/a.txt", "/b.txt", "/no-such-page-")
    pages = [path for path in asked if path != "/" and not path.startswith(others)]
    assert sorted(pages) == sorted([*paths[:-1], "/%C3%A9|%C3%BC"])
    assert asked.count("/robots.txt") == 1
    outcomes = record(only(tmp_path / "out"))["ledger"]["outcomes"]
    assert outcomes == {"fetched": 6, "duplicate": 6, "not-a-url:scheme": 4}


def test_a_wrong_argument_of_the_spider_gets_a_sentence() -> None:
    done = run("crawl", "sitemap", "-a", "site=x", "-a", "max_url=1", module="scrapy")
    assert "Unknown option 'max_url'. Did you mean 'max_urls'?" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_checks_are_listed_for_machines_and_a_line_each() -> None:
    checks = json.loads(run("checks", "--json").stdout)
    (check,) = [each for each in checks if each["name"] == "hreflang/missing-return-link"]
    assert list(check) == [
        "name",
        "known_as",
        "follows",
        "subject",
        "severity",
        "confidence",
        "engines",
        "parameters",
        "title",
    ]
    head, *lines = run("checks").stdout.splitlines()
    assert head.split() == ["check", "severity", "confidence", "finds"]
    assert [line.split()[0] for line in lines] == [each["name"] for each in checks]


def test_a_manual_is_printed() -> None:
    diagnosis = run("explain", "hreflang-codes").stdout
    assert "hreflang-codes · diagnosis · certain" in diagnosis
    assert "Explains findings of: hreflang/invalid-code" in diagnosis
    manual = run("explain", "sitemap/too-many-urls", environment={"COLUMNS": "80"}).stdout
    for heading in ("What it finds", "Why it matters", "How to fix it"):
        assert heading in manual
    assert "--set sitemap/too-many-urls.max_urls=VALUE" in manual
    links = [line for line in manual.splitlines() if line.startswith("  https://")]
    assert max(map(len, links)) > 80  # and none is broken


def test_every_check_of_a_name_in_another_tool_is_listed() -> None:
    _, *lines, hint = run("explain", "Non-200", "hreflang", "URLs").stdout.splitlines()
    names = ["client-error", "redirects", "server-error"]
    assert [line.split()[0] for line in lines] == [f"hreflang/target-{name}" for name in names]
    assert hint == "To read a manual: sitemap-audit explain hreflang/target-client-error"


def test_columns_of_a_file_are_explained() -> None:
    lines = run("explain", "--columns", "findings.csv").stdout.splitlines()
    assert [line.split()[0] for line in lines][:3] == ["severity", "check", "title"]
    assert lines[6].split(maxsplit=1) == [
        "line",
        "Line in the sitemap or robots.txt, from 1. Unit: number. Empty: if it is not known.",
    ]


OWN_CHECK = """/*
---
severity: notice
confidence: high
basis: advisory
engines: [protocol]
needs: [pages]
over: pages
parameters: {least: 1000000}
see: [https://example.com/house-rules]
since: 0.1.0
---
# Page with too few words

## What it finds

Pages with fewer words than the house wants.

## Why it matters

The house wants words.

## How to fix it

Write more.

## Example

### A page of three words

`pages`

| url | words |
|---|---|
| https://example.com/ | 3 |

finds:

| url |
|---|
| https://example.com/ |
*/
SELECT url
FROM pages
WHERE words < $least
"""
