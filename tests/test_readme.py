"""The README tells of every option."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitemap_audit.options import OPTIONS

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_stands_in_the_readme(name: str) -> None:
    flag = name.replace("_", "-")
    assert f"`--{flag}" in README or f"`--no-{flag}" in README
