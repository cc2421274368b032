"""The project on a real Scrapyd: deployed as it stands, scheduled, and what comes out of it."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import openpyxl
import pytest
from commanding import PATIENCE, record, wait_for, without_project
from mockserver import served

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parent.parent
SITES = ROOT / "tests" / "sites"
DEPLOYED = ("pyproject.toml", "README.md", "LICENSE", "scrapy.cfg", "sitemap_audit")
SCRAPYD_CONF = """[scrapyd]
http_port = {port}
poll_interval = 0.2
max_proc = 4
username = nightly
password = secret
"""


# Each site to one node, in turn.
SHARED = """grep -v '^#' sites.txt | while read -r site; do
  curl -fsS --netrc "$1/schedule.json" -d project=sitemap_audit -d spider=sitemap -d "site=$site"
  set -- "$2" "$1"
done"""


class Scrapyd(NamedTuple):
    """A Scrapyd that runs, with the project deployed."""

    url: str
    folder: Path
    "Its working directory."

    def ask(self, service: str, **values: str) -> dict[str, Any]:
        """Post to a service, as curl -d does; get without values."""
        data = urllib.parse.urlencode(values).encode() if values else None
        request = urllib.request.Request(f"{self.url}{service}.json", data)  # noqa: S310
        request.add_header("Authorization", "Basic bmlnaHRseTpzZWNyZXQ=")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            result: dict[str, Any] = json.load(answer)
        return result

    def schedule(self, site: str, **values: str) -> str:
        """Schedule an audit; its job id."""
        answer = self.ask(
            "schedule", project="sitemap_audit", spider="sitemap", site=site, **values
        )
        assert answer["status"] == "ok", answer
        job: str = answer["jobid"]
        return job

    def wait(self, *jobs: str) -> None:
        """Wait until jobs have ended."""
        wait_for(lambda: set(jobs) <= {job["id"] for job in self.ask("listjobs")["finished"]})

    def log(self, job: str) -> str:
        """The log of a job; empty before it has begun."""
        path = self.folder / "logs" / "sitemap_audit" / "sitemap" / f"{job}.log"
        return path.read_text("utf-8") if path.exists() else ""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment without the project."""
    return without_project(tmp_path_factory.mktemp("environment"))


@pytest.fixture(scope="module")
def scrapyd(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scrapyd]:
    """A Scrapyd in a folder that knows nothing of the project, which is then deployed to it."""
    with running(tmp_path_factory.mktemp("scrapyd"), python) as server:
        deploy(tmp_path_factory.mktemp("project"), server)
        yield server


@contextmanager
def running(folder: Path, python: Path) -> Iterator[Scrapyd]:
    """Start Scrapyd in a folder, and stop it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (folder / "scrapyd.conf").write_text(SCRAPYD_CONF.format(port=port))
    command = [str(python), "-m", "scrapyd"]
    with (
        (folder / "scrapyd.log").open("wb") as log,
        subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env=bare()) as process,
    ):
        server = Scrapyd(f"http://127.0.0.1:{port}/", folder)
        try:
            wait_for(lambda: answers(server))
            yield server
        finally:
            process.terminate()


def answers(server: Scrapyd) -> bool:
    """Whether Scrapyd is up."""
    try:
        return bool(server.ask("daemonstatus")["status"] == "ok")
    except OSError:
        return False


def bare() -> dict[str, str]:
    """The environment without what would name a project."""
    return {name: value for name, value in os.environ.items() if not name.startswith("SCRAPY")}


def deploy(project: Path, *nodes: Scrapyd) -> None:
    """Deploy a copy of the project as a user does, to other addresses; passwords in ~/.netrc."""
    for name in DEPLOYED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, project / name)
    config = project / "scrapy.cfg"
    settings, _, target = config.read_text().partition("[deploy]\n")
    assert "url = http://localhost:6800/\n" in target
    config.write_text(
        settings
        + "".join(
            f"[deploy:node{number}]\n{target.replace('http://localhost:6800/', node.url)}\n"
            for number, node in enumerate(nodes)
        )
    )
    done = run([Path(sys.executable).with_name("scrapyd-deploy"), "-a"], project)
    # It exits with 0 whatever the servers answer.
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    assert [answer.get("message", "") for answer in answers] == [""] * len(nodes)
    assert [(each["status"], each["spiders"]) for each in answers] == [("ok", 1)] * len(nodes)


def run(command: Sequence[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command whose user has the passwords of the servers."""
    (folder / ".netrc").write_text("machine 127.0.0.1 login nightly password secret\n")
    (folder / ".netrc").chmod(0o600)
    return subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env=bare() | {"HOME": str(folder)},
    )


def audit_of(folder: Path, job: str) -> Path:
    """The folder of a job's audit."""
    (found,) = folder.glob(f"*/*_{job}")
    return found


@pytest.mark.thorough
def test_two_jobs_at_once_each_write_an_audit_and_one_that_is_cancelled_is_taken_up(
    scrapyd: Scrapyd, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "robots.txt").write_text("Sitemap: {{base}}/pages.txt\n")
    (site / "pages.txt").write_text("".join(f"{{{{base}}}}/{n}\n" for n in range(30)))
    (site / "site.toml").write_text(
        '[[rule]]\npath = "/{{n}}"\nfor = {n = "0..29"}\nbody = "<title>{{n}}</title>"\n'
    )
    asked = tmp_path / "asked"
    given = {"output": str(tmp_path / "out"), "select": "redirect", "workers": "0"}
    with served(site, log=asked) as slow, served(SITES / "redirects" / "site") as redirects:
        base = slow["base"]
        cancelled = scrapyd.schedule(base, jobid="slow", delay="0.1", concurrency="1", **given)
        nightly = scrapyd.schedule(redirects["base"], jobid="nightly", **given)
        wait_for(lambda: asked.exists() and "/0" in asked.read_text().split())
        scrapyd.ask("cancel", project="sitemap_audit", job=cancelled)
        scrapyd.wait(cancelled)
        folder = audit_of(tmp_path / "out", cancelled)
        stopped = record(folder)["incomplete_because"]
        assert stopped[0] == "The audit was stopped before the crawl was finished."
        scrapyd.schedule("", jobid=cancelled, resume=str(folder))
        wait_for(lambda: "Audit ended: complete=True" in scrapyd.log(cancelled))
        scrapyd.wait(nightly)
    run = record(folder)
    assert (run["job"], run["ledger"]["outcomes"]) == (cancelled, {"fetched": 30})
    assert run["findings"]["total"] == 0
    whole = audit_of(tmp_path / "out", nightly)
    assert whole.parent != folder.parent
    run = record(whole)
    assert (run["job"], run["complete"]) == (nightly, True), scrapyd.log(nightly)
    assert run["sites"] == [f"{redirects['base']}/"]
    assert run["checks"]["outcomes"]["error"] == 0
    assert run["findings"]["total"] > 0
    workbook = openpyxl.load_workbook(whole / "report.xlsx", read_only=True)
    assert workbook.sheetnames[0] == "Summary"
    workbook.close()
    lines = scrapyd.log(nightly).splitlines()
    assert lines[-1].endswith(f"Audit ended: complete=True, reports in {whole}")
    assert any("running the checks, writing the reports" in line for line in lines)


@pytest.mark.thorough
def test_a_job_on_a_site_that_is_down_is_not_complete_and_its_log_says_so(
    scrapyd: Scrapyd, tmp_path: Path
) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        site = f"http://127.0.0.1:{closed.getsockname()[1]}"
        job = scrapyd.schedule(site, setting=f'SITEMAP_AUDIT={{"output": "{tmp_path}"}}')
        scrapyd.wait(job)
    folder = audit_of(tmp_path, job)
    run = record(folder)
    assert run["complete"] is False
    (reason,) = run["incomplete_because"]
    assert reason.startswith(f"Cannot reach {site.removeprefix('http://')}: connection refused.")
    *_, why, last = scrapyd.log(job).splitlines()
    assert "WARNING: Not complete: " in why
    assert last.endswith(f"ERROR: Audit ended: complete=False, reports in {folder}")


@pytest.mark.thorough
def test_jobs_with_arguments_that_cannot_be_used_say_so_in_their_logs(scrapyd: Scrapyd) -> None:
    wrong = {
        "-": "a spider has no standard input",
        "x" * 50_000: "Cannot audit ",
    }
    jobs = {scrapyd.schedule(site): sentence for site, sentence in wrong.items()}
    jobs[scrapyd.schedule("", resume="/etc")] = "No audit in /etc"
    scrapyd.wait(*jobs)
    for job, sentence in jobs.items():
        assert sentence in scrapyd.log(job).splitlines()[-1]
        assert "Traceback" not in scrapyd.log(job)


@pytest.mark.thorough
def test_nobody_schedules_without_the_password(scrapyd: Scrapyd) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(f"{scrapyd.url}listprojects.json", timeout=PATIENCE)  # noqa: S310
    with caught.value as answer:
        assert answer.code == 401


@pytest.mark.thorough
def test_a_list_of_sites_is_shared_by_two_nodes(
    scrapyd: Scrapyd, python: Path, tmp_path: Path
) -> None:
    (tmp_path / "second").mkdir()
    (tmp_path / "project").mkdir()
    with (
        running(tmp_path / "second", python) as second,
        served(SITES / "clean" / "site") as site,
    ):
        deploy(tmp_path / "project", scrapyd, second)
        (tmp_path / "sites.txt").write_text(f"# ours\n{site['base']}\n{site['other']}\n")
        config = f'output = "{tmp_path}/out"\nselect = ["status"]\n'
        for node in (scrapyd, second):
            (node.folder / "sitemap-audit.toml").write_text(config)
        nodes = f"{scrapyd.url.rstrip('/')} {second.url.rstrip('/')}"
        done = run(["sh", "-c", f'nodes="{nodes}"; set -- $nodes\n{SHARED}'], tmp_path)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert [answer["status"] for answer in answers] == ["ok", "ok"], done.stderr
        for node, answer in zip((scrapyd, second), answers, strict=True):
            node.wait(answer["jobid"])
            assert "Audit ended: complete=True" in node.log(answer["jobid"])
        (scrapyd.folder / "sitemap-audit.toml").unlink()
    sites = [record(path.parent)["sites"][0] for path in (tmp_path / "out").glob("*/*/run.json")]
    assert sorted(sites) == sorted([f"{site['base']}/", f"{site['other']}/"])


def test_what_scrapyd_loads_to_list_the_spiders_leaves_the_analysis_alone() -> None:
    program = (
        "import sys, sitemap_audit.settings, sitemap_audit.addon, sitemap_audit.spiders.sitemap;"
        "print([m for m in ('pandas', 'duckdb', 'openpyxl', 'fsspec') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
