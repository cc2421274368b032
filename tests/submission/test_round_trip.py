"""Audits of a site and submissions of them, each by the command."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from commanding import page, run, sitemap

from submission.server import KEY, SITE

if TYPE_CHECKING:
    from pathlib import Path

    from submission.server import IndexNow

SITEMAP = f"{SITE}/sitemap.xml"


@pytest.mark.thorough
def test_a_site_is_audited_submitted_changed_audited_and_submitted(
    output: Path, indexnow: IndexNow
) -> None:
    def audit() -> Path:
        fast = ("--workers", 0, "--delay", 0, "--select", "status")
        done = run(SITEMAP, *fast, "--quiet", "--output", output)
        assert done.returncode == 0, done.stderr
        return max(output.glob("*/2*"))

    def submit(folder: Path) -> str:
        words = ("--yes", "--key", KEY, "--endpoint", f"{indexnow.url}/indexnow")
        done = run("submit", folder, *words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    pages = {f"{SITE}/{name}": page(f"Page {name}") for name in ("", "a", "b")}
    indexnow.files |= {SITEMAP: sitemap(*pages), **pages}
    first = audit()
    assert "There is no earlier audit to compare with." in submit(first)
    shutil.move(first, output.with_name("first"))  # the submission has what it needs

    indexnow.files[f"{SITE}/a"] = page("Another title")
    indexnow.files[f"{SITE}/c"] = page("Page c")
    indexnow.files[SITEMAP] = sitemap(*pages, f"{SITE}/c")
    told = submit(audit())
    assert f"Add to {SITE}/robots.txt:\n  Sitemap: {SITEMAP}\nRequest 1 of 1, 2 URLs of" in told
    assert indexnow.urls == [f"{SITE}/a", f"{SITE}/c"]
