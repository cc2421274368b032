"""The command run to its end on small sites, and what it leaves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ROOT = Path(__file__).parent.parent
NO_BYTE_CODE = {"PYTHONDONTWRITEBYTECODE": "1"}
"For commands whose files may not grow: Python takes byte code that is cut short for whole."


class Ended(NamedTuple):
    """A command that has ended."""

    status: int
    output: str
    folder: Path | None
    "Of the audit, where there is one."

    @property
    def run(self) -> dict[str, Any]:
        """The run.json."""
        assert self.folder is not None, self.output
        record: dict[str, Any] = json.loads((self.folder / "run.json").read_text("utf-8"))
        return record

    def table(self, name: str) -> pd.DataFrame:
        """A CSV file, missing values as empty texts."""
        assert self.folder is not None, self.output
        return pd.read_csv(self.folder / f"{name}.csv", dtype=str, keep_default_na=False)

    def page(self, path: str) -> Mapping[str, str]:
        """The row of pages.csv whose URL ends so."""
        pages = self.table("pages")
        (row,) = pages[pages["url"].str.endswith(path)].to_dict("records")
        return {str(name): value for name, value in row.items()}


def audit(*arguments: object, output: Path, environment: Mapping[str, str] | None = None) -> Ended:
    """Audit by the command, with a few checks; at most one audit lies below ``output``."""
    options = ("-o", output, "--select", "status,redirect,robots,sitemap/unreachable")
    return command(*arguments, *options, output=output, environment=environment)


def command(
    *arguments: object,
    output: Path,
    environment: Mapping[str, str] | None = None,
    before: Callable[[], None] | None = None,
) -> Ended:
    """Run the command; in its process, something else before it."""
    return _run("sitemap_audit", *arguments, output=output, environment=environment, before=before)


def crawl(site: str, *settings: str, output: Path) -> Ended:
    """Audit by Scrapy's command, with a few checks and these settings, as NAME=VALUE."""
    arguments = (f"site={site}", f"output={output}", "select=status")
    given = [each for argument in arguments for each in ("-a", argument)]
    given += [each for setting in settings for each in ("-s", setting)]
    return _run("scrapy", "crawl", "sitemap", *given, output=output)


def _run(
    module: str,
    *arguments: object,
    output: Path,
    environment: Mapping[str, str] | None = None,
    before: Callable[[], None] | None = None,
) -> Ended:
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        cwd=ROOT,
        env=os.environ | (environment or {}) | (NO_BYTE_CODE if before else {}),
        preexec_fn=before,
    )
    folders = [path.parent for path in output.glob("*/*/run.json")]
    assert len(folders) <= 1
    return Ended(done.returncode, done.stdout + done.stderr, folders[0] if folders else None)


def sitemap(*locs: str) -> str:
    """A urlset."""
    entries = "".join(f"<url><loc>{loc}</loc></url>" for loc in locs)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'
    )


def index(*locs: str) -> str:
    """A sitemapindex."""
    entries = "".join(f"<sitemap><loc>{loc}</loc></sitemap>" for loc in locs)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</sitemapindex>'
    )


def page(title: str, head: str = "") -> str:
    """A page of HTML."""
    return (
        f'<!doctype html><html lang="en"><head><title>{title}</title>{head}</head>'
        f"<body><h1>{title}</h1><p>Some words of {title}.</p></body></html>"
    )
