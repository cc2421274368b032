"""A site that cannot be reached at all, or only by the other scheme."""

from __future__ import annotations

import contextlib
import re
import socket
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from commanding import audit, forked, impatient, page, run, sitemap, wait_for
from mockserver import served
from mockserver.certificates import Certificates
from mockserver.scripted import ReceivedRequest, answer, scripted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NO_SUCH_HOST = "www.exmaple.invalid"
"RFC 6761, 6.4: no resolver knows it."


@contextlib.contextmanager
def closed() -> Iterator[int]:
    """A port of 127.0.0.1 where nothing listens."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]


def refused(output: Path, *arguments: object) -> str:
    """What the command says that cannot reach a site; it leaves nothing behind."""
    done = run(*arguments, "-o", output / "made" / "reports")
    assert done.returncode == 2, done.stdout + done.stderr
    assert list(output.iterdir()) == []
    assert done.stdout == ""
    return done.stderr.splitlines()[-1].removeprefix("sitemap-audit: ")


def test_a_host_that_does_not_exist_gets_one_sentence_and_no_folder(tmp_path: Path) -> None:
    assert refused(tmp_path, NO_SUCH_HOST) == (
        f"Cannot reach {NO_SUCH_HOST}: DNS lookup failed, no such host. Check the spelling."
    )


def test_a_host_that_refuses_the_connection_gets_one_sentence_and_no_folder(
    tmp_path: Path,
) -> None:
    with closed() as port:
        assert refused(tmp_path, f"http://127.0.0.1:{port}") == (
            f"Cannot reach 127.0.0.1:{port}: connection refused. Check that the server runs, and"
            " the port."
        )


def test_each_of_several_sites_gets_its_sentence(tmp_path: Path) -> None:
    with closed() as port:
        said = refused(tmp_path, NO_SUCH_HOST, f"http://127.0.0.1:{port}")
    assert said.startswith(
        f"Cannot reach {NO_SUCH_HOST}: DNS lookup failed, no such host. Check the spelling. Cannot"
    )


def test_a_host_that_another_is_mapped_to_is_named(tmp_path: Path) -> None:
    live = "https://www.example.com"
    assert refused(tmp_path, live, "--map", f"{live}=https://{NO_SUCH_HOST}") == (
        f"Cannot reach {NO_SUCH_HOST} (for www.example.com): DNS lookup failed, no such host."
        " Check the spelling."
    )


def test_a_proxy_that_cannot_be_reached_is_named(tmp_path: Path) -> None:
    with closed() as port:
        said = refused(tmp_path, "https://www.example.com", "--proxy", f"http://127.0.0.1:{port}")
    assert said.startswith("Cannot reach www.example.com through the proxy: ")


def test_a_folder_that_was_there_stays(tmp_path: Path) -> None:
    reports = tmp_path / "reports"
    reports.mkdir()
    assert run(NO_SUCH_HOST, "-o", reports).returncode == 2
    assert list(reports.iterdir()) == []


def site_of(server_address: list[str], asked: ReceivedRequest) -> bytes:
    """A small site, whatever it is called."""
    (address,) = server_address
    match asked.target:
        case "/robots.txt":
            return answer(f"Sitemap: {address}/sitemap.xml", kind="text/plain")
        case "/sitemap.xml":
            return answer(sitemap(f"{address}/"), kind="text/xml")
    return answer(page("Home"))


@pytest.mark.thorough
def test_of_several_sites_those_that_respond_are_audited(tmp_path: Path) -> None:
    """Silence is no proof that there is no site, nor that it is one of the other scheme."""
    address: list[str] = []
    with (
        scripted(lambda asked: site_of(address, asked)) as server,
        socket.create_server(("127.0.0.2", 0)) as silent,
    ):
        address.append(server.address)
        hangs = f"http://127.0.0.2:{silent.getsockname()[1]}"
        sites = (f"http://{NO_SUCH_HOST}", server.address, hangs)
        done = audit(*sites, patch=impatient(hangs), output=tmp_path)
    assert done.status == 3
    assert done.run["ledger"]["outcomes"] == {"fetched": 1}
    assert (
        f"Cannot reach {NO_SUCH_HOST}: DNS lookup failed, no such host. Check the spelling."
        in done.output
    )
    assert f"{hangs}/ could not be reached: timed out" in done.output
    assert done.run["complete"] is False
    found = [url for url in done.table("findings")["url"] if "127.0.0.2" in url]
    assert found == [f"{hangs}/robots.txt"], "http alone was asked for"


def test_a_site_whose_notice_is_waited_for_leaves_a_record(tmp_path: Path) -> None:
    done = audit(NO_SUCH_HOST, "--publish", f"file://{tmp_path / 'published'}", output=tmp_path)
    assert done.status == 3
    assert done.run["complete"] is False


def test_where_only_the_other_scheme_responds_that_is_audited(tmp_path: Path) -> None:
    certificates = Certificates(tmp_path)
    ports = {"http": 80, "https": 443}
    with ExitStack() as stack:
        nothing = stack.enter_context(closed())
        sites, options, notes = [], [], []
        for given, goes_on in (("http", "https"), ("https", "http")):
            host = f"{given}.example.test"
            certificate = certificates.good(host) if goes_on == "https" else None
            site = one_page(tmp_path / given, f"{goes_on}://{host}")
            base = stack.enter_context(served(site, certificate=certificate))["base"]
            there = base.rpartition(":")[2]
            sites.append(f"{given}://{host}/")
            options += ["--connect-to", f"{host}:{ports[goes_on]}:127.0.0.1:{there}"]
            options += ["--connect-to", f"{host}:{ports[given]}:127.0.0.1:{nothing}"]
            notes.append(
                f"Cannot reach {given}://{host}/ (connection refused)."
                f" Auditing {goes_on}://{host}/ instead."
            )
        # A server of http awaits a line's end.
        base = stack.enter_context(served(one_page(tmp_path / "plain", "{{base}}")))["base"]
        sites.append(f"{base.replace('http:', 'https:')}/")
        notes.append(f"Cannot reach {sites[-1]} (timed out). Auditing {base}/ instead.")
        done = audit(
            *(*sites, *options),
            output=tmp_path / "out",
            patch=impatient(sites[-1]),
            environment={"SSL_CERT_FILE": str(certificates.authority)},
        )
    assert done.status == 0, done.output
    assert sorted(done.run["sites"]) == sorted(
        ["https://http.example.test/", "http://https.example.test/", f"{base}/"]
    )
    assert done.run["ledger"]["outcomes"] == {"fetched": 3}
    assert sorted(done.run["notes"]) == sorted(notes)
    for note in notes:
        assert note in " ".join(done.output.split())
    assert done.table("findings").empty


def one_page(folder: Path, address: str) -> Path:
    """A site of one page at an address, as a folder."""
    folder.mkdir()
    (folder / "robots.txt").write_text(f"Sitemap: {address}/sitemap.txt\n")
    (folder / "sitemap.txt").write_text(f"{address}/\n")
    (folder / "index.html").write_text(page("Home"))
    return folder


@pytest.mark.thorough
def test_while_nothing_comes_the_progress_line_says_for_whom_it_waits(tmp_path: Path) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        host = f"127.0.0.1:{silent.getsockname()[1]}"
        with forked(f"http://{host}", "-o", tmp_path) as process:
            line = rf"no response from {host} yet, waiting until \d\d:\d\d:\d\d "
            wait_for(lambda: re.search(line, process.said()))
