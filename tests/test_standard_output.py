"""The command with standard streams that are missing, closed, full, or lack letters."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
from contextlib import ExitStack
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from commanding import CLEAN, COMMAND, PATIENCE, only, record, wait_for
from mockserver import served
from slow_site import SlowSite

from sitemap_audit.standard_output import folded

if TYPE_CHECKING:
    from collections.abc import Iterator

FULL = Path("/dev/full")
FEW = ("--select", "status", "--workers", "1")
"Options of an audit that starts every process that one can have."
NO_AUDIT = "run.json is missing."


def run(
    *arguments: object,
    closed: tuple[int, ...] = (),
    without_reader: tuple[int, ...] = (),
    full: tuple[int, ...] = (),
    encoding: str = "utf-8",
    module: str = "sitemap_audit",
) -> subprocess.CompletedProcess[str]:
    """Run the command, these of its standard streams not being what they should be."""

    def close() -> None:
        for number in closed:
            os.close(number)

    with ExitStack() as streams:
        outputs: dict[int, Any] = dict.fromkeys((1, 2), subprocess.PIPE)
        for number in without_reader:
            reading, outputs[number] = os.pipe()
            os.close(reading)
            streams.callback(os.close, outputs[number])
        for number in full:
            outputs[number] = streams.enter_context(FULL.open("wb"))
        return subprocess.run(
            [sys.executable, "-m", module, *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=outputs[1],
            stderr=outputs[2],
            text=True,
            timeout=PATIENCE,
            check=False,
            env=os.environ | {"PYTHONIOENCODING": encoding},
            preexec_fn=close if closed else None,
        )


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """A site without a fault."""
    with served(CLEAN) as addresses:
        yield addresses["base"]


@pytest.mark.parametrize(
    "closed", [each for many in (1, 3) for each in combinations(range(3), many)]
)
def test_streams_that_are_closed_change_no_status(closed: tuple[int, ...], tmp_path: Path) -> None:
    done = run("check", tmp_path, closed=closed)
    assert done.returncode == 2
    assert done.stdout == "", "errors come on standard error alone"
    assert (NO_AUDIT in done.stderr) is (2 not in closed)
    done = run("checks", closed=closed)
    assert (done.returncode, done.stderr) == (0, "")
    assert (done.stdout == "") is (1 in closed)


@pytest.mark.thorough
def test_an_audit_whose_output_goes_nowhere_is_whole(site: str, tmp_path: Path) -> None:
    done = run(site, "-o", tmp_path, *FEW, closed=(0,), without_reader=(1,), full=(2,))
    folder = only(tmp_path)
    log = (folder / "audit.log").read_text()
    assert (done.returncode, record(folder)["complete"]) == (0, True), log
    assert "Traceback" not in log


def test_a_stored_audit_needs_no_standard_streams(clean: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(clean, tmp_path / "audit")
    assert run("report", folder, closed=(0, 1, 2)).returncode == 0
    assert record(folder)["complete"] is True


@pytest.mark.thorough
def test_scrapy_crawls_without_standard_streams(site: str, tmp_path: Path) -> None:
    given = {"site": site, "output": tmp_path, "select": "status", "workers": 1}
    arguments = [word for name, value in given.items() for word in ("-a", f"{name}={value}")]
    done = run("crawl", "sitemap", *arguments, closed=(0, 1, 2), module="scrapy")
    assert (done.returncode, record(only(tmp_path))["complete"]) == (0, True)


@pytest.mark.thorough
def test_a_terminal_that_goes_away_stops_no_audit(tmp_path: Path) -> None:
    terminal, ours = pty.openpty()
    with SlowSite(80).running() as pages:
        pages.count_anew(hold_after=20)
        arguments = [*pages.bases, "-o", tmp_path, "--timeout", PATIENCE, *FEW]
        command = [*COMMAND, *map(str, arguments)]
        with subprocess.Popen(command, stdout=ours, stderr=ours, start_new_session=True) as process:
            os.close(ours)
            shown = b""
            for read in iter(partial(os.read, terminal, 4096), b""):
                shown += read
                if b"crawled" in shown:
                    break
            os.close(terminal)
            pages.count_anew()
            pages.answer_held()
            assert process.wait(PATIENCE) == 0
    assert record(only(tmp_path))["ledger"]["outcomes"] == {"fetched": 80}
    assert "Traceback" not in (only(tmp_path) / "audit.log").read_text()


@pytest.mark.parametrize(
    "arguments",
    [("checks",), ("explain", "entry"), ("--help",)],
)
def test_a_reader_that_leaves_changes_no_status(arguments: tuple[str, ...]) -> None:
    done = run(*arguments, without_reader=(1,))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("arguments", [("checks",), ("--help",)])
def test_a_full_disk_is_told_in_a_sentence(arguments: tuple[str, ...]) -> None:
    done = run(*arguments, full=(1,))
    assert done.returncode == 0
    assert done.stderr == "sitemap-audit: The output cannot be written: No space left on device.\n"


def test_a_slow_reader_of_a_pipe_that_does_not_block_gets_all() -> None:
    whole = run("checks", "--json").stdout
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with subprocess.Popen([*COMMAND, "checks", "--json"], stdout=writing) as process:
        wait_for(lambda: not select.select((), (writing,), (), 0)[1])  # until it is full
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as pipe:
            assert pipe.read() == whole
    assert process.returncode == 0


def test_letters_that_an_encoding_lacks_are_escaped() -> None:
    done = run("explain", "status/not-found", encoding="ascii")
    assert done.returncode == 0, done.stderr
    assert "status/not-found \\xb7 error" in done.stdout


URL = f"https://www.example.com/{'x' * 70}"


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("", [""]),
        ("  short  line", ["  short  line"]),
        (URL, [URL]),
        (f"See {URL} for more.", ["See", URL, "for more."]),
        ("          " + "word " * 15, ["          " + "word " * 13 + "word", " " * 10 + "word"]),
        (
            f"error   1 URL  {URL} is gone",
            ["error   1 URL", f"{' ' * 15}{URL}", f"{' ' * 15}is gone"],
        ),
        (
            "Errors  " + " · ".join(["hreflang 31 URLs"] * 5),
            [
                "Errors  hreflang 31 URLs · hreflang 31 URLs · hreflang 31 URLs ·",
                "        hreflang 31 URLs · hreflang 31 URLs",
            ],
        ),
    ],
)
def test_a_long_line_is_broken_between_words_below_its_column(
    line: str, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert folded(line).split("\n") == lines
