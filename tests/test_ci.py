"""In continuous integration: --format, the GitHub Action, the pre-commit hook, our own files."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
import yaml
from commanding import PATIENCE, ROOT, outside, run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SCRIPT = ROOT / ".github" / "action.sh"
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WORKFLOWS = (".github/workflows/test.yml", ".github/workflows/release.yml")
FAST = ("--workers", "0", "--select", "entry,change,indexability")
BASE = "https://www.example.com"
GIT = ("git", "-c", "user.name=Name", "-c", "user.email=name@example.com")


ENTRIES = f"<url><loc>{BASE}/a</loc></url>\n<url><loc>/b</loc></url>\n"
"The second one is an error; and the page of the first one is noindex, in line 4."
PAGE = """<!doctype html>
<html lang="en">
<title>A</title>
<meta name="robots" content="noindex">
<h1>A</h1>
"""


FOUND = ["entry/loc-relative", "entry/loc-relative", "indexability/noindex"]
"The checks of the findings after one more error was added."


def write_site(folder: Path, entries: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "a.html").write_text(PAGE)
    (folder / "robots.txt").write_text(f"Sitemap: {BASE}/sitemap.xml\n")
    (folder / "sitemap.xml").write_text(
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{entries}</urlset>\n'
    )


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


HOOK = ROOT / ".pre-commit-hooks.yaml"
ARGUMENTS = ["./public", "--base", BASE, *FAST]


class Earlier(NamedTuple):
    """What the command of the hook did in a folder of a user."""

    repository: Path
    status: int
    output: str


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Earlier:
    repository = tmp_path_factory.mktemp("user")
    write_site(repository / "public", ENTRIES)
    (hook,) = yaml.safe_load(HOOK.read_text("utf-8"))
    program, *words = hook["entry"].split()
    assert program == "sitemap-audit"
    done = run(*words, *ARGUMENTS, folder=repository)
    return Earlier(repository, done.returncode, done.stdout + done.stderr)


def test_the_command_of_the_hook_fails_on_errors(earlier: Earlier) -> None:
    assert earlier.status == 1
    assert "has a relative URL in <loc>" in earlier.output
    assert "public/a.html:4" in earlier.output


@pytest.mark.thorough
def test_the_hook_fails_on_errors_and_is_for_sitemaps(tmp_path: Path) -> None:
    """The hook by pre-commit, from a repository; its environment is that of the tests."""
    ours, user = tmp_path / "ours", tmp_path / "user"
    for folder in (ours, user):
        folder.mkdir()
        execute(*GIT, "init", "--quiet", folder=folder)
    shutil.copy(HOOK, ours)
    execute(*GIT, "add", ".", folder=ours)
    execute(*GIT, "commit", "--quiet", "--message", "Add a hook", folder=ours)
    revision = execute("git", "rev-parse", "HEAD", folder=ours).strip()
    used = {"id": "sitemap-audit", "language": "unsupported", "args": ARGUMENTS}
    repos = [{"repo": str(ours), "rev": revision, "hooks": [used]}]
    write_site(user / "public", ENTRIES)
    (user / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": repos}))
    execute(*GIT, "add", ".", folder=user)
    environment = {"PRE_COMMIT_HOME": str(tmp_path / "cache")}
    said = execute("pre-commit", "run", folder=user, environment=environment, status=1)
    assert "- exit code: 1" in said
    assert "Relative URL in <loc>" in said
    (user / "page.html").touch()
    words = ("pre-commit", "run", "--files", "page.html")
    said = execute(*words, folder=user, environment=environment)
    assert "(no files to check)Skipped" in said


class Step(NamedTuple):
    """What the step ``audit`` of the action wrote."""

    outputs: dict[str, str]
    summary: str


INPUTS = {
    "TARGET": "./public",
    "BASE": BASE,
    "HOSTING": "",
    "OPTIONS": f"{' '.join(FAST[:2])}\r\n--select 'entry,change,indexability'",
    "FAIL_ON": "new-error",
}
RUNNER = ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_PATH", "GITHUB_ENV")
"Files by which a step tells the runner something."


def step(name: str, repository: Path, folder: Path, **given: str) -> Step:
    """Run a step of the action, with the files of the runner in a folder."""
    files = {file: folder / file for file in RUNNER}
    for file in files.values():
        file.write_text("")
    runner = {"GITHUB_ACTION_PATH": str(ROOT)} | {name: str(file) for name, file in files.items()}
    execute(SCRIPT, name, folder=repository, environment=INPUTS | runner | given)
    assert files["GITHUB_PATH"].read_text() + files["GITHUB_ENV"].read_text() == ""
    lines = files["GITHUB_OUTPUT"].read_text().splitlines()
    return Step(
        dict(line.split("=", 1) for line in lines), files["GITHUB_STEP_SUMMARY"].read_text()
    )


def audit(repository: Path, output: Path, target: str = "./public") -> Step:
    """Run the step ``audit`` of the action, with the program of these tests."""
    program = output.parent / "program"
    program.mkdir()
    (program / "environment").symlink_to(sys.prefix)
    places = {"OUTPUT": str(output), "PROGRAM": str(program)}
    return step("audit", repository, output.parent, TARGET=target, **places)


class Steps(NamedTuple):
    """The step ``audit`` with an earlier audit."""

    earlier: Path
    step: Step


@pytest.fixture(scope="module")
def steps(earlier: Earlier) -> Steps:
    """The step, after one more error was added."""
    output = earlier.repository / ".sitemap-audit"
    (folder,) = output.glob("*/*Z")
    write_site(earlier.repository / "public", f"{ENTRIES}<url><loc>/c</loc></url>\n")
    return Steps(folder, audit(earlier.repository, output))


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("github-actions", ["action.yml"]),
        ("github-workflows", WORKFLOWS),
        ("dependabot", [".github/dependabot.yml"]),
        ("compose-spec", ["compose.yaml"]),
    ],
)
def test_a_file_for_another_program_is_valid(schema: str, files: Sequence[str]) -> None:
    execute("check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files, folder=ROOT)


def test_actions_are_pinned_and_have_the_least_permissions() -> None:
    execute("zizmor", "--offline", "--persona=auditor", ".github", "action.yml", folder=ROOT)


def test_every_workflow_has_what_it_names() -> None:
    """The Pythons of the package, the commands of README.md, one uv, one repository."""
    tests, release = (yaml.safe_load((ROOT / path).read_text("utf-8")) for path in WORKFLOWS)
    named = "Programming Language :: Python :: 3."
    pythons = [each.removeprefix(named) for each in PROJECT["classifiers"] if named in each]
    matrix = tests["jobs"]["tests"]["strategy"]["matrix"]
    assert matrix["python"] == [f"3.{python}" for python in pythons]
    commands = [job["steps"][-1]["run"] for job in tests["jobs"].values()]
    assert f"\n{commands[0]}\n" in (ROOT / "README.md").read_text("utf-8")
    assert commands[1] == "bash .ci/run"
    assert release["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    texts = [(ROOT / path).read_text("utf-8") for path in (SCRIPT, "Dockerfile", WORKFLOWS[1])]
    version = re.compile(r"(?:\bUV=|\buv==|\bversion: )(\d+\.\d+\.\d+)")
    assert len({tuple(version.findall(text)) for text in texts}) == 1
    repository = PROJECT["urls"]["Repository"]
    docs = (ROOT / "docs" / "ci.md").read_text("utf-8")
    assert f"- repo: {repository}\n" in docs
    assert f"- uses: {repository.removeprefix('https://github.com/')}@" in docs


def test_every_step_of_the_action_is_in_the_script() -> None:
    script = SCRIPT.read_text()
    steps = [each for each in ACTION["runs"]["steps"] if "run" in each]
    for each, name in zip(
        steps, ("keys", "install", "audit", "annotate", "comment", "result"), strict=True
    ):
        assert each["run"] == f'"$GITHUB_ACTION_PATH/.github/action.sh" {name}'
        assert f"\n{name}() {{\n" in script
        assert all(f"${name}" in script for name in each.get("env", {}) if name != "GH_TOKEN")


def test_an_audit_is_compared_only_with_one_of_the_same_inputs(tmp_path: Path) -> None:
    inputs = {name.replace("-", "_").upper() for name in ACTION["inputs"]}
    assert inputs - {"UPLOAD_SARIF", "COMMENT", "TOKEN"} == set(INPUTS)
    keys = [
        step("keys", tmp_path, tmp_path, **changed).outputs
        for changed in ({}, {}, *({name: "other"} for name in INPUTS), {"BASE": "", "TARGET": BASE})
    ]
    assert keys[0] == keys[1]
    assert len({key["audit"] for key in keys[1:]}) == len(keys[1:])
    assert len({key["environment"] for key in keys}) == 1
    caches = [each for each in ACTION["runs"]["steps"] if "cache" in each.get("uses", "")]
    named = [(each["with"]["path"], each["with"]["key"]) for each in caches]
    assert ["keys.outputs.audit" in path for path, _ in named] == [False, True, True]
    assert ["keys.outputs.audit" in key for _, key in named] == [False, True, True]


@pytest.mark.thorough
def test_the_action_leaves_the_python_of_the_job_alone(tmp_path: Path) -> None:
    """The steps as the runner starts them, in a job that has set up a Python of its own."""
    action, job, program = (tmp_path / name for name in ("action", "job", "program"))
    for folder in (action, job):
        folder.mkdir()
    for name in ("pyproject.toml", "uv.lock", "README.md", "LICENSE", "sitemap_audit"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, action / name)
    before = sorted(action.iterdir())
    for module in ("venv", "pip", "json", "yaml"):
        (job / f"{module}.py").write_text("raise RuntimeError('of the job')")
    write_site(job / "public", ENTRIES)
    given = {
        "PATH": outside("sh", "-c", 'echo "$PATH"', folder=job).stdout.strip(),
        "GITHUB_ACTION_PATH": str(action),
        "OUTPUT": str(tmp_path / "output"),
        "PROGRAM": str(program),
        "PYTHONPATH": str(job),
        "UV_PYTHON": "3.9",
        "VIRTUAL_ENV": str(job / ".venv"),
    }
    for name in ("keys", "install", "install"):  # the second one with what the cache restored
        step(name, job, tmp_path, **given)
    assert step("audit", job, tmp_path, **given).outputs["status"] == "1"
    assert sorted(action.iterdir()) == before
    assert not (job / ".venv").exists()


def test_the_step_hands_on_what_it_wrote(steps: Steps) -> None:
    outputs, summary = steps.step
    assert set(outputs) == set(ACTION["outputs"])
    assert summary.startswith(f"<!-- sitemap-audit {BASE} -->\n")
    assert "a relative URL in \\<loc\\>" in summary
    assert Path(outputs["markdown"]).read_text() == summary
    (log,) = json.loads(Path(outputs["sarif"]).read_text())["runs"]
    places = [result["locations"][0]["physicalLocation"] for result in log["results"]]
    assert places[0] == {
        "artifactLocation": {"uri": "public/sitemap.xml", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 3, "startColumn": 1, "endLine": 3},
    }
    assert sorted(result["ruleId"] for result in log["results"]) == FOUND


def test_pages_are_those_of_the_folder_and_findings_point_to_the_tag(steps: Steps) -> None:
    """In the table, the comment and the annotation."""
    outputs, summary = steps.step
    assert "were read from public, as a plain web server serves them." in summary
    assert "Example: public/a.html:4." in summary
    assert f"## Sitemap audit of `{BASE}/sitemap.xml` (folder public)\n" in summary
    with (Path(outputs["folder"]) / "findings.csv").open(encoding="utf-8-sig") as file:
        (row,) = (each for each in csv.DictReader(file) if each["check"] == FOUND[-1])
    assert (row["file"], row["file_line"]) == ("public/a.html", "4")
    (log,) = json.loads(Path(outputs["sarif"]).read_text())["runs"]
    (result,) = (each for each in log["results"] if each["ruleId"] == FOUND[-1])
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "public/a.html"
    assert place["region"]["startLine"] == 4
    program = Path(outputs["markdown"]).parent.parent / "program"
    places = {"FOLDER": outputs["folder"], "PROGRAM": str(program)}
    log = execute(SCRIPT, "annotate", folder=ROOT, environment=places).splitlines()
    lines = [line for line in log if line.startswith("::error file=public/")]
    assert len(lines) == len(FOUND)
    noindex = f"::error file=public/a.html,line=4,title=Noindex URL in sitemap::{BASE}/a. Observed"
    assert any(line.startswith(noindex) for line in lines)


def test_a_new_error_fails(steps: Steps) -> None:
    assert "1 more finding about sitemaps that had it" in steps.step.summary, steps.step.summary
    assert steps.step.outputs["status"] == "1"
    assert not steps.earlier.exists()  # the cache keeps one
    for status in (0, 1):
        execute(SCRIPT, "result", folder=ROOT, environment={"STATUS": str(status)}, status=status)


def test_what_cannot_be_audited_fails(tmp_path: Path) -> None:
    step = audit(tmp_path, tmp_path / "output", "--help")
    assert step.outputs == {"status": "2", "folder": "", "markdown": "", "sarif": ""}


@pytest.mark.parametrize(
    ("comment", "request_"),
    [
        ("", "--method POST repos/owner/name/issues/7/comments"),
        ("42", "--method PATCH repos/owner/name/issues/comments/42"),
    ],
)
def test_a_comment_replaces_the_one_before(
    steps: Steps, tmp_path: Path, comment: str, request_: str
) -> None:
    gh = tmp_path / "gh"
    gh.write_text(
        f'#!/bin/sh\necho "$@" "$MARK" >>{tmp_path}/asked\n'
        f'if [ "$2" = --silent ]; then cat >{tmp_path}/body; else echo {comment}; fi\n'
    )
    gh.chmod(0o755)
    markdown = steps.step.outputs["markdown"]
    given = {
        "PATH": os.pathsep.join((str(tmp_path), os.environ["PATH"])),
        "GITHUB_REPOSITORY": "owner/name",
        "PULL_REQUEST": "7",
        "KEY": "0123",
        "MARKDOWN": markdown,
    }
    execute(SCRIPT, "comment", folder=tmp_path, environment=given)
    listed, sent = (tmp_path / "asked").read_text().splitlines()
    assert listed.startswith("api --paginate repos/owner/name/issues/7/comments --jq .[]")
    assert sent == f"api --silent {request_} --field body=@- <!-- sitemap-audit 0123 -->"
    written = Path(markdown).read_text()
    assert (tmp_path / "body").read_text() == f"<!-- sitemap-audit 0123 -->\n{written}"


def test_standard_output_has_the_format_alone(steps: Steps, tmp_path: Path) -> None:
    folder = tmp_path / "audit"
    shutil.copytree(steps.step.outputs["folder"], folder)
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    done = run("resume", folder, "--format", "jsonl")
    found = [json.loads(line)["check"] for line in done.stdout.splitlines()]
    assert sorted(found) == FOUND
    first, *_ = done.stderr.splitlines()
    assert first.endswith(
        "is complete: there is nothing to resume. Audit the site again for new data."
    )
    assert "Crawl complete" not in done.stderr
    assert done.returncode == 1  # by the --fail-on of the audit
    written = run("report", folder, "--format", "sarif", "--output-file", tmp_path / "out.sarif")
    assert written.stdout == f"Written: {tmp_path / 'out.sarif'}\n"
    record = json.loads((folder / "run.json").read_text())
    record["options"]["fail_on"] = None
    (folder / "run.json").write_text(json.dumps(record))
    assert run("report", folder, "--format", "jsonl").returncode == 0
    before[folder / "run.json"] = (folder / "run.json").stat().st_mtime_ns
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before

    file = tmp_path / "checked.md"
    file.write_text("Of another audit.")
    checks = ("--select", "entry/lastmod-*", "--format", "markdown", "--output-file", file)
    done = run("check", folder, *checks)
    assert (done.returncode, done.stdout[:16]) == (0, "Sitemap audit of")
    assert file.read_text().startswith("<!-- sitemap-audit")
    assert "Do this first" not in file.read_text()
    assert (folder / "selected" / "report.html").exists()
