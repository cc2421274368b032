"""Reports without the values of query parameters."""

from __future__ import annotations

import re
import zipfile
from typing import TYPE_CHECKING, Any

import pytest
from checks.examples.fixtures import make_store
from checks.examples.manual import Example
from rows import record_of

from reports import sample
from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.causes import find_causes
from sitemap_audit.analysis.runner import prepare, run_checks
from sitemap_audit.analysis.views import make_reported
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.delivery import delivering
from sitemap_audit.options import Options
from sitemap_audit.redaction import Redaction
from sitemap_audit.report.figures import read_figures
from sitemap_audit.report.report import Report
from sitemap_audit.reports import write_reports
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.run_file import read_run

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.delivery.notices import Notice

SITE = "https://www.example.com"
SUBJECTS = {"canonical", "redirect", "status"}
CHECKS = [check for check in load_checks() if check.subject in SUBJECTS]


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        (f"{SITE}/a?user=secret", f"{SITE}/a?user=***"),
        (f"In {SITE}/?a=secret&amp;b=secret, line 3: remove", ", line 3: remove"),
        ("Disallow: /*?session=secret", "Disallow: /*?session=***"),
        (f"{SITE}/a?q=secret#part", "#part"),
        (f"<{SITE}/a?secret>", "/a?***"),
        (f"{SITE}/?a=1&secret&b=2", "&b=***"),
        (f"{SITE}/a?b=/c?secret", "/a?b=***"),
        (f"{SITE}/a;jsessionid=secret?b=1", "/a;jsessionid=***"),
        (f"{SITE}/a;jsessionid=secret==;token=secret/b;v=secret", "/b;v=***"),
        (f"{SITE}/;token=secret", "/;token=***"),
        (f"Remove {SITE}/a;token=secret;", ";token=***"),
        (f"{SITE}/#access_token=secret", "/#access_token=***"),
    ],
)
def test_values_are_left_out_and_the_rest_stays(text: str, pattern: str) -> None:
    redacted = Redaction().text(text)
    assert "secret" not in redacted
    assert pattern in redacted


def test_texts_without_parameters_stay() -> None:
    texts = ("a = b", "Why? Because", "Tom & Jerry", 'hreflang="de"', "Disallow: /*?*")
    headers = ("text/html;charset=utf-8", "multipart/mixed;boundary=x", "</a>;rel=canonical")
    for text in (*texts, *headers, "a; b=c"):
        assert Redaction().text(text) == text


def test_equal_values_of_one_report_are_equal_and_those_of_two_are_not() -> None:
    one, two = Redaction(), Redaction()
    assert one.text("/?a=1") == one.text("/?a=1") != one.text("/?a=2")
    assert one.text("/?a=1") != two.text("/?a=1")
    assert two.text(one.text("/?a=1&2")) == one.text("/?a=1&2")


def test_ids_of_findings_tell_no_value() -> None:
    columns = "finding_id VARCHAR, root_id VARCHAR, url VARCHAR, related_url VARCHAR"
    with DuckDBStore() as store:
        store.execute(f"CREATE TABLE findings ({columns}, sitemap_url VARCHAR)")
        for row in (("a", None, "/a?token=1"), ("b", "a", "/b"), ("c", "b", "/c")):
            names = ("finding_id", "root_id", "url")
            store.insert("findings", [dict(zip(names, row, strict=True))])
        Redaction().store(store)
        found = store.rows("SELECT finding_id, root_id FROM findings ORDER BY rowid")
    made_anew = found[0][0]
    assert re.fullmatch("f[0-9a-f]{16}", made_anew)
    assert found == [(made_anew, None), ("b", made_anew), ("c", "b")]


def test_no_report_has_a_value_and_the_figures_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls = [f"{SITE}/{name}?{form}secret{name}" for name in "abcd" for form in ("token=", "")]
    sitemap = f"{SITE}/sitemap.xml?key=secret"
    tables: dict[str, Any] = {
        "entries": [{"loc": url, "sitemap_url": sitemap} for url in urls],
        "entry_alternates": [{"url": urls[0], "hreflang": "fr", "href": urls[2]}],
        "page_alternates": [{"url": urls[0], "hreflang": "de", "href": urls[1]}],
        "page_canonicals": [{"url": url, "href": f"{url}canonical"} for url in urls[:4]],
        "pages": [
            *({"url": url, "status": "404", "title": url} for url in urls[:2]),
            *({"url": url, "title": url} for url in urls[2:6]),
            *({"url": url, "status": "301", "location": urls[0]} for url in urls[6:]),
        ],
        "robots_lines": [{"field": "sitemap", "value": sitemap, "url": sitemap}],
        "sitemaps": [{"url": sitemap}, {"url": f"{sitemap}2", "status": "404"}],
    }
    run = sample.INCOMPLETE | {
        "incomplete_because": [f"{urls[0]} timed out."],
        "notes": [f"1 line is not a URL: {urls[1]}"],
        "options": sample.RUN["options"] | {"include": [urls[0]], "user_agent": urls[1]},
        "targets": [{"kind": "sitemap", "url": sitemap, "written": sitemap}],
    }
    folder = tmp_path / "reports" / "www.example.com" / "today"
    with make_store(Example(title="", given=tables, parameters={}, finds=[])) as store:
        prepare(store, CHECKS, also=sample.VIEWS)
        run_checks(store, CHECKS)
        find_causes(store, CHECKS)
        make_reported(store)
        figures = read_figures(store)
        redaction = Redaction()
        redaction.store(store)
        paths = write_reports(
            Report(store, CHECKS, record_of(run), redaction=redaction, place=AuditPlace(folder)),
            AuditPlace(folder),
        )
        assert read_figures(store) == figures
    assert {"run.json", "report.html", "findings.csv"} <= {path.name for path in paths}
    (folder / "audit.log").write_text(urls[0])
    (folder / "data").mkdir()
    (folder / "data" / "part-1.parquet").write_text(urls[0])
    sent: list[str] = []

    def keep(_: object, notice: Notice, __: object) -> None:
        sent.extend(map(str, notice))

    monkeypatch.setattr(delivering, "send_notice", keep)
    place = tmp_path / "published"
    options = Options(
        publish=place.as_uri(), notify=("http://127.0.0.1:9/",), redact_parameters=True
    )
    assert delivering.deliver(AuditPlace(folder), record_of(run), options) == []
    published = sorted(path for path in place.rglob("*") if path.is_file())
    assert {path.name for path in published} == {path.name for path in paths}
    assert "timed out" in "".join(sent)
    found = [*sent, *map(_text, published), *(_text(path) for path in paths[:-1])]
    assert not [text for text in found if "secret" in text]
    assert sum("=***" in text for text in found) > 10
    kept = read_run(folder)  # resumes and checks the audit
    assert [each.url for each in kept.targets] == [sitemap]
    assert kept.options["include"] == [urls[0]]


def _text(path: Path) -> str:
    if path.suffix != ".xlsx":
        return path.read_text("utf-8")
    with zipfile.ZipFile(path) as book:
        return "".join(book.read(name).decode("utf-8", "replace") for name in book.namelist())
