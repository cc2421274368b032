"""Everything about one URL of a real stored audit."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from commanding import record, run

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.evaluation.url_lookup import url_report
from sitemap_audit.items import Columns, InspectedUrl, column_names
from sitemap_audit.parsing.urls import read_link
from sitemap_audit.search_engines.storing import search_console, storing
from sitemap_audit.storage.parts import PartList

if TYPE_CHECKING:
    from collections.abc import Callable

STORED = Path(__file__).parents[1] / "fixtures" / "stored_audit"
SITE = "http://127.0.0.1:8767"


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stored audit, with the findings of today's checks."""
    folder = tmp_path_factory.mktemp("reports") / "127.0.0.1_8767" / "2026-01-31T12-00-00Z"
    shutil.copytree(STORED, folder)
    done = run("check", folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def inspected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stored audit with an inspected URL, as the URL Inspection API tells of it.

    https://developers.google.com/webmaster-tools/v1/urlInspection.index/UrlInspectionResult
    """
    folder = tmp_path_factory.mktemp("reports") / "127.0.0.1_8767" / "2026-01-31T12-00-00Z"
    shutil.copytree(STORED, folder)
    link = read_link(f"{SITE}/index.html")
    answered = datetime(2026, 1, 30, 9, tzinfo=UTC)
    with storing(folder, search_console(f"{SITE}/"), "inspection") as reading:
        row = dict.fromkeys(column_names(InspectedUrl)) | {
            "file_id": reading.id,
            "url": link.url,
            "url_key": link.key,
            "url_near_key": link.near_key,
            "inspected_at": answered,
            "verdict": "NEUTRAL",
            "coverage_state": "Crawled - currently not indexed",
            "state_code": "crawled-not-indexed",
            "robots_state": "ALLOWED",
            "indexing_state": "BLOCKED_BY_META_TAG",
            "last_crawled_at": datetime(2026, 1, 3, tzinfo=UTC),
            "google_canonical": f"{SITE}/",
            "result_link": "https://search.google.com/search-console/inspect?id=1",
        }
        reading.stored = 1
        reading.write("inspected_urls", [Columns(InspectedUrl, [[each] for each in row.values()])])
        reading.finish()
    done = run("check", folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_what_google_says_stands_beside_what_the_audit_says(inspected: Path) -> None:
    _, text = url_report(AuditPlace(inspected), "/index.html")
    assert (
        f"""
We say / Google says
  Index         we: indexable; Google: not indexed: Crawled - currently not
    indexed (URL Inspection of 2026-01-30)
  Canonical     we: {SITE}/index.html; Google:
    {SITE}/
  Last crawl    2026-01-03; lastmod 2026-01-15: not crawled since the change
  Indexing      BLOCKED_BY_META_TAG
  Inspection    https://search.google.com/search-console/inspect?id=1
"""
        in text
    )
    _, other = url_report(AuditPlace(inspected), "/gone.html")
    assert "  Index         we: not indexable; Google: not inspected\n" in other


@pytest.fixture
def facts(checked: Path) -> Callable[[str], dict[str, Any]]:
    """What programs get for a path."""

    def read(path: str) -> dict[str, Any]:
        _, text = url_report(AuditPlace(checked), path, as_json=True)
        found: dict[str, Any] = json.loads(text)
        return found

    return read


def test_a_url_is_shown_with_all_that_is_known_of_it(checked: Path) -> None:
    assert url_report(AuditPlace(checked), f"{SITE}/private/index.html") == (
        True,
        f"""\
{SITE}/private/index.html
  Status        none (disallowed)
  Indexable     no: disallowed
  robots.txt    blocked by line 2, Disallow: /private/: Googlebot and 25 other
    bots

Listed in
  {SITE}/sitemap.xml, line 13

1 finding:
  error    URL in sitemap blocked by robots.txt (indexability/disallowed)
           URL:      {SITE}/private/index.html
           Found:    Disallow: /private/ (line 2)
           Expected: Allowed
           Change:   Remove from the sitemap, or allow in robots.txt""",
    )


def test_a_redirect_is_followed_to_its_final_url(facts: Callable[[str], dict[str, Any]]) -> None:
    moved = facts("/moved.html")
    assert moved["redirects"] == [
        {"url": f"{SITE}/index.html", "status": 200, "error": None, "state": "ok"}
    ]
    assert (moved["state"]["status"], moved["state"]["reasons"]) == (301, "redirect")


def test_hreflang_is_shown_both_ways(checked: Path) -> None:
    _, text = url_report(AuditPlace(checked), "/de/index.html")
    assert (
        f"""
hreflang of this URL
  en         return link (html): {SITE}/index.html

hreflang of other URLs for this one
  de         no return link (html): {SITE}/
  de         return link (html): {SITE}/index.html
  de         return link (sitemap): {SITE}/index.html
"""
        in text
    )


def test_a_finding_has_what_to_change_and_its_root(facts: Callable[[str], dict[str, Any]]) -> None:
    found = {each["check"]: each for each in facts("/gone.html")["findings"]}
    assert found["status/not-found"]["change"] == (
        f"In {SITE}/sitemap.xml, line 14: remove the entry {SITE}/gone.html"
    )
    assert all(each["root_id"] is None for each in found.values())


def test_a_sitemap_and_a_robots_txt_have_their_findings(
    facts: Callable[[str], dict[str, Any]],
) -> None:
    sitemap = facts("/sitemap.xml")
    assert (sitemap["sitemap"]["status"], sitemap["sitemap"]["entries"]) == (200, 5)
    assert "entry/lastmod-invalid" in {each["check"] for each in sitemap["findings"]}


@pytest.mark.parametrize(
    "written", ["/gone.htm", "127.0.0.1:8767/gone.html", f"{SITE}/Gone.html", f"{SITE}/gone.html/"]
)
def test_a_url_that_is_not_there_gets_the_nearest(checked: Path, written: str) -> None:
    is_found, text = url_report(AuditPlace(checked), written)
    assert not is_found
    first, head, nearest, *_ = text.splitlines()
    assert first.endswith(f" is not in the audit {checked}.")
    assert head == "The nearest listed URLs:"
    assert nearest == f"  {SITE}/gone.html"


def test_nothing_is_near_a_url_of_another_site(checked: Path) -> None:
    assert json.loads(url_report(AuditPlace(checked), "https://b.example/", as_json=True)[1]) == {
        "url": "https://b.example/",
        "nearest": [],
    }


def test_the_command_takes_the_last_audit_of_the_site_and_returns_1_if_the_url_is_not_there(
    checked: Path,
) -> None:
    output = checked.parents[1]
    found, other = (run("lookup", path, "-o", output) for path in ("/index.html", "/x'\"*"))
    later = output / "other.example" / "2026-02-28T12-00-00Z"
    later.mkdir(parents=True)
    shutil.copy(checked / "run.json", later)
    of_site = run("lookup", f"{SITE}/index.html", "-o", output)
    assert (of_site.returncode, of_site.stdout) == (0, found.stdout)
    of_none = run("lookup", "https://none.example/x", "-o", output)
    assert (of_none.returncode, of_none.stdout) == (2, "")
    assert of_none.stderr.startswith(
        f"sitemap-audit: No audits of https://none.example in {output}."
    )
    assert (found.returncode, other.returncode) == (0, 1), found.stderr + other.stderr
    assert found.stdout.startswith(f"{SITE}/index.html\n")
    by_folder = run("lookup", checked, "/index.html")
    assert by_folder.stdout == found.stdout


def test_wrong_usage_gets_a_sentence(checked: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'a b' is not a URL"):
        url_report(AuditPlace(checked), "a b")
    shutil.copytree(STORED, tmp_path / "unchecked")
    shutil.rmtree(tmp_path / "unchecked" / "data" / "check_runs")
    PartList(tmp_path / "unchecked").replace("check_runs", [])
    with pytest.raises(UsageError, match=r"Run 'sitemap-audit check .*unchecked' first"):
        url_report(AuditPlace(tmp_path / "unchecked"), "/")


def test_lost_data_is_no_url_that_is_not_listed(checked: Path, tmp_path: Path) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(checked, folder)
    (next((folder / "data" / "entries").glob("*.parquet"))).unlink()
    with pytest.raises(AuditError, match=r"Cannot look up URLs in .*: data/entries lacks"):
        url_report(AuditPlace(folder), "/gone.html")
    assert record(folder) == record(checked)
