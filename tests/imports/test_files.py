"""Files that are damaged, huge, in archives, or no exports: a sentence, and bounded memory."""

from __future__ import annotations

import gzip
import io
import json
import os
import signal
import zipfile
from typing import TYPE_CHECKING

import commanding
import psutil
import pyarrow.parquet as pq
import pytest
from openpyxl import Workbook

from imports.conftest import SITE, Import, parts, rows
from imports.test_logs import COMBINED
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import UsageError
from sitemap_audit.evaluation.opening import mark_lost_parts
from sitemap_audit.imports import import_files
from sitemap_audit.storage.parts import IMPORTED, PartList, describe_damage
from sitemap_audit.storage.run_file import read_run

if TYPE_CHECKING:
    from pathlib import Path

COLUMNS = ["Top pages", "Clicks", "Impressions", "CTR", "Position"]


def zipped(**members: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, contents in members.items():
            archive.writestr(name.replace("__", "."), contents)
    return made.getvalue()


def workbook() -> bytes:
    """A performance export as Search Console writes it for Excel."""
    book, made = Workbook(), io.BytesIO()
    queries = book.active
    assert queries is not None
    queries.title = "Queries"
    for row in (["Top queries", *COLUMNS[1:]], ["shoes", 1, 2, 0.5, 1.1]):
        queries.append(row)
    pages = book.create_sheet("Pages")
    for row in (COLUMNS, [f"{SITE}/", 5, 9, 0.5, 1.3]):
        pages.append(row)
    book.save(made)
    return made.getvalue()


def with_member(archive: bytes, name: str, contents: bytes) -> bytes:
    """The archive with other contents of one of its files."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(made, "w") as new:
        for each in old.namelist():
            new.writestr(each, contents if each == name else old.read(each))
    return made.getvalue()


def encrypted(archive: bytes) -> bytes:
    """The archive with the flag that its first file needs a password."""
    flagged = bytearray(archive)
    flagged[6] |= 1
    flagged[flagged.index(b"PK\1\2") + 8] |= 1
    return bytes(flagged)


LOG = f"{COMBINED}\n".encode()
NOISE = bytes(range(256)) * 20
REFUSED = {
    "page.csv": (b"\n<!DOCTYPE html><title>Sign in</title>", "it is a web page. Download the"),
    "sitemap.xml": (b"<?xml version='1.0'?><urlset/>", "it is XML."),
    "export.pdf": (b"%PDF-1.7 ...", "it is a PDF."),
    "old.xls": (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + NOISE,
        "a workbook of an old Excel, or has a password. Save it as .xlsx without a password",
    ),
    "no.xlsx": (b"a\nb\n", "it is no export that is known"),
    "noise.csv": (NOISE, "it is not text."),
    "zeros.csv": (bytes(100_000), "it has no text."),
    "head.gz": (gzip.compress(LOG)[:12], "it is truncated."),
    "other.zip": (b"PK\3\4" + NOISE, "it is damaged (File is not a zip file)."),
    "empty.zip": (zipped(), "it is empty."),
    "locked.zip": (encrypted(zipped(a__csv=b"URL\n")), "it needs a password."),
    "cut.xlsx": (workbook()[:3000], "it is damaged (File is not a zip file)."),
    "broken.xlsx": (
        with_member(workbook(), "xl/workbook.xml", b"<no xml"),
        "it is damaged (",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_cannot_be_imported_says_why(name: str, read: Import, audit: Path) -> None:
    contents, why = REFUSED[name]
    with pytest.raises(UsageError) as told:
        read(contents, name)
    assert str(told.value).startswith("Cannot import ")
    assert why in str(told.value)
    assert "\n" not in str(told.value)
    assert parts(audit) == []


def test_a_workbook_of_search_console(read: Import, audit: Path) -> None:
    (told,) = read(workbook(), "performance.xlsx")
    assert told.startswith("performance.xlsx/Pages: Search Console performance export (English)")
    assert rows(audit, "SELECT url, clicks, position FROM imported_urls") == [(f"{SITE}/", 5, 1.3)]


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "urls.txt"
    path.write_text(f"{SITE}/a\n", "utf-8")
    monkeypatch.setattr("pathlib.Path.open", refuse)  # the tests may run as root
    said = r"Permission denied\. Check its permissions\."
    with pytest.raises(UsageError, match=said), import_files.opened(path):
        pass


def test_a_zip_may_hold_gzip_files(read: Import, audit: Path) -> None:
    other = LOG.replace(b"404", b"200")
    read(zipped(access__log__1__gz=gzip.compress(LOG), access__log=other), "logs.zip")
    assert rows(audit, "SELECT status FROM log_hits ORDER BY status") == [(200,), (404,)]


def test_a_zip_of_very_many_files_is_refused(read: Import, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_files, "MOST_MEMBERS", 2)
    with pytest.raises(UsageError, match="it holds 3 files, and at most 2 are read"):
        read(zipped(a=LOG, b=LOG, c=LOG), "logs.zip")


def test_a_zip_is_used_as_far_as_possible(read: Import, audit: Path) -> None:
    made = zipped(
        a__log=LOG, b__log=b"other.example:443 " + LOG, c__log=LOG.replace(b"404", b"200")
    )
    with pytest.raises(UsageError, match=r"logs.zip/b.log is of another site"):
        read(made, "logs.zip")
    assert rows(audit, "SELECT status FROM log_hits ORDER BY status") == [(200,), (404,)]


@pytest.mark.parametrize("beginning", [b"URL\n" + f"{SITE}/a\n".encode(), LOG])
def test_a_line_without_end_takes_no_memory(beginning: bytes, read: Import, audit: Path) -> None:
    read(beginning, "warm.gz")  # imports modules
    process = psutil.Process()
    before = process.memory_info().rss
    made = io.BytesIO()
    with gzip.open(made, "wb", 1) as file:
        file.write(beginning * 1000)
        for _ in range(150):
            file.write(b"a" * 2**20)
        file.write(b"\n" + beginning)
    told = read(made.getvalue(), "bomb.gz")
    assert any("Not read: 1 too long" in line for line in told)
    table = "imported_urls" if beginning.startswith(b"URL") else "log_hits"
    assert rows(audit, f"SELECT COUNT(*) > 0 FROM {table}") == [(True,)]
    assert process.memory_info().rss - before < 125_000_000


def test_a_quote_that_is_not_closed_costs_counted_rows(read: Import) -> None:
    good = f"{SITE}/a,1\n" * 10
    told = read(f'URL,Notes\n{good}{SITE}/b,"1\n' + f"{SITE}/c,1\n" * 500)
    assert told == [
        "export.csv: table with a column of URLs (others can be named, such as clicks=COLUMN),"
        " 511 rows: 10 of them URLs of this site.",
        "  Not read: 501 wrong number of columns (line 12).",
    ]


def test_a_nul_in_a_table(read: Import) -> None:
    told = read(f"URL,Notes\n{SITE}/a,\0\n{SITE}/\0b,1\n\0,1\n")
    assert told[0].endswith("3 rows: 2 of them URLs of this site.")
    assert told[1] == "  Not read: 1 not a URL (line 4)."


def test_json_with_other_fields_says_which_are_missing(read: Import, audit: Path) -> None:
    line = json.dumps({"link": "/a", "code": 200, "at": "2026-01-31", "head": {"ua": "Googlebot"}})
    with pytest.raises(UsageError) as told:
        read(f"{line}\n", "access.json")
    assert "its lines are JSON, but have no url (proxy.path, " in str(told.value)
    assert "They have link, code, at, head. Name the field: --column 'url=FIELD'." in str(
        told.value
    )
    names = {"url": "link", "status": "code", "time": "at", "agent": "head.ua"}
    read(f"{line}\n", "access.json", columns=names)
    stored = rows(audit, "SELECT url, bot, status, day FROM log_hits")
    assert stored == [(f"{SITE}/a", "Googlebot", 200, "2026-01-31")]


def test_a_log_that_has_grown_replaces_its_earlier_import(read: Import, audit: Path) -> None:
    log = LOG * 1000
    assert not any("replaces" in line for line in read(log, "access.log"))
    told = read(gzip.compress(log + LOG * 5), "access.log.gz")
    assert told[1] == "  It replaces an earlier import of this file."
    assert rows(audit, "SELECT SUM(hits) FROM log_hits") == [(1005,)]
    assert rows(audit, "SELECT file FROM imported_files") == [("access.log.gz",)]


def test_secrets_in_a_log_or_list_are_not_stored(read: Import, audit: Path) -> None:
    user = "https://frank:pa55word@"
    target = f"{SITE.replace('https://', user)}/a?b=1"
    log = COMBINED.replace("/a?b=1", target)
    read(f"{COMBINED}\n{log}\n", "access.log")
    columns = "Address,Status Code,Canonical Link Element 1"
    told = read(f"{columns}\n{target},200,\n{SITE}/b,200,{target}\n", "urls.csv")
    assert told[1] == "  Not read: 1 with a user name or password (line 2)."
    files = (path for path in audit.rglob("*") if path.is_file() and path.suffix != ".parquet")
    stored = b"".join(path.read_bytes() for path in files)
    for path in audit.glob("data/*/part-*.parquet"):
        stored += str(pq.read_table(path).to_pylist()).encode()
    assert f"{SITE}/a?b=1".encode() in stored
    for secret in (
        "66.249.64.1",
        "frank",
        "pa55word",
        "secret.example",
        "google.com/bot.html",
    ):
        assert secret.encode() not in stored, secret


def test_a_full_disk_leaves_nothing_half_stored(audit: Path, tmp_path: Path) -> None:
    urls = tmp_path / "urls.txt"
    urls.write_text("".join(f"{SITE}/{os.urandom(20).hex()}\n" for _ in range(5000)), "utf-8")
    done = commanding.run("import", audit, urls, before=commanding.file_size_limit(20_000))
    assert done.returncode == 3
    (line,) = done.stderr.splitlines()
    assert line.startswith("sitemap-audit: The audit cannot be written to ")
    assert parts(audit) == []
    assert list(audit.rglob("*.unfinished")) == []
    assert commanding.run("import", audit, urls).returncode == 0
    assert not describe_damage(audit, read_run(audit))


WITHOUT_END = """
from sitemap_audit.imports.logs.log_reader import LogReader

def pieces(self, real=LogReader._pieces):
    for piece in real(self):
        while True:
            yield piece

LogReader._pieces = pieces
"""
"A log is read again and again."


def test_ctrl_c_leaves_nothing_half_stored(audit: Path, tmp_path: Path) -> None:
    log = tmp_path / "access.log"
    log.write_bytes(LOG * 20_000)
    with commanding.forked("import", audit, log, patch=WITHOUT_END) as process:
        commanding.wait_for(lambda: (audit / ".analysis").exists())
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=commanding.PATIENCE)
    assert process.returncode == 130
    assert "Stopped. Stored data is kept." in said
    assert parts(audit) == []
    assert not (audit / ".analysis").exists()
    assert list(audit.rglob("*.unfinished")) == []


def test_a_lost_import_is_imported_again(audit: Path, tmp_path: Path) -> None:
    urls = tmp_path / "urls.txt"
    urls.write_text(f"{SITE}/a\n", "utf-8")
    assert commanding.run("import", audit, urls).returncode == 0
    next(audit.glob("data/imported_urls/part-*")).unlink()
    (damage,) = PartList(audit).damages(read_run(audit), IMPORTED)
    assert damage.table == "imported_urls"
    said = mark_lost_parts(AuditPlace(audit), read_run(audit))
    assert f"import the file again by 'sitemap-audit import {audit} FILE'." in said
    assert commanding.run("import", audit, urls).returncode == 0
    assert not mark_lost_parts(AuditPlace(audit), read_run(audit))


def test_a_resumed_audit_does_not_take_an_import_for_whole(read: Import, audit: Path) -> None:
    read(LOG, "access.log")
    read(f"{SITE}/a\n", "urls.txt")
    next(audit.glob("data/log_hits/part-*")).write_bytes(b"damaged")
    PartList(audit).set_aside(PartList(audit).damages(read_run(audit), IMPORTED))
    assert rows(audit, "SELECT file FROM imported_files") == [("urls.txt",)]
    assert rows(audit, "SELECT COUNT(*) FROM log_hits") == [(0,)]
