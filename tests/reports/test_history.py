"""Lines of audits, their cache, and the overview of sites."""

from __future__ import annotations

import json
import re
import threading
from typing import TYPE_CHECKING, Any

import pytest

from sitemap_audit.report.history import CACHE, line_of, read_lines, text
from sitemap_audit.reports.html.portfolio import write_index
from sitemap_audit.storage.run_file import FORMAT, read_run

if TYPE_CHECKING:
    from pathlib import Path

FIGURES = {
    "urls_in_sitemaps": 1_204,
    "checked": 1_000,
    "indexable": 848,
    "urls_with_error": 3,
    "not_checked": 2,
    "refused": 0,
    "clusters": 0,
    "clusters_complete": 0,
}


def stored(output: Path, name: str, *, report: bool = True, **values: Any) -> Path:
    """Write the run record of an audit, and a report."""
    host, _, day = name.partition("/")
    folder = output / host / f"2026-10-{day}T10-00-00Z"
    folder.mkdir(parents=True)
    told = {
        "format": FORMAT,
        "sites": [f"https://{host}/"],
        "started_at": f"2026-10-{day}T10:00:00+00:00",
        "finished_at": f"2026-10-{day}T10:01:00+00:00",
        "complete": True,
        "incomplete_because": [],
        "options": {},
        "figures": FIGURES,
    }
    (folder / "run.json").write_text(json.dumps(told | values), "utf-8")
    if report:
        (folder / "report.html").write_text("", "utf-8")
    return folder


def test_a_line_has_the_key_figures(tmp_path: Path) -> None:
    folders = stored(tmp_path, "a.example/01"), stored(tmp_path, "a.example/02", figures=None)
    full, bare = map(read_run, folders)
    table = text([line_of("2026-10-01T10-00-00Z", full), line_of("2026-10-02T10-00-00Z", bare)])
    head, first, last = table.splitlines()
    assert {len(line) for line in (head, first, last)} == {79}
    assert first.split()[1:] == ["yes", "1,204", "84.8", "%", "3", "2"]
    assert last.split()[1:] == ["yes", "-", "-", "-", "-"]


def test_lines_are_cached_until_an_audit_changes(tmp_path: Path) -> None:
    folder = stored(tmp_path, "a.example/01", report=False)
    stored(tmp_path, "b.example/02")
    (tmp_path / "b.example" / "empty").mkdir()
    assert [line.report for line in read_lines(tmp_path, "report.html")] == [None, "report.html"]
    (folder / "report.html").write_text("", "utf-8")
    (folder / "run.json").write_text("{", "utf-8")
    (line,) = read_lines(tmp_path, "report.html")
    assert line.host == "b.example"
    for spoiled in (b"", b"[]", b'{"b.example/x": 3}', b"\xff", b'{"a": {"line": {}}}'):
        (tmp_path / CACHE).write_bytes(spoiled)
        assert read_lines(tmp_path, "report.html") == [line]


def test_the_overview_has_the_worst_site_first(tmp_path: Path) -> None:
    stored(tmp_path, "good.example/01")
    stored(tmp_path, "bad.example/01", figures=FIGURES | {"urls_with_error": 400})
    stored(tmp_path, "half.example/01", complete=False)
    for day in range(2, 32):
        stored(tmp_path, f"good.example/{day:02}", figures=None)
    page = write_index(tmp_path).read_text("utf-8")
    places = [page.index(f"https://{name}.example") for name in ("half", "bad", "good")]
    assert places == sorted(places)
    assert "NOT COMPLETE" in page
    assert "The last 30 of 31 audits." in page


HOSTILE: list[tuple[dict[str, Any], bool]] = [
    ({"sites": ["<script>alert(1)</script>\u202e\u2028", "javascript:alert(1)"]}, True),
    ({"sites": ["https://b.example/" + "x" * 3_000_000]}, True),
    ({"sites": {"a": 1}}, False),
    ({"started_at": "<img src=x onerror=alert(1)>"}, False),
    ({"figures": "x"}, False),
    ({"figures": [1]}, False),
    ({"figures": {"urls_in_sitemaps": "<b>", "checked": "7"}}, False),
    ({"figures": {"checked": {"a": 1}, "indexable": [1]}}, False),
    ({"figures": FIGURES | {"urls_with_error": float("nan")}}, False),
    ({"figures": FIGURES | {"indexable": 10**400}}, True),
    ({"figures": FIGURES | {"urls_in_sitemaps": -1}}, True),
    ({"figures": {"checked": 7}}, False),
    ({"selected": "x"}, False),
    ({"selected": {"urls": "<script>"}}, False),
]
"Values of a run record, and whether its audit is in the overview."


@pytest.mark.parametrize(("values", "is_shown"), HOSTILE)
def test_a_hostile_record_beside_it_spoils_no_overview(
    tmp_path: Path, values: dict[str, Any], *, is_shown: bool
) -> None:
    stored(tmp_path, "a.example/01")
    stored(tmp_path, "x.example/02", **values)
    for _ in range(2):  # read, and from the cache
        page = write_index(tmp_path).read_text("utf-8")
        assert "https://a.example/" in page
        assert ("x.example/2026" in page) is is_shown
        assert not re.search("<script|<img|[\u202e\u2028]|href=.javascript", page)
        assert len(page) < 100_000


def test_a_cache_links_to_no_other_place(tmp_path: Path) -> None:
    stored(tmp_path, "a.example/01")
    good = write_index(tmp_path).read_text("utf-8")
    cached = json.loads((tmp_path / CACHE).read_text("utf-8"))
    for changed in ({"folder": "//evil.example/a"}, {"figures": {"checked": "x"}}):
        (name,) = cached
        spoiled = {name: cached[name] | {"line": cached[name]["line"] | changed}}
        (tmp_path / CACHE).write_text(json.dumps(spoiled), "utf-8")
        assert write_index(tmp_path).read_text("utf-8") == good


def test_audits_that_end_at_once_write_one_overview(tmp_path: Path) -> None:
    for number in range(6):
        stored(tmp_path, f"site{number}.example/01")
    threads = [threading.Thread(target=write_index, args=(tmp_path,)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    page = (tmp_path / "index.html").read_text("utf-8")
    assert page.rstrip().endswith("</html>")
    assert all(f"site{number}.example" in page for number in range(6))
    assert not list(tmp_path.glob("*.part*"))
