"""A shop before a deployment, broken by it, and repaired, audited by the command in each state.

``sites/deployment/before`` is the whole site (see :mod:`sitemap_audit.demo.rules`); ``broken`` and
``repaired`` have the files that differ from it. ``changes.csv`` has every change of each step, with
the reason for it, and ``ends``: what has changed from the first to the last.
"""

from __future__ import annotations

import csv
import json
import shutil
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import pytest
from commanding import ROOT, record, run

from sitemap_audit import demo

if TYPE_CHECKING:
    from pathlib import Path
    from subprocess import CompletedProcess

SITE = ROOT / "tests" / "sites" / "deployment"
STATES = ("before", "broken", "repaired")
_GATE = ("--fail-on", "new-error")


class Audits(NamedTuple):
    """The audits of the three states."""

    output: Path
    address: str
    folders: dict[str, Path]
    ended: dict[str, CompletedProcess[str]]


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> Audits:
    output = tmp_path_factory.mktemp("deployment") / "reports"
    port = 0
    folders: dict[str, Path] = {}
    ended: dict[str, CompletedProcess[str]] = {}
    for state in STATES:
        site = output.parent / state
        shutil.copytree(SITE / "before", site)
        shutil.copytree(SITE / state, site, dirs_exist_ok=True)
        with demo.serving(site, port=port) as address:
            port = int(address.rpartition(":")[2])
            ended[state] = run(address, "-o", output, "--workers", 0, "--delay", 0, *_GATE)
        (folders[state],) = set(output.glob("*/*Z")) - set(folders.values())
    return Audits(output, address, folders, ended)


def found(folder: Path, address: str) -> Counter[tuple[str, ...]]:
    """Read changes.csv: check, subject, related URL and kind of each change."""
    with (folder / "tables" / "changes.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = [
            (row["check"], row["url"] or row["sitemap_url"], row["related_url"], row["kind"])
            for row in csv.DictReader(file)
        ]
    return Counter(tuple(value.replace(address, "") for value in row) for row in rows)


def expected(step: str) -> Counter[tuple[str, ...]]:
    """Read the changes of a step that are written down."""
    with (SITE / "changes.csv").open(encoding="utf-8", newline="") as file:
        return Counter(
            (row["check"], row["subject"], row["related"], row["kind"])
            for row in csv.DictReader(file)
            if row["step"] == step
        )


@pytest.mark.parametrize("step", STATES[1:])
def test_each_change_of_a_deployment_is_found_and_nothing_more(audits: Audits, step: str) -> None:
    assert found(audits.folders[step], audits.address) == expected(step)
    changes = json.loads((audits.folders[step] / "changes.json").read_text("utf-8"))
    not_compared = {kind["check"]: kind["not_compared"] for kind in changes["changes"]}
    assert not_compared["change/title"] == 4  # blocked by robots.txt in one of the two
    assert not_compared["change/url-removed"] == 0


def test_only_the_broken_deployment_fails_the_gate(audits: Audits) -> None:
    statuses = {state: audits.ended[state].returncode for state in STATES}
    assert statuses == {"before": 0, "broken": 1, "repaired": 0}


def test_the_first_audit_is_compared_with_the_last(audits: Audits) -> None:
    first, last = (audits.folders[state] for state in (STATES[0], STATES[-1]))
    kept = (last / "tables" / "changes.csv").read_bytes()
    done = run("compare", audits.address, "--base", "first", "-o", audits.output)
    assert done.returncode == 0, done.stderr
    into = last / f"compared-with-{first.name}"
    assert found(into, audits.address) == expected("ends")
    shutil.rmtree(into)
    assert (last / "tables" / "changes.csv").read_bytes() == kept


def test_the_history_has_a_line_for_each_audit(audits: Audits) -> None:
    done = run("history", audits.address, "-o", audits.output)
    assert done.returncode == 0, done.stderr
    _, *lines = done.stdout.splitlines()
    assert [line.split() for line in lines] == [
        [audits.folders["before"].name, "yes", "18", "100.0", "%", "0", "0"],
        [audits.folders["broken"].name, "yes", "16", "37.5", "%", "11", "0"],
        [audits.folders["repaired"].name, "yes", "19", "100.0", "%", "0", "0"],
    ]
    index = (audits.output / "index.html").read_text("utf-8")
    assert index.count("/report.html") == len(STATES) + 1  # the last one twice
    host = audits.output / audits.folders["before"].parent.name
    assert [path.name for path in sorted(host.glob("*Z"))] == sorted(
        path.name for path in audits.folders.values()
    )
    assert all(old.name < new.name for old, new in pairwise(audits.folders.values()))


def test_ignored_findings_and_a_budget(audits: Audits, tmp_path: Path) -> None:
    broken = tmp_path / audits.folders["broken"].parent.name / audits.folders["broken"].name
    shutil.copytree(audits.folders["before"].parent, broken.parent)
    ignore, budget = tmp_path / "ignore.toml", tmp_path / "budget.toml"
    ignore.write_text(
        f"""
        [[ignore]]
        check = "indexability/disallowed"
        url = "{audits.address}/info/*"
        reason = "The courses are closed in winter."
        [[ignore]]
        check = "status/not-found"
        reason = "The shop is new."
        until = 2020-01-31
        """,
        "utf-8",
    )
    budget.write_text(
        """
        [findings]
        "status/not-found" = 2
        "indexability/disallowed" = 0
        "change/url-removed" = 1
        [figures]
        indexable_percent = 80
        urls_in_sitemaps = 16
        """,
        "utf-8",
    )
    done = run("check", broken, "--ignore-file", ignore, "--budget", budget)
    assert done.returncode == 1, done.stdout + done.stderr
    told = record(broken)
    assert (told["ignored"]["findings"], told["ignored"]["urls"]) == (4, 4)
    assert [each["check"] for each in told["ignored"]["expired"]] == ["status/not-found"]
    assert told["over_budget"] == [
        "Over budget: 3 findings of status/not-found, at most 2.",
        "Over budget: 2 findings of change/url-removed, at most 1.",
        "Over budget: indexable_percent is 37.5, at least 80.",
    ]
    ignored = {
        row for row in expected("broken") if row[0] == "change/finding-new" and "/info/" in row[1]
    }
    assert found(broken, audits.address) == expected("broken") - Counter(ignored)
    assert "Expired on 2020-01-31: ignore status/not-found on *" in done.stdout
