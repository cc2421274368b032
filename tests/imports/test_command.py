"""The command ``import``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import commanding

from imports.conftest import SITE, rows
from sitemap_audit.storage.parts import describe_damage
from sitemap_audit.storage.run_file import read_run

if TYPE_CHECKING:
    from pathlib import Path


def test_files_that_can_be_used_are_imported(audit: Path, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.csv"
    good.write_text(f"{SITE}/a\n{SITE}/b\n", "utf-8")
    bad.write_text("Adresse,Statuscode\nhttps://other.example/,200\n", "utf-8")
    done = commanding.run("import", audit, bad, good, tmp_path / "missing.csv")
    assert done.returncode == 2
    assert done.stdout == (
        "good.txt: plain list of URLs, 2 rows: 2 of them URLs of this site.\n"
        f"To run the checks with it: sitemap-audit check {audit}\n"
    )
    first, second = done.stderr.splitlines()
    assert first.startswith("sitemap-audit: bad.csv is of another site: none of its rows (1)")
    assert second.endswith("missing.csv: no such file. Pass the exported file.")
    assert rows(audit, "SELECT COUNT(*) FROM imported_urls") == [(2,)]


def test_an_import_is_part_of_the_audit(audit: Path, tmp_path: Path) -> None:
    export = tmp_path / "urls.csv"
    export.write_text(f"URL,Page\n{SITE}/a,{SITE}/a\n{SITE}/b,no\n", "utf-8")
    for words in ((), ("--column", "url=Page")):
        assert commanding.run("import", audit, export, *words).returncode == 0
    assert commanding.run("check", audit).returncode == 0
    assert not describe_damage(audit, read_run(audit))
    assert (read_run(audit).counts or {})["imported_urls"] == 1


def test_what_a_file_says_is_escaped(audit: Path, tmp_path: Path) -> None:
    export = tmp_path / "x.csv"
    export.write_text("\x1b[31mred;b\n1;2\n", "utf-8")
    done = commanding.run("import", audit, export)
    assert done.returncode == 2
    assert "its columns are \\x1b[31mred, b." in done.stderr


def test_a_column_that_there_is_not(audit: Path) -> None:
    done = commanding.run("import", audit, "x.csv", "--column", "adress=URL")
    assert done.returncode == 2
    assert "--column is 'adress=URL'; it must be NAME=COLUMN" in done.stderr
