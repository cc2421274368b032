"""The commands, links and options in README.md and docs/."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from commanding import CLEAN, ROOT, outside
from make_readmes import with_needs
from mockserver import served

from sitemap_audit.options import OPTIONS

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

README = (ROOT / "README.md").read_text("utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SET_UP, AUDIT = re.findall(r"^```sh\n(.*)\n```$", README, re.MULTILINE)[:2]
LIVE = "https://www.example.com"


def test_every_option_is_documented() -> None:
    options = (ROOT / "docs" / "options.md").read_text("utf-8")
    flags = [option.flag or name.replace("_", "-") for name, option in OPTIONS.items()]
    assert [flag for flag in flags if not re.search(rf"`--(no-)?{flag}", options)] == []
    assert options == with_needs(options), "python tests/make_readmes.py writes it anew"


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 160


def test_links_lead_to_files_and_headings() -> None:
    links = [
        (page, link)
        for page in PAGES
        for link in re.findall(r"\]\(((?!https?:)[^)\s]+)\)", page.read_text("utf-8"))
    ]
    assert len(links) > 50
    assert [(page.name, link) for page, link in links if not _leads(page, link)] == []


def _leads(page: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    return target.exists() and (not anchor or anchor in _anchors(target))


def _anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.*)", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def test_the_first_commands_of_the_readme_install_and_audit() -> None:
    command = "python3 -m uv run --quiet sitemap-audit"
    pip = "python3 -m pip install --quiet --break-system-packages --root-user-action=ignore uv"
    assert SET_UP.split(" && ") == [pip, f"{command} demo"]
    assert f"{command} {LIVE}" == AUDIT


@pytest.mark.thorough
def test_the_commands_of_the_readme_set_everything_up(tmp_path: Path) -> None:
    """Those of the beginning: pip installs uv, and uv all else."""
    done = sh(SET_UP, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Do this first" in done.stdout
    with served(CLEAN) as site:
        done = sh(AUDIT.replace(LIVE, site["base"]), tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Crawl complete" in done.stdout


def sh(line: str, output: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of the README in the project's folder, outside of its environment."""
    few = {"SITEMAP_AUDIT_SELECT": "status,hreflang", "SITEMAP_AUDIT_WORKERS": "0"}
    options = {"SITEMAP_AUDIT_OUTPUT": str(output), **few}
    return outside("sh", "-c", line, folder=ROOT, environment=options)
