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
from slow_site import SlowSite

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parent.parent
PAGES = 20
SITES = ROOT / "tests" / "sites"
HOSTS = ("127.0.0.51", "127.0.0.52")
"IP addresses of the nodes: nobody else takes a port of theirs before they do."
DEPLOYED = ("pyproject.toml", "README.md", "LICENSE", "scrapy.cfg", "sitemap_audit")
SCRAPYD_CONF = """[scrapyd]
bind_address = {host}
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
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Scrapyd, Scrapyd]]:
    """Two Scrapyds that know nothing of the project, which is then deployed to both at once."""
    python = without_project(tmp_path_factory.mktemp("environment"))
    with (
        running(HOSTS[0], tmp_path_factory.mktemp("first"), python) as first,
        running(HOSTS[1], tmp_path_factory.mktemp("second"), python) as second,
    ):
        deploy(tmp_path_factory.mktemp("project"), first, second)
        yield first, second


@contextmanager
def running(host: str, folder: Path, python: Path) -> Iterator[Scrapyd]:
    """Start Scrapyd in a folder, and stop it."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        port = probe.getsockname()[1]
    (folder / "scrapyd.conf").write_text(SCRAPYD_CONF.format(host=host, port=port))
    command = [str(python), "-m", "scrapyd"]
    with (
        (folder / "scrapyd.log").open("wb") as log,
        subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env=bare()) as process,
    ):
        server = Scrapyd(f"http://{host}:{port}/", folder)
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
    lines = (f"machine {host} login nightly password secret\n" for host in HOSTS)
    (folder / ".netrc").write_text("".join(lines))
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
def test_two_nodes_share_a_list_and_tell_what_jobs_end_early_and_one_is_taken_up(
    nodes: tuple[Scrapyd, Scrapyd], tmp_path: Path
) -> None:
    config = (
        f'output = "{tmp_path}/out"\nselect = ["redirect"]\nworkers = 0\ntimeout = {PATIENCE}\n'
    )
    alone = "concurrency = 1\n"
    first, second = nodes
    for node, more in ((first, alone), (second, "")):
        (node.folder / "sitemap-audit.toml").write_text(config + more)
    with (
        SlowSite(PAGES).running() as slow,
        served(SITES / "redirects" / "site") as redirects,
    ):
        slow.count_anew(hold_after=PAGES // 2)
        wrong = second.schedule("x" * 50_000)
        (tmp_path / "sites.txt").write_text(f"# ours\n{slow.bases[0]}\n{redirects['base']}\n")
        urls = " ".join(node.url.rstrip("/") for node in nodes)
        done = run(["sh", "-c", f'nodes="{urls}"; set -- $nodes\n{SHARED}'], tmp_path)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert [answer["status"] for answer in answers] == ["ok", "ok"], done.stderr
        cancelled, whole = (answer["jobid"] for answer in answers)
        wait_for(lambda: len(slow.asked) > PAGES // 2)
        first.ask("cancel", project="sitemap_audit", job=cancelled)
        wait_for(lambda: "Closing spider" in first.log(cancelled))
        slow.count_anew()
        slow.answer_held()
        first.wait(cancelled)
        folder = audit_of(tmp_path / "out", cancelled)
        stopped = record(folder)["incomplete_because"]
        assert stopped[0] == "The audit was stopped before the crawl was finished."
        *_, why, last = first.log(cancelled).splitlines()
        assert "WARNING: Not complete: " in why
        assert last.endswith(f"ERROR: Audit ended: complete=False, reports in {folder}")
        first.schedule("", jobid=cancelled, resume=str(folder))
        wait_for(lambda: "Audit ended: complete=True" in first.log(cancelled))
        second.wait(whole, wrong)
    told = record(folder)
    assert (told["job"], told["ledger"]["outcomes"]) == (cancelled, {"fetched": PAGES})
    assert told["findings"]["total"] == 0
    other = audit_of(tmp_path / "out", whole)
    assert other.parent != folder.parent
    told = record(other)
    assert (told["job"], told["complete"]) == (whole, True), second.log(whole)
    assert told["sites"] == [f"{redirects['base']}/"]
    assert told["checks"]["outcomes"]["error"] == 0
    assert told["findings"]["total"] > 0
    workbook = openpyxl.load_workbook(other / "report.xlsx", read_only=True)
    assert workbook.sheetnames[0] == "Summary"
    workbook.close()
    lines = second.log(whole).splitlines()
    assert lines[-1].endswith(f"Audit ended: complete=True, reports in {other}")
    assert any("running the checks, writing the reports" in line for line in lines)
    assert "Cannot audit " in second.log(wrong).splitlines()[-1]
    assert "Traceback" not in second.log(wrong)


@pytest.mark.thorough
def test_nobody_schedules_without_the_password(nodes: tuple[Scrapyd, Scrapyd]) -> None:
    node, _ = nodes
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(f"{node.url}listprojects.json", timeout=PATIENCE)  # noqa: S310
    with caught.value as answer:
        assert answer.code == 401


def test_what_scrapyd_loads_to_list_the_spiders_leaves_the_analysis_alone() -> None:
    program = (
        "import sys, sitemap_audit.settings, sitemap_audit.addon, sitemap_audit.spiders.sitemap;"
        "print([m for m in ('pandas', 'duckdb', 'openpyxl', 'fsspec') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
