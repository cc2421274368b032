"""Audits that end: published to storages and told of, by the real command."""

from __future__ import annotations

import signal
import socket
from typing import TYPE_CHECKING

import fsspec
import pytest
from commanding import CLEAN, PATIENCE, ROOT, forked, only, record, run
from mockserver import served
from moto.moto_server.threaded_moto_server import ThreadedMotoServer
from rows import record_of
from test_receivers import SECRET, Inbox, mail_server, parts, webhook

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.delivery import publishing
from sitemap_audit.delivery.delivering import deliver, read_delivery
from sitemap_audit.errors import UsageError
from sitemap_audit.options import Options
from sitemap_audit.options.option_sources import read_options
from sitemap_audit.storage.run_file import write_run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TOKEN = "not-to-be-told"  # noqa: S105 - to be looked for
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "known", "AWS_SECRET_ACCESS_KEY": TOKEN}

FEW = ("--select", "redirect,status", "--workers", "0")
"""For audits of which it does not matter what they find."""


def files(folder: Path) -> dict[str, int]:
    """Every file below a folder that is not hidden, and its size."""
    return {
        path.relative_to(folder).as_posix(): path.stat().st_size
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(".")
    }


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """A site without a fault."""
    with served(CLEAN) as addresses:
        yield addresses["base"]


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    """A server that speaks S3, with a bucket named audits; its address."""
    server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    try:
        storage = fsspec.filesystem(
            "s3",
            key="known",
            secret="not-to-be-told",  # noqa: S106
            client_kwargs={"endpoint_url": f"http://{host}:{port}"},
            skip_instance_cache=True,
        )
        storage.mkdir("audits")
        yield f"http://{host}:{port}"
    finally:
        server.stop()


def test_an_audit_is_published_to_s3_and_its_notice_says_where(
    site: str, s3: str, tmp_path: Path
) -> None:
    inbox = Inbox()
    with webhook(200) as (url, told), mail_server(inbox) as mail:
        done = run(
            *(site, "-o", tmp_path, "--publish", "s3://audits/nightly", *FEW),
            *("--notify", "env:HOOK,env:SERVICE,seo@example.com", "--mail-server", mail),
            environment={
                "HOOK": url,
                "SERVICE": url.replace("http://", "json://me:not-to-be-told@"),
                "AWS_ENDPOINT_URL": s3,
                **CREDENTIALS,
            },
        )
    assert done.returncode == 0, done.stderr
    folder = only(tmp_path)
    place = f"s3://audits/nightly/{folder.parent.name}/{folder.name}"
    assert record(folder)["published"] == {
        "to": "s3://audits/nightly",
        "error": None,
        "link": None,
    }

    storage = fsspec.filesystem(
        "s3",
        key="known",
        secret="not-to-be-told",  # noqa: S106
        client_kwargs={"endpoint_url": s3},
    )
    copied = {
        path.removeprefix(place.removeprefix("s3://") + "/"): storage.size(path)
        for path in storage.find(place)
    }
    local = files(folder)
    assert copied.keys() == local.keys() > {"report.xlsx", "run.json", "findings.csv"}
    assert {n: s for n, s in copied.items() if n != "audit.log"} == {
        n: s for n, s in local.items() if n != "audit.log"
    }

    ((_, _, body), (_, _, by_apprise)) = told
    assert body["text"].splitlines()[-1] == f"Reports: {place}"
    assert body["audit"]["complete"] is True
    assert by_apprise["message"] == body["text"]
    ((_, _, sent),) = inbox.mails
    text, attached = parts(sent)
    assert text == body["text"]
    assert attached == {"report.html": ("text/html", (folder / "report.html").read_bytes())}
    figures = record(folder)["key_figures"]
    assert body["audit"]["key_figures"] == figures
    assert [f"{each['label']}: {each['value']}" for each in figures] == text.splitlines()[2:7]
    kept = "".join(
        (folder / name).read_text("utf-8", "replace") for name in ("run.json", "audit.log")
    )
    assert SECRET not in kept + done.stdout + done.stderr
    assert "not-to-be-told" not in kept + done.stdout + done.stderr
    assert record(folder)["options"]["notify"] == ["env:HOOK", "env:SERVICE"]


@pytest.mark.thorough
def test_an_audit_that_cannot_be_published_is_kept_and_published_later(
    site: str, tmp_path: Path
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    with webhook(500) as (url, told):
        done = run(
            *(site, "-o", tmp_path / "out", *FEW),
            *("--publish", f"file://{in_the_way}/below", "--notify", url),
        )
    folder = only(tmp_path / "out")
    assert done.returncode == 4
    unpublished, untold = done.stderr.splitlines()[-2:]
    assert unpublished.startswith(
        f"sitemap-audit: The audit was not published to file://{in_the_way}/below: "
    )
    assert untold.endswith(" was not sent: it returned 500.")
    assert "Traceback" not in done.stderr
    assert len(told) == 1
    kept = (folder / "run.json").read_text() + (folder / "audit.log").read_text()
    assert SECRET not in kept + done.stdout + done.stderr
    made = record(folder)
    assert (made["complete"], made["options"]["notify"]) == (True, [])
    assert (folder / "report.xlsx").exists()

    there = tmp_path / "there"
    later = run("report", folder, "--publish", f"file://{there}")
    assert later.returncode == 0, later.stderr
    assert files(only(there)) == files(folder)
    assert run("report", folder).returncode == 0


def test_reports_alone_are_published_with_their_csv_parts(tmp_path: Path) -> None:
    folder = tmp_path / "www.example.com" / "2026-01-31T12-00-00Z"
    reports = {
        *("tables/checks.csv", "findings/part-00001.csv", "findings/part-00002.csv"),
        *("tables/pages/part-00001.csv", "run.json"),
    }
    for name in (*reports, "audit.log", "data/findings/part-0.parquet"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("{}")
    place = publishing.Place(f"file://{tmp_path}/there")
    publishing.publish(folder, place, record_of({"complete": True}))
    there = tmp_path / "there" / folder.parent.name / folder.name
    assert files(there).keys() == reports


def test_a_place_is_shown_without_its_password() -> None:
    uri = "sftp://user:pa?s@s@files.example.com/audits?key=secret"
    assert publishing.redacted(uri) == "sftp://***@files.example.com/audits"


@pytest.mark.parametrize("place", [f"s3://me:{TOKEN}@audits/", f"file:///dev/null/x?key={TOKEN}"])
def test_an_error_of_a_storage_does_not_repeat_its_password(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLACE", place)
    write_run(tmp_path, record_of({"options": {}}))
    (fault,) = deliver(
        AuditPlace(tmp_path), record_of(record(tmp_path)), Options(publish="env:PLACE")
    )
    assert "***" in fault
    assert TOKEN not in fault + (tmp_path / "run.json").read_text()


def test_a_bucket_of_a_mistyped_name_is_not_made(s3: str, tmp_path: Path) -> None:
    folder = tmp_path / "www.example.com" / "2026-01-31T12-00-00Z"
    folder.mkdir(parents=True)
    (folder / "run.json").write_text("{}")
    how = {"key": "known", "secret": "known", "client_kwargs": {"endpoint_url": s3}}
    place = publishing.Place("s3://adits/nightly")
    fsspec.config.conf["s3"] = how
    try:
        with pytest.raises(OSError, match="bucket does not exist"):
            publishing.publish(folder, place)
    finally:
        del fsspec.config.conf["s3"]
    assert fsspec.filesystem("s3", skip_instance_cache=True, **how).ls("") == ["audits"]


def test_an_audit_that_is_not_complete_is_published_and_told_of_once(tmp_path: Path) -> None:
    with socket.socket() as closed, webhook(200) as (url, told):
        closed.bind(("127.0.0.1", 0))
        site = f"http://127.0.0.1:{closed.getsockname()[1]}"
        hook = {"HOOK": url}
        arguments = [site, "-o", tmp_path / "out", "--publish", f"file://{tmp_path}/there", *FEW]
        notify = ("--notify", "env:HOOK", "--notify-on", "incomplete,error")
        assert run(*arguments, *notify, environment=hook).returncode == 3
        folder = only(tmp_path / "out")
        assert record(only(tmp_path / "there"))["complete"] is False
        ((_, _, body),) = told
        assert body["text"].splitlines()[0] == f"Sitemap audit of {site}/: NOT COMPLETE."
        assert body["audit"]["incomplete_because"] == record(folder)["incomplete_because"]

        for command in ("check", "resume"):
            own = hook | {"SITEMAP_AUDIT_NOTIFY": "env:HOOK"}
            assert run(command, folder, environment=own).returncode == 3
        assert "No notice: one was sent at 20" in (folder / "audit.log").read_text()
        assert len(told) == 1
        assert run("resume", folder, *notify, environment=hook).returncode == 3
    assert len(told) == 2


def test_a_notice_that_nobody_took_is_sent_by_the_next_process(tmp_path: Path) -> None:
    audit = {"sites": ["https://www.example.com/"], "complete": False, "incomplete_because": []}
    audit |= {"options": {}, "started_at": "2026-01-31T12:00:00+00:00"}
    write_run(tmp_path, record_of(audit))
    with webhook(500) as (down, _), webhook(200) as (up, told):
        options = Options(notify=(down,))
        assert len(deliver(AuditPlace(tmp_path), record_of(audit), options)) == 1
        assert record(tmp_path)["notified"] is None
        for _ in range(2):
            assert deliver(AuditPlace(tmp_path), record_of(audit), Options(notify=(up,))) == []
    assert len(told) == 1
    assert record(tmp_path)["notified"] > "2026"


def test_ctrl_c_ends_the_delivery(
    site: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        host = f"127.0.0.1:{silent.getsockname()[1]}"
        monkeypatch.setenv("PLACE", f"http://{host}/audits")
        notify = f"http://{host}{SECRET}"
        arguments = (site, "-o", tmp_path, *FEW, "--publish", "env:PLACE", "--notify", notify)
        with forked(*arguments) as process:
            silent.settimeout(PATIENCE)
            connection, _ = silent.accept()
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=PATIENCE)
            connection.close()
    folder = only(tmp_path)
    assert process.returncode == 4, output
    assert output.splitlines()[-2:] == [
        f"sitemap-audit: The audit was not published to http://{host}/audits: it was stopped. It is"
        f" complete in {folder}. Try again: sitemap-audit report {folder} --publish URI",
        f"sitemap-audit: The notice to the webhook on {host} was not sent: it was stopped.",
    ]
    assert record(folder)["complete"] is True
    assert record(folder)["notified"] is None


@pytest.mark.thorough
def test_what_was_found_before_is_not_news(tmp_path: Path) -> None:
    faulty = ROOT / "tests" / "sites" / "redirects" / "site"
    with served(faulty) as addresses, webhook(200) as (url, told):
        arguments = [addresses["base"], "-o", tmp_path, "--notify", url, "--notify-on", "new"]
        arguments += FEW
        assert run(*arguments).returncode == 0
        ((_, _, body),) = told
        found = {name: count for name, count in body["audit"]["findings"].items() if count}
        assert (body["audit"]["new"], body["audit"]["not_compared"]) == ({}, found)
        assert sum(found.values()) > 0
        assert run(*arguments).returncode == 0
    assert len(told) == 1


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"publish": "s4://bucket"}, "Protocol not known: s4"),
        ({"publish": "bucket/path"}, "publish is 'bucket/path'; it must be a URI"),
        ({"publish": "ftp://me:password@host/"}, "publish is 'ftp://***@host/'; it must be a URI"),
        ({"publish": "env:NOT_SET"}, "this environment variable is not set"),
        ({"notify": "slack"}, "it must be the URL of a webhook"),
        ({"notify_on": "sometimes"}, "it must be one of any, incomplete, new"),
        ({"mail_server": "mail.example.com"}, "it must be smtp://HOST:PORT"),
    ],
    ids=["scheme", "path", "password", "variable", "receiver", "occasion", "server"],
)
def test_what_cannot_be_delivered_gets_a_sentence(given: dict[str, str], sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_delivery(read_options(given)[0])
    assert sentence in str(caught.value)


def test_what_cannot_be_delivered_is_said_before_the_audit() -> None:
    done = run("https://www.example.com", "--publish", "s4://bucket")
    assert done.returncode == 2
    assert "Protocol not known: s4" in done.stderr


def test_a_url_of_apprise_in_a_command_is_refused_and_not_repeated() -> None:
    done = run(
        "https://www.example.com", "--notify", "env:HOOK,json://me:not-to-be-told@example.com"
    )
    assert done.returncode == 2
    assert "Pass env:NAME, or write it into the TOML file." in done.stderr
    assert "not-to-be-told" not in done.stdout + done.stderr
