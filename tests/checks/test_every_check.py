"""What every check must pass, for nothing: its examples, its fit to the schema, its form."""

from __future__ import annotations

import csv
import re
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from make_readmes import of_checks, of_diagnoses, of_views

from checks.examples.all_checks import CASES, CHECKS, examples, found, of_manual
from checks.examples.together import run_together
from sitemap_audit.analysis.catalogue.checkfile import Fix
from sitemap_audit.items import TABLES

if TYPE_CHECKING:
    from collections.abc import Callable

    from checks.examples.together import Run
    from sitemap_audit.analysis.catalogue.catalogue import Check

WITHOUT_CASES = {"rendering"}
"""Subjects whose checks have examples alone: they are tried on real pages in tests/rendering."""

every_check = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)


@every_check
def test_its_examples_find_what_they_say(check: Check, runs: dict[str, list[Run]]) -> None:
    its_examples, ended = examples(check), runs[check.name]
    assert [
        (example.title, run.error or found(check, example, run.found))
        for example, run in zip(its_examples, ended, strict=True)
    ] == [(each.title, found(check, each, each.finds)) for each in its_examples]
    assert all(run.looked_at > 0 for run in ended if run.found), "it looked at nothing"
    assert any(example.finds for example in of_manual(check))
    if check.subject not in WITHOUT_CASES:
        assert sum(bool(run.found) for run in ended) >= 2
        alone = (run_together([(check, example)])[0] for example in its_examples)
        assert any(run.looked_at - run.unknown > len(run.found) for run in chain(ended, alone))


def test_every_file_of_cases_is_a_checks() -> None:
    files_of_cases = {str(path.relative_to(CASES)) for path in CASES.rglob("*.*")}
    assert files_of_cases <= {f"{check.name}.md" for check in CHECKS}


def test_a_check_names_the_stored_tables_that_it_reads() -> None:
    for check in CHECKS:
        code = without_text(f"{check.sql} {check.over} {check.when} {check.unknown}")
        read = set(re.findall(r"(?i)\b(?:from|join)\s+([a-z_]+)", code)) & set(TABLES)
        assert read <= set(check.needs), check.name


def without_text(sql: str) -> str:
    return re.sub(r"'[^']*'|--[^\n]*", "''", sql)


def test_a_manual_is_complete_and_wrapped() -> None:
    for check in CHECKS:
        for section in (check.what_it_finds, check.why_it_matters, check.how_to_fix_it):
            assert section[0].isupper() or not section[0].isalpha(), check.name
            assert section[-1] in ".:`|)", check.name
        assert not check.title.endswith("."), check.name


@pytest.mark.parametrize(
    ("folder", "write"),
    [("checks", lambda: of_checks(CHECKS)), ("diagnoses", of_diagnoses), ("views", of_views)],
)
def test_the_readme_is_up_to_date(folder: str, write: Callable[[], str]) -> None:
    written = files("sitemap_audit").joinpath(folder, "README.md").read_text(encoding="utf-8")
    assert written == write(), "python tests/make_readmes.py writes it anew"


def test_the_names_in_other_tools_are_those_of_parity_csv() -> None:
    with Path(__file__).with_name("parity.csv").open(encoding="utf-8", newline="") as file:
        expected = {
            (check, row["product"], row["issue"])
            for row in csv.DictReader(file)
            for check in row["checks"].split()
        }
    assert expected == {
        (check.name, tool, issue)
        for check in CHECKS
        for tool, issues in check.known_as.items()
        for issue in issues
    }


def test_the_cause_is_a_clause_of_a_page_an_entry_or_a_file_or_of_a_host() -> None:
    for check in CHECKS:
        verb = check.cause.partition(" ")[0]
        assert "{host}" in check.cause or re.fullmatch(r"cannot|is|[a-z]+[^s]s", verb), check.name
        fields = set(re.findall(r"{(\w+)}", check.cause))
        assert fields <= {"host", "locales", "back"}, check.name
        assert bool(fields & {"locales", "back"}) == (check.over == "hreflang_pairs"), check.name


def test_a_file_is_corrected_for_one_check_and_a_page_is_added_for_the_first() -> None:
    """What ``fix`` names in changes.csv without a finding."""
    ways = [check.fix for check in CHECKS if check.fix not in (None, Fix.REMOVE, Fix.LEAVE)]
    assert sorted(ways) == sorted({*Fix} - {Fix.REMOVE, Fix.LEAVE})
    places = [check.adds for check in CHECKS if check.adds is not None]
    assert sorted(places) == [*range(1, len(places) + 1)]
