"""Compressed files that unpack to more than real ones do: refused, in little memory."""

from __future__ import annotations

import gzip
import io
import tracemalloc
import zipfile
from typing import TYPE_CHECKING

import pytest

from imports.conftest import SITE, Import, parts, rows
from imports.test_files import zipped
from imports.test_logs import COMBINED
from imports.test_workbooks import row, workbook
from sitemap_audit.errors import UsageError
from sitemap_audit.imports import allowance, import_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

LOG = f"{COMBINED}\n".encode()
TABLE = f"URL,Clicks\n{SITE}/a,1\n".encode()
MORE = allowance.ALWAYS_ALLOWED // 2**20 + 1
"MiB that no small file may unpack to."
ZEROS = [bytes(2**20)] * MORE


def in_zip(name: str, pieces: Iterable[bytes], archive: bytes = b"") -> bytes:
    """A zip with one more file."""
    made = io.BytesIO(archive)
    with (
        zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED) as new,
        new.open(name, "w") as file,
    ):
        for piece in pieces:
            file.write(piece)
    return made.getvalue()


def gzipped(beginning: bytes) -> bytes:
    """A file that decompresses to more than is allowed."""
    made = io.BytesIO()
    with gzip.open(made, "wb") as file:
        file.write(beginning)
        for piece in ZEROS:
            file.write(piece.replace(b"\0", b"a"))
    return made.getvalue()


def overlapping() -> bytes:
    """A zip whose list names its one file many times."""
    made = zipped(a__csv=TABLE + bytes(2**20))
    start = made.index(b"PK\1\2")
    entry, end = made[start : made.index(b"PK\5\6")], bytearray(made[made.index(b"PK\5\6") :])
    end[8:10] = end[10:12] = (MORE + 1).to_bytes(2, "little")
    end[12:16] = (len(entry) * (MORE + 1)).to_bytes(4, "little")
    return made[:start] + entry * (MORE + 1) + bytes(end)


def lying(archive: bytes, size: int) -> bytes:
    """The zip with another size of its file in all its lists."""
    with zipfile.ZipFile(io.BytesIO(archive)) as read:
        right = read.infolist()[0].file_size.to_bytes(4, "little")
    return archive.replace(right, size.to_bytes(4, "little"))


BOMBS: dict[str, Callable[[], bytes]] = {
    "picture.xlsx": lambda: in_zip("xl/media/image1.png", ZEROS, workbook(row(2))),
    "sheet.xlsx": lambda: in_zip("xl/worksheets/sheet2.xml", ZEROS, workbook(row(2))),
    "lines.zip": lambda: in_zip("a.csv", [TABLE, *ZEROS]),
    "overlap.zip": overlapping,
    "log.gz": lambda: gzipped(LOG),
    "table.gz": lambda: gzipped(TABLE),
    "log.gz.zip": lambda: zipped(log__gz=gzipped(LOG)),
}


@pytest.mark.parametrize("name", BOMBS)
def test_what_unpacks_to_more_than_real_files_do_is_refused(
    name: str, read: Import, audit: Path
) -> None:
    made = BOMBS[name]()
    with pytest.raises(UsageError) as told:
        read(made, name)
    most = max(allowance.ALWAYS_ALLOWED, allowance.MOST_TIMES * len(made))
    assert f"{name}: it unpacks to more than {most:,} bytes, which real exports" in str(told.value)
    assert parts(audit) == []


def test_the_sizes_of_all_files_count_together(
    read: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allowance, "ALWAYS_ALLOWED", 1_000)
    monkeypatch.setattr(allowance, "MOST_TIMES", 1)
    read(zipped(a__csv=TABLE), "one.zip")
    with pytest.raises(UsageError, match="it unpacks to more than 1,"):
        read(zipped(**{f"a{number}__csv": TABLE * 100 for number in range(9)}), "nine.zip")


def test_a_large_file_may_be_compressed_as_well_as_real_logs_are(
    read: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Access logs compress 20 to 50 times."""
    monkeypatch.setattr(allowance, "ALWAYS_ALLOWED", 2**22)
    size = allowance.ALWAYS_ALLOWED + 2**20
    made = gzip.compress(LOG * (size // len(LOG)), 1)
    read(made + gzip.compress(b"\n" * 100, 0) * (size // allowance.MOST_TIMES // 100), "access.gz")


def test_of_a_zip_that_says_less_than_it_holds_no_more_is_read(read: Import, audit: Path) -> None:
    with pytest.raises(UsageError, match=r"it is damaged \(Bad CRC-32 for file 'a.csv'\)"):
        read(lying(in_zip("a.csv", [TABLE, *ZEROS]), len(TABLE)), "small.zip")
    assert parts(audit) == []


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_of_another_method_is_not_read(method: int, read: Import) -> None:
    """1,500 bytes of bzip2 are 2 GB at once, whatever the size that the zip says."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        archive.writestr("a.csv", TABLE)
    with pytest.raises(UsageError, match=r"compressed by another method than deflate\. Extract it"):
        read(made.getvalue(), "a.zip")


@pytest.mark.parametrize("name", ["zip.zip", "gz.gz", "zip.gz", "a.ods"])
def test_a_compressed_file_in_another_is_not_taken_for_text(name: str, read: Import) -> None:
    made = {
        "zip.zip": zipped(inner__zip=zipped(a__csv=TABLE)),
        "gz.gz": gzip.compress(gzip.compress(TABLE)),
        "zip.gz": gzip.compress(zipped(a__csv=TABLE)),
        "a.ods": zipped(mimetype=b"application/vnd.oasis.opendocument.spreadsheet"),
    }[name]
    why = {
        "zip.zip": "inner.zip: it is a zip or a workbook in a compressed file. Extract it.",
        "gz.gz": "it is compressed more than once. Extract it.",
        "zip.gz": "it is a zip or a workbook in a compressed file. Extract it.",
        "a.ods": "mimetype: it is a document of LibreOffice. Save it as .xlsx, or as CSV.",
    }[name]
    with pytest.raises(UsageError) as told:
        read(made, name)
    assert why in str(told.value)


def test_a_long_list_of_files_is_not_read(read: Import, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_files, "MOST_LIST", 100)
    read(zipped(a__csv=TABLE), "one.zip")
    with pytest.raises(UsageError, match=r"it is damaged \(its list of files is too long\)"):
        read(zipped(a__csv=TABLE, b__csv=TABLE), "two.zip")


@pytest.mark.parametrize("cells", ["," * 500_000, "200," + "a" * 500_000], ids=["many", "long"])
def test_rows_of_many_or_long_cells_take_no_memory(cells: str, read: Import, audit: Path) -> None:
    columns = "Address,Status Code,Content Type\n"
    read(f"{columns}{SITE}/a,200,text/html\n")  # imports modules
    line = f"{SITE}/b,{cells}\n".encode()
    most = allowance.ALWAYS_ALLOWED // len(line)
    made = gzip.compress(columns.encode() + line * (most - 1), 1)
    tracemalloc.start()
    try:
        read(made, "cells.csv.gz")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert rows(audit, "SELECT COUNT(*) FROM imported_urls WHERE url LIKE '%/b'") == [(most - 1,)]
    assert peak < 50_000_000
