"""Run the command on small sites and read its output."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import sysconfig
import time
import venv
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import pandas as pd
import preloaded

from sitemap_audit.storage.csv_parts import file_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from sitemap_audit.storage.duckdb import DuckDBStore

ROOT = Path(__file__).parent.parent
CLEAN = ROOT / "tests" / "sites" / "clean" / "site"
"A site without faults."
COMMAND = [sys.executable, "-m", "sitemap_audit"]
NO_AUTHORITIES = {"SSL_CERT_FILE": os.devnull, "REQUESTS_CA_BUNDLE": "", "CURL_CA_BUNDLE": ""}
"""Environment of the commands: they trust what a test lets them trust. To read the certificates of
all authorities takes a quarter of what a small crawl takes."""
PATIENCE = 600
"Timeout in seconds, long enough for a busy machine."
WIDE = {
    "COLUMNS": "10000",
    "SITEMAP_AUDIT_TIMEOUT": str(PATIENCE),
    "SITEMAP_AUDIT_RENDER_TIMEOUT": str(PATIENCE),
}
"""Environment of the commands: tests compare sentences, not lines, and what a busy machine delays
exceeds no timeout that a test does not set."""


class Ended(NamedTuple):
    """The result of a command."""

    status: int
    output: str
    folder: Path | None
    "Folder of the audit, if there is one."

    @property
    def run(self) -> dict[str, Any]:
        """Return run.json."""
        assert self.folder is not None, self.output
        return record(self.folder)

    def table(self, name: str) -> pd.DataFrame:
        """Read a CSV file; missing values are empty strings."""
        assert self.folder is not None, self.output
        return pd.read_csv(self.folder / file_of(name), dtype=str, keep_default_na=False)

    def page(self, path: str) -> Mapping[str, str]:
        """Return the row of pages.csv whose URL ends with ``path``."""
        pages = self.table("pages")
        (row,) = pages[pages["url"].str.endswith(path)].to_dict("records")
        return {str(name): value for name, value in row.items()}


def record(folder: Path) -> dict[str, Any]:
    """Read the run.json of an audit."""
    run: dict[str, Any] = json.loads((folder / "run.json").read_text("utf-8"))
    return run


def only(output: Path) -> Path:
    """Return the folder of the only audit below ``output``."""
    (folder,) = (path.parent for path in output.glob("*/*/run.json"))
    return folder


def wait_for(condition: Callable[[], Any]) -> Any:
    """Wait until a condition holds; return its value."""
    give_up = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < give_up, "it never came"
        time.sleep(0.05)
    return value


@contextmanager
def started(*arguments: object, folder: Path = ROOT) -> Iterator[subprocess.Popen[str]]:
    """Start the command with a Python of its own, in its own process group, as a terminal does.

    Args:
        folder: its working directory.
    """
    with subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        cwd=folder,
        env=os.environ | WIDE,
    ) as process:
        try:
            yield process
        finally:
            process.kill()  # if the test has failed; otherwise it has ended


def forked(
    *arguments: object,
    before: Callable[[], object] | None = None,
    folder: Path = ROOT,
    patch: str = "",
) -> AbstractContextManager[preloaded.Running]:
    """Start the command in a process forked from a preloaded one, in its own process group.

    Args:
        before: called in its process first; a function that can be pickled.
        folder: its working directory.
        patch: Python code to run in its process before the command.
    """
    return preloaded.started(
        "sitemap_audit",
        [*map(str, arguments)],
        folder=folder,
        environment=os.environ | WIDE | NO_AUTHORITIES,
        before=before,
        patch=patch,
        has_one_stream=True,
    )


def impatient(place: str, seconds: float = 1) -> str:
    """Return a patch that lets requests for URLs with a text time out, and no others.

    A timeout that holds for all requests is exceeded by any that a busy machine delays.
    """
    return f"""
from scrapy.downloadermiddlewares.downloadtimeout import DownloadTimeoutMiddleware

def process_request(self, request, spider=None, real=DownloadTimeoutMiddleware.process_request):
    if {place!r} in request.url:
        request.meta["download_timeout"] = {seconds}
    return real(self, request)

DownloadTimeoutMiddleware.process_request = process_request
"""


def never_ending_checks() -> None:
    """Let the checks of this process and of those that it forks begin, and never end by themselves.

    Those of a small audit end in less time than a busy machine may need to stop them.
    """
    from sitemap_audit.analysis import runner

    def run_checks(store: DuckDBStore, *_: object, **__: object) -> None:
        store.rows("SELECT COUNT(*) FROM range(100000000000) AS a, range(100000000000) AS b")

    vars(runner)["run_checks"] = run_checks


def file_size_limit(size: int) -> Callable[[], object]:
    """Return what lets a process write no file of more than ``size`` bytes, as on a full disk."""
    return partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@contextmanager
def full_disk() -> Iterator[None]:
    """Let this process write no byte to a file, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def run(
    *arguments: object,
    folder: Path = ROOT,
    environment: Mapping[str, str] | None = None,
    before: Callable[[], object] | None = None,
    stdin: str | IO[bytes] | int | None = None,
    module: str = "sitemap_audit",
    patch: str = "",
) -> subprocess.CompletedProcess[str]:
    """Run the command and wait for it.

    Args:
        folder: its working directory.
        before: called in its process first; a function that can be pickled.
        environment: variables; Python is started anew where PYTHONPATH is one of them.
        stdin: text for its standard input, or a file: then Python is started anew.
        patch: Python code to run in its process before the command.
    """
    words = [*map(str, arguments)]
    variables = {**os.environ, **WIDE, **NO_AUTHORITIES, **(environment or {})}
    text = "" if stdin is None else stdin
    if isinstance(text, str) and "PYTHONPATH" not in (environment or {}):
        with preloaded.started(
            module,
            words,
            folder=folder,
            environment=variables,
            stdin=text,
            before=before,
            patch=patch,
        ) as process:
            output, error = process.communicate(timeout=PATIENCE)
        assert process.returncode is not None
        return subprocess.CompletedProcess(words, process.returncode, output, error)
    assert before is None
    assert not isinstance(stdin, str)
    patched = f"{patch}\nimport runpy; runpy.run_module({module!r}, run_name='__main__')"
    return subprocess.run(
        [sys.executable, *(("-c", patched) if patch else ("-m", module)), *words],
        stdin=stdin,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        cwd=folder,
        env=variables,
    )


def outside(
    *command: str | Path, folder: Path, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program as a user's shell does, outside of the environment of the tests."""
    here = os.path.dirname(sys.executable)  # noqa: PTH120 - as PATH has it
    path = [each for each in os.environ["PATH"].split(os.pathsep) if each != here]
    rest = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    return subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**rest, "PATH": os.pathsep.join(path), **WIDE, **(environment or {})},
    )


def audit(
    *arguments: object,
    output: Path,
    environment: Mapping[str, str] | None = None,
    patch: str = "",
    before: Callable[[], object] | None = None,
) -> Ended:
    """Audit a site with the command and a few checks; one audit at most below ``output``.

    Without worker processes, which take longer to start than a small site takes to parse.
    ``before`` runs in its process first.
    """
    options = ("-o", output, "--select", "status,redirect,robots,sitemap/unreachable")
    few = (*arguments, *options, "--workers", 0)
    done = run(*few, environment=environment, before=before, patch=patch)
    return _ended(done, output)


def command(
    *arguments: object,
    output: Path,
    environment: Mapping[str, str] | None = None,
    before: Callable[[], object] | None = None,
) -> Ended:
    """Run the command; ``before`` runs in its process first."""
    return _ended(run(*arguments, environment=environment, before=before), output)


def crawl(site: str, *settings: str, output: Path, patch: str = "") -> Ended:
    """Audit a site with ``scrapy crawl``, a few checks and settings as NAME=VALUE."""
    arguments = (f"site={site}", f"output={output}", "select=status", "workers=0")
    given = [each for argument in arguments for each in ("-a", argument)]
    given += [each for setting in settings for each in ("-s", setting)]
    return _ended(run("crawl", "sitemap", *given, module="scrapy", patch=patch), output)


def _ended(done: subprocess.CompletedProcess[str], output: Path) -> Ended:
    folders = [path.parent for path in output.glob("*/*/run.json")]
    assert len(folders) <= 1
    return Ended(done.returncode, done.stdout + done.stderr, folders[0] if folders else None)


def sitemap(*locs: str) -> str:
    """Make a urlset."""
    entries = "".join(f"<url><loc>{loc}</loc></url>" for loc in locs)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'
    )


def index(*locs: str) -> str:
    """Make a sitemap index."""
    entries = "".join(f"<sitemap><loc>{loc}</loc></sitemap>" for loc in locs)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</sitemapindex>'
    )


def page(title: str, head: str = "") -> str:
    """Make an HTML page."""
    return (
        f'<!doctype html><html lang="en"><head><title>{title}</title>{head}</head>'
        f"<body><h1>{title}</h1><p>Some words of {title}.</p></body></html>"
    )


def without_project(folder: Path) -> Path:
    """An environment that has what the project needs, but not the project; its Python.

    What is installed there, an egg or a wheel, is the only place that the package can come from.
    """
    venv.create(folder, symlinks=True)
    installed, packages = (
        Path(sysconfig.get_path("purelib", vars={"base": str(base)}))
        for base in (sys.prefix, folder)
    )
    for entry in installed.iterdir():
        if "sitemap_audit" not in entry.name:
            (packages / entry.name).symlink_to(entry)
    return folder / "bin" / "python"
