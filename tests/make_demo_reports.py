"""Write ``reports/demo/``, the reports of the demo site, and the pictures of them.

``python tests/make_demo_reports.py``; the pictures of the workbook want LibreOffice and
poppler-utils, and are left out where they are not installed.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.terminal_theme import DEFAULT_TERMINAL_THEME

from sitemap_audit import demo
from sitemap_audit.crawl.inputs import read_targets
from sitemap_audit.crawl.run import AuditRun, create
from sitemap_audit.machine.chromium import find_browser, launch_options
from sitemap_audit.options import Options
from sitemap_audit.scrapy_process import crawl
from sitemap_audit.storage.csv_parts import files_of
from sitemap_audit.storage.run_file import read_run

ROOT = Path(__file__).resolve().parent.parent
DEMO = ROOT / "reports" / "demo"
PICTURE = ROOT / "docs" / "report.png"
"README.md shows it."
SHEET_PIXELS = 1600, 1000
"Width and height of the top of a sheet, at the most."
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
        for old in [*files_of(DEMO), *DEMO.glob("report.*"), *DEMO.glob("*.json")]:
            old.unlink()
        for name in read_run(made.folder).files:
            (DEMO / name).parent.mkdir(exist_ok=True)
            shutil.copy(made.folder / name, DEMO / name)
        picture_terminal(made)
        PAGES.mkdir(exist_ok=True)
        for old in PAGES.iterdir():
            old.unlink()
        picture_workbook(DEMO / "report.xlsx", Path(folder))
        picture_page(DEMO / "report.html")


def picture_terminal(made: AuditRun) -> None:
    """The summary as the terminal shows it."""
    console = Console(record=True, width=WIDTH, height=HEIGHT, file=sys.stdout, force_terminal=True)
    assert made.conclusion is not None
    console.print(made.conclusion.summary)
    title = "sitemap-audit demo"
    console.save_svg(str(DEMO / "terminal.svg"), title=title, theme=DEFAULT_TERMINAL_THEME)


def picture_page(report: Path) -> None:
    """Pictures of each section of report.html: desktop, phone, dark; and of it printed."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options(find_browser()))
        for name, context in SCREENS.items():
            page = browser.new_page(**context)
            page.goto(report.as_uri())
            page.wait_for_selector("body[data-ready]")
            if name == "desktop":
                page.screenshot(path=PICTURE)
            for section in page.locator("main > section").all():
                section.evaluate("section => section.scrollIntoView()")
                page.screenshot(path=PAGES / f"{name}-{section.get_attribute('id')}.png")
            page.close()
        page = browser.new_page()
        page.goto(report.as_uri())
        page.wait_for_selector("body[data-ready]")
        page.pdf(path=PAGES / "printed.pdf", prefer_css_page_size=True)
        browser.close()


def picture_workbook(workbook: Path, folder: Path) -> None:
    """Pictures of the top of each sheet of the workbook."""
    if not (shutil.which("soffice") and shutil.which("pdftoppm")):
        print("LibreOffice or poppler-utils is missing: no pictures of the workbook.")  # noqa: T201
        return
    one_page_each = 'pdf:calc_pdf_Export:{"SinglePageSheets":{"type":"boolean","value":"true"}}'
    subprocess.run(
        ["soffice", "--headless", "--convert-to", one_page_each, "--outdir", folder, workbook],
        check=True,
    )
    width, height = map(str, SHEET_PIXELS)
    size = ["-r", "80", "-W", width, "-H", height]
    for number, name in enumerate(load_workbook(workbook, read_only=True).sheetnames, 1):
        page = ["-f", str(number), "-l", str(number), "-singlefile"]
        picture = PAGES / f"sheet-{name.lower().replace(' ', '-')}"
        subprocess.run(
            ["pdftoppm", "-png", *size, *page, folder / "report.pdf", picture], check=True
        )


if __name__ == "__main__":
    main()
