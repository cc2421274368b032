"""JUnit XML: a test suite for each subject, a test case for each check.

A check that found something is a failure, with its first ten URLs; under ``--fail-on``, only one
that makes the command exit with 1. One that was not checked, or does not apply, is skipped; one
that could not run is an error, and so is an audit that is not complete: it must not look passed.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from typing import TYPE_CHECKING, TextIO

from lxml import etree

from sitemap_audit.report import words
from sitemap_audit.report.escaping import for_html, plain
from sitemap_audit.report.first_findings import AFFECTED_URLS
from sitemap_audit.severity import SEVERITIES, at_least

if TYPE_CHECKING:
    from sitemap_audit.report.overview import Result
    from sitemap_audit.report.report import Report

_URLS = 10
"URLs of a failure."


def write(report: Report, file: TextIO) -> None:
    """Write the suites: the audit itself, then the checks by subject."""
    root = etree.Element("testsuites", name="sitemap-audit")
    _add_suite(root, "audit", report, _audit_cases(report))
    examples, gate = _examples(report), _Gate(report)
    results = sorted(report.overview.results, key=lambda result: result.name)
    for subject, group in groupby(results, key=lambda result: result.name.partition("/")[0]):
        cases = [_case(result, examples[result.name], gate) for result in group]
        _add_suite(root, subject, report, cases)
    for name in ("tests", "failures", "errors"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    file.write('<?xml version="1.0" encoding="UTF-8"?>\n')
    file.write(etree.tostring(root, encoding="unicode", pretty_print=True))


class _Gate:
    """Which checks make the command fail, as ``--fail-on`` says."""

    def __init__(self, report: Report) -> None:
        least = report.fail_on or SEVERITIES[-1]
        found, is_new = report.run.found(least), least.startswith("new-")
        self._severe = [severity for severity in at_least(least) if found.get(severity)]
        self._new = report.new_by_check if is_new and report.run.is_compared else None

    def fails(self, result: Result) -> bool:
        """Whether the findings of a check are severe enough, and new where that matters."""
        is_new = self._new is None or self._new.get(result.name, 0) > 0
        return result.severity in self._severe and is_new


def _add_suite(
    root: etree._Element, name: str, report: Report, cases: list[etree._Element]
) -> None:
    kinds = [each.tag for case in cases for each in case]
    suite = etree.SubElement(
        root,
        "testsuite",
        name=name,
        tests=str(len(cases)),
        failures=str(kinds.count("failure")),
        errors=str(kinds.count("error")),
        skipped=str(kinds.count("skipped")),
        timestamp=report.run.started_at.isoformat()[:19],
    )
    suite.extend(cases)


def _audit_cases(report: Report) -> list[etree._Element]:
    """The audit as a case: an error where it is not complete; and its budget, where it has one."""
    complete = _element("testcase", name="complete", classname="sitemap-audit.audit")
    if why := report.reasons:
        _add(complete, "error", "incomplete", why[0], "\n".join(why))
    if told := [*report.restrictions, *report.scope]:
        etree.SubElement(complete, "system-out").text = for_html("\n".join(told))
    over = report.run.over_budget
    if not over and not report.run.options.get("budget"):
        return [complete]
    budget = _element("testcase", name="budget", classname="sitemap-audit.audit")
    if over:
        _add(budget, "failure", "budget", over[0], "\n".join(over))
    return [complete, budget]


def _case(result: Result, examples: list[str], gate: _Gate) -> etree._Element:
    subject, _, name = result.name.partition("/")
    case = _element("testcase", name=name, classname=f"sitemap-audit.{subject}")
    if result.outcome == "error":
        _add(case, "error", "error", f"{result.title}: the check could not run", result.error or "")
    elif result.found:
        _add_findings(case, result, examples, is_failure=gate.fails(result))
    elif result.outcome != "passed":
        why = words.not_checked(result.unknown_reasons)
        _add(case, "skipped", None, ": ".join(filter(None, (result.outcome, why))), "")
    return case


def _add_findings(
    case: etree._Element, result: Result, examples: list[str], *, is_failure: bool
) -> None:
    """Add what a check found: as a failure, or else as output of a case that passed."""
    message = f"{result.title}: {result.told or 'a consequence of other findings'}"
    fix = result.check and f"How to fix it: {plain(result.check.how_to_fix_it)}"
    lines = [*examples, fix] if fix else examples
    if is_failure:
        _add(case, "failure", result.severity, message, "\n".join(lines))
    else:
        text = "\n".join((f"{result.severity}: {message}", *lines))
        etree.SubElement(case, "system-out").text = for_html(text)


def _examples(report: Report) -> dict[str, list[str]]:
    """The first URLs of each check, a line each: 'https://…: 404. Remove from the sitemap'.

    Of a finding in a file: 'https://…, public/de/index.html:12: …'."""
    found: dict[str, list[str]] = defaultdict(list)
    totals: dict[str, int] = {}
    for name, url, line, observed, fix, file, total in report.stream(AFFECTED_URLS).rows(_URLS):
        where = file or (f"line {line:,}" if line else None)
        place = f"{url}, {where}" if where else url
        told = ": ".join(filter(None, (place, observed)))
        found[name].append(". ".join(filter(None, (told, fix))))
        totals[name] = int(total)
    for name, total in totals.items():
        if total > _URLS:
            found[name].append(f"… and {total - _URLS:,} more; see {report.files.csv('findings')}")
    return found


def _add(case: etree._Element, tag: str, kind: str | None, message: str, text: str) -> None:
    element = _element(tag, message=message, **({"type": kind} if kind else {}))
    element.text = for_html(text) or None
    case.append(element)


def _element(tag: str, **attributes: str) -> etree._Element:
    return etree.Element(tag, {name: for_html(value) for name, value in attributes.items()})
