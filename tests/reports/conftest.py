"""The sample audit and its reports, made once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from commanding import PATIENCE
from playwright.sync_api import Browser, expect, sync_playwright
from rows import record_of

from reports import sample
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.machine.chromium import find_browser, launch_options
from sitemap_audit.report.report import Report
from sitemap_audit.reports import write_reports

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sitemap_audit.storage import Store


BROWSER_PATIENCE = PATIENCE * 1000.0
"Milliseconds."

expect.set_options(timeout=BROWSER_PATIENCE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        options = {**launch_options(find_browser()), "timeout": BROWSER_PATIENCE}
        browser = playwright.chromium.launch(**options)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def store() -> Iterator[Store]:
    with sample.audit() as opened:
        yield opened


@pytest.fixture(scope="session")
def folder(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the reports of an audit that is complete."""
    return _written(store, sample.RUN, tmp_path_factory.mktemp("complete"))


@pytest.fixture(scope="session")
def incomplete(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the reports of an audit that is not."""
    return _written(store, sample.INCOMPLETE, tmp_path_factory.mktemp("incomplete"))


def _written(store: Store, run: dict[str, Any], folder: Path) -> Path:
    write_reports(
        Report(store, sample.CHECKS, record_of(run), place=AuditPlace(folder)), AuditPlace(folder)
    )
    return folder
