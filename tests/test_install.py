"""The wheel, installed where the checkout is not, and shell completion."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest
from commanding import PATIENCE, ROOT, only, record, run, without_project

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
    subprocess.run([*build, str(folder)], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def test_the_wheel_is_complete(wheel: Path) -> None:
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    package = ROOT / "sitemap_audit"
    files = {path.relative_to(ROOT) for path in package.rglob("*") if path.is_file()}
    assert packed == {path.as_posix() for path in files if "__pycache__" not in path.parts}


@pytest.mark.thorough
def test_the_wheel_audits_the_demo_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    python = without_project(tmp_path / "environment")
    outside = tmp_path / "outside"
    outside.mkdir()
    here = os.path.dirname(sys.executable)  # noqa: PTH120 - as PATH has it
    path = os.pathsep.join(each for each in os.environ["PATH"].split(os.pathsep) if each != here)
    install = ["python3", "-m", "uv", "pip", "install", "--no-deps", "--python", str(python)]
    demo = [str(python.with_name("sitemap-audit")), "demo", "-o", "."]
    for command in ([*install, str(wheel)], demo):
        done = subprocess.run(
            command,
            cwd=outside,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            env={**os.environ, "PATH": path},
        )
        assert done.returncode == 0, done.stderr
    assert "Do this first" in done.stdout
    assert record(only(outside))["complete"] is True


@pytest.mark.parametrize(
    ("shell", "file"),
    [
        ("bash", ".local/share/bash-completion/completions/sitemap-audit"),
        ("zsh", ".local/share/zsh/site-functions/_sitemap-audit"),
        ("fish", ".config/fish/completions/sitemap-audit.fish"),
    ],
)
def test_completion_is_installed_where_the_shell_looks(
    tmp_path: Path, shell: str, file: str
) -> None:
    home = {"HOME": str(tmp_path), "SHELL": f"/bin/{shell}"}
    home |= {"XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""}
    done = run("--install-completion", environment=home)
    assert done.returncode == 0, done.stderr
    assert f"Completion for {shell} is in {tmp_path / file}. " in done.stdout
    assert "_SITEMAP_AUDIT_COMPLETE" in (tmp_path / file).read_text("utf-8")


def test_completion_of_a_shell_that_click_does_not_know() -> None:
    done = run("--install-completion", environment={"SHELL": "/bin/tcsh"})
    assert done.returncode == 2
    assert "Cannot install completion for 'tcsh'. Pass one of bash, zsh, fish." in done.stderr


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("exp", "plain,explain"),
        ("https://www.example.com --max-u", "plain,--max-urls"),
        ("https : //www.example.com --max-u", "plain,--max-urls"),  # as bash splits it
    ],
)
def test_commands_and_options_of_the_default_command_are_completed(
    words: str, completed: str
) -> None:
    typed = {
        "_SITEMAP_AUDIT_COMPLETE": "bash_complete",
        "COMP_WORDS": f"sitemap-audit {words}",
        "COMP_CWORD": str(len(words.split())),
    }
    assert run(environment=typed).stdout.splitlines() == [completed]
