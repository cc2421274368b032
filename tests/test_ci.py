"""In continuous integration: --format, the GitHub Action, the pre-commit hook."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
import yaml
from commanding import PATIENCE, ROOT, run

if TYPE_CHECKING:
    from collections.abc import Mapping

SCRIPT = ROOT / ".github" / "action.sh"
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
FAST = ("--no-pages", "--workers", "0", "--select", "entry,change")
BASE = "https://www.example.com"
GIT = ("git", "-c", "user.name=Name", "-c", "user.email=name@example.com")


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Git repository with a folder of sitemaps, and with the hook."""
    path = tmp_path_factory.mktemp("repository")
    (path / "public").mkdir()
    (path / "public" / "robots.txt").write_text(f"Sitemap: {BASE}/sitemap.xml\n")
    (path / "public" / "sitemap.xml").write_text(
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"<url><loc>{BASE}/a</loc></url>\n<url><loc>/b</loc></url>\n</urlset>\n"
    )
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", path)
    execute(*GIT, "init", "--quiet", folder=path)
    execute(*GIT, "add", ".", folder=path)
    execute(*GIT, "commit", "--quiet", "--message", "Add a sitemap", folder=path)
    return path


def execute(
    *words: str | Path, folder: Path, environment: Mapping[str, str] | None = None, status: int = 0
) -> str:
    """Run a program with the commands of this environment on its path; return its output."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done: subprocess.CompletedProcess[str] = subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, "PATH": path, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == status, done.stdout
    return done.stdout


class Step(NamedTuple):
    """What the step ``audit`` of the action wrote."""

    outputs: dict[str, str]
    summary: str


def audit(repository: Path, output: Path) -> Step:
    """Run the step ``audit`` of the action."""
    files = {name: output.parent / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    for file in files.values():
        file.unlink(missing_ok=True)
    given = {
        "TARGET": "./public",
        "BASE": BASE,
        "OPTIONS": f"{' '.join(FAST[:3])}\n{' '.join(FAST[3:])}",
        "FAIL_ON": "new-error",
        "OUTPUT": str(output),
        **{name: str(file) for name, file in files.items()},
    }
    execute(SCRIPT, "audit", folder=repository, environment=given)
    lines = files["GITHUB_OUTPUT"].read_text().splitlines()
    return Step(
        dict(line.split("=", 1) for line in lines), files["GITHUB_STEP_SUMMARY"].read_text()
    )


@pytest.fixture(scope="module")
def steps(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Step, Step]:
    """The step without an earlier audit, and with that one."""
    output = tmp_path_factory.mktemp("runner") / "sitemap-audit"
    return audit(repository, output), audit(repository, output)


def test_the_action_is_valid() -> None:
    options = ("--builtin-schema", "vendor.github-actions")
    said = execute("check-jsonschema", *options, ROOT / "action.yml", folder=ROOT)
    assert said == "ok -- validation done\n"


def test_every_step_of_the_action_is_in_the_script() -> None:
    script = SCRIPT.read_text()
    runs = [step for step in ACTION["runs"]["steps"] if "run" in step]
    for step, name in zip(runs, ("install", "audit", "comment", "result"), strict=True):
        assert step["run"] == f'"$GITHUB_ACTION_PATH/.github/action.sh" {name}'
        assert f"\n{name}() {{\n" in script
        assert all(f"${name}" in script for name in step.get("env", {}) if name != "GH_TOKEN")


def test_the_step_hands_on_what_it_wrote(steps: tuple[Step, Step]) -> None:
    first, second = steps
    assert set(first.outputs) == set(ACTION["outputs"])
    assert first.summary.startswith(f"<!-- sitemap-audit {BASE} -->\n")
    assert "has a relative URL in \\<loc\\>" in first.summary
    (log,) = json.loads(Path(second.outputs["sarif"]).read_text())["runs"]
    (result,) = log["results"]
    assert result["ruleId"] == "entry/loc-relative"
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "public/sitemap.xml", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 3, "startColumn": 1, "endLine": 3},
    }


def test_only_new_errors_fail(steps: tuple[Step, Step], repository: Path) -> None:
    first, second = steps
    assert [step.outputs["status"] for step in steps] == ["1", "0"]
    assert "There is no earlier complete audit" in first.summary
    assert re.search(r"Since .* UTC: no changes", second.summary)
    assert not Path(first.outputs["folder"]).exists()  # the cache keeps one
    for step in steps:
        given, status = {"STATUS": step.outputs["status"]}, int(step.outputs["status"])
        execute(SCRIPT, "result", folder=repository, environment=given, status=status)


@pytest.mark.parametrize(
    ("earlier", "request_"),
    [
        ("", "--method POST repos/owner/name/issues/7/comments"),
        ("42", "--method PATCH repos/owner/name/issues/comments/42"),
    ],
)
def test_a_comment_replaces_the_one_before(
    steps: tuple[Step, Step], tmp_path: Path, earlier: str, request_: str
) -> None:
    gh = tmp_path / "gh"
    gh.write_text(
        f'#!/bin/sh\necho "$@" "$MARK" >>{tmp_path}/asked\n[ "$2" = --silent ] || echo {earlier}\n'
    )
    gh.chmod(0o755)
    markdown = steps[0].outputs["markdown"]
    given = {
        "PATH": os.pathsep.join((str(tmp_path), os.environ["PATH"])),
        "GITHUB_REPOSITORY": "owner/name",
        "PULL_REQUEST": "7",
        "MARKDOWN": markdown,
    }
    execute(SCRIPT, "comment", folder=tmp_path, environment=given)
    listed, sent = (tmp_path / "asked").read_text().splitlines()
    assert listed.startswith("api --paginate repos/owner/name/issues/7/comments --jq .[]")
    assert sent.startswith(f"api --silent {request_} --field body=@{markdown} <!-- sitemap-audit")


def test_the_hook_fails_on_errors(repository: Path, tmp_path: Path) -> None:
    """The hook is taken from a repository; only its environment is the one of the tests."""
    user = tmp_path / "user"
    user.mkdir()
    shutil.copytree(repository / "public", user / "public")
    revision = execute("git", "rev-parse", "HEAD", folder=repository).strip()
    hook = {
        "id": "sitemap-audit",
        "language": "unsupported",
        "args": ["./public", "--base", BASE, *FAST],
    }
    repos = [{"repo": str(repository), "rev": revision, "hooks": [hook]}]
    (user / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": repos}))
    execute(*GIT, "init", "--quiet", folder=user)
    execute(*GIT, "add", ".", folder=user)
    cache = {"PRE_COMMIT_HOME": str(tmp_path / "cache")}
    said = execute("pre-commit", "run", folder=user, environment=cache, status=1)
    assert "- exit code: 1" in said
    assert "has a relative URL in <loc>" in said
    only_page = ("pre-commit", "run", "--files", "page.html")
    (user / "page.html").touch()
    said = execute(*only_page, folder=user, environment=cache)
    assert "(no files to check)Skipped" in said


def test_standard_output_has_the_format_alone(steps: tuple[Step, Step], tmp_path: Path) -> None:
    folder = tmp_path / "audit"
    shutil.copytree(steps[1].outputs["folder"], folder)
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    done = run("report", folder, "--format", "jsonl")
    assert [json.loads(line)["check"] for line in done.stdout.splitlines()] == [
        "entry/loc-relative"
    ]
    assert "Crawl complete" in done.stderr
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before

    file = tmp_path / "checked.md"
    checks = ("--select", "entry/lastmod-*", "--format", "markdown", "--output-file", file)
    done = run("check", folder, *checks)
    assert (done.returncode, done.stdout[:16]) == (0, "Sitemap audit of")
    assert "Do this first" not in file.read_text()
    assert (folder / "selected" / "report.html").exists()

    done = run("report", folder, "--output-file", file)
    assert done.returncode == 2
    assert "--output-file needs --format" in done.stderr
