"""CSV: right in Excel, the same in pandas."""

from __future__ import annotations

import re
import unicodedata
from itertools import dropwhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rows import record_of

from reports import sample
from sitemap_audit.analysis.catalogue import column_docs
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.items import RobotsLine, column_names
from sitemap_audit.parsing.robots_txt import ReceivedRobots
from sitemap_audit.report.csv_tables import TABLES_OF_AUDIT, TableStream
from sitemap_audit.report.report import Report
from sitemap_audit.reports import csv
from sitemap_audit.storage.csv_cells import in_cells
from sitemap_audit.storage.csv_parts import file_of, files_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitemap_audit.storage import Store

STORED = [table for table in TABLES_OF_AUDIT if table.name != "checks"]
"Tables that a store has before a report is written."
CONTROLS = {*map(chr, [*range(32), *range(0x7F, 0xA0)]), "\ufffe", "\uffff"} - {*"\t\n\r"}
TURNS = {*"\u061c\u200e\u200f", *map(chr, [*range(0x2028, 0x202F), *range(0x2066, 0x206A)])}
FORMULAS = ("=", "+", "-", "@", "\u2212")
NASTY = st.text(
    st.one_of(
        st.sampled_from("=+-@\t\r\n\"',;| \x00\x1b\x7f\x85\u2028\ufeff\u200b\xa0\uff1d\uff0d0Né😀"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=12,
)


def read(path: Path) -> pd.DataFrame:
    """A CSV with every cell as it is written, missing ones empty."""
    return pd.read_csv(path, dtype=str, keep_default_na=False)


def columns(path: Path) -> list[str]:
    return list(pd.read_csv(path, nrows=0).columns)


def expected(text: str | None) -> str:
    if text is None:
        return ""
    unfit = CONTROLS | TURNS
    held = "".join("\ufffd" if character in unfit else character for character in text)
    seen = "".join(dropwhile(is_unseen, held))
    is_formula = unicodedata.normalize("NFKC", seen).startswith(FORMULAS)
    is_quoted = held[:1] == "'" and not re.match("[A-Za-z0-9]", held[1:])
    is_odd = is_formula or is_quoted or held.startswith(("\t", "\r", "\n"))
    return f"'{held}" if is_odd else held


def is_unseen(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Zs", "Zl", "Zp")


def recipe() -> Callable[[Path], pd.DataFrame]:
    """Return what docs/reports.md says to read a CSV as it was found."""
    text = (Path(__file__).parents[2] / "docs" / "reports.md").read_text("utf-8")
    (code,) = re.findall(r"def read\(file\):\n(?:    .*\n)+", text)
    names: dict[str, Any] = {"pd": pd}
    exec(code, names)  # noqa: S102 - code of our own page
    read: Callable[[Path], pd.DataFrame] = names["read"]
    return read


def test_a_table_told_to_be_empty_is_written_as_one_that_is(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("told", "read")]
    with sample.empty() as store:
        for path, empty in zip(paths, (store.empty_tables(), set[str]()), strict=True):
            path.mkdir()
            for table in STORED:
                written = csv.write_table(TableStream(store, table, empty), AuditPlace(path))
                assert written == (path / file_of(table.name) if written else None)
    told, read = (
        {file.relative_to(path): file.read_bytes() for file in files_of(path)} for path in paths
    )
    assert told.keys() == read.keys()
    assert [file for file in told if told[file] != read[file]] == []


@settings(deadline=None, max_examples=60)
@given(
    rows=st.lists(
        st.tuples(NASTY | st.none(), NASTY, st.integers(0, 2**62) | st.none()), max_size=8
    )
)
@example(rows=[("NA", "null", None), ("007", "1e5", 0), ("TRUE", "nan", 2**53 + 1)])
@example(
    rows=[("\n=1", "\ufeff=1", -5), ("\u200b +1", "\u3000\uff1d1", -1), ("\xa0-1", "\xad@x", 1)]
)
@example(rows=[("\u2000 b", "a=b", -5), ("\n\ufeff\n\uff20x", "- b", 0), ("\u2060\uff0b1", " ", 1)])
@example(rows=[("'=1", "'", -5), ("''", "'\n-1", 1), ("'t Goois", "'90s", 1), ("'é", "'-1", 1)])
@example(rows=[("-", "-5", -5), ("\r\n-", "\n\n", 1), ("1-2", "1E5", 1), ("+49 1", "'\ufeff=", 1)])
@example(rows=[("a\rb", "a\r\nb", 1), ('"', '""', 2), ("\n", "", 3)])
def test_what_is_written_reads_back(
    store: Store, rows: list[tuple[str | None, str, int | None]]
) -> None:
    texts, others, numbers = zip(*rows, strict=True) if rows else ((), (), ())
    store.execute(
        "CREATE OR REPLACE TABLE t (row BIGINT, text VARCHAR, other VARCHAR, number BIGINT)"
    )
    names = ("row", "text", "other", "number")
    store.insert("t", (dict(zip(names, (i, *row), strict=True)) for i, row in enumerate(rows)))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        query = "SELECT * FROM t ORDER BY row"
        assert store.write_csv(query, path) == len(rows)
        back, found = read(path), recipe()(path)
    short = store.rows(in_cells(query, store.describe(query), is_short=True))
    assert [tuple(cell or "" for cell in row[1:3]) for row in short] == [
        *zip(back["text"], back["other"], strict=True)
    ]
    assert found["text"].tolist() == [
        "".join("\ufffd" if each in CONTROLS | TURNS else each for each in text or "")
        for text in texts
    ]
    assert back["text"].tolist() == [expected(text) for text in texts]
    assert back["other"].tolist() == [expected(other) for other in others]
    assert back["number"].tolist() == ["" if n is None else str(n) for n in numbers]


def test_a_simhash_is_no_number_for_a_spreadsheet(tmp_path: Path) -> None:
    shown = {9083087803201540702: "s9083087803201540702", -1: "s-1", None: ""}
    (table,) = (each for each in TABLES_OF_AUDIT if each.name == "pages")
    with sample.empty() as store:
        for number, value in enumerate(shown):
            url = f"https://example.com/{number}"
            store.insert("pages", [{"url": url, "simhash": value}])
        path = csv.write_table(TableStream(store, table), AuditPlace(tmp_path))
    assert path
    assert read(path)["simhash"].tolist() == [*shown.values()]


def test_every_column_of_every_file_is_documented(folder: Path, store: Store) -> None:
    for table in STORED:
        named = [name.strip('"') for name, _ in store.describe(table.rows or table.sql)]
        assert [each.name for each in column_docs.columns_of(table.name)] == named
    documented = {path.stem: columns(path) for path in files_of(folder)}
    for name, written in documented.items():
        assert [each.name for each in column_docs.columns_of(name)] == written


def test_a_file_starts_with_a_mark_that_excel_knows_utf_8_by(folder: Path) -> None:
    content = (folder / "findings.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbfseverity,check,title,")
    assert content.count(b"\xef\xbb\xbf") == 1


def test_findings_are_in_order_of_severity_check_and_url(folder: Path) -> None:
    found = read(folder / "findings.csv")
    assert list(zip(found["severity"], found["check"], found["url"], strict=True)) == [
        ("error", "hreflang/missing-return-link", f"{sample.SITE}/a"),
        ("error", "hreflang/missing-return-link", f"{sample.SITE}/b"),
        ("error", "hreflang/missing-return-link", f"{sample.SITE}/c"),
        ("error", "status/listed-url-not-found", f"{sample.SITE}/gone"),
        ("error", "status/listed-url-not-found", f"{sample.SITE}/missing"),
        ("warning", "canonical/listed-url-canonicalised-elsewhere", f"{sample.SITE}/b"),
        ("warning", "entry/lastmod-not-w3c", f"{sample.SITE}/a"),
    ]
    assert found["observed"][5] == '\'=HYPERLINK("https://evil.example")'
    assert found["line"].tolist() == ["", "", "", "", "", "", "12"]


def test_a_finding_says_what_to_change_in_columns_and_as_a_sentence(folder: Path) -> None:
    last = read(folder / "findings.csv").to_dict("records")[-1]
    assert [last[name] for name in ("change_url", "action", "place", "from", "to", "change")] == [
        f"{sample.SITE}/sitemap.xml",
        "replace",
        "lastmod",
        "01.07.2026",
        "2026-07-01",
        f"In {sample.SITE}/sitemap.xml, line 12: replace lastmod 01.07.2026 with 2026-07-01",
    ]


def test_integers_that_may_be_missing_stay_integers(folder: Path) -> None:
    assert read(folder / "tables/entries.csv")["line"].tolist()[:2] == ["3", "6"]
    assert read(folder / "tables/sitemaps.csv")["status"].tolist() == ["200", "200"]


def test_every_entry_says_what_became_of_it(folder: Path) -> None:
    assert read(folder / "tables/entries.csv")["outcome"].tolist() == [
        "fetched",
        "fetched",
        "fetched",
        "fetched",
        "interrupted",
        "duplicate",
        "not-a-url:empty",
    ]
    ledger = read(folder / "tables/ledger.csv")
    assert ledger["outcome"].tolist() == read(folder / "tables/entries.csv")["outcome"].tolist()


def test_pages_say_whether_they_are_indexable(folder: Path) -> None:
    pages = read(folder / "tables/pages.csv")
    assert pages["is_indexable"].tolist() == ["True", "True", "True", "False"]
    assert pages["reasons"].tolist() == ["", "", "", "client-error"]
    assert pages["title"][0] == '"Straße", =1\nnew'


def test_moments_are_written_as_excel_reads_them(folder: Path) -> None:
    assert read(folder / "tables/pages.csv")["fetched_at_utc"][0] == "2026-07-01 12:00:00"
    assert read(folder / "tables/entries.csv")["lastmod_at_utc"][0] == "2026-07-01 00:00:00"


def test_alternates_name_their_source(folder: Path) -> None:
    (alternate,) = read(folder / "tables/alternates.csv").to_dict("records")
    assert (alternate["source"], alternate["code"], alternate["line"]) == ("sitemap", "de", "4")


def test_no_file_shows_ids_or_keys(folder: Path) -> None:
    names = {name for path in files_of(folder) for name in columns(path)}
    names -= {"id", "root_id", "diagnosis_id"}  # of findings
    assert not {name for name in names if name == "id" or name.endswith(("_id", "_key"))}
    assert {"url", "sitemap_url", "lastmod", "hreflang", "canonical"} <= names


def test_a_table_without_rows_still_has_its_head(folder: Path) -> None:
    assert columns(folder / "tables/canonicals.csv")[:3] == ["url", "number", "source"]
    assert columns(folder / "tables/robots.csv")[:2] == ["origin", "url"]


def test_an_extension_that_is_not_used_has_no_file(folder: Path) -> None:
    assert not {"images.csv", "videos.csv", "news.csv"} & {p.name for p in files_of(folder)}


def test_a_file_of_an_earlier_report_goes_when_it_has_no_rows(store: Store, tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables/images.csv").write_text("old")
    csv.write_tables(Report(store, sample.CHECKS, record_of()), AuditPlace(tmp_path))
    assert not (tmp_path / "tables/images.csv").exists()


def test_nothing_unfinished_is_left(folder: Path) -> None:
    assert not list(folder.glob(".*"))


def test_checks_say_how_they_ended_and_how_to_fix_it(folder: Path) -> None:
    checks = read(folder / "tables/checks.csv").set_index("check")
    assert checks.loc["site/blocked", "error"] == "BinderException: no such column"
    first = checks.loc["hreflang/missing-return-link"]
    assert (first["outcome"], first["found"], first["unknown"]) == ("failed", "3", "7")
    assert first["how_to_fix_it"] == "Correct the entry, see the protocol."


@pytest.mark.parametrize(
    "name", ["findings.csv", "urls.csv", "tables/entries.csv", "tables/checks.csv"]
)
def test_the_same_audit_writes_the_same_file(folder: Path, incomplete: Path, name: str) -> None:
    assert (folder / name).read_bytes() == (incomplete / name).read_bytes()


def test_a_sitemap_lost_in_a_line_of_robots_txt_follows_the_line(tmp_path: Path) -> None:
    text = b"User-agent: *\n# the endSitemap: https://example.com/a.xml\n"
    lines = [
        {name: getattr(line, name) for name in column_names(RobotsLine)}
        for line in ReceivedRobots(text, origin="https://example.com").lines
    ]
    (table,) = (each for each in TABLES_OF_AUDIT if each.name == "robots_lines")
    written = []
    for rows in (lines, lines[::-1]):
        with sample.empty() as store:
            store.insert("robots_lines", rows)
            path = csv.write_table(TableStream(store, table), AuditPlace(tmp_path))
            assert isinstance(path, Path)
            written.append(read(path)[["number", "field"]].values.tolist())
    assert written == [[["1", "user-agent"], ["2", ""], ["2", "sitemap"]]] * 2
