"""The container images. No test starts one: the steps of Dockerfile run in a folder."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
import sysconfig
from typing import TYPE_CHECKING

import pytest
from commanding import CLEAN, ROOT, outside
from mockserver import served

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")


def sh(line: str, folder: Path, environment: Mapping[str, str] | None = None) -> str:
    """Run a line in a folder, outside of the environment of the tests; return its output."""
    done = outside("sh", "-c", line, folder=folder, environment=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_images_have_a_pinned_base_and_no_root() -> None:
    sh(f"{sysconfig.get_path('scripts')}/hadolint Dockerfile", ROOT)
    assert re.findall(r"^USER (.*)", DOCKERFILE, re.M) == ["10001"]
    (base,) = {base for base in re.findall(r"^FROM (\S+)", DOCKERFILE, re.M) if ":" in base}
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+@sha256:[0-9a-f]{64}", base)


@pytest.mark.thorough
def test_the_build_makes_the_command_and_the_licences_of_what_it_bundles(tmp_path: Path) -> None:
    build(tmp_path)
    assert (tmp_path / "build" / "1.egg").exists()
    assert not [*tmp_path.glob("app/lib/*/*/sitemap_audit*")]  # it would hide the egg
    names = "import importlib.metadata as m; print(*(d.name for d in m.distributions()))"
    bundled = sh(f'app/bin/python -c "{names}"', tmp_path).split()
    assert len(bundled) > 60
    licences = (tmp_path / "app" / "THIRD-PARTY.txt").read_text("utf-8").splitlines()
    assert set(bundled) <= set(licences)
    with served(CLEAN) as site:
        audit = f"command/bin/sitemap-audit {site['base']} --output audits"
        given = {"PYTHONPATH": str(tmp_path / "command"), "SITEMAP_AUDIT_SELECT": "status"}
        said = sh(audit, tmp_path, given)
    assert "Crawl complete" in said


def build(root: Path) -> None:
    """Do what the stage that builds does below a folder, with the Python and uv of the tests."""
    folder = root / "build"
    folder.mkdir()
    stage = DOCKERFILE.replace("\\\n", "").partition("FROM python AS build\n")[2]
    stage = re.sub(r"(?<=[ =])/(?=app|command|licences)", f"{root}/", stage.partition("\nFROM ")[0])
    stage = re.sub(r"\buv (?=sync|run|pip)", "python3 -m uv ", stage)
    variables = {}
    for line in stage.splitlines():
        instruction, _, rest = line.partition(" ")
        if instruction == "ENV":
            variables = dict(word.split("=", 1) for word in shlex.split(rest))
            variables |= {"UV_PYTHON": sys.executable, "UV_NO_CACHE": "0"}
            variables["UV_COMPILE_BYTECODE"] = "0"  # of all that is never imported here
        elif instruction == "COPY":
            *files, target = rest.split()
            for file in files:
                copy = shutil.copytree if (ROOT / file).is_dir() else shutil.copy
                copy(ROOT / file, folder / (file if target == "./" else target))
        elif instruction == "RUN" and "pip install --no-cache-dir uv" not in rest:
            sh(rest, folder, variables)
