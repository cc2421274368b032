"""The library: a script and a real Jupyter kernel, which is interrupted and killed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import duckdb
import pandas as pd
import psutil
import pytest
from commanding import CLEAN, PATIENCE, ROOT, record, wait_for
from jupyter_client.manager import KernelManager
from jupyter_core.utils import ensure_event_loop
from mockserver import served
from processes import is_at_work

from sitemap_audit import load
from sitemap_audit.errors import UsageError
from sitemap_audit.storage.csv_parts import files_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jupyter_client.blocking.client import BlockingKernelClient

FAULTY = Path(__file__).parent / "fixtures" / "site"
"A site with faults."
EXAMPLES = re.findall(
    r"^```python\n(.*?)^```$", (ROOT / "docs" / "python.md").read_text("utf-8"), re.M | re.S
)
LIVE = "https://www.example.com"
FAST = {"WORKERS": "0", "DELAY": "0", "SELECT": "status,indexability,hreflang"}
"Options of the examples, which are those of the documentation else."
ENVIRONMENT = os.environ | {f"SITEMAP_AUDIT_{name}": value for name, value in FAST.items()}
SLOW = "workers=0, delay=0.2, concurrency=1, select='status'"
SCRIPT = f"""
import sys
{"".join(EXAMPLES)}
print(repr(site), site.folder, len(site.findings), sep="\\n")
print(len(listed), stored.sql("SELECT COUNT(*) AS n FROM ledger")["n"][0])
try:
    audit("{LIVE}", max_url=1)
except Exception as error:
    print(type(error).__name__, error)
print([name for name in ("scrapy", "twisted") if name in sys.modules])
"""


class Cell(NamedTuple):
    """The result of a cell."""

    status: str
    streams: str
    "What it has printed."
    value: str
    "Its last value as text, or its error."


class Kernel:
    """A Jupyter kernel."""

    def __init__(self, folder: Path) -> None:
        self.manager = KernelManager(kernel_name="python3", transport="ipc", ip=str(folder / "ipc"))
        self.manager.start_kernel(cwd=str(folder), stderr=subprocess.DEVNULL, env=ENVIRONMENT)
        self.client: BlockingKernelClient = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=PATIENCE)
        self.process = psutil.Process(int(self.execute("import os; os.getpid()").value))

    def execute(self, code: str) -> Cell:
        """Run a cell."""
        streams, values = [], []

        def show(message: dict[str, dict[str, str | dict[str, str]]]) -> None:
            content = message["content"]
            if "text" in content:
                streams.append(str(content["text"]))
            if isinstance(data := content.get("data"), dict):
                values.append(data["text/plain"])
            if "ename" in content:
                values.append(f"{content['ename']}: {content['evalue']}")

        answer = self.client.execute_interactive(code, timeout=PATIENCE, output_hook=show)
        return Cell(answer["content"]["status"], "".join(streams), "".join(values))


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kernel]:
    started = Kernel(tmp_path_factory.mktemp("notebook"))
    yield started
    started.client.stop_channels()
    started.manager.shutdown_kernel(now=True)
    started.manager.cleanup_resources()
    ensure_event_loop().close()


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """A script that has audited a site: the examples of the documentation, one after the other."""
    output = {"SITEMAP_AUDIT_OUTPUT": str(tmp_path_factory.mktemp("audits"))}
    with served(FAULTY) as site:
        return subprocess.run(
            [sys.executable, "-c", SCRIPT.replace(LIVE, site["base"])],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            env=ENVIRONMENT | output,
        )


@pytest.fixture(scope="module")
def stored(script: subprocess.CompletedProcess[str]) -> Path:
    """The audit of the script."""
    return Path(script.stdout.splitlines()[1])


def test_a_script_audits_without_a_reactor_of_its_own(
    script: subprocess.CompletedProcess[str],
) -> None:
    assert script.returncode == 0, script.stderr
    shown, folder, findings, urls, wrong, imported = script.stdout.splitlines()
    assert re.fullmatch(rf"<Audit {folder}: complete, [1-9]\d* errors?, .*>", shown)
    assert int(findings) > 0
    listed, entries = map(int, urls.split())
    assert 0 < listed <= entries
    assert wrong == "UsageError Unknown option 'max_url'. Did you mean 'max_urls'?"
    assert imported == "[]"
    assert script.stderr.splitlines() == ["running the checks, writing the reports"]


def test_tables_are_those_of_the_csv_files(stored: Path) -> None:
    before = sorted(stored.rglob("*"))
    with load(str(stored)) as audit:
        assert audit.sql("SELECT url FROM imported_urls").empty
        assert audit.is_complete
        for path in files_of(stored):
            frame = getattr(audit, path.stem)
            written = pd.read_csv(path, dtype=str, encoding="utf-8-sig")
            assert list(frame.columns) == list(written.columns), path.stem
            assert len(frame) == len(written), path.stem
            for name in set(frame.columns) & {"url", "check", "fetched_at_utc"}:
                texts = frame[name].astype("string").str.removesuffix("+00:00")
                assert texts.tolist() == written[name].astype("string").tolist(), path.stem
        assert audit.arrow("pages").num_rows == len(audit.pages)
        assert str(audit.pages["fetched_at_utc"].dtype) == "timestamp[us, tz=UTC][pyarrow]"
        counted = audit.sql(
            'SELECT severity, COUNT(*) AS n FROM findings WHERE "check" <> $no GROUP BY severity',
            {"no": "-"},
        )
        assert audit.run.findings is not None
        found = audit.run.findings.by_severity
        assert dict(counted.itertuples(index=False)) == {name: n for name, n in found.items() if n}
        assert audit.sql("SELECT has_return FROM hreflang_pairs").columns.tolist() == ["has_return"]
        assert "findings" in dir(audit)
        with pytest.raises(AttributeError, match=r"An audit has no 'finding'\. Its tables: "):
            audit.finding  # noqa: B018 - it is the test
    assert sorted(stored.rglob("*")) == before


def test_a_query_reads_and_writes_no_file(clean: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(clean, tmp_path / "audit")
    before = sorted(folder.rglob("*"))
    with load(folder) as audit:
        assert len(audit.sql("SELECT url FROM pages")) > 0
        for query in (
            f"COPY pages TO '{folder}/taken'",
            f"COPY pages TO '{folder}/data/pages/part-1.parquet'",
            f"EXPORT DATABASE '{folder}/taken'",
            f"ATTACH '{folder}/taken'",
            "INSTALL httpfs",
            f"SET allowed_directories = ['{folder}']",
            "SET enable_external_access = true",
            f"SET temp_directory = '{folder}/taken'",
            f"SET log_query_path = '{folder}/taken'",
            f"SELECT * FROM read_text('{folder}/run.json')",
            "SELECT * FROM '/etc/passwd'",
        ):
            with pytest.raises(duckdb.Error, match=r"disabled|Cannot|does not exist"):
                audit.sql(query)
        audit.sql("CREATE TEMP TABLE mine AS SELECT url FROM pages")
        assert len(audit.entries) > 0
        assert sorted(folder.rglob("*")) == before
    assert sorted(folder.rglob("*")) == before


def test_a_folder_without_an_audit_and_one_with_lost_parts(stored: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No audit in "):
        load(tmp_path)
    shutil.copytree(stored, tmp_path / "copy")
    next((tmp_path / "copy" / "data" / "pages").glob("*.parquet")).unlink()
    with pytest.raises(UsageError, match=r"Cannot open .*: data/pages lacks"):
        load(tmp_path / "copy")


@pytest.mark.thorough
def test_the_examples_run_in_a_notebook(kernel: Kernel) -> None:
    with served(CLEAN) as site:
        cells = [kernel.execute(code.replace(LIVE, site["base"])) for code in EXAMPLES]
    assert [cell.status for cell in cells] == ["ok"] * len(EXAMPLES), cells
    first, loaded, _, ledger = cells
    assert "running the checks, writing the reports" in first.streams
    assert "Empty DataFrame" in first.value  # the site has no faults
    assert loaded.value == "(True, [])"
    assert "fetched" in ledger.value


@pytest.mark.thorough
def test_interrupt_ends_the_crawl_and_a_kernel_that_dies_ends_it_too(
    kernel: Kernel, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "robots.txt").write_text("Sitemap: {{base}}/pages.txt\n")
    (site / "pages.txt").write_text("".join(f"{{{{base}}}}/{n}\n" for n in range(2000)))
    asked = tmp_path / "asked"
    with served(site, log=asked) as addresses:
        audit = f"from sitemap_audit import audit\naudit({addresses['base']!r}, {SLOW}, output="

        def is_crawling(audits: int) -> bool:
            return asked.exists() and asked.read_text().split().count("/1") == audits

        def interrupt() -> None:
            wait_for(lambda: is_crawling(1))
            os.killpg(kernel.process.pid, signal.SIGINT)  # as Jupyter does

        thread = threading.Thread(target=interrupt)
        thread.start()
        cell = kernel.execute(f"{audit}{str(tmp_path / 'interrupted')!r})")
        thread.join()
        assert cell.status == "error"
        assert cell.value == "KeyboardInterrupt: "
        assert "Press Ctrl-C again to stop at once." in cell.streams
        (folder,) = (tmp_path / "interrupted").glob("*/*")
        assert f"Stopped. To read what was crawled: load({str(folder)!r})" in cell.streams
        reason = record(folder)["incomplete_because"][0]
        assert reason == "The audit was stopped before the crawl was finished."
        assert (folder / "findings.csv").exists()
        assert kernel.process.children() == []

        kernel.client.execute(f"{audit}{str(tmp_path / 'killed')!r})")
        wait_for(lambda: is_crawling(2))
        children = kernel.process.children(recursive=True)
        kernel.process.kill()
        assert len(children) == 1  # the crawl
        wait_for(lambda: not any(map(is_at_work, children)))
