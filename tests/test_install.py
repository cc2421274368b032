"""What is published: the wheel, the sdist and their description; and shell completion."""

from __future__ import annotations

import email
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest
from commanding import ROOT, only, outside, record, run
from lxml import html
from readme_renderer import markdown

from sitemap_audit import __version__

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
UV = ("python3", "-m", "uv")


class Built(NamedTuple):
    """What is uploaded."""

    wheel: Path
    sdist: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("built")
    build = [sys.executable, "-m", "hatchling", "build", "--directory"]
    subprocess.run([*build, str(folder)], cwd=ROOT, check=True, capture_output=True)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return Built(wheel, sdist)


@pytest.fixture(scope="module")
def fresh(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of an environment with the wheel, what it asks for, and mypy."""
    folder = tmp_path_factory.mktemp("fresh")
    locked = ("--frozen", "--all-groups", "--all-extras", "--no-emit-project", "--no-hashes")
    export = ("export", "--quiet", "--project", ROOT, *locked, "--output-file", "locked.txt")
    install = ("pip", "install", "--python", "environment", "--constraints", "locked.txt")
    for words in (
        export,
        ("venv", "--python", sys.executable, "environment"),
        (*install, built.wheel, "mypy", "pandas-stubs"),
    ):
        done = outside(*UV, *words, folder=folder)
        assert done.returncode == 0, done.stderr
    return folder / "environment" / "bin"


def test_the_wheel_is_complete(built: Built) -> None:
    packed = {name for name in zipfile.ZipFile(built.wheel).namelist() if ".dist-info/" not in name}
    package = ROOT / "sitemap_audit"
    files = {path.relative_to(ROOT) for path in package.rglob("*") if path.is_file()}
    assert packed == {path.as_posix() for path in files if "__pycache__" not in path.parts}


def test_the_sdist_has_the_tests_and_nothing_that_only_a_checkout_needs(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = [Path(name) for name in archive.getnames()]
    assert {path.parts[1] for path in names} == {
        *("sitemap_audit", "tests", "docs", "pyproject.toml", "scrapy.cfg", "PKG-INFO"),
        *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", ".gitignore"),
    }
    assert built.sdist.stat().st_size < 4_000_000


def test_the_description_has_absolute_links_to_files_of_this_version(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as wheel:
        (name,) = (each for each in wheel.namelist() if each.endswith(".dist-info/METADATA"))
        metadata = email.message_from_bytes(wheel.read(name))
    assert metadata["Description-Content-Type"] == "text/markdown"
    text = metadata.get_payload(decode=True)
    assert isinstance(text, bytes)
    page = markdown.render(text.decode())
    assert page
    attributes = [
        each for element in html.fromstring(page).iter() for each in element.attrib.items()
    ]
    links = [str(value) for name, value in attributes if name in ("href", "src")]
    assert [link for link in links if not link.startswith(("https://", "#"))] == []
    for kind, least in (("raw", 1), ("blob", 20)):
        base = f"{PROJECT['urls']['Repository']}/{kind}/v{__version__}/"
        paths = [link.removeprefix(base) for link in links if link.startswith(base)]
        assert len(paths) >= least
        assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.thorough
def test_the_wheel_audits_the_demo_in_an_empty_folder(fresh: Path, tmp_path: Path) -> None:
    few = {"SITEMAP_AUDIT_SELECT": "status,hreflang", "SITEMAP_AUDIT_WORKERS": "0"}
    command = (fresh / "sitemap-audit", "demo", "-o", ".")
    done = outside(*command, folder=tmp_path, environment=few)
    assert done.returncode == 0, done.stderr
    assert "Do this first" in done.stdout
    assert record(only(tmp_path))["complete"] is True


@pytest.mark.thorough
def test_a_type_checker_knows_the_library(fresh: Path, tmp_path: Path) -> None:
    uses = {
        "sitemap_audit.load('x').findings": "pandas.core.frame.DataFrame",
        "sitemap_audit.load('x').sql('SELECT 1')": "pandas.core.frame.DataFrame",
        "sitemap_audit.audit('https://www.example.com')": "sitemap_audit.api.Audit",
        "sitemap_audit.__version__": "str",
    }
    lines = ["import sitemap_audit", *(f"reveal_type({use})" for use in uses)]
    (tmp_path / "script.py").write_text("\n".join([*lines, "sitemap_audit.lod('x')", ""]))
    done = outside(fresh / "mypy", "--strict", "script.py", folder=tmp_path)
    *notes, wrong, _ = done.stdout.splitlines()
    assert [note.partition('"')[2].rstrip('"') for note in notes] == [*uses.values()]
    assert 'has no attribute "lod"' in wrong


@pytest.mark.thorough
def test_the_sdist_makes_the_same_wheel(built: Built, tmp_path: Path) -> None:
    done = outside(*UV, "build", "--wheel", "--out-dir", ".", built.sdist, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    (made,) = tmp_path.glob("*.whl")
    assert made.read_bytes() == built.wheel.read_bytes()


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
