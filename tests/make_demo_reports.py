"""Write ``reports/demo/``, the reports of the demo site, and the pictures of them.

``python tests/make_demo_reports.py``; the picture of the workbook wants LibreOffice and
poppler-utils, and stays as it is where they are not installed.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.terminal_theme import DEFAULT_TERMINAL_THEME

from sitemap_audit import demo
from sitemap_audit.crawl import crawl
from sitemap_audit.options import Options
from sitemap_audit.rendering.installed import find_browser, launch_options
from sitemap_audit.spiders.inputs import read_targets
from sitemap_audit.spiders.run import AuditRun, create

ROOT = Path(__file__).resolve().parent.parent
DEMO = ROOT / "reports" / "demo"
PICTURE = ROOT / "docs" / "report"
"Without its suffix; README.md shows it."
PORT = 8765
WIDTH, HEIGHT = 100, 40
PAGES = DEMO / "pages"
SCREENS: dict[str, Any] = {
    "desktop": {"viewport": {"width": 1280, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}},
    "dark": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark"},
}


def main() -> None:
    """Audit the demo site; keep its reports and their pictures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),  # so that no report names a folder of this machine
        demo.serving(port=PORT) as url,
    ):
        made = create(Options(), read_targets([url]))
        crawl(made)
        for old in [*DEMO.glob("*.csv"), *DEMO.glob("report.*"), *DEMO.glob("*.json")]:
            old.unlink()
        for report in [*made.folder.glob("*.csv"), *made.folder.glob("report.*")]:
            shutil.copy(report, DEMO)
        shutil.copy(made.folder / "run.json", DEMO)
        picture_terminal(made)
        picture_workbook(DEMO / "report.xlsx", Path(folder))
        picture_page(DEMO / "report.html")


def picture_terminal(made: AuditRun) -> None:
    """The summary as the terminal shows it."""
    console = Console(record=True, width=WIDTH, height=HEIGHT, file=sys.stdout, force_terminal=True)
    console.print(made.summary)
    title = "sitemap-audit demo"
    console.save_svg(str(DEMO / "terminal.svg"), title=title, theme=DEFAULT_TERMINAL_THEME)


def picture_page(report: Path) -> None:
    """Pictures of each section of report.html: desktop, phone, dark; and of it printed."""
    PAGES.mkdir(exist_ok=True)
    for old in PAGES.iterdir():
        old.unlink()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options(find_browser()))
        for name, context in SCREENS.items():
            page = browser.new_page(**context)
            page.goto(report.as_uri())
            page.wait_for_selector("body[data-ready]")
            for section in page.locator("main > section").all():
                section.evaluate("section => section.scrollIntoView()")
                page.screenshot(path=PAGES / f"{name}-{section.get_attribute('id')}.png")
            page.close()
        page = browser.new_page()
        page.goto(report.as_uri())
        page.wait_for_selector("body[data-ready]")
        page.pdf(path=PAGES / "printed.pdf", page_ranges="1-6", prefer_css_page_size=True)
        browser.close()


def picture_workbook(workbook: Path, folder: Path) -> None:
    """Write a picture of the first page of the workbook's summary."""
    if not (shutil.which("soffice") and shutil.which("pdftoppm")):
        print("LibreOffice or poppler-utils is missing: the workbook's picture stays as it is.")  # noqa: T201
        return
    first_page = 'pdf:calc_pdf_Export:{"PageRange":{"type":"string","value":"1"}}'
    subprocess.run(
        ["soffice", "--headless", "--convert-to", first_page, "--outdir", folder, workbook],
        check=True,
    )
    pages = ["pdftoppm", "-png", "-r", "80", "-f", "1", "-l", "1", "-singlefile"]
    subprocess.run([*pages, folder / "report.pdf", PICTURE], check=True)


if __name__ == "__main__":
    main()
