"""Reports without the values of query parameters."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest
from checks.examples.fixtures import make_store
from checks.examples.manual import Example

from reporting import sample
from sitemap_audit.analysis.catalogue import load_checks
from sitemap_audit.analysis.causes import find_causes
from sitemap_audit.analysis.runner import prepare, run_checks
from sitemap_audit.reporting import write_reports
from sitemap_audit.reporting.figures import read_figures
from sitemap_audit.reporting.redaction import Redaction

if TYPE_CHECKING:
    from pathlib import Path

SITE = "https://www.example.com"
CHECKS = [check for check in load_checks() if check.name in {"status/not-found", "redirect/loop"}]


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        (f"{SITE}/a?user=secret", f"{SITE}/a?user=***"),
        (f"In {SITE}/?a=secret&amp;b=secret, line 3: remove", ", line 3: remove"),
        ("Disallow: /*?session=secret", "Disallow: /*?session=***"),
        (f"{SITE}/a?q=secret#part", "#part"),
    ],
)
def test_values_are_left_out_and_the_rest_stays(text: str, pattern: str) -> None:
    redacted = Redaction().text(text)
    assert "secret" not in redacted
    assert pattern in redacted


def test_texts_without_parameters_stay() -> None:
    for text in ("a = b", f"{SITE}/a?page", "Tom & Jerry", 'hreflang="de"', "R&D = fun"):
        assert Redaction().text(text) == text


def test_equal_values_of_one_report_are_equal_and_those_of_two_are_not() -> None:
    one, two = Redaction(), Redaction()
    assert one.text("/?a=1") == one.text("/?a=1") != one.text("/?a=2")
    assert one.text("/?a=1") != two.text("/?a=1")


def test_no_report_has_a_value_and_the_figures_stay(tmp_path: Path) -> None:
    urls = [f"{SITE}/{name}?token=secret{name}" for name in "abc"]
    tables: dict[str, list[dict[str, str | None]]] = {
        "entries": [{"loc": url} for url in urls],
        "pages": [{"url": url, "status": "404", "title": url} for url in urls],
        "page_alternates": [{"url": urls[0], "hreflang": "de", "href": urls[1]}],
    }
    run = sample.INCOMPLETE | {"incomplete_because": [f"{urls[0]} timed out."]}
    with make_store(Example(title="", given=tables, parameters={}, finds=[])) as store:
        prepare(store)
        run_checks(store, CHECKS)
        find_causes(store, CHECKS)
        figures = read_figures(store)
        redaction = Redaction()
        redaction.store(store)
        paths = write_reports(store, CHECKS, run, tmp_path, redaction=redaction)
        assert read_figures(store) == figures
    for path in paths:
        if path.suffix == ".xlsx":
            with zipfile.ZipFile(path) as book:
                texts = [book.read(name) for name in book.namelist()]
        else:
            texts = [path.read_bytes()]
        if path.name == "run.json":  # by which the audit is resumed
            texts = [texts[0].replace(f"{urls[0]} timed out.".encode(), b"")]
        assert not [text for text in texts if b"secret" in text], path
