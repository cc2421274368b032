"""Which report the browser shows, and when none can be opened."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from reports import sample
from sitemap_audit.errors import UsageError
from sitemap_audit.reports.open_report import find_report, show
from sitemap_audit.storage.run_file import FORMAT, last_audit

if TYPE_CHECKING:
    from pathlib import Path

HTML = "report.html"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The URLs that the browser was given, on a machine with a display."""
    urls: list[str] = []

    def show_url(url: str) -> bool:
        urls.append(url)
        return True

    monkeypatch.setattr("webbrowser.open", show_url)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("DISPLAY", ":0")
    return urls


def audit(folder: Path, *reports: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "run.json").write_text(json.dumps(sample.RUN | {"format": FORMAT}))
    for name in reports:
        (folder / name).touch()
    return folder


def test_the_html_report_is_shown(tmp_path: Path, opened: list[str]) -> None:
    folder = audit(tmp_path / "an audit", HTML)
    assert find_report(folder) == folder / HTML
    assert show(folder / HTML) is None
    assert opened == [(folder / HTML).as_uri()]
    assert " " not in opened[0]


def test_without_a_display_the_report_is_only_named(
    tmp_path: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY")
    for name in ("WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    folder = audit(tmp_path / "audit", HTML)
    assert str(show(folder / HTML)).startswith("There is no display here.")
    assert opened == []


def test_a_machine_without_a_browser_says_so(
    tmp_path: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webbrowser.open", lambda _: False)
    folder = audit(tmp_path / "audit", HTML)
    assert str(show(folder / HTML)).startswith("No browser can be started here.")
    assert opened == []


def test_an_audit_without_a_report_says_what_makes_one(tmp_path: Path) -> None:
    folder = audit(tmp_path / "audit")
    with pytest.raises(UsageError, match=r"No report in .*audit: .* Run 'sitemap-audit check"):
        find_report(folder)


def test_a_folder_without_an_audit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"run\.json is missing"):
        find_report(tmp_path)


def test_the_last_audit_is_that_of_the_latest_time(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No audit in"):
        last_audit(tmp_path)
    audit(tmp_path / "a.example" / "2026-01-31T12-00-00Z")
    last = audit(tmp_path / "b.example" / "2026-02-01T12-00-00Z")
    audit(tmp_path / "c.example" / "2025-12-31T12-00-00Z")
    audit(last / "selected")
    assert last_audit(tmp_path) == last
