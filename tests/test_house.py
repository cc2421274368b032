"""The page about the house names every room, and no other; lines of SQL are short."""

from __future__ import annotations

import ast
import importlib
import re
import tomllib
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.views import FOLDERS, view_uses, written_views

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "sitemap_audit"
HOUSE = (PACKAGE / "README.md").read_text("utf-8")
PAGES = {"sitemap_audit/README.md": PACKAGE, "CONTRIBUTING.md": ROOT}
"Pages for engineers, with the folder that their paths begin at."
SPANS = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"[\w*./-]+(?:\.(?:py|sql|md|sh|csv|toml|cfg|lock)|/)")


def spans(page: str) -> set[str]:
    """The code spans of a page, blocks left out."""
    written = (ROOT / page).read_text("utf-8")
    text = re.sub(r"^```.*?^```", "", written, flags=re.MULTILINE | re.DOTALL)
    return set(SPANS.findall(text))


@pytest.mark.parametrize("page", PAGES)
def test_files_and_folders_are_there(page: str) -> None:
    paths = {span.partition(": ")[0] for span in spans(page)}
    named = {path for path in paths if PATH.fullmatch(path) and "SUBJECT/" not in path}
    named -= {"findings.csv"}  # of an audit
    assert len(named) > 10
    assert [path for path in sorted(named) if not (PAGES[page] / path).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_functions_and_classes_are_there(page: str) -> None:
    for span in spans(page):
        if not (parts := re.fullmatch(r"([\w/]+)\.py: ([\w.]+)", span)):
            continue
        base = PAGES[page].relative_to(ROOT) / parts[1]
        module = importlib.import_module(".".join(base.parts).removesuffix(".__init__"))
        reduce(getattr, parts[2].split("."), module)


def test_every_room_is_named() -> None:
    rooms = {f"{path.name}/" for path in PACKAGE.iterdir() if path.is_dir()}
    rooms |= {path.name for path in PACKAGE.glob("*.py")}
    assert rooms - {"__pycache__/"} - spans("sitemap_audit/README.md") == set()


def test_a_module_has_a_name_of_its_own() -> None:
    names = [path.stem for path in PACKAGE.rglob("*.py") if not path.stem.startswith("__")]
    assert {name for name in names if names.count(name) > 1} == set()


def test_the_layers_are_those_that_the_linter_keeps() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = (each["layers"] for each in contracts if each["type"] == "layers")
    written = re.search(r"<!-- layers .*?-->\n```\n(.*?)```", HOUSE, re.DOTALL)
    assert written
    assert written[1].split() == layers


def test_a_view_reads_views_of_its_own_folder_and_of_those_before_it() -> None:
    files = {path.relative_to(PACKAGE / "views") for path in (PACKAGE / "views").rglob("*.sql")}
    views, uses, places = written_views(), view_uses(), [*FOLDERS]
    assert sorted(f"{view.folder}/{name}.sql" for name, view in views.items()) == sorted(
        file.as_posix() for file in files
    )

    def last_of(name: str) -> int:
        """The place of a view's folder; of one that Python makes, the last of what it reads."""
        if name in views:
            return places.index(views[name].folder)
        return max(map(last_of, uses[name]), default=0)

    too_late = {
        (name, used) for name in views for used in uses[name] if last_of(used) > last_of(name)
    }
    assert too_late == set()


LISTS_VIEWS = {
    "analysis/catalogue/column_docs.py": "names of CSV files",
    "analysis/views.py": "names of folders",
}
"Modules that list views, with the reason."


def strings(nodes: Iterable[ast.AST | None]) -> set[str]:
    """The strings among nodes."""
    values = {node.value for node in nodes if isinstance(node, ast.Constant)}
    return {value for value in values if isinstance(value, str)}


def test_no_python_names_a_check_or_lists_views() -> None:
    checks, views = {check.name for check in load_checks()}, {*view_uses()}
    naming, listing = set(), set()
    for path in PACKAGE.rglob("*.py"):
        nodes = [*ast.walk(ast.parse(path.read_text("utf-8")))]
        module = path.relative_to(PACKAGE).as_posix()
        texts = {node.value for node in nodes if isinstance(node, ast.Expr)}  # and docstrings
        words = {word for text in strings({*nodes} - texts) for word in (text, *text.split("'"))}
        if checks & words:
            naming.add(module)
        lists = [node.elts for node in nodes if isinstance(node, ast.Tuple | ast.List | ast.Set)]
        lists += [[*filter(None, node.keys)] for node in nodes if isinstance(node, ast.Dict)]
        if any(len(views & strings(each)) > 1 for each in lists):
            listing.add(module)
    assert naming == set()
    assert listing == {*LISTS_VIEWS}


def test_no_line_of_sql_is_long() -> None:
    files = [
        path
        for pattern in ("checks/*/*.sql", "diagnoses/*.sql", "views/*/*.sql", "steps/*/*.sql")
        for path in PACKAGE.glob(pattern)
    ]
    assert len(files) > 400
    for path in files:
        code = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        assert [line for line in code.splitlines() if len(line) > 100] == [], path


_SQL = re.compile(
    r"^\s*(SELECT|WITH|CREATE|INSERT|DELETE|UPDATE|DROP|COPY|FROM|CASE)\s|\bSELECT\s.*\bFROM\s",
    re.DOTALL,
)
KEEPS_SQL = {
    "storage": "statements about tables whose names and columns are given",
    "frontier": "SQLite, of the scratch file",
    "spiders": "of the crawl",
}
"Rooms with SQL in Python, with the reason; elsewhere what is sent is the text of a file."


def test_sql_stands_in_files() -> None:
    holding = set()
    for path in PACKAGE.rglob("*.py"):
        nodes = [*ast.walk(ast.parse(path.read_text("utf-8")))]
        texts = {node.value for node in nodes if isinstance(node, ast.Expr)}
        written = [node for node in nodes if isinstance(node, ast.Constant) and node not in texts]
        if any(isinstance(each.value, str) and _SQL.search(each.value) for each in written):
            holding.add(path.relative_to(PACKAGE).as_posix())
    assert {each for each in holding if each.partition("/")[0] not in KEEPS_SQL} == set()


def test_every_step_is_run() -> None:
    modules = (ast.parse(path.read_text("utf-8")) for path in PACKAGE.rglob("*.py"))
    said = strings(node for module in modules for node in ast.walk(module))
    begun = tuple(text for text in said if "/" in text and not text.endswith("/"))  # 'changes/no_'
    for path in (PACKAGE / "steps").rglob("*.sql"):
        name = f"{path.parent.name}/{path.stem}"
        assert path.stem in said or name.startswith(begun), path
