"""Lists of URLs without end, and other input from this machine that fills a disk or hangs."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import IO, TYPE_CHECKING

import pytest
from commanding import COMMAND, ROOT, run

from sitemap_audit.errors import UsageError
from sitemap_audit.local_files import input_files
from sitemap_audit.local_files.copies import keep
from sitemap_audit.local_files.input_files import read_local

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FEW = ("--select", "status", "--workers", "0")
LINE = "https://www.example.com/"


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    """The folder of temporary files."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    return folder


@pytest.fixture
def endless() -> Iterator[IO[bytes]]:
    """A pipe that URLs come from without end."""
    with subprocess.Popen(["yes", LINE], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield process.stdout
        process.kill()


def refused(
    *arguments: object, temporary: Path, given: IO[bytes] | None = None, patch: str = ""
) -> str:
    """Run the command, which refuses its input and leaves nothing; what it says."""
    output = temporary.parent / "out"
    environment = {"TMPDIR": str(temporary)}
    done = run(*arguments, "-o", output, *FEW, stdin=given, environment=environment, patch=patch)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert list(temporary.iterdir()) == []
    assert not output.exists()
    return done.stderr


@pytest.mark.parametrize(
    ("limit", "options", "sentence"),
    [
        ("MAX_LINES = 200_000", (), "more than 200,000 lines"),
        ("MAX_BYTES = 5_000_000", ("--base", LINE), "more than 5,000,000 bytes"),
    ],
    ids=["a list", "a sitemap"],
)
def test_what_comes_without_end_is_refused_and_nothing_is_left(
    limit: str, options: tuple[str, ...], sentence: str, endless: IO[bytes], temporary: Path
) -> None:
    patch = f"from sitemap_audit.local_files import input_files; input_files.{limit}"
    said = refused("-", *options, temporary=temporary, given=endless, patch=patch)
    assert f"Standard input has {sentence}" in said


@pytest.mark.parametrize("name", ["sitemap.txt", "sitemap.xml"])
def test_a_file_that_is_larger_than_a_disk_is_not_copied(name: str, temporary: Path) -> None:
    (temporary.parent / "site").mkdir()
    file = temporary.parent / "site" / name
    with file.open("wb") as hollow:
        hollow.truncate(10 * 2**40)
    for given in (file, file.parent):
        said = refused(given, "--base", LINE, temporary=temporary)
        assert "has more than 2,147,483,648 bytes" in said


@pytest.mark.parametrize(
    "arguments",
    [("/dev/zero", "--base", LINE), ("/dev/zero",)],
    ids=["as a sitemap", "without an address"],
)
def test_a_device_is_no_list(arguments: tuple[str, ...], temporary: Path) -> None:
    assert "not a file or a folder" in refused(*arguments, temporary=temporary)


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(temporary: Path) -> None:
    os.mkfifo(temporary.parent / "urls.txt")
    said = refused(temporary.parent / "urls.txt", temporary=temporary)
    assert "sitemap-audit - < " in said


@pytest.mark.parametrize("option", ["--config", "--auth"])
def test_a_file_of_options_without_end_is_refused(option: str, temporary: Path) -> None:
    said = refused(LINE, option, "/dev/zero", temporary=temporary)
    assert "it is too large" in said


def test_an_empty_list_gets_a_sentence(temporary: Path) -> None:
    assert "Standard input holds no URL" in refused("-", temporary=temporary)


def test_standard_input_that_is_closed_gets_a_sentence() -> None:
    command = f"{' '.join(COMMAND)} - 0<&-"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 2
    assert " ".join(done.stderr.split()) == (
        "sitemap-audit: Cannot read URLs from standard input: it is closed. Pipe a list in, or pass"
        " the path of a file."
    )


def test_a_temporary_folder_that_is_missing_or_full_gets_a_sentence(endless: IO[bytes]) -> None:
    program = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (9_000_000, 9_000_000));"
        "from sitemap_audit.local_files.input_files import read_local; read_local('-', None)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], stdin=endless, capture_output=True, text=True, check=False
    )
    assert "Standard input cannot be kept in" in done.stderr.splitlines()[-1]
    assert "File too large" in done.stderr.splitlines()[-1]


def test_a_list_of_one_endless_line_takes_little_memory(tmp_path: Path) -> None:
    import tracemalloc

    (tmp_path / "urls.txt").write_bytes(b"x" * 50_000_000 + b" https://a.example/\n")
    tracemalloc.start()
    with pytest.raises(UsageError, match="holds no URL"):
        read_local(str(tmp_path / "urls.txt"), None)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5_000_000


def test_as_many_lines_as_are_allowed_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "urls.txt"
    file.write_text(f"{LINE}\n" * 3)
    monkeypatch.setattr(input_files, "MAX_LINES", 3)
    monkeypatch.setattr(input_files, "MAX_BYTES", file.stat().st_size)
    (taken,) = read_local(str(file), None)
    keep([taken], tmp_path / "audit")
    (copy,) = (path for path in (tmp_path / "audit").rglob("*") if path.is_file())
    assert copy.read_bytes() == file.read_bytes()
    monkeypatch.setattr(input_files, "MAX_LINES", 2)
    with pytest.raises(UsageError, match="more than 2 lines"):
        read_local(str(file), None)
