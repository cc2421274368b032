"""Lists of submitted sitemaps: tables and responses of Search Console and Bing."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from imports.conftest import SITE, parts, rows
from sitemap_audit.errors import UsageError
from sitemap_audit.imports import sitemap_lists
from sitemap_audit.imports.ahead import recognize_ahead
from sitemap_audit.options import Options

if TYPE_CHECKING:
    from pathlib import Path

    from imports.conftest import Import

REPORT = "Sitemap,Type,Submitted,Last read,Status,Discovered pages,Discovered videos\n"
"Columns of the Sitemaps report: https://support.google.com/webmasters/answer/7451001."
FEED = {
    "__type": "Feed:#Microsoft.Bing.Webmaster.Api",
    "Compressed": False,
    "FileSize": 1024,
    "LastCrawled": "/Date(1769904000000-0800)/",
    "Status": "Success",
    "Submitted": "/Date(1767312000000)/",
    "Type": "Sitemap",
    "Url": f"{SITE}/sitemap.xml",
    "UrlCount": 28,
}
"https://learn.microsoft.com/dotnet/api/microsoft.bing.webmaster.api.interfaces.feed"
OF_GOOGLE = {
    "path": f"{SITE}/sitemap.xml",
    "lastSubmitted": "2026-01-02T03:04:05.678Z",
    "isPending": False,
    "isSitemapsIndex": False,
    "type": "sitemap",
    "lastDownloaded": "2026-02-03T04:05:06.789Z",
    "warnings": "2",
    "errors": "1",
    "contents": [{"type": "web", "submitted": "28", "indexed": "0"}],
}
"https://developers.google.com/webmaster-tools/v1/sitemaps"
TOLD = (
    "engine, property, url, kind, is_index, is_pending, submitted_at, downloaded_at, errors,"
    " warnings, urls, status"
)


def stored(audit: Path) -> list[tuple[Any, ...]]:
    return rows(audit, f"SELECT {TOLD} FROM submitted_sitemaps ORDER BY url")


def at(year: int, month: int, day: int, *time: int) -> datetime:
    hour, minute, second, microsecond = time or (0, 0, 0, 0)
    return datetime(year, month, day, hour, minute, second, microsecond, tzinfo=UTC)


def test_the_table_of_the_report_is_stored(read: Import, audit: Path) -> None:
    told = read(
        f'{REPORT}/sitemap.xml,Sitemap,"Jan 2, 2026","Feb 3, 2026",Success,"1,028",0\n'
        f"{SITE}/never.xml,Unknown,2026-01-02,,Couldn't fetch,0,0\n,Sitemap,2026-01-02,,,,\n"
        f"{SITE}/truncated.xml,Sitemap,2026-01-02",
        "Table.csv",
    )
    assert told[:3] == [
        "Table.csv: Search Console list of sitemaps (English), 4 rows: 2 submitted sitemaps.",
        "  Not read: 1 no URL (line 4).",
        "  Not read: 1 wrong number of columns (line 5).",
    ]
    assert told[3].startswith("  A file does not say whether it has all sitemaps of the property:")
    unsaid = (None, None)
    assert stored(audit) == [
        (
            *("google", None, f"{SITE}/never.xml", "Unknown", *unsaid, at(2026, 1, 2), None),
            *(*unsaid, 0, "Couldn't fetch"),
        ),
        (
            *("google", None, f"{SITE}/sitemap.xml", "Sitemap", *unsaid),
            *(at(2026, 1, 2), at(2026, 2, 3), *unsaid, 1028, "Success"),
        ),
    ]
    columns = "product, kind, language, urls, last_day"
    assert rows(audit, f"SELECT {columns} FROM imported_files") == [
        ("gsc", "sitemap-list", "en", 2, "2026-02-03")
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_the_response_of_search_console_is_stored(encoding: str, read: Import, audit: Path) -> None:
    told = read(json.dumps({"sitemap": [OF_GOOGLE]}, indent=2).encode(encoding), "sitemaps.json")
    assert told[0] == (
        "sitemaps.json: Search Console list of sitemaps (by its API), 1 row: 1 submitted sitemap."
    )
    assert stored(audit) == [
        (
            *("google", None, f"{SITE}/sitemap.xml", "sitemap", False, False),
            *(at(2026, 1, 2, 3, 4, 5, 678000), at(2026, 2, 3, 4, 5, 6, 789000), 1, 2, 28, None),
        )
    ]
    counts = "SELECT engine, content, submitted FROM submitted_counts"
    assert rows(audit, counts) == [("google", "web", 28)]


OF_BING = (
    *("bing", None, f"{SITE}/sitemap.xml", "Sitemap", None, None),
    *(at(2026, 1, 2), at(2026, 2, 1), None, None, 28, "Success"),
)


def test_the_response_of_bing_is_stored(read: Import, audit: Path) -> None:
    read(json.dumps({"d": [FEED]}), "feeds.json")
    assert stored(audit) == [OF_BING]


def test_a_long_response_is_read_to_its_end(read: Import, audit: Path) -> None:
    feeds = [FEED | {"Url": f"{SITE}/sitemap-{number}.xml"} for number in range(1_000)]
    contents = json.dumps({"d": feeds}).encode()
    assert len(contents) > 2 * 2**16, "the first 64 KiB are read to recognize it"
    (said, *_) = read(gzip.compress(contents), "feeds.json.gz")
    assert (
        said == "feeds.json.gz: Bing list of sitemaps (by its API), 1,000 rows: 1,000 submitted"
        " sitemaps."
    )
    assert len(stored(audit)) == 1_000


def test_columns_that_are_named_are_those_of_a_list(read: Import, audit: Path) -> None:
    read(
        f"Adresse;Art;Eingereicht;Gelesen;URLs;Zustand\n{SITE}/sitemap.xml;Sitemap;2026-01-02;"
        "2026-02-01;28;Success\n",
        columns={
            "bing_sitemap": "Adresse",
            "submitted": "Eingereicht",
            "last_read": "Gelesen",
            "urls": "URLs",
            "status": "Zustand",
        },
    )
    expected = list(OF_BING)
    expected[3] = None
    assert stored(audit) == [tuple(expected)]


def test_a_table_of_sitemaps_with_unknown_columns_says_how_to_name_them(
    read: Import, audit: Path
) -> None:
    told = read(f"Adresse\n{SITE}/a.xml\n{SITE}/b.xml.gz\n")
    assert told[-1].startswith("  All of these URLs look like sitemaps.")
    # Bing's download has the columns of a Page indexing export of Search Console.
    told = read(f"URL,Last Crawled\n{SITE}/a.xml,2026-01-31\n{SITE}/b.xml.gz,2026-01-31\n")
    assert told[1].startswith("  All of these URLs look like sitemaps.")
    assert "look like" not in " ".join(read(f"Adresse\n{SITE}/a.xml\n{SITE}/b\n"))
    assert stored(audit) == []


REFUSED = {
    "a date of which day and month are not clear": (
        f"{REPORT}{SITE}/a.xml,Sitemap,2026-01-02,03.02.26,Success,1,0\n",
        {},
        "Cannot import list.csv: line 2 has '03.02.26' for a date, and day and month cannot be told"
        " for sure. Write dates as 2026-01-31, or import the response of the API.",
    ),
    "a date without a day": (
        f"{REPORT}{SITE}/a.xml,Sitemap,2026-01-02,2026-01,Success,1,0\n",
        {},
        "Cannot import list.csv: line 2 has '2026-01' for a date, and day and month cannot be told"
        " for sure. Write dates as 2026-01-31, or import the response of the API.",
    ),
    "a list of which it is not known when sitemaps were read": (
        f"Adresse,Art\n{SITE}/a.xml,Sitemap\n",
        {"google_sitemap": "Adresse"},
        "Cannot import list.csv: it is not known when its sitemaps were last read. Name the column"
        " that says it: --column 'last_read=COLUMN'.",
    ),
    "another site": (
        f"{REPORT}https://other.example/a.xml,Sitemap,2026-01-02,2026-01-03,Success,1,0\n",
        {},
        "list.csv is of another site: none of its rows (1) has a URL of www.example.com; the first"
        " has https://other.example/a.xml. Nothing of it is stored.",
    ),
    "the response of Search Console if no sitemap is submitted": (
        "{}\n",
        {},
        "Cannot import list.csv: it is an empty JSON object, as Search Console responds if no"
        " sitemap is submitted. There is nothing to import.",
    ),
    "a response that is truncated": (
        json.dumps({"sitemap": [OF_GOOGLE]})[:-9],
        {},
        "Cannot import list.csv: it is truncated or no JSON. Save the response of sitemaps.list"
        " (Search Console) or GetFeeds (Bing) as it is.",
    ),
    "a response that is not as documented": (
        json.dumps({"d": [FEED | {"Submitted": "2026-01-02"}]}),
        {},
        "Cannot import list.csv: a value in it is not what the documentation of the API says. Save"
        " the response of sitemaps.list (Search Console) or GetFeeds (Bing) as it is.",
    ),
    "more sitemaps than any list has": (
        REPORT + f"{SITE}/a.xml,Sitemap,2026-01-02,2026-01-03,Success,1,0\n" * 3,
        {},
        "Cannot import list.csv: it lists more than 2 sitemaps. Pass a list of sitemaps as the"
        " search engine wrote it.",
    ),
}


@pytest.mark.parametrize(
    "value",
    [
        {"contents": [{"type": "web", "submitted": 2**63 - 1}] * 2},
        {"lastDownloaded": "0001-01-01T00:00:00+14:00"},
        {"type": "\ud800"},
        {"errors": "9" * 5_000},
        {"contents": [{"type": ["web"]}]},
    ],
    ids=["a sum", "a date", "half of a character", "many digits", "no text"],
)
def test_what_no_table_can_hold_is_refused(
    value: dict[str, Any], read: Import, audit: Path
) -> None:
    with pytest.raises(UsageError, match="not what the documentation of the API says"):
        read(json.dumps({"sitemap": [OF_GOOGLE | value]}))
    assert parts(audit) == []


def test_a_table_in_another_encoding_is_read(read: Import, audit: Path) -> None:
    read(f"{REPORT}{SITE}/a.xml,Plan,2026-01-02,2026-01-03,Erreur détectée,1,0\n".encode("cp1252"))
    assert [row[-1] for row in stored(audit)] == ["Erreur détectée"]


@pytest.mark.parametrize("what", REFUSED)
def test_a_list_that_cannot_be_used_is_refused(
    what: str, read: Import, audit: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contents, columns, sentence = REFUSED[what]
    monkeypatch.setattr(sitemap_lists, "MOST_SITEMAPS", 2)
    with pytest.raises(UsageError) as told:
        read(contents, "list.csv", columns=columns)
    assert str(told.value) == sentence
    assert parts(audit) == []


def test_a_list_of_an_audit_is_recognized_before_it_fetches(tmp_path: Path) -> None:
    path = tmp_path / "sitemaps.json"
    path.write_text(json.dumps({"sitemap": [OF_GOOGLE]}), "utf-8")
    options = Options(imports=(str(path),))
    title = "sitemaps.json: Search Console list of sitemaps (by its API)."
    assert recognize_ahead(options, [f"{SITE}/"]) == [title]
    with pytest.raises(UsageError, match="is of another site"):
        recognize_ahead(options, ["https://other.example/"])
