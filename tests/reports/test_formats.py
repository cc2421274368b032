"""Formats for other programs: JSON Lines, JUnit XML, Markdown, SARIF."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import threading
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from lxml import etree
from markdown_it import MarkdownIt
from rows import record_of

from reports import sample
from sitemap_audit.analysis.catalogue.checkfile import OfFindings
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import UsageError
from sitemap_audit.options import Options
from sitemap_audit.options.kinds import FORMATS
from sitemap_audit.options.option_sources import read_options
from sitemap_audit.report.report import Report
from sitemap_audit.reports import github, markdown, output, sarif
from sitemap_audit.standard_output import show_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitemap_audit.storage import Store

SCHEMAS = Path(__file__).parent / "schemas"
SITEMAP = f"{sample.SITE}/sitemap.xml"
IN_REPOSITORY = sample.RUN | {"local_files": {SITEMAP: "public/site map.xml"}}
HOSTILE = (
    "@octocat #1 <img src=x> [x](https://evil.example/) `a` | www.evil.example {0} \x1b[31m\u202e"
)

NEW = sample.check("change/finding-new", "New finding", of_findings=OfFindings.NEW)


@pytest.fixture(scope="module")
def hostile() -> Iterator[Store]:
    """An audit whose texts try to be markup, and which has consequences."""
    finding = {"check": "status/listed-url-not-found", "url": f"{sample.SITE}/gone"}
    with sample.audit(findings=[*sample.FINDINGS, finding | {"observed": HOSTILE}]) as opened:
        opened.execute(
            "UPDATE findings SET root_id = 'root'"
            " WHERE \"check\" = 'canonical/listed-url-canonicalised-elsewhere'"
        )
        opened.execute(
            'UPDATE check_runs SET found = 3 WHERE "check" = $c', {"c": finding["check"]}
        )
        yield opened


def write(store: Store, name: str, run: dict[str, Any], folder: Path, **options: Any) -> Path:
    given, checks = Options(**{"format": name, **options}), [*sample.CHECKS, NEW]
    return output.write_format(
        Report(store, checks, record_of(run), fail_on=given.fail_on, place=AuditPlace(folder)),
        given,
        folder,
    )


@pytest.fixture
def text(tmp_path: Path) -> Any:
    """A function that returns an audit in a format."""

    def of(store: Store, name: str, run: dict[str, Any] = sample.RUN, **options: Any) -> str:
        return write(store, name, run, tmp_path, **options).read_text("utf-8")

    return of


def test_each_format_is_a_module() -> None:
    modules = [import_module(f"{output.__package__}.{name}") for name in FORMATS]
    assert all(callable(each.write) for each in modules)


def test_json_lines_are_the_rows_of_findings_csv(store: Store, folder: Path, text: Any) -> None:
    lines = [json.loads(line) for line in text(store, "jsonl").splitlines()]
    with (folder / "findings.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [line["id"] for line in lines] == [row["id"] for row in rows]
    assert list(lines[0]) == [*rows[0]]
    (lastmod,) = (line for line in lines if line["check"] == "entry/lastmod-not-w3c")
    assert (lastmod["line"], lastmod["root_id"], lastmod["to"]) == (12, None, "2026-07-01")


@pytest.mark.parametrize("run", [sample.RUN, sample.INCOMPLETE], ids=["complete", "incomplete"])
def test_junit_is_valid(store: Store, hostile: Store, text: Any, run: dict[str, Any]) -> None:
    schema = etree.XMLSchema(etree.parse(SCHEMAS / "junit-10.xsd"))
    for each in (store, hostile):
        schema.assertValid(etree.fromstring(text(each, "junit", run).encode()))


def failure_of(root: etree._Element, name: str) -> etree._Element:
    failure = root.find(f".//testcase[@name='{name}']/failure")
    assert failure is not None
    return failure


def outcomes(junit: str) -> dict[str, str]:
    """By test case: the kind of its first element, or 'passed'."""
    cases = etree.fromstring(junit.encode()).iter("testcase")
    names = {f"{case.get('classname')}.{case.get('name')}": case for case in cases}
    return {
        name.removeprefix("sitemap-audit."): str(case[0].tag) if len(case) else "passed"
        for name, case in names.items()
    }


def test_each_check_is_a_test_case(store: Store, text: Any) -> None:
    junit = text(store, "junit")
    assert outcomes(junit) == {
        "audit.complete": "passed",
        "canonical.listed-url-canonicalised-elsewhere": "failure",
        "entry.lastmod-not-w3c": "failure",
        "entry.priority-out-of-range": "skipped",
        "hreflang.missing-return-link": "failure",
        "robots.missing": "skipped",
        "site.blocked": "error",
        "sitemap.not-utf8": "passed",
        "status.listed-url-not-found": "failure",
    }
    root = etree.fromstring(junit.encode())
    assert [root.get(name) for name in ("tests", "failures", "errors")] == ["9", "4", "1"]
    failure = failure_of(root, "missing-return-link")
    assert (failure.get("type"), failure.get("message")) == (
        "error",
        "Hreflang link without a return link: 3 URLs",
    )
    assert (failure.text or "").splitlines() == [
        *(f"{sample.SITE}/{page}: no link back" for page in "abc"),
        "How to fix it: Correct the entry, see the protocol.",
    ]


def test_a_failure_has_ten_urls(text: Any) -> None:
    gone = [
        {"check": "status/listed-url-not-found", "url": f"{sample.SITE}/{number}"}
        for number in range(25)
    ]
    of_file: dict[str, Any] = {
        "check": "entry/lastmod-not-w3c",
        "url": None,
        "sitemap_url": SITEMAP,
    }
    lines = [of_file | {"line": line, "observed": "1999"} for line in (4, 6)]
    with sample.audit(findings=gone * 2 + lines) as many:
        root = etree.fromstring(text(many, "junit").encode())
    failure = failure_of(root, "lastmod-not-w3c")
    assert failure.get("message") == "Lastmod that is not a W3C date: 1 sitemap"
    assert (failure.text or "").startswith(f"{SITEMAP}, line 4: 1999\n{SITEMAP}, line 6: 1999\n")
    failure = failure_of(root, "listed-url-not-found")
    assert failure.get("message") == "Listed URL that is not found: 25 URLs"
    told = (failure.text or "").splitlines()
    assert (len(told), told[10]) == (12, "… and 15 more; see findings.csv")


def test_what_is_left_out_is_in_the_parts_of_a_large_csv(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "findings").mkdir()
    (tmp_path / "findings" / "part-00001.csv").touch()
    monkeypatch.setattr(sarif, "MOST_RESULTS", 4)
    findings = [
        {"check": "status/listed-url-not-found", "url": f"{sample.SITE}/{n}"} for n in range(25)
    ]
    with sample.audit(findings=findings) as store:
        paths = [write(store, name, sample.RUN, tmp_path) for name in ("junit", "sarif")]
    for path in paths:
        written = path.read_text("utf-8")
        assert "findings/part-*.csv" in written, path.name
        assert "findings.csv" not in written, path.name


def test_an_incomplete_audit_does_not_look_passed(store: Store, text: Any) -> None:
    assert outcomes(text(store, "junit", sample.INCOMPLETE))["audit.complete"] == "error"


def test_the_budget_is_a_test_case(store: Store, text: Any) -> None:
    run = sample.RUN | {"options": {"budget": "budget.toml"}, "over_budget": []}
    assert outcomes(text(store, "junit", run))["audit.budget"] == "passed"
    over = run | {"over_budget": ["Over budget: 5 errors, at most 1."]}
    assert outcomes(text(store, "junit", over))["audit.budget"] == "failure"


@pytest.fixture(scope="module")
def changed() -> Iterator[Store]:
    """An audit with two checks that have new findings."""
    new = ("status/listed-url-not-found", "entry/lastmod-not-w3c")
    with sample.audit() as store:
        store.insert("change_runs", [{"check": NEW.name, "title": NEW.title}])
        change = {"check": NEW.name, "state": "new"}
        store.insert("changes", [change | {"kind": kind} for kind in new])
        yield store


CHANGES: dict[str, Any] = {
    "new": {"error": 1, "warning": 1},
    "not_compared": {},
    "sentence": "-",
    "gone": None,
    "gone_not_compared": None,
}


@pytest.mark.parametrize(
    ("fail_on", "since", "failures"),
    [
        ("error", None, 2),
        ("warning", None, 4),
        ("new-error", None, 2),
        ("new-error", "2026-06-01T12:00:00+00:00", 1),
        ("new-warning", "2026-06-01T12:00:00+00:00", 2),
    ],
)
def test_a_failure_is_what_the_command_fails_on(
    changed: Store, text: Any, fail_on: str, since: str | None, failures: int
) -> None:
    run = sample.RUN | {"changes": CHANGES | {"compared_with": since}}
    kinds = Counter(outcomes(text(changed, "junit", run, fail_on=fail_on)).values())
    assert (kinds["failure"], kinds["failure"] + kinds["system-out"]) == (failures, 4)


def test_sarif_is_valid(
    store: Store, hostile: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    audits = [(store, sample.INCOMPLETE), (hostile, sample.RUN), (hostile, IN_REPOSITORY)]
    files = [tmp_path / f"{number}.sarif" for number in range(4)]
    for file, (each, run) in zip(files, audits, strict=False):
        write(each, "sarif", run, tmp_path, output_file=file)
    monkeypatch.setattr(sarif, "MOST_RESULTS", 3)
    write(store, "sarif", sample.RUN, tmp_path, output_file=files[3])
    schema = SCHEMAS / "sarif-2.1.0.json"
    # The schema has a pattern that is valid without the flag u of ECMAScript only.
    options = ("--regex-variant", "nonunicode", "--schemafile", schema)
    done = subprocess.run(
        ["check-jsonschema", *options, *files], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("ok -- validation done\n", 0), done.stdout


def results(log: str) -> list[dict[str, Any]]:
    (run,) = json.loads(log)["runs"]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    found: list[dict[str, Any]] = run["results"]
    return found


def test_results_are_findings_that_are_no_consequence(hostile: Store, text: Any) -> None:
    found = results(text(hostile, "sarif"))
    counts = Counter(result["ruleId"] for result in found)
    assert counts == {
        "hreflang/missing-return-link": 3,
        "status/listed-url-not-found": 3,
        "entry/lastmod-not-w3c": 1,
    }
    assert [result["level"] for result in found] == ["error"] * 6 + ["warning"]
    assert found[0]["locations"] == [
        {"logicalLocations": [{"fullyQualifiedName": f"{sample.SITE}/a", "kind": "resource"}]}
    ]


def test_a_rule_has_the_manual_of_its_check(store: Store, text: Any) -> None:
    (run,) = json.loads(text(store, "sarif"))["runs"]
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert len(rules) == len(sample.CHECKS)
    rule = rules["hreflang/missing-return-link"]
    assert rule["help"]["text"].endswith("How to fix it: Correct the entry, see the protocol.")
    assert "## Why it matters\n\nSearch engines **drop**" in rule["help"]["markdown"]
    assert rule["properties"] == {
        "tags": ["hreflang", "google", "protocol"],
        "problem.severity": "error",
        "precision": "high",
    }


def test_the_location_is_the_line_of_the_file_in_the_repository(text: Any) -> None:
    with sample.audit(files=IN_REPOSITORY["local_files"]) as store:
        log = text(store, "sarif", IN_REPOSITORY)
        junit = text(store, "junit", IN_REPOSITORY)
        comment = text(store, "markdown", IN_REPOSITORY)
        annotations = text(store, "github", IN_REPOSITORY).splitlines()
        first, *_ = map(json.loads, text(store, "jsonl", IN_REPOSITORY).splitlines())
    assert f"{sample.SITE}/gone, public/site map.xml:12: 404" in junit
    assert "public/site map.xml:12" in comment
    assert (
        "::error file=public/site map.xml,line=12,title=Listed URL that is not found"
        f"::{sample.SITE}/gone. Observed: 404"
    ) in annotations
    assert (first["file"], first["file_line"]) == ("public/site map.xml", 3)
    places = {
        (result["ruleId"], place["logicalLocations"][0]["fullyQualifiedName"]): place
        for result in results(log)
        for place in result["locations"]
    }
    lines = {
        url.removeprefix(sample.SITE): place["physicalLocation"]["region"]["startLine"]
        for (_, url), place in places.items()
    }
    assert lines == {"/a": 12, "/b": 6, "/c": 9, "/gone": 12, "/missing": 15}
    assert {
        json.dumps(each["physicalLocation"]["artifactLocation"]) for each in places.values()
    } == {'{"uri": "public/site%20map.xml", "uriBaseId": "%SRCROOT%"}'}


def test_messages_have_no_links_and_no_placeholders(hostile: Store, text: Any) -> None:
    (message,) = (
        result["message"]["text"]
        for result in results(text(hostile, "sarif"))
        if "octocat" in result["message"]["text"]
    )
    assert r"\[x\](https://evil.example/)" in message
    assert "{{0}}" in message
    assert "\x1b" not in message
    assert "\u202e" not in message


@pytest.mark.parametrize(("limit", "value"), [("MOST_RESULTS", 4), ("MOST_BYTES", 1_400)])
def test_results_are_cut_at_the_limits_of_github(
    store: Store, text: Any, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    monkeypatch.setattr(sarif, limit, value)
    log = text(store, "sarif")
    first, *others = results(log)
    assert first["ruleId"] == sarif.CUT
    assert len(others) <= 3
    assert first["message"]["text"] == (
        f"{7 - len(others)} of 7 findings are left out: GitHub limits a SARIF file. findings.csv"
        " has all of them."
    )
    if others:  # one of each check before the second of one
        assert len({each["ruleId"] for each in others[:2]}) == 2


def test_annotations_are_in_files_ten_of_a_kind_and_no_other_command(
    store: Store, text: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert text(store, "github") == ""  # no finding is in a file
    files = {SITEMAP: "a,b:100%.xml"}
    hostile = {"observed": "a\n::stop-commands::b\r::set-env name=c::d\x1b"}
    monkeypatch.setattr(github, "MOST", 2)
    with sample.audit(files=files, findings=[each | hostile for each in sample.FINDINGS]) as opened:
        lines = text(opened, "github", sample.RUN | {"local_files": files}).splitlines()
    kinds = Counter(line.partition(" ")[0] for line in lines)
    assert kinds == {"::error": 2, "::warning": 2}
    assert all(" file=a%2Cb%3A100%25.xml,line=" in line for line in lines)
    assert "%0A::stop-commands::b%0D::set-env name=c::d\ufffd" in "\n".join(lines)


def test_markdown_has_the_figures_and_what_to_do_first(store: Store, text: Any) -> None:
    assert text(store, "markdown") == (SCHEMAS.parent / "sample.md").read_text("utf-8")


def test_text_of_a_site_is_no_markup() -> None:
    html = MarkdownIt().render(markdown._safe(HOSTILE))
    assert html == (
        "<p>@<!-- -->octocat #<!-- -->1 &lt;img src=x&gt; [x](<code>https://evil.example/</code>)"
        " `a` | <code>www.evil.example</code> {0} \ufffd[31m\ufffd</p>\n"
    )


def test_a_comment_is_cut_at_the_limit_of_github(
    store: Store, text: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(markdown, "MOST", 600)
    comment = text(store, "markdown")
    assert len(comment) < 700
    assert comment.endswith("Cut here: a comment on GitHub has at most 65,536 characters.\n")


def test_a_pipe_is_written_and_stays_one(store: Store, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text("utf-8")))
    reader.start()
    write(store, "jsonl", sample.RUN, tmp_path, output_file=pipe)
    reader.join()
    assert pipe.is_fifo()
    assert len(read[0].splitlines()) == 7


def test_an_open_file_is_written_and_not_replaced(store: Store, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    with kept.open("w") as file:
        file.write("before\n")
        file.flush()
        options = Options(format="jsonl", output_file=Path(f"/dev/fd/{file.fileno()}"))
        output.check_output(options)
        made = output.write_format(
            Report(store, sample.CHECKS, record_of(sample.RUN), place=AuditPlace(tmp_path)),
            options,
            tmp_path,
        )
        assert made == tmp_path / "audit.jsonl"
        assert options.output_descriptor == file.fileno()
        show_file(made, file.fileno())
    assert kept.read_text("utf-8") == f"before\n{made.read_text('utf-8')}"
    with pytest.raises(UsageError, match="it is not open for writing"):
        output.check_output(options)


@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_has_names(name: str, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(name)
    for written in (name, str(tmp_path / "link")) if "/" in name else (name,):
        options, _ = read_options({"format": "sarif", "output_file": written})
        assert options.prints_format


def test_a_link_is_followed_and_stays_one(store: Store, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to("there/findings.jsonl")
    write(store, "jsonl", sample.RUN, tmp_path, output_file=tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert len((tmp_path / "there" / "findings.jsonl").read_text("utf-8").splitlines()) == 7
    (tmp_path / "there" / "findings.jsonl").unlink()
    (tmp_path / "there").rmdir()
    with pytest.raises(UsageError, match="its folder does not exist"):
        output.check_output(Options(format="jsonl", output_file=tmp_path / "link"))


def test_nothing_unfinished_is_left(store: Store, tmp_path: Path) -> None:
    write(store, "sarif", sample.RUN, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["audit.sarif"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"output_file": Path("x.sarif")}, "--output-file needs --format, such as"),
        ({"format": "sarif", "output_file": Path("/nowhere/x")}, "its folder does not exist"),
        ({"format": "sarif", "output_file": Path("/")}, "it is a folder"),
        ({"format": "sarif", "output_file": Path("/proc/x")}, "No such file or directory"),
    ],
)
def test_an_output_file_that_cannot_be_written_is_refused(
    options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(UsageError, match=sentence):
        output.check_output(Options(**options))


def test_a_full_disk_is_a_sentence(store: Store, tmp_path: Path) -> None:
    full = Path("/dev/full")
    with pytest.raises(output.OutputFileError, match="Cannot write /dev/full: No space left on"):
        write(store, "jsonl", sample.RUN, tmp_path, output_file=full)
