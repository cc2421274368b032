"""SARIF 2.1.0: a rule for each check, a result for each finding that is no consequence of another.

The location is the file with its line where the audit read files of a repository: the built page,
the local sitemap or the robots.txt with the fault. Otherwise it is only the URL, as a logical
location. Ignored findings are left out. Results are cut at the
limits of GitHub's code scanning, which rejects a larger file; then the first result says so.

Standard: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
Limits: https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning
"""

from __future__ import annotations

import gzip
import re
from datetime import UTC
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO
from urllib.parse import quote

from sitemap_audit import __version__
from sitemap_audit.masking import safe_json
from sitemap_audit.plural import counted
from sitemap_audit.report import words
from sitemap_audit.report.escaping import for_html, plain
from sitemap_audit.report.first_findings import RESULTS, told

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sitemap_audit.report.overview import Result
    from sitemap_audit.report.report import Report
    from sitemap_audit.run_record import RunRecord

MOST_RESULTS = 5_000
"Results that GitHub keeps of a run; it rejects a run with more than 25,000."
MOST_BYTES = 10_000_000
"Bytes of the file, compressed with gzip, that GitHub accepts."
CUT = "sitemap-audit/cut"
"Rule of the result that says how many are left out."
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "notice": "note"}
_PROBLEMS = {"error": "error", "warning": "warning", "notice": "recommendation"}
_PRECISIONS = {"high": "high", "medium": "medium", "pedantic": "low"}
_DESCRIPTION = 1_000
"Characters of a description; GitHub shows 1,024."
_HELP = 2_000
"Characters of a section of a check's manual."
_PLACEHOLDER = re.compile(r"[{}]")
_LINK = re.compile(r"([\[\]\\])")
_HOME = "%SRCROOT%"
_BYTE = re.compile(r"\\u(dc[89a-f][0-9a-f])")
"A byte of a file's name that is not UTF-8, as it is stored."


def write(report: Report, file: TextIO) -> None:
    """Write the log, within the limits of GitHub."""
    overview = report.overview
    rules = [_rule(result) for result in overview.results]
    numbers = {rule["id"]: number for number, rule in enumerate(rules)}
    total = sum(overview.by_severity.values()) - overview.folded
    most = MOST_RESULTS if total <= MOST_RESULTS else MOST_RESULTS - 1
    found = list(report.stream(RESULTS).rows(most))
    any_file = _any_file(report.run, found)
    results = [_result(report, numbers, any_file, *row) for row in found]
    while True:
        text = safe_json(_log(report, rules, results, total, any_file))
        if not results or len(gzip.compress(text.encode("utf-8", "backslashreplace"))) < MOST_BYTES:
            break
        results = results[: len(results) // 2]
    file.write(f"{text}\n")


def _any_file(run: RunRecord, found: Iterable[tuple[Any, ...]]) -> str | None:
    """Return a file for results without one, which GitHub rejects; None if no file was read."""
    return next(chain(run.local_files.values(), (row[4] for row in found if row[4])), None)


def _log(
    report: Report,
    rules: list[dict[str, Any]],
    results: list[dict[str, Any]],
    total: int,
    any_file: str | None,
) -> dict[str, Any]:
    left = total - len(results)
    first = [_cut_result(report, len(rules), left, total, any_file)] if left else []
    driver = {
        "name": "sitemap-audit",
        "semanticVersion": __version__,
        "rules": [*rules, _CUT_RULE] if left else rules,
    }
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "invocations": [_invocation(report)],
                "columnKind": "unicodeCodePoints",
                "results": [*first, *results],
            }
        ],
    }


def _rule(result: Result) -> dict[str, Any]:
    check = result.check
    rule: dict[str, Any] = {
        "id": result.name,
        "shortDescription": {"text": _text(result.title)},
        "fullDescription": {"text": _text(result.title)},
        "help": {"text": _text(result.title)},
        "defaultConfiguration": {"level": _LEVELS[result.severity]},
        "properties": {"tags": [result.subject], "problem.severity": _PROBLEMS[result.severity]},
    }
    if check is None:  # it no longer exists
        return rule
    sections = {
        "What it finds": check.what_it_finds,
        "Why it matters": check.why_it_matters,
        "How to fix it": check.how_to_fix_it,
    }
    finds = plain(check.what_it_finds, characters=_DESCRIPTION)
    texts = [f"{head}: {plain(text, characters=_HELP)}" for head, text in sections.items()]
    markdown = "\n\n".join(f"## {head}\n\n{text.strip()}" for head, text in sections.items())
    rule["fullDescription"]["text"] = _text(finds)
    rule["help"] = {"text": _text("\n\n".join(texts)), "markdown": markdown}
    rule["properties"]["tags"] += [str(engine) for engine in check.engines]
    rule["properties"]["precision"] = _PRECISIONS[check.confidence]
    return rule | ({"helpUri": check.see[0]} if check.see else {})


_CUT_RULE = {
    "id": CUT,
    "shortDescription": {"text": "Findings left out"},
    "fullDescription": {"text": "GitHub limits the results and the size of a SARIF file."},
    "help": {
        "text": "The CSV of the audit has all findings. Fix the causes that affect most URLs first,"
        " or select fewer checks."
    },
    "defaultConfiguration": {"level": "note"},
}


def _cut_result(
    report: Report, number: int, left: int, total: int, any_file: str | None
) -> dict[str, Any]:
    kept = f"{left:,} of {counted(total, 'finding')} are left out"
    return {
        "ruleId": CUT,
        "ruleIndex": number,
        "level": "note",
        "message": {
            "text": f"{kept}: GitHub limits a SARIF file."
            f" {report.files.csv('findings')} has all of them."
        },
        "locations": [_location(words.named_sites(report.run), any_file, None)],
        "partialFingerprints": {"primaryLocationLineHash": CUT},
    }


def _result(
    report: Report,
    numbers: Mapping[str, int],
    any_file: str | None,
    name: str,
    severity: str,
    identity: str,
    about: str | None,
    file: str | None,
    line: int | None,
    *texts: str | None,
) -> dict[str, Any]:
    number = numbers[name]
    title = report.overview.results[number].title
    return {
        "ruleId": name,
        "ruleIndex": number,
        "level": _LEVELS[severity],
        "message": {"text": _text(told(f"{title}: {about}" if about else title, *texts))},
        "locations": [_location(about or words.named_sites(report.run), file or any_file, line)],
        "partialFingerprints": {"primaryLocationLineHash": identity},
    }


def _text(text: str) -> str:
    """Return a message without placeholders and links (SARIF 3.11.5, 3.11.6)."""
    return _LINK.sub(r"\\\1", _PLACEHOLDER.sub(r"\g<0>\g<0>", for_html(text)))


def _location(name: str, file: str | None, line: int | None) -> dict[str, Any]:
    """The URL, and the file with the line, or with its first one."""
    location: dict[str, Any] = {
        "logicalLocations": [{"fullyQualifiedName": for_html(name), "kind": "resource"}]
    }
    if file is None:
        return location
    start = line or 1
    region = {"startLine": start, "startColumn": 1, "endLine": start}
    return location | {"physicalLocation": {"artifactLocation": _artifact(file), "region": region}}


def _artifact(written: str) -> dict[str, Any]:
    path = _BYTE.sub(lambda byte: chr(int(byte[1], 16)), written)
    if Path(path).is_absolute():
        return {"uri": Path(path).as_uri()}
    return {"uri": quote(path, errors="surrogateescape"), "uriBaseId": _HOME}


def _invocation(report: Report) -> dict[str, Any]:
    run = report.run
    moments = {"startTimeUtc": run.started_at, "endTimeUtc": run.finished_at}
    return {
        "executionSuccessful": run.complete,
        **{name: f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" for name, at in moments.items() if at},
        "toolExecutionNotifications": [
            *_notifications("error", report.reasons),
            *_notifications("note", [*report.restrictions, *report.scope]),
        ],
    }


def _notifications(level: str, sentences: Sequence[str]) -> list[dict[str, Any]]:
    return [{"level": level, "message": {"text": _text(sentence)}} for sentence in sentences]
