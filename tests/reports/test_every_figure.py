"""A figure has one name and one value, in each format of each audit."""

from __future__ import annotations

import shutil
from collections import defaultdict
from contextlib import ExitStack
from importlib.resources import as_file, files
from io import StringIO
from typing import TYPE_CHECKING, Any

import pytest
from commanding import record, run
from mockserver import served
from mockserver.certificates import Certificates
from pypdf import PdfReader
from rich.console import Console
from rows import record_of
from shop.faults import FAULTS
from shop.serving import serving
from shop.shop import BASE, Shop

from reports import told
from reports.conftest import BROWSER_PATIENCE
from sitemap_audit.analysis.views import make_reported
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.evaluation.opening import open_store
from sitemap_audit.evaluation.report_writing import load_reported
from sitemap_audit.options import Options
from sitemap_audit.report.report import Report
from sitemap_audit.reports import jsonl, junit, markdown, sarif, terminal
from sitemap_audit.storage.csv_parts import PDF

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.thorough
SHARED = {"imports": 1_500, "selected": 400, "shop": 600, "stopped": 600}
"Labels at least that several formats tell, by audit."
CLICKS = 120
"Those of them that are about clicks, where these are imported."
MEMORY = 600_000_000


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Audit part of the demo; all of it, with imports; until it is stopped; and the shop."""
    folder = tmp_path_factory.mktemp("audits")
    with ExitStack() as stack:
        site = folder / "site"
        shutil.copytree(stack.enter_context(as_file(files("sitemap_audit.demo") / "site")), site)
        base = stack.enter_context(served(site))["base"]
        few = ("--select", "hreflang,status")
        audits = {"selected": audited(folder / "demo", base, *few)}
        given = ("-a", f"site={base}", "-a", f"output={folder / 'stopped'}")
        stop = ("-s", "CLOSESPIDER_PAGECOUNT=150")
        run("crawl", "sitemap", *given, *stop, module="scrapy")
        audits["stopped"] = last(folder / "stopped")
        (site / "sitemap-guides.txt").write_text("{{base}}/en/brewing.pdf\n", "utf-8")
        clicks = folder / "clicks.csv"
        paths = (row["url"] for row in told.rows(audits["selected"], "pages"))
        lines = (f'"{path}",{number % 7},100,1%,9.5\n' for number, path in enumerate(paths))
        head = "Top pages,Clicks,Impressions,CTR,Position\n"
        clicks.write_text(head + "".join(lines), "utf-8")
        audits["imports"] = audited(folder / "demo", base, "--import", clicks, "--format", "pdf")
        certificates = Certificates(folder)
        shop = stack.enter_context(serving(Shop(FAULTS, clusters=2, healthy=5), certificates))
        trust = {"SSL_CERT_FILE": str(certificates.authority)}
        audits["shop"] = audited(folder / "shop", BASE, *shop.options, trust=trust)
    return audits


def audited(output: Path, *arguments: object, trust: dict[str, str] | None = None) -> Path:
    ended = run(*arguments, "-o", output, "--workers", 0, environment=trust)
    assert ended.returncode == 0, ended.stderr
    return last(output)


def last(output: Path) -> Path:
    return max(path.parent for path in output.glob("*/*/run.json"))


@pytest.fixture(scope="module")
def page(browser: Browser) -> Page:
    page = browser.new_page()
    page.set_default_timeout(BROWSER_PATIENCE)
    return page


@pytest.mark.parametrize("name", SHARED)
def test_a_figure_has_one_value(name: str, audits: dict[str, Path], page: Page) -> None:
    values: dict[tuple[str, str], dict[float, set[str]]] = defaultdict(lambda: defaultdict(set))
    for format_, figures in read(audits[name], page).items():
        assert figures, format_
        for figure in figures:
            values[figure.of, figure.label][figure.number].add(format_)
    differing = {key: dict(by) for key, by in values.items() if len(by) > 1}
    assert differing == {}
    shared = [key for key, by in values.items() if len(set().union(*by.values())) > 1]
    assert len(shared) >= SHARED[name]
    clicks = [key for key in shared if "clicks" in key[1].lower()]
    assert len(clicks) >= CLICKS * (name == "imports")


def read(folder: Path, page: Page) -> dict[str, list[told.Figure]]:
    """The figures of an audit by format."""
    page.goto((folder / "report.html").as_uri())
    page.wait_for_selector("body[data-ready]")
    read: dict[str, Iterable[told.Told]] = {
        "CSV": told.of_csv(folder),
        "report.html": told.of_page(page),
        "report.xlsx": told.of_workbook(folder),
        "run.json": told.of_run_json(folder),
    }
    if (summary := folder / PDF).exists():
        text = "\n".join(each.extract_text() for each in PdfReader(summary).pages)
        labels = [each["label"] for each in record(folder)["key_figures"]]
        read[PDF] = told.of_pdf(text, labels)
    with open_store(AuditPlace(folder), MEMORY) as store:
        checks = load_reported(store, Options(output=folder))
        make_reported(store)
        report = Report(store, checks, record_of(record(folder)), place=AuditPlace(folder))
        for format_, reader in OF_TEXTS.items():
            format_.write(report, file := StringIO())
            read[format_.__name__.rpartition(".")[2]] = reader(file.getvalue())
        Console(file=(file := StringIO()), width=10_000).print(
            terminal.summary(report), soft_wrap=True
        )
        read["terminal"] = told.of_terminal(file.getvalue())
    return {name: told.figures(each) for name, each in read.items()}


OF_TEXTS: dict[Any, Any] = {
    jsonl: told.of_lines,
    junit: told.of_junit,
    markdown: told.of_markdown,
    sarif: told.of_sarif,
}
"Formats for other programs, each with its reader."
