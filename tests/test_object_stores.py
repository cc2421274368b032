"""Audits on a store: crawled, killed, resumed, checked and compared by the commands."""

from __future__ import annotations

import io
import json
import re
import shlex
import signal
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import fsspec
import pandas as pd
import pytest
from commanding import CLEAN, PATIENCE, forked, only, run, wait_for
from mockserver import served
from object_store import (
    BUCKET,
    FORBIDDEN,
    SLOW_DOWN,
    Request,
    S3Server,
    listed,
    read,
    s3_server,
    write,
)
from slow_site import SlowSite

import sitemap_audit
from sitemap_audit.storage.lease import LEASE_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from preloaded import Running

SELECTED = "status,redirect,robots"
FAST = ("--workers", "0", "--select", SELECTED)
OFTEN = (
    "from sitemap_audit import pipelines\n"
    "from sitemap_audit.storage import lease, uploads, writer\n"
    "writer.Writer.__init__.__kwdefaults__['seconds'] = 0.2\n"
    "pipelines.POLL_SECONDS = uploads.SECONDS = 0.2\n"
)
"Parts and uploads come often, as in a long audit."
PAGES = 150
ONCE = {"AWS_MAX_ATTEMPTS": "1"}
NO_CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "",
    "AWS_SECRET_ACCESS_KEY": "",
    "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
    "AWS_EC2_METADATA_DISABLED": "true",
}


@pytest.fixture(scope="module")
def s3() -> Iterator[S3Server]:
    with s3_server() as server:
        yield server


@pytest.fixture
def output(s3: S3Server) -> Iterator[str]:
    """The URL of a new folder of audits."""
    s3.requests.clear()
    s3.refused.clear()
    yield f"s3://{BUCKET}/{uuid4().hex}"
    s3.refuses, s3.refusal = lambda _: False, SLOW_DOWN


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of temporary copies."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def audits(output: str) -> list[str]:
    """The URLs of the audits of an output folder, the earliest first."""
    names = [name for name in listed(output) if re.fullmatch("[^/]*/[^/]*/run.json", name)]
    return [f"{output}/{name.removesuffix('/run.json')}" for name in names]


def record(url: str) -> dict[str, Any]:
    run_record: dict[str, Any] = json.loads(read(f"{url}/run.json"))
    return run_record


def rows(content: bytes, *columns: str) -> list[tuple[Any, ...]]:
    table = pd.read_csv(io.BytesIO(content), dtype=str, keep_default_na=False)
    return sorted(table[list(columns)].itertuples(index=False, name=None))


def test_an_audit_is_stored_and_compared_with_the_last(
    s3: S3Server, output: str, tmp_path: Path, temporary: Path
) -> None:
    with served(CLEAN) as addresses:
        site = addresses["base"]
        local = run(site, "-o", tmp_path / "local", *FAST)
        folder = only(tmp_path / "local")
        earlier = f"{output}/{folder.parent.name}/{folder.name}"
        fsspec.filesystem("s3").put(f"{folder}/", earlier, recursive=True)
        s3.requests.clear()
        done = run(site, "-o", output, *FAST)
    assert (local.returncode, done.returncode) == (0, 0), done.stderr
    assert audits(output)[0] == earlier
    audit = audits(output)[1]
    assert f"Reports: {audit}\n" in done.stdout
    with sitemap_audit.load(audit) as loaded:
        assert len(loaded.pages) == record(audit)["counts"]["pages"] > 0

    for name in ("findings", "tables/pages", "tables/entries"):
        columns = ("url",)
        assert rows(read(f"{audit}/{name}.csv"), *columns) == rows(
            (folder / f"{name}.csv").read_bytes(), *columns
        )
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*.csv")}
    assert {name for name in listed(audit) if name.endswith(".csv")} == written
    ends = [each for each in s3.requests if each.method in ("PUT", "DELETE")][-2:]
    assert [(method, path.rpartition("/")[2]) for method, path in ends] == [
        ("PUT", "run.json"),
        ("DELETE", LEASE_FILE),
    ]
    assert record(audit)["changes"]["compared_with"] == record(earlier)["started_at"]
    assert record(audit)["options"]["output"] == output
    for name in set(listed(audit)) - {"audit.log"}:  # Scrapy logs where it writes it
        assert str(temporary).encode() not in read(f"{audit}/{name}"), name
    assert str(temporary) not in done.stdout + done.stderr
    assert list(temporary.iterdir()) == []


@pytest.mark.thorough
def test_the_library_and_every_command_take_an_audit_on_a_store_that_is_busy_for_a_while(
    s3: S3Server, output: str, temporary: Path
) -> None:
    seen: set[Request] = set()

    def first_time(request: Request) -> bool:
        is_new = request not in seen
        seen.add(request)
        return is_new and len(s3.refused) < 20

    s3.refuses = first_time
    with served(CLEAN) as addresses:
        done = run(addresses["base"], "-o", output, *FAST)
        assert done.returncode == 0, done.stderr
        assert len(s3.refused) == 20
        with sitemap_audit.audit(
            addresses["base"], output=output, workers=0, select=SELECTED, quiet=True
        ) as loaded:
            earlier, audit = audits(output)
            assert len(loaded.pages) == record(audit)["counts"]["pages"] > 0
            assert repr(loaded).startswith(f"<Audit {audit}: complete")
    del loaded
    assert record(earlier)["complete"] is True
    host = audit.split("/")[-2]
    for arguments, told in (
        (("check", earlier, "--select", "status"), f"Reports: {earlier}/selected\n"),
        (("report", audit), f"Reports: {audit}\n"),
        (("history", host, "-o", output), audit.rpartition("/")[2]),
        (("lookup", audit, "/"), "Status        200"),
        (("lookup", "/", "-o", output), "Status        200"),
        (("compare", host, "-o", output), f"Reports: {audit}/compared-with-"),
        (("compare", earlier, audit), f"Reports: {audit}/compared-with-"),
        (("resume", audit), f"The audit in {audit} is complete"),
    ):
        done = run(*arguments)
        assert done.returncode == 0, done.stderr
        assert told in done.stdout, arguments
        assert str(temporary) not in done.stdout + done.stderr
    assert f"{earlier}/selected/run.json" in {f"{earlier}/{name}" for name in listed(earlier)}
    assert list(temporary.iterdir()) == []


def start(*arguments: object, held: float = PATIENCE) -> AbstractContextManager[Running]:
    """Start the command with frequent uploads, and a lease of so many seconds."""
    return forked(*arguments, patch=f"{OFTEN}lease.HELD_SECONDS = {held}")


def stored_pages(output: str) -> int:
    return sum("/data/pages/part-" in name for name in listed(output))


def has_list(output: str) -> bool:
    return any(name.endswith("/data/parts.csv") for name in listed(output))


def expire(audit: str) -> None:
    """Let the time of the lease of an audit pass."""
    lease = json.loads(read(f"{audit}/{LEASE_FILE}"))
    write(f"{audit}/{LEASE_FILE}", json.dumps(lease | {"until": lease["since"]}).encode())


@pytest.mark.thorough
def test_an_audit_killed_on_one_machine_is_resumed_on_another(
    output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SlowSite(PAGES).running() as site:
        site.count_anew(hold_after=PAGES // 3)
        with start(*site.bases, "-o", output, *FAST) as process:
            wait_for(lambda: stored_pages(output) >= 1)
            site.count_anew(hold_after=PAGES // 3)
            site.answer_held()
            wait_for(lambda: stored_pages(output) >= 2 and has_list(output))
            process.send_signal(signal.SIGKILL)
        site.count_anew()
        (audit,) = audits(output)
        assert record(audit)["complete"] is False
        other = tmp_path / "other machine"
        other.mkdir()
        monkeypatch.setenv("TMPDIR", str(other))
        refused = run("resume", audit)
        assert refused.returncode == 2
        assert re.search(rf"Cannot write {audit}: process {process.pid} on ", refused.stderr)
        # A part that was uploaded, and not listed before the machine was switched off.
        (part, *_) = (name for name in listed(audit) if "/pages/part-" in name)
        write(f"{audit}/data/pages/part-999.parquet", read(f"{audit}/{part}"))
        expire(audit)
        done = run("resume", audit)
    assert done.returncode == 0, done.stderr
    assert f"Process {process.pid} on " in done.stderr
    assert "is taken over" in done.stderr
    assert record(audit)["complete"] is True
    urls = rows(read(f"{audit}/tables/pages.csv"), "url")
    assert len(urls) == len(set(urls)) == record(audit)["counts"]["pages"]
    assert len(urls) >= PAGES
    assert "data/pages/part-999.parquet" not in listed(audit)
    assert LEASE_FILE not in listed(audit)


@pytest.mark.thorough
def test_a_store_that_stays_busy_leaves_an_audit_that_is_resumed(
    s3: S3Server, output: str, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(*next(iter(ONCE.items())))
    # What the sitemap lists is not stored, but the sitemap and some pages are: they do not count.
    s3.refuses = lambda request: "/data/entries/" in request.path
    with SlowSite(PAGES).running() as site:
        site.count_anew(hold_after=PAGES // 3)
        with start(*site.bases, "-o", output, "-q", *FAST) as process:
            wait_for(lambda: stored_pages(output) >= 1)
            s3.refuses = lambda _: True
            site.count_anew()
            site.answer_held()
            told, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 3, told
        assert "Traceback" not in told
        assert told.count("could not be listed") == 1, told
        s3.refuses = lambda _: False
        (audit,) = audits(output)
        assert record(audit)["complete"] is False
        last = told.splitlines()[-1]
        sentence = re.fullmatch(
            rf"sitemap-audit: Cannot store the audit in {audit}: .*[^.]\. It is kept in (.+)\."
            r" To store it: sitemap-audit (report .+)",
            last,
        )
        assert sentence is not None, last
        kept, command = sentence.groups()
        assert kept.startswith(str(temporary))
        expire(audit)
        resumed = run("resume", audit)
    assert resumed.returncode == 0, resumed.stderr
    assert record(audit)["complete"] is True
    pages = rows(read(f"{audit}/tables/pages.csv"), "url")
    assert len(pages) == len(set(pages)) >= PAGES

    published = run(*shlex.split(command))
    assert published.returncode == 0, published.stderr
    assert record(audit)["complete"] is True
    assert rows(read(f"{audit}/tables/pages.csv"), "url") == pages


@pytest.mark.thorough
def test_a_crawl_ends_when_another_process_has_taken_the_audit_over(
    output: str, temporary: Path
) -> None:
    with SlowSite(PAGES).running() as site:
        site.count_anew(hold_after=PAGES // 3)
        with start(*site.bases, "-o", output, "-q", *FAST, held=1.5) as process:
            wait_for(lambda: stored_pages(output) >= 1)
            (audit,) = audits(output)
            lease = json.loads(read(f"{audit}/{LEASE_FILE}"))
            other = json.dumps(lease | {"token": "another"}).encode()
            write(f"{audit}/{LEASE_FILE}", other)
            (log,) = temporary.glob("*/*/*/audit.log")
            wait_for(lambda: "Closing spider" in log.read_text())
            site.count_anew()
            site.answer_held()
            told, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3, told
    assert re.search(
        r"another process has taken the audit over\. It is kept in .+\.$", told.strip()
    )
    assert read(f"{audit}/{LEASE_FILE}") == other
    assert record(audit)["complete"] is False


AUDIT = f"s3://{BUCKET}/h/2026-01-31T12-00-00Z"


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (("check", AUDIT), 2, f"No audit in {AUDIT}: run.json is missing. Pass the URL"),
        (("http://127.0.0.1:9/", "-o", "s3://"), 2, "it must be a path on this machine, or a URL"),
        (("http://127.0.0.1:9/", "-o", "s3://absent/x"), 2, "bucket does not exist. Check the URL"),
        (
            ("check", "s3://audits/x*/y/z"),
            2,
            "its path has *, ? or [. Choose another one.",
        ),
        (("check", "unknown://x/y/z"), 2, "Protocol not known: unknown."),
        (("check", "gs://x/y/z"), 2, "gs:// needs gcsfs, which is not installed. Run: pip install"),
        (("submit", AUDIT), 2, "'sitemap-audit submit' needs a local folder"),
        (("open", AUDIT), 2, "'sitemap-audit open' needs a local folder"),
        (("fix", AUDIT, "-o", AUDIT), 2, "'sitemap-audit fix --output' needs a local folder"),
        (
            ("history", "host", "-o", "s3://audits/none"),
            2,
            "No audits of host in s3://audits/none.",
        ),
        (("lookup", "/", "-o", "s3://audits/none"), 2, "No audit in s3://audits/none: it has no"),
        (
            ("crawl", "sitemap", "-a", "site=x", "-a", f"output={AUDIT}"),
            1,
            "in a local folder, and",
        ),
    ],
)
@pytest.mark.usefixtures("s3")
def test_what_cannot_be_opened_gets_a_sentence(
    temporary: Path, arguments: tuple[str, ...], status: int, sentence: str
) -> None:
    module = "scrapy" if arguments[0] == "crawl" else "sitemap_audit"
    done = run(*arguments, module=module)
    assert (done.returncode, "Traceback" in done.stderr) == (status, False), done.stderr
    assert sentence in done.stderr
    assert module == "scrapy" or done.stderr.count("\n") == 1
    assert list(temporary.iterdir()) == []
    assert listed(f"s3://{BUCKET}/h") == []


@pytest.mark.parametrize(
    ("environment", "status", "sentence"),
    [
        (NO_CREDENTIALS, 2, "Unable to locate credentials. Check the URL, and the credentials"),
        ({"AWS_ENDPOINT_URL": "http://127.0.0.1:9"}, 3, "Could not connect to the endpoint URL"),
    ],
)
def test_a_store_that_cannot_be_reached_gets_a_sentence(
    environment: dict[str, str], status: int, sentence: str
) -> None:
    done = run("check", AUDIT, environment=ONCE | environment)
    assert (done.returncode, done.stderr.count("\n")) == (status, 1), done.stderr
    assert f"Cannot open {AUDIT}: {sentence}" in done.stderr


def test_wrong_credentials_get_a_sentence(s3: S3Server, output: str) -> None:
    s3.refuses, s3.refusal = lambda _: True, FORBIDDEN
    with served(CLEAN) as addresses:
        begun = run(addresses["base"], "-o", output, *FAST)
    for done in (run("check", AUDIT), begun):
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert "Check the URL, and the credentials of the store." in done.stderr


def test_a_missing_package_is_named() -> None:
    done = run("check", AUDIT, patch="import sys; sys.modules['s3fs'] = None")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "s3:// needs s3fs, which is not installed." in done.stderr
    assert "Run: pip install 'sitemap-audit[s3]'" in done.stderr


def test_a_file_url_is_a_store_too(tmp_path: Path, temporary: Path) -> None:
    output = f"file://{tmp_path}/audits"
    with served(CLEAN) as addresses:
        done = run(addresses["base"], "-o", output, *FAST)
    assert done.returncode == 0, done.stderr
    (audit,) = audits(output)
    assert f"Reports: {audit}\n" in done.stdout
    assert record(audit)["complete"] is True
    assert {LEASE_FILE, "run.json", "report.html"} & set(listed(audit)) == {
        *("run.json", "report.html")
    }
    assert list(temporary.iterdir()) == []
