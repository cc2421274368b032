"""Audits that read a property of Search Console when their crawl ends.

The server speaks the endpoints that ``search_console_server`` names.
"""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING

import commanding
import pytest
from commanding import PATIENCE, command, forked, only, record, wait_for
from google_server import SECRETS, service_account
from imports.conftest import SITE, rows
from mockserver import many_pages

from search_engines.search_console_server import (
    PERFORMANCE,
    SITEMAPS,
    SearchConsoleServer,
    forbidden,
    serving,
    sitemap,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from api_server import ApiRequest

NOWHERE = "http://127.0.0.1:9"
"Nothing is served there: an audit that fetched something would end otherwise."
FEW = ("--select", "status,search", "--workers", "0")


@pytest.fixture
def google() -> Iterator[SearchConsoleServer]:
    with serving(SearchConsoleServer()) as google:
        yield google


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return service_account(tmp_path / "key.json")


def own(google: SearchConsoleServer, base: str) -> str:
    """Let a site be a property; return the source of what is read."""
    owner = f"{base}/"
    google.sites = {owner: "siteOwner"}
    google.sitemaps = {owner: [sitemap(f"{base}/sitemap.xml")]}
    google.pages = {owner: [(f"{base}/p/1", 12, 90, 3.5), (f"{base}/gone", 11, 80, 4.5)]}
    return f"search-console:{owner}"


def test_an_audit_reads_a_property_and_checks_do_not_read_it_again(
    google: SearchConsoleServer, key: Path, tmp_path: Path
) -> None:
    output = tmp_path / "out"
    with many_pages(3) as site:
        source, owner = own(google, site.base), f"{site.base}/"
        words = ("--search-console", owner, "--google-credentials", key)
        done = command(site.base, "-o", output, *FEW, *words, output=output)
    assert done.status == 0, done.output
    assert f"{source}: 1 submitted sitemap." in done.output
    assert ", 2 rows: 2 of them URLs of this site." in done.output
    assert "of 23 known clicks " in done.output
    (imported,) = done.run["imports"]
    assert (imported["file"], imported["not_read"], done.run["complete"]) == (source, [], True)
    assert done.run["clicks"]["total"] == 23
    assert done.run["options"]["search_console"] == owner
    folder = only(output)
    texts = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    assert texts
    assert not [text for text in texts for secret in SECRETS if secret.encode() in text]

    sent = len(google.requests)
    again = commanding.run("check", folder)
    assert (again.returncode, again.stderr.count("Not taken")) == (0, 0), again.stderr
    assert len(google.requests) == sent
    google.pages[owner] = [(f"{site.base}/p/1", 40, 90, 3.5)]
    again = commanding.run("check", folder, *words)
    assert again.returncode == 0, again.stderr
    assert record(folder)["clicks"]["total"] == 40
    google.outages = {SITEMAPS: forbidden(owner)}
    again = commanding.run("check", folder, *words)
    assert again.returncode == 0, again.stderr
    assert f"Cannot read submitted sitemaps, clicks and impressions of {owner}" in again.stdout
    assert " What was read before stays. " in again.stdout
    assert record(folder)["clicks"]["total"] == 40


def test_an_api_that_fails_leaves_a_scrapy_audit_complete(
    google: SearchConsoleServer, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITEMAP_AUDIT_GOOGLE_CREDENTIALS", str(key))
    output = tmp_path / "out"
    with many_pages(3) as site:
        arguments = {
            "site": site.base,
            "output": output,
            "select": "status,search",
            "workers": 0,
            "search_console": f"{site.base}/",
        }
        words = [word for each in arguments.items() for word in ("-a", "{}={}".format(*each))]
        done = commanding.run("crawl", "sitemap", *words, module="scrapy")
    run = record(only(output))
    assert run["complete"], done.stderr
    (imported,) = run["imports"]
    assert imported["told"] == []
    (told,) = imported["not_read"]
    assert told in done.stderr
    assert run["clicks"] is None
    assert len(google.requests_for(SITEMAPS)) == 1
    results = {each["check"]: each for each in run["checks"]["results"]}
    clicks = results["search/clicks-not-in-sitemap"]
    assert (clicks["outcome"], clicks["unknown_reasons"]) == ("not checked", "api-not-read 1")
    not_read = rows(only(output), "SELECT kind, not_read IS NOT NULL FROM imported_files")
    assert sorted(not_read) == [("performance", True), ("sitemaps", True)]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("--search-console", "127.0.0.1:9"),
            "Cannot read --search-console '127.0.0.1:9': it is no property of Search Console. Write"
            " sc-domain:example.com for a domain, or https://www.example.com/ for a URL prefix;",
        ),
        (
            ("--search-console", "sc-domain:example.com"),
            "--search-console sc-domain:example.com is of another site than the audit, which is of"
            " 127.0.0.1:9. Nothing is fetched.",
        ),
        (
            ("--search-console", f"{NOWHERE}/", "--search-days", "500"),
            "--search-days is 500; Search Console keeps 486 days (16 months,",
        ),
        (
            ("--search-console", f"{NOWHERE}/"),
            "Cannot sign in to Google: no credentials. Run: sitemap-audit google login",
        ),
        (
            ("--search-console", f"{NOWHERE}/", "--google-credentials", __file__),
            "Cannot read the credentials of Google from ",
        ),
        (("--inspect", "5"), "--inspect needs a property of Search Console."),
    ],
)
def test_what_cannot_hold_is_refused_before_the_crawl(
    words: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    done = commanding.run(NOWHERE, "-o", tmp_path / "out", *words)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert sentence in line
    assert not (tmp_path / "out").exists()


def test_a_property_of_another_host_is_told_when_the_crawl_ends(
    google: SearchConsoleServer, audit: Path, key: Path
) -> None:
    words = ("--search-console", "https://blog.example.com/", "--google-credentials", key)
    done = commanding.run("check", audit, *words)
    assert done.returncode == 0, done.stderr
    assert "the property has none of the URLs in the sitemaps of www.example.com." in done.stdout
    not_read = rows(audit, "SELECT kind FROM imported_files WHERE not_read IS NOT NULL")
    assert sorted(not_read) == [("performance",), ("sitemaps",)]
    assert google.requests == []


def blocked(google: SearchConsoleServer, gate: threading.Event) -> threading.Event:
    """Let Google not respond to requests for performance until the gate opens."""
    reached = threading.Event()

    def wait(request: ApiRequest) -> None:
        if request.path.endswith("/query"):
            reached.set()
            gate.wait(PATIENCE)

    google.before = wait
    return reached


def test_ctrl_c_while_it_reads_ends_the_audit_which_reads_when_it_is_resumed(
    google: SearchConsoleServer, key: Path, tmp_path: Path
) -> None:
    gate, output = threading.Event(), tmp_path / "out"
    reached = blocked(google, gate)
    with many_pages(3) as site:
        owner = f"{site.base}/"
        own(google, site.base)
        words = ("--search-console", owner, "--google-credentials", key)
        with forked(site.base, "-o", output, *FEW, *words) as process:
            wait_for(reached.is_set)
            process.send_signal(signal.SIGINT)
            said, _ = process.communicate(timeout=PATIENCE)
        gate.set()
        assert process.returncode == 3, said
        assert "The checks were stopped before their end." in said
        folder = only(output)
        assert rows(folder, "SELECT COUNT(*) FROM imported_urls") == [(0,)]
        done = commanding.run("resume", folder, *words)
    assert done.returncode == 0, done.stderr
    assert record(folder)["clicks"]["total"] == 23


def test_ctrl_c_keeps_what_an_earlier_import_has_read(
    google: SearchConsoleServer, audit: Path, key: Path
) -> None:
    own(google, SITE)
    words = ("import", audit, f"search-console:{SITE}/", "--google-credentials", key)
    assert commanding.run(*words).returncode == 0
    google.pages[f"{SITE}/"] = []
    gate = threading.Event()
    reached = blocked(google, gate)
    with forked(*words) as process:
        wait_for(reached.is_set)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    gate.set()
    assert process.returncode == 130
    assert rows(audit, "SELECT SUM(clicks) FROM imported_urls") == [(23,)]
    assert len(google.requests_for(PERFORMANCE)) == 4
