"""Submissions of stored audits, to a server on this machine that speaks IndexNow."""

from __future__ import annotations

import json
import os
import shutil
import signal
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NamedTuple

import duckdb
import pytest
from commanding import started, wait_for
from make_stored_audit import FIXTURES

from sitemap_audit import cli
from sitemap_audit.commands import acting
from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.parsing.urls import key
from sitemap_audit.storage.run_record import read_run
from sitemap_audit.submission import records
from sitemap_audit.submission.refusals import refuse_audit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SITE = "http://www.example.com"
KEY = "0123456789abcdef"


class IndexNow:
    """What the server has received, and how it responds."""

    def __init__(self) -> None:
        self.files = {f"/{KEY}.txt": KEY}
        "Key files of every host."
        self.received: list[dict[str, Any]] = []
        self.planned: list[tuple[int, dict[str, str]] | None] = []
        "Responses to the next requests; None: the connection is held until `release`."
        self.release = threading.Event()
        self.url = ""

    @property
    def urls(self) -> list[str]:
        return [url for each in self.received for url in each["urlList"]]

    def judge(self, body: dict[str, Any]) -> tuple[int, dict[str, str]]:
        """Respond as the protocol says."""
        if self.files.get(body["keyLocation"].partition("example.com")[2]) != body["key"]:
            return 403, {}
        if any(f"//{body['host']}/" not in url for url in body["urlList"]):
            return 422, {}
        return (400 if len(body["urlList"]) > 10_000 else 200), {}


@contextmanager
def serving() -> Iterator[IndexNow]:
    """Serve the endpoint, and be the proxy of the site."""
    state = IndexNow()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            text = state.files.get("/" + self.path.split("/", 3)[3])
            self._respond(404 if text is None else 200, {}, (text or "").encode())

        def do_POST(self) -> None:
            assert self.path.endswith("/indexnow")
            assert self.headers["Content-Type"] == "application/json; charset=utf-8"
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.received.append(body)
            planned = state.planned.pop(0) if state.planned else state.judge(body)
            if planned is None:
                state.release.wait(60)
                return
            self._respond(*planned, b'{"message": "why"}' if planned[0] >= 400 else b"")

        def _respond(self, status: int, headers: dict[str, str], body: bytes) -> None:
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        state.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield state
        finally:
            state.release.set()
            server.shutdown()
            thread.join()


@pytest.fixture
def indexnow() -> Iterator[IndexNow]:
    with serving() as state:
        yield state


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "audits"


def stored(
    output: Path,
    day: int,
    pages: dict[str, str | int],
    *,
    is_named: bool = True,
    **values: Any,
) -> Path:
    """Store an audit of a site.

    Args:
        pages: listed pages by path: the title, or the status of a page that is not indexable, 0 for
            one that was not fetched.
        is_named: whether robots.txt lists the sitemap.
        values: of its run record.
    """
    folder = output / "www.example.com" / f"2026-10-{day:02}T10-00-00Z"
    shutil.copytree(FIXTURES / "stored_audit_1", folder)
    with duckdb.connect() as db:
        for part in folder.glob("data/*/*.parquet"):
            table = part.parent.name
            db.execute(f"CREATE TABLE made AS FROM '{part}'")
            for name, kind, *_ in db.execute("DESCRIBE made").fetchall():
                if kind == "VARCHAR":
                    db.execute(
                        f'UPDATE made SET "{name}" = REPLACE("{name}",'
                        f" 'http://127.0.0.1:8767', '{SITE}')"
                    )
            if table in ("entries", "pages"):
                db.execute(f"CREATE TABLE model AS FROM made WHERE url = '{SITE}/index.html'")
                db.execute("DELETE FROM made")
                for number, (path, value) in enumerate(pages.items(), 1):
                    _add(db, table, number, path, value)
                db.execute("DROP TABLE model")
            if table == "robots_lines" and not is_named:
                db.execute("DELETE FROM made WHERE field = 'sitemap'")
            if table in ("entry_alternates", "page_alternates", "page_canonicals"):
                db.execute("DELETE FROM made")
            db.execute(f"COPY made TO '{part}' (FORMAT parquet)")
            db.execute("DROP TABLE made")
    record = json.loads((folder / "run.json").read_text("utf-8"))
    moment = f"2026-10-{day:02}T10:00:00+00:00"
    record |= {"sites": [f"{SITE}/"], "started_at": moment, "finished_at": moment, **values}
    del record["counts"]
    (folder / "run.json").write_text(json.dumps(record), "utf-8")
    return folder


def _add(db: duckdb.DuckDBPyConnection, table: str, number: int, path: str, value: Any) -> None:
    url = f"{SITE}{path}"
    if table == "entries":
        new = f"'{url}' AS loc, '{url}' AS url, {key(url)} AS url_key, {number} AS position"
    elif value == 0:
        return
    else:
        title, status = (value, 200) if isinstance(value, str) else ("Error", value)
        new = (
            f"'{url}' AS url, {key(url)} AS url_key, '{title}' AS title,"
            f" {number} AS id, {status} AS status"
        )
    db.execute(f"INSERT INTO made BY NAME SELECT * REPLACE ({new}) FROM model")


class Done(NamedTuple):
    """What a run of the command did."""

    output: str
    returncode: int


@pytest.fixture(autouse=True)
def proxied(indexnow: IndexNow, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server be the proxy of the site."""
    for name, value in (("http_proxy", indexnow.url), ("no_proxy", "127.0.0.1")):
        monkeypatch.setenv(name, value)


@pytest.fixture(autouse=True)
def unlocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take no lock: it would last until the tests end."""
    monkeypatch.setattr("sitemap_audit.submission.submit.take_lock", lambda _: 0)


def submit(server: IndexNow, folder: Path, *words: object) -> Done:
    """Run the command in this process, without the lock of the audit."""
    given = [str(word) for word in words]
    if "--endpoint" not in given:
        given += ["--endpoint", f"{server.url}/indexnow"]
    lines: list[str] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("sitemap_audit.evaluation.stored.open_audit", read_run)
        patched.setattr(acting, "show_plainly", lines.append)
        try:
            status = cli.command_line.main(["submit", str(folder), *given], standalone_mode=False)
        except AuditError as error:
            lines.append(str(error))
            status = 2 if isinstance(error, UsageError) else 3
    return Done("\n".join(lines), status)


def last_record(output: Path) -> dict[str, Any]:
    *_, path = sorted(output.glob("*/submissions/2*/submission.json"))
    made: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return made


def test_only_what_changed_since_the_last_submission_is_sent(
    output: Path, indexnow: IndexNow
) -> None:
    stored(output, 1, {"/": "Home", "/a": "A", "/b": "B", "/c": "C", "/d": "D"})
    pages: dict[str, str | int] = {
        "/": "Home",
        "/a": "New",
        "/b": 0,
        "/d": 404,
        "/e": "E",
        "/f": 404,
    }
    second = stored(output, 2, pages)
    dry = submit(indexnow, second)
    assert dry.returncode == 0, dry.output
    assert "Compared with the audit 2026-10-01T10-00-00Z: 3 URLs to submit." in dry.output
    assert f"added: 1\n  {SITE}/e\nchanged: 1\n  {SITE}/a\nremoved: 1\n  {SITE}/d" in dry.output
    assert "Not submitted: 1 URL, not compared" in dry.output
    assert "Not submitted: 1 URL, removed, but not confirmed by a second" in dry.output
    assert "Not submitted: 1 URL, added, but not indexable" in dry.output
    assert "Nothing was sent." in dry.output
    assert not list(output.glob("*/submissions"))
    assert indexnow.received == []

    done = submit(indexnow, second, "--yes", "--key", KEY)
    assert done.returncode == 0, done.output
    assert indexnow.received == [
        {
            "host": "www.example.com",
            "key": KEY,
            "keyLocation": f"{SITE}/{KEY}.txt",
            "urlList": [f"{SITE}/a", f"{SITE}/d", f"{SITE}/e"],
        }
    ]
    again = submit(indexnow, second, "--yes")
    assert "Nothing is left to send." in again.output
    assert again.returncode == 0

    # /b changed while it was not checked, /c is missing again, /f can be indexed now.
    indexnow.received.clear()
    third = stored(output, 3, {"/": "Home", "/a": "New", "/b": "New", "/d": 404, "/f": "F"})
    done = submit(indexnow, third, "--yes")  # the key was kept
    assert done.returncode == 0, done.output
    assert indexnow.urls == [f"{SITE}/b", f"{SITE}/c", f"{SITE}/f"]
    assert "Compared with the submission of" in done.output
    assert "1 URL, removed, but not confirmed" in done.output  # /e
    assert len(list(output.glob("*/submissions/2*/data"))) == 1
    earlier = submit(indexnow, second, "--yes")
    assert "a later audit was submitted, 2026-10-03T10-00-00Z" in earlier.output
    assert earlier.returncode == 2


def test_an_audit_without_pages_that_stopped_removes_nothing(
    output: Path, indexnow: IndexNow
) -> None:
    stored(output, 1, {"/": "Home", "/a": "A"})
    why: dict[str, Any] = {
        "complete": False,
        "incomplete_because": ["Stopped."],
        "reason": "shutdown",
    }
    second = stored(output, 2, {"/": "Home", "/b": 0}, **why)
    done = submit(indexnow, second, "--yes", "--key", KEY)
    assert done.returncode == 0, done.output
    assert "The audit is not complete" in done.output
    assert indexnow.urls == [f"{SITE}/b"]
    # Nothing is lost: /a is still known, as it was.
    third = stored(output, 3, {"/": "Home", "/a": "New", "/b": "B"})
    assert submit(indexnow, third, "--yes").returncode == 0
    assert indexnow.urls[1:] == [f"{SITE}/a"]


def test_a_first_audit_only_begins(output: Path, indexnow: IndexNow) -> None:
    first = stored(output, 1, {"/": "Home"})
    done = submit(indexnow, first, "--yes", "--key", KEY)
    assert done.returncode == 0, done.output
    assert "There is no earlier audit to compare with." in done.output
    assert "robots.txt" not in done.output
    second = stored(output, 2, {"/": "Home", "/a": "A"}, is_named=False)
    shutil.rmtree(first)  # the submission has what it needs
    done = submit(indexnow, second, "--yes")
    assert f"Add to {SITE}/robots.txt:\n  Sitemap: {SITE}/sitemap.xml" in done.output
    assert done.returncode == 0
    assert indexnow.urls == [f"{SITE}/a"]


def test_requests_have_at_most_10_000_urls(output: Path) -> None:
    body = {"host": "www.example.com", "urlList": [str(number) for number in range(20_001)]}
    made = records.write_submission(
        output,
        {"started_at": "", "sites": [], "options": {}},
        "audit",
        [body],
        [],
        lambda folder: (folder / "data").mkdir(),
    )
    assert [each.urls for each in made.requests] == [10_000, 10_000, 1]
    assert records.last_submission(output) == made


def planned(output: Path) -> Path:
    """Write a submission of an audit, with two URLs that are not sent yet."""
    folder = output / "www.example.com" / "2026-10-02T10-00-00Z"
    (folder / "data").mkdir(parents=True)
    record = json.loads((FIXTURES / "stored_audit_1" / "run.json").read_text("utf-8"))
    record |= {"sites": [f"{SITE}/"], "started_at": "2026-10-02T10:00:00+00:00"}
    (folder / "run.json").write_text(json.dumps(record), "utf-8")
    place = folder.parent / records.FOLDER
    head = {"host": "www.example.com", "key": KEY, "keyLocation": f"{SITE}/{KEY}.txt"}
    body = {**head, "urlList": [f"{SITE}/a", f"{SITE}/b"]}
    records.write_submission(
        place, record, folder.name, [body], [], lambda made: (made / "data").mkdir()
    )
    records.store_key(place, KEY, None)
    return folder


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (200, "2 URLs of www.example.com: 200, accepted."),
        (202, "202, accepted; the key file is still to be validated."),
        (400, "400, refused: the request is not valid."),
        (403, "403, refused: the key is not valid. Check the key file"),
        (422, "422, refused: the URLs do not belong to the host"),
        (429, "The endpoint asks to wait 3,600 seconds: more than --max-wait."),
        (500, "500, not accepted. Check --endpoint, or try later."),
        (301, "301, not accepted. Check --endpoint"),
    ],
)
def test_each_status_is_handled(output: Path, indexnow: IndexNow, status: int, words: str) -> None:
    folder = planned(output)
    indexnow.planned = [(status, {"Retry-After": "3600", "Location": f"{indexnow.url}/indexnow"})]
    done = submit(indexnow, folder, "--yes")
    assert words in done.output, done.output
    assert done.returncode == (0 if status in (200, 202) else 3)
    (request,) = last_record(output)["requests"]
    assert request["status"] == status
    if status not in (200, 202):
        dry = submit(indexnow, folder)
        assert f"left to send: 2\n  {SITE}/a\n  {SITE}/b\nNothing was sent." in dry.output
    again = submit(indexnow, folder, "--yes")
    assert len(indexnow.received) == (1 if status in (200, 202) else 2)
    assert again.returncode == 0
    assert last_record(output)["requests"][0]["status"] == (status if status == 202 else 200)


def test_429_is_sent_again_after_the_pause(output: Path, indexnow: IndexNow) -> None:
    indexnow.planned = [(429, {"Retry-After": "0"})]
    done = submit(indexnow, planned(output), "--yes", "--key", KEY)
    assert "Waiting 0 seconds." in done.output
    assert done.returncode == 0
    assert indexnow.received[0] == indexnow.received[1]


def test_a_wrong_key_file_stops_before_anything_is_sent(output: Path, indexnow: IndexNow) -> None:
    folder = planned(output)
    for text, words in ((None, "returns 404"), ("other", "does not contain the key alone")):
        indexnow.files = {} if text is None else {f"/{KEY}.txt": text}
        done = submit(indexnow, folder, "--yes")
        assert f"{SITE}/{KEY}.txt {words}" in done.output
        assert done.returncode == 3
    assert indexnow.received == []
    indexnow.files = {f"/{KEY}.txt": KEY}
    assert submit(indexnow, folder, "--yes").returncode == 0


def test_a_key_file_in_a_folder_allows_its_urls(output: Path, indexnow: IndexNow) -> None:
    stored(output, 1, {"/": "Home"})
    folder = stored(output, 2, {"/": "Home", "/a": "A", "/shop/b": "B"})
    indexnow.files = {"/shop/key.txt": KEY}
    words = ("--key", KEY, "--key-location", f"{SITE}/shop/key.txt")
    done = submit(indexnow, folder, "--yes", *words)
    assert "1 URL of www.example.com are not sent: outside /shop/ of the key." in done.output
    assert indexnow.urls == [f"{SITE}/shop/b"]
    assert done.returncode == 3
    later = submit(indexnow, stored(output, 3, {"/": "Home", "/a": "A", "/shop/b": "B"}))
    assert f"left from the last submission: 1\n  {SITE}/a" in later.output
    indexnow.files[f"/{KEY}.txt"] = KEY
    assert submit(indexnow, folder, "--yes", "--key", KEY).returncode == 0
    assert indexnow.urls == [f"{SITE}/shop/b", f"{SITE}/a"]


def test_a_new_key_says_where_to_put_it(output: Path, indexnow: IndexNow) -> None:
    folder = planned(output)
    (folder.parent / "submissions" / "indexnow.json").unlink()
    (folder.parent / "submissions" / f"{KEY}.txt").unlink()
    done = submit(indexnow, folder, "--yes")
    assert "there is no key yet. --new-key makes one" in done.output
    assert done.returncode == 2
    done = submit(indexnow, folder, "--new-key")
    assert done.returncode == 0
    (file,) = output.glob("*/submissions/*.txt")
    key = file.read_text("utf-8")
    assert file.stem == key
    assert len(key) == 32
    assert f"Put {file} on the server, so that {SITE}/{key}.txt returns it" in done.output
    indexnow.files = {f"/{key}.txt": key}
    assert submit(indexnow, folder, "--yes").returncode == 0
    assert indexnow.received[0]["key"] == key


def test_an_unreachable_endpoint_is_a_sentence(output: Path, indexnow: IndexNow) -> None:
    folder = planned(output)
    done = submit(indexnow, folder, "--yes", "--endpoint", "http://127.0.0.1:1/indexnow")
    assert "failed: http://127.0.0.1:1/indexnow: Connection refused." in done.output
    assert done.returncode == 3
    assert submit(indexnow, folder, "--yes").returncode == 0
    assert len(indexnow.received) == 1


def test_a_stop_in_the_middle_sends_nothing_twice(output: Path, indexnow: IndexNow) -> None:
    folder = planned(output)
    indexnow.planned = [None]
    words = ("submit", folder, "--yes", "--endpoint", f"{indexnow.url}/indexnow")
    with started(*words) as process:
        wait_for(lambda: indexnow.received)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(60)
    assert last_record(output)["requests"][0]["status"] is None
    done = submit(indexnow, folder, "--yes")
    assert "It is not sent again without --resend." in done.output
    assert done.returncode == 3
    assert len(indexnow.received) == 1
    assert submit(indexnow, folder, "--yes", "--resend").returncode == 0
    assert len(indexnow.received) == 2


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"sites": ["http://127.0.0.1:8767/"]}, "127.0.0.1:8767 is not a public host."),
        ({"sites": ["http://intranet/"]}, "intranet is not a public host."),
        ({"sites": ["https://staging.example.com/"]}, "looks like a staging server. If it is"),
        ({"sites": ["https://shop-dev.example.com/"]}, "looks like a staging server"),
        ({"private_addresses": {"www.example.com": ["10.0.0.1"]}}, "is in a private network."),
        ({"options": {"map": ["https://a.example=https://b.example"]}}, "(--map)"),
        ({"options": {"connect_to": ["a:1:b:2"]}}, "(--connect-to)"),
        ({"options": {"base": "https://www.example.com"}}, "the audit is of local files (--base)"),
    ],
)
def test_what_is_not_the_live_site_is_refused(values: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError) as refused:
        refuse_audit({"sites": [f"{SITE}/"], "options": {}} | values, is_forced=False)
    assert words in str(refused.value)


@pytest.mark.parametrize("site", ["https://test.de/", "https://dev.to/", "https://devon.co.uk/"])
def test_live_sites_are_not_refused(site: str) -> None:
    refuse_audit({"sites": [site], "options": {}}, is_forced=False)
    refuse_audit({"sites": ["https://dev.mysql.com/"], "options": {}}, is_forced=True)
