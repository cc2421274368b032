"""Audits in folders whose names mean something to DuckDB, SQLite, fsspec or a terminal."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd
import pytest
from commanding import CLEAN, record, run
from mockserver import served

from sitemap_audit.errors import UsageError
from sitemap_audit.storage.run_file import read_run

if TYPE_CHECKING:
    from collections.abc import Iterator

FEW = ("--select", "status", "--workers", "0")
REFUSED = [b"what?", b"#a?mode=ro&b", b"back\\slash", b"caf\xe9"]
USED = [
    "[ab]*/**/status=404",
    "s3:/a::b/memory:/{a,b}/100%41%/$parts ${x}/"
    'it\'s "quoted"; --/two\nlines/ blank. /\u202eturned \x1b[31m',
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A site without a fault, and the log of its requests."""
    log = tmp_path_factory.mktemp("site") / "log"
    with served(CLEAN, log=log) as addresses:
        yield addresses["base"], log


@pytest.fixture(scope="module")
def audited(site: tuple[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an audit."""
    output = tmp_path_factory.mktemp("audited")
    assert run(site[0], "-o", output, *FEW).returncode == 0
    (folder,) = output.glob("*/*")
    return folder


def moved(audited: Path, name: str, below: Path) -> Path:
    """The audit below a folder of this name, by its relative path, and others that it may match."""
    for other in ("a", "a/status=404", "audit", "[ab]*", "[ab]*/a/status=404"):
        shutil.copytree(audited / "data", below / other / "audit" / "data")
        for part in (below / other / "audit" / "data" / "pages").iterdir():
            pages = pd.read_parquet(part)
            pages.assign(url=pages["url"] + "/other").to_parquet(part)
    shutil.copytree(audited, below / name / "audit")
    return Path(name) / "audit"


@pytest.mark.parametrize("name", USED)
def test_a_folder_is_only_a_name(audited: Path, tmp_path: Path, name: str) -> None:
    folder = moved(audited, name, tmp_path)
    before = pd.read_csv(audited / "tables/pages.csv")
    done = run("check", folder, folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert record(tmp_path / folder)["complete"] is True
    after = pd.read_csv(tmp_path / folder / "tables/pages.csv")
    assert after[["url", "status"]].equals(before[["url", "status"]])


@pytest.mark.thorough
def test_an_audit_is_made_and_resumed_in_a_folder_of_any_name(
    site: tuple[str, Path], tmp_path: Path
) -> None:
    output = "s3:[ab]*'status=5"
    (tmp_path / "[few].toml").write_text('select = "status"\nworkers = 0\n')
    assert run(site[0], "-o", output, "--config", "[few].toml", folder=tmp_path).returncode == 0
    (folder,) = (tmp_path / output).glob("*/*/")
    assert record(folder)["options"]["select"] == ["status"]
    assert record(folder)["ledger"]["outcomes"].keys() == {"fetched"}
    shutil.rmtree(folder / "data" / "pages")
    done = run("resume", folder.relative_to(tmp_path), folder=tmp_path)
    assert (done.returncode, record(folder)["complete"]) == (0, True)
    kept = record(folder)
    done = run("resume", folder.relative_to(tmp_path), folder=tmp_path)
    assert (done.returncode, record(folder)) == (0, kept)
    assert "is complete: there is nothing to resume." in done.stdout


@pytest.mark.parametrize("name", REFUSED)
def test_a_folder_that_cannot_be_used_is_refused_before_the_first_request(
    site: tuple[str, Path], audited: Path, tmp_path: Path, name: bytes
) -> None:
    base, log = site
    before = log.read_text() if log.exists() else ""
    output = tmp_path / os.fsdecode(name)
    done = run(base, "-o", output, *FEW)
    assert (done.returncode, list(tmp_path.iterdir())) == (2, []), done.stderr
    assert "its path" in done.stderr
    assert done.stderr.count("\n") == 1
    assert log.read_text() == before
    shutil.copytree(audited, output)
    with pytest.raises(UsageError, match="its path"):
        read_run(output)
    (tmp_path / "link").symlink_to(output)
    done = run("check", tmp_path / "link")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "its path" in done.stderr


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        (
            "unknown://bucket/audits",
            "Cannot open unknown://bucket/audits: Protocol not known: unknown.",
        ),
        ("~nobody-is-called-so/x", "it must be a path on this machine"),
        ("deep/" * 795, "its path is too long"),
        ("x" * 300, "File name too long"),
        ("/dev/null/x", "Not a directory"),
        ("/proc/x", "Cannot write to /proc/x"),
    ],
)
def test_an_output_that_is_no_folder_gets_a_sentence(
    output: str, sentence: str, tmp_path: Path
) -> None:
    done = run("http://127.0.0.1:9/", "-o", output, *FEW, folder=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert sentence in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_home_in_a_path_is_the_users(tmp_path: Path) -> None:
    (tmp_path / "sitemap-audit.toml").write_text('output = "~/audits"\n')
    home = {"HOME": str(tmp_path)}
    done = run("http://127.0.0.1:9/", *FEW, folder=tmp_path, environment=home)
    assert done.returncode == 2
    assert not (tmp_path / "~").exists()
