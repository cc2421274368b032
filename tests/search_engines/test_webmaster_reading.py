"""What Bing and Yandex have of submitted sitemaps, read into a stored audit."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest
from api_server import Reply
from commanding import run
from submission.audits import stored
from submission.engines import (
    BING_KEY,
    SITEMAP,
    VARIABLES,
    Engines,
    bing_error,
    feed,
    known_sitemap,
    serving,
    yandex_error,
)
from submission.server import SITE

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import UsageError
from sitemap_audit.options import Options
from sitemap_audit.search_engines.webmaster_reading import webmaster_readers
from sitemap_audit.storage.run_file import read_run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sitemap_audit.run_record import ImportedFile


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Engines]:
    for name, value in VARIABLES.items():
        monkeypatch.setenv(name, value)
    with serving(Engines()) as state:
        yield state


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return stored(tmp_path, 1, {"/": "Home"})


def read(folder: Path, prefix: str, site: str = f"{SITE}/") -> ImportedFile:
    """Read a site."""
    reader = webmaster_readers(None)[prefix]
    return reader(AuditPlace(folder), read_run(folder), Options(), site)


def rows(folder: Path, table: str = "submitted_sitemaps") -> list[dict[str, Any]]:
    """The rows of a table."""
    parts = sorted((folder / "data" / table).glob("*.parquet"))
    return [row for part in parts for row in pq.read_table(part).to_pylist()]


def test_the_sitemaps_of_bing_are_stored(folder: Path, engines: Engines) -> None:
    """The dates are milliseconds; one of the year 1 is none.

    https://learn.microsoft.com/dotnet/api/microsoft.bing.webmaster.api.interfaces.iwebmasterapi.getfeeds
    """
    never = feed(f"{SITE}/b.xml", LastCrawled="/Date(-62135568000000-0800)/", Status="Pending")
    engines.feeds = [feed(), never]
    done = run("import", folder, f"bing-webmaster:{SITE}")
    assert f"bing-webmaster:{SITE}/: 2 submitted sitemaps." in done.stdout
    assert done.returncode == 0, done.stderr
    first, second = rows(folder)
    assert {name: first[name] for name in ("engine", "property", "url", "kind", "urls")} == {
        "engine": "bing",
        "property": f"{SITE}/",
        "url": SITEMAP,
        "kind": "Sitemap",
        "urls": 1023,
    }
    assert first["submitted_at"] == datetime(2025, 11, 28, tzinfo=UTC)
    assert first["downloaded_at"] == datetime(2025, 11, 29, tzinfo=UTC)
    assert (second["downloaded_at"], second["status"]) == (None, "Pending")
    (file,) = rows(folder, "imported_files")
    assert (file["product"], file["kind"], file["file"]) == (
        *("bing", "sitemaps", f"bing-webmaster:{SITE}/"),
    )


def test_the_sitemaps_of_yandex_are_read_to_the_last_page(folder: Path, engines: Engines) -> None:
    """Those of an index, and those that it has not processed, too.

    https://yandex.com/dev/webmaster/doc/en/reference/host-sitemaps-get
    https://yandex.com/dev/webmaster/doc/en/reference/host-user-added-sitemaps-get
    """
    index = known_sitemap(*(0, f"{SITE}/index.xml"), sitemap_type="INDEX_SITEMAP", children_count=1)
    child = known_sitemap(500, f"{SITE}/child.xml", sources=["INDEX_SITEMAP"])
    engines.known = [index, child, *(known_sitemap(n, f"{SITE}/{n}.xml") for n in range(1, 101))]
    engines.children = {index["sitemap_id"]: [child]}
    engines.added = [f"{SITE}/new{n}.xml" for n in range(100)] + [f"{SITE}/7.xml"]
    told = read(folder, "yandex-webmaster").told
    assert told == [f"yandex-webmaster:{SITE}/: 201 submitted sitemaps, 1 in sitemap indexes."]
    found = {row["url"].removeprefix(f"{SITE}/"): row for row in rows(folder)}
    assert len(found) == 202
    assert found["child.xml"]["in_index"] == f"{SITE}/index.xml"
    assert found["index.xml"]["is_index"]
    assert (found["new99.xml"]["is_pending"], found["new99.xml"]["errors"]) == (True, None)
    seventh = found["7.xml"]
    assert (seventh["errors"], seventh["urls"], seventh["kind"]) == (1, 12, "SITEMAP")
    assert seventh["submitted_at"] == datetime(2026, 1, 1, 21, tzinfo=UTC)
    assert found["8.xml"]["submitted_at"] is None


def test_what_cannot_be_read_is_a_sentence_and_what_was_read_stays(
    folder: Path, engines: Engines, monkeypatch: pytest.MonkeyPatch
) -> None:
    engines.feeds = [feed()]
    read(folder, "bing-webmaster")
    engines.failures = {"GetFeeds": [bing_error(5, f"ThrottleHost {BING_KEY}")]}
    assert read(folder, "bing-webmaster").not_read == [
        f"Cannot read the submitted sitemaps of bing-webmaster:{SITE}/: 400 ThrottleHost ***. What"
        " was read before stays. Try again in an hour."
    ]
    assert len(rows(folder)) == 1
    engines.failures = {"GetFeeds": [Reply({"d": {"Url": SITEMAP}})]}
    (told,) = read(folder, "bing-webmaster").not_read
    assert "its response is not what its documentation says. What was read before stays." in told
    engines.failures = {"hosts": [yandex_error(403, "ACCESS_FORBIDDEN")]}
    (told,) = read(folder, "yandex-webmaster").not_read
    assert told.endswith("the rights webmaster:hostinfo and webmaster:verify, and get a new token.")
    engines.sites = ("http://example.com/",)
    (told,) = read(folder, "yandex-webmaster").not_read
    assert "it is not verified with the account of the key. Verify it there, or pass" in told
    for site, words in (("sc-domain:x", "is no URL"), ("http://x.example/", "of another site")):
        with pytest.raises(UsageError, match=words):
            read(folder, "bing-webmaster", site)
    monkeypatch.delenv("SITEMAP_AUDIT_BING_KEY")
    with pytest.raises(UsageError, match=r"there is no key. Set SITEMAP_AUDIT_BING_KEY, or write"):
        read(folder, "bing-webmaster")
