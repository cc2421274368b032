"""The page on security: each attack has its test, each limit is the one in the code."""

from __future__ import annotations

import ast
import csv
import importlib
import re
from functools import cache
from pathlib import Path

from sitemap_audit.machine.resources import allowed
from sitemap_audit.options import Options

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
UNITS = {"": 1, "s": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "GB": 10**9}


def rows(head: str) -> list[list[str]]:
    """The rows of the table with this heading."""
    section = PAGE.partition(f"## {head}\n")[2].partition("\n## ")[0]
    table = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


ATTACKS = rows("What an attacker may try")
LIMITS = rows("Limits")


def test_an_attack_has_its_test() -> None:
    assert len(ATTACKS) > 20
    named = [(attack, *place.strip("`").split("::")) for attack, *_, place in ATTACKS]
    assert [each for each in named if each[2] not in functions(each[1])] == []


@cache
def functions(file: str) -> set[str]:
    body = ast.parse((ROOT / file).read_text("utf-8")).body
    return {each.name for each in body if isinstance(each, ast.FunctionDef)}


def test_a_limit_is_the_one_in_the_code() -> None:
    assert len(LIMITS) > 20
    told = {what: most for what, most, _ in LIMITS}
    assert {what: written(limit(place.strip("`")), told[what]) for what, _, place in LIMITS} == told


def written(value: float, most: str) -> str:
    """A limit in the unit in which the page says it."""
    unit = most.partition(" ")[2]
    return f"{value / UNITS[unit]:,.10g} {unit}".rstrip()


def limit(named: str) -> float:
    """The constant, or the default of the option, that is named."""
    if named.startswith("--"):
        value = getattr(Options(), named[2:].replace("-", "_"))
        return float(allowed(value) if isinstance(value, str) else value)
    path, _, constant = named.partition(": ")
    module = importlib.import_module("sitemap_audit." + path.removesuffix(".py").replace("/", "."))
    name, _, field = constant.partition(".")
    value = getattr(module, name)
    return float(getattr(value(), field) if field else value)


NAME = re.compile(r"(?:^|_)(?:MAX|MOST|LONGEST|DEEPEST|LIMITS?)(?:_|$)")
"How constants are called that limit something."
ROOMS = ("crawl", "frontier", "handlers", "imports", "parsing", "reading", "rendering", "spiders")
"Where something may be cut that a site, or a file, has sent."


def test_of_each_limit_it_is_said_what_is_behind_it() -> None:
    package = ROOT / "sitemap_audit"
    found = {
        f"{file.relative_to(package).as_posix()}: {name}"
        for room in ROOMS
        for file in (package / room).rglob("*.py")
        for name in constants(file)
        if NAME.search(name)
    }
    with (ROOT / "tests" / "limits.csv").open(encoding="utf-8", newline="") as file:
        assert [place for place, _ in csv.reader(file)][1:] == sorted(found)


def constants(file: Path) -> set[str]:
    """The names that a module gives values."""
    body = ast.parse(file.read_text("utf-8")).body
    assigned = [target for node in body if isinstance(node, ast.Assign) for target in node.targets]
    return {target.id for target in assigned if isinstance(target, ast.Name)}
