"""The commands, links and options in README.md and docs/."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from mockserver import served

from sitemap_audit.options import OPTIONS

ROOT = Path(__file__).parent.parent
CLEAN = ROOT / "tests" / "sites" / "clean" / "site"
README = (ROOT / "README.md").read_text("utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SET_UP, AUDIT = re.findall(r"^```sh\n(.*)\n```$", README, re.MULTILINE)[:2]
LIVE = "https://www.example.com"


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_documented(name: str) -> None:
    flag = OPTIONS[name].flag or name.replace("_", "-")
    options = (ROOT / "docs" / "options.md").read_text("utf-8")
    assert f"`--{flag}" in options or f"`--no-{flag}" in options


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 160


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for link in re.findall(r"\]\(((?!https?:)[^)\s]+)\)", page.read_text("utf-8")):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in _anchors(target), link


def _anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.*)", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def test_the_commands_of_the_readme_set_everything_up(tmp_path: Path) -> None:
    """Those of the beginning: pip installs uv, and uv all else."""
    assert SET_UP.startswith("python3 -m pip install ")
    done = sh(SET_UP, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Do this first" in done.stdout
    with served(CLEAN) as site:
        done = sh(AUDIT.replace(LIVE, site["base"]), tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Crawl complete" in done.stdout


def sh(line: str, output: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of the README in the project's folder, outside of its environment."""
    here = Path(sys.executable).parent
    path = [each for each in os.environ["PATH"].split(os.pathsep) if Path(each) != here]
    rest = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    return subprocess.run(
        ["sh", "-c", line],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env=rest | {"PATH": os.pathsep.join(path), "SITEMAP_AUDIT_OUTPUT": str(output)},
    )
