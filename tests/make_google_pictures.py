"""Write the pictures of ``docs/google.md``: ``python tests/make_google_pictures.py``.

The shop and what Google says of it are invented: ``tests/reports/indexed_shop.py``.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from rows import record_of

from reports import indexed_shop
from sitemap_audit.machine.chromium import find_browser, launch_options
from sitemap_audit.report.report import Report
from sitemap_audit.reports.html import write_html

DOCS = Path(__file__).resolve().parent.parent / "docs"
SCALE = 50
WIDTH = 1216
SCREEN = 0.7
"Pixels of the picture for one of the page: it stays small."
MARGIN = 12
PICTURES = {
    "google.png": ("#google", "#google .relations"),
    "google-sitemaps.png": ("#sitemaps", "#sitemaps .tree"),
}
"From which element to which one, by file."


def main() -> None:
    """Picture the comparison in report.html, the indexed shares, and the sitemap tree."""
    with tempfile.TemporaryDirectory() as folder, indexed_shop.made(SCALE) as store:
        report = Report(store, indexed_shop.CHECKS, record_of(indexed_shop.RUN))
        path = write_html(report, Path(folder) / "report.html")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(**launch_options(find_browser()))
            page = browser.new_page(
                viewport={"width": WIDTH, "height": 900},
                bypass_csp=True,
                device_scale_factor=SCREEN,
            )
            page.goto(path.as_uri())
            page.wait_for_selector("body[data-ready]")
            page.add_style_tag(content="nav { display: none }")
            for picture, (first, last) in PICTURES.items():
                top, bottom = (page.locator(each).first.bounding_box() for each in (first, last))
                assert top
                assert bottom
                height = bottom["y"] + bottom["height"] - top["y"] + MARGIN
                clip = {"x": 0, "y": top["y"], "width": WIDTH, "height": height}
                page.screenshot(path=DOCS / picture, full_page=True, clip=clip)  # type: ignore[arg-type]  # FloatRect
            browser.close()


if __name__ == "__main__":
    main()
