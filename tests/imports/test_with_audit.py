"""Files that an audit imports: recognized before it fetches, imported before its checks run."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from commanding import forked, only, record, run, wait_for
from slow_site import SlowSite

from imports.conftest import SITE, rows
from imports.test_logs import COMBINED
from imports.test_workbooks import row, workbook
from sitemap_audit.evaluation.named_imports import import_files, told_of
from sitemap_audit.options.option_sources import read_options
from sitemap_audit.storage.run_file import read_run, write_run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sitemap_audit.run_record import RunRecord

NOWHERE = "http://127.0.0.1:9"
"Nothing is served there: an audit that fetched something would end otherwise."


@pytest.mark.parametrize(
    ("contents", "sentence"),
    [
        (None, "Cannot import {path}: no such file. Pass the exported file."),
        ("", "Cannot import {path}: the file is empty. Export it again."),
        (
            "Bericht\n\nSeite;Besuche\na;5\n",
            "its columns are Seite, Besuche. Name the column of its URLs:",
        ),
        (
            "URL\nhttps://other.example/a\n",
            "file.csv is of another site: none of its rows (1) has a URL of 127.0.0.1:9; the first"
            " has https://other.example/a. Nothing is fetched.",
        ),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_before_the_crawl(
    contents: str | None, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "file.csv"
    if contents is not None:
        path.write_text(contents, "utf-8")
    done = run(NOWHERE, "-o", tmp_path / "out", "--import", path)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert sentence.format(path=path) in line
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ('<row r="999999999999"/>', "it is damaged (it has a row 999999999999"),
        ('<c r="XFE9"/>', "it is damaged (it has a column 16,385"),
    ],
)
def test_what_is_wrong_at_the_end_of_a_workbook_is_said_before_the_crawl(
    bad: str, why: str, tmp_path: Path
) -> None:
    path = tmp_path / "pages.xlsx"
    good = "".join(map(row, range(2, 6_000)))
    path.write_bytes(workbook(good.replace(SITE, NOWHERE) + bad))
    done = run(NOWHERE, "-o", tmp_path / "out", "--import", path)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert why in line
    assert not (tmp_path / "out").exists()


def test_an_audit_that_is_killed_imports_when_it_is_resumed(tmp_path: Path) -> None:
    log = tmp_path / "access.log"
    log.write_text(f"{COMBINED}\n", "utf-8")
    output = tmp_path / "out"
    words = ("-o", output, "--select", "status", "--workers", 0, "--import", log)
    with SlowSite(20).running() as site:
        site.count_anew(hold_after=10)
        with forked(*site.bases, *words) as process:
            wait_for(lambda: len(site.asked) > 10)
            process.send_signal(signal.SIGKILL)
        assert record(only(output))["imports"] == []
        site.count_anew()
        done = run("resume", only(output), "--import", log)
    assert done.returncode == 0, done.stderr
    assert "access.log: access log (Combined Log Format), 1 row: 1 of them URLs" in done.stdout
    assert rows(only(output), "SELECT url, hits FROM log_hits") == [(f"{site.bases[0]}/a?b=1", 1)]
    (imported,) = record(only(output))["imports"]
    assert imported["file"] == str(log)


def test_spider_arguments_name_files(tmp_path: Path) -> None:
    words = (f"site={NOWHERE}", f"output={tmp_path / 'out'}", f"imports={tmp_path / 'x.csv'}")
    given = [word for each in words for word in ("-a", each)]
    done = run("crawl", "sitemap", *given, module="scrapy")
    assert "x.csv: no such file. Pass the exported file." in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.fixture
def import_(audit: Path, tmp_path: Path) -> Callable[..., RunRecord]:
    def import_(*names: str) -> RunRecord:
        """Import files as the checks of an audit do; return the run record."""
        options, _ = read_options({"imports": [str(tmp_path / name) for name in names]})
        run = replace(read_run(audit), complete=True, incomplete_because=[], reason="finished")
        return import_files(audit, run, options)

    return import_


def test_what_an_audit_has_is_not_imported_again(
    import_: Callable[..., RunRecord], audit: Path, tmp_path: Path
) -> None:
    (tmp_path / "urls.txt").write_text(f"{SITE}/a\n", "utf-8")
    run = import_("urls.txt", "urls.txt")
    sentence = "urls.txt: plain list of URLs, 1 row: 1 of them URLs of this site."
    assert told_of(run) == [sentence]
    (tmp_path / "urls.txt").unlink()
    options, _ = read_options({"imports": [str(tmp_path / "urls.txt")]})
    again = import_files(audit, run, options)
    assert (again.complete, told_of(again)) == (True, [sentence])


def test_an_audit_that_lacks_an_import_is_not_complete_until_it_has_it(
    import_: Callable[..., RunRecord], audit: Path, tmp_path: Path
) -> None:
    run = import_("urls.txt")
    assert not run.complete
    (why,) = run.incomplete_because
    assert why.startswith("Not imported: Cannot import ")
    (tmp_path / "urls.txt").write_text(f"{SITE}/a\n", "utf-8")
    options, _ = read_options({"imports": [str(tmp_path / "urls.txt")]})
    run = import_files(audit, run, options)
    assert (run.complete, run.incomplete_because) == (True, [])
    assert rows(audit, "SELECT url FROM imported_urls") == [(f"{SITE}/a",)]


def test_another_host_of_the_domain_is_decided_when_the_crawl_ends(tmp_path: Path) -> None:
    from sitemap_audit.errors import UsageError
    from sitemap_audit.imports.ahead import recognize_ahead

    path = tmp_path / "urls.txt"
    path.write_text("https://shop.example.com/a\n", "utf-8")
    options, _ = read_options({"imports": str(path)})
    told = ["urls.txt: plain list of URLs."]
    assert recognize_ahead(options, [f"{SITE}/"]) == told
    assert recognize_ahead(options, []) == told  # a list of URLs: its hosts are not known yet
    with pytest.raises(UsageError, match="is of another site"):
        recognize_ahead(options, ["https://www.example.org/"])


def test_a_name_that_is_not_utf_8_is_stored_escaped(
    import_: Callable[..., RunRecord], audit: Path, tmp_path: Path
) -> None:
    name = os.fsdecode(b"urls\xff.txt")
    (tmp_path / name).write_text(f"{SITE}/a\n", "utf-8")
    run = import_(name, os.fsdecode(b"gone\xff.txt"))
    write_run(audit, run)
    assert read_run(audit).imports == run.imports
    shown = r"urls\udcff.txt: plain list of URLs, 1 row: 1 of them URLs of this site."
    assert told_of(run) == [shown]
    (why,) = run.incomplete_because
    assert why.endswith(r"gone\udcff.txt: no such file. Pass the exported file.")
    assert rows(audit, "SELECT file FROM imported_files") == [(r"urls\udcff.txt",)]
