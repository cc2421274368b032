"""A stored audit of a site, and the command in this process."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from submission.audits import stored

from sitemap_audit.imports.importer import Importer, Wanted
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.parts import IMPORTED
from sitemap_audit.storage.run_file import read_run

if TYPE_CHECKING:
    from pathlib import Path

SITE = "https://www.example.com"


class Import(Protocol):
    """Imports a file."""

    def __call__(self, contents: str | bytes, name: str = "export.csv", **wanted: Any) -> list[str]:
        """Write a file with these contents, import it, and return what is said."""


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stored(tmp_path_factory.mktemp("audits"), 1, {"/": "Home", "/a": "A"}, site=SITE)


@pytest.fixture
def audit(kept: Path, tmp_path: Path) -> Path:
    """The folder of an audit of https://www.example.com."""
    return shutil.copytree(kept, tmp_path / "www.example.com" / kept.name)


@pytest.fixture
def read(audit: Path, tmp_path: Path) -> Import:
    def read(contents: str | bytes, name: str = "export.csv", **wanted: Any) -> list[str]:
        path = tmp_path / name
        path.write_bytes(contents.encode() if isinstance(contents, str) else contents)
        return Importer(Wanted(audit, **wanted), read_run(audit)).read(path, lambda _: None)

    return read


def rows(audit: Path, query: str) -> list[tuple[Any, ...]]:
    """Query the tables of an audit, loaded as the checks load them."""
    with DuckDBStore(audit, tables=IMPORTED, in_memory=True, has_few_rows=True) as store:
        return store.rows(query)


def parts(audit: Path) -> list[str]:
    """The tables of imports that have parts."""
    tables = ("imported_*", "log_hits", "submitted_*")
    paths = [path for table in tables for path in audit.glob(f"data/{table}/part-*")]
    return sorted(path.parent.name for path in paths)
