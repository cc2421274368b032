"""The user's project, copied to a folder of its own, and Scrapy's command run in it."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd
from commanding import outside, run

from sitemap_audit.storage.csv_parts import file_of

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Mapping

    from scrapy_project.site import Site

TEMPLATE = Path(__file__).parent / "userproject"


class Ended(NamedTuple):
    """A command of Scrapy's that has ended."""

    status: int
    output: str
    log: str
    folder: Path
    "Of the project."
    audits: tuple[Path, ...]
    "The folders of audits in it, the latest last."

    def stat(self, name: str) -> int:
        """A number among the stats that the log ends with; 0 where it is not there."""
        found = re.search(rf"'{re.escape(name)}': (\d+)", self.log)
        return int(found[1]) if found else 0

    @property
    def audit(self) -> Path:
        """The folder of the audit."""
        return self.audits[-1]

    @property
    def run(self) -> dict[str, Any]:
        """The run.json."""
        record: dict[str, Any] = json.loads((self.audit / "run.json").read_text("utf-8"))
        return record

    @property
    def ledger(self) -> dict[str, int]:
        """Listed URLs by what became of them."""
        outcomes: dict[str, int] = self.run["ledger"]["outcomes"]
        return outcomes

    def table(self, name: str) -> pd.DataFrame:
        """A CSV file of the audit, missing values as empty texts."""
        return pd.read_csv(self.audit / file_of(name), dtype=str, keep_default_na=False)

    def exported(self, name: str = "items") -> list[dict[str, Any]]:
        """The items in a feed of JSON lines."""
        return [*map(json.loads, (self.folder / f"{name}.jsonl").read_text("utf-8").splitlines())]

    def seen(self, name: str) -> list[list[Any]]:
        """What one of the project's components has seen."""
        seen: list[list[Any]] = json.loads((self.folder / f"seen-{name}.json").read_text("utf-8"))
        return seen


class Crawled(NamedTuple):
    """One crawl, on which all of a module is asserted."""

    site: Site
    ended: Ended
    items: list[dict[str, Any]]
    "What it has exported."


def project(folder: Path) -> Path:
    """A copy of the user's project."""
    return Path(shutil.copytree(TEMPLATE, folder / "project"))


def scrapy(folder: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> Ended:
    """Run Scrapy's command in a project's folder."""
    return _ended(run(*arguments, folder=folder, module="scrapy", environment=environment), folder)


def script(folder: Path, path: Path, *arguments: str) -> Ended:
    """Run a Python script in a folder."""
    warned = ("-W", "always::ResourceWarning")
    done = outside(sys.executable, *warned, path, *arguments, folder=folder)
    return _ended(done, folder)


def _ended(done: subprocess.CompletedProcess[str], folder: Path) -> Ended:
    audits = tuple(path.parent for path in sorted(folder.glob("reports/*/*/run.json")))
    return Ended(done.returncode, done.stdout, done.stderr, folder, audits)


def crawl(
    folder: Path,
    site: str,
    *arguments: str,
    settings: Mapping[str, object] | None = None,
    environment: Mapping[str, str] | None = None,
) -> Ended:
    """``scrapy crawl sitemap -a site=…`` with one check, so that it ends soon."""
    given = ["-a", f"site={site}", "-a", "select=status/not-found", "-a", "workers=0", *arguments]
    for name, value in (settings or {}).items():
        given += ["-s", f"{name}={value}"]
    return scrapy(folder, "crawl", "sitemap", *given, environment=environment)
