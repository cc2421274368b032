"""The commands that sign in to Google, list properties and try the endpoints.

The server speaks https://developers.google.com/webmaster-tools/v1/api_reference_index and
https://developers.google.com/identity/protocols/oauth2/native-app.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest
from api_server import ApiRequest, ApiServer, Reply, api_server
from commanding import run
from google_server import (
    MAIL,
    SECRETS,
    access_token,
    api_error,
    client_file,
    refused_token,
    service_account,
    stored_token,
)

from sitemap_audit.web_apis.google_errors import READ, SHEETS
from sitemap_audit.web_apis.google_token import token_file, write_token

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BROWSER = """
import sys
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

query = parse_qs(urlsplit(sys.argv[1]).query)
urlopen(f"{query['redirect_uri'][0]}/?state={query['state'][0]}&code=4/code").read()
"""
SITES = [
    {"siteUrl": "sc-domain:example.com", "permissionLevel": "siteRestrictedUser"},
    {"siteUrl": "https://www.example.com/", "permissionLevel": "siteOwner"},
]
SITEMAP = {
    "path": "https://www.example.com/sitemap.xml",
    "lastSubmitted": "2026-11-01T00:00:00.000Z",
    "isPending": False,
    "isSitemapsIndex": False,
    "type": "sitemap",
    "lastDownloaded": "2026-11-20T00:00:00.000Z",
    "warnings": "0",
    "errors": "0",
    "contents": [{"type": "web", "submitted": "28", "indexed": "23"}],
}
ROW = {"keys": ["https://www.example.com/"], "clicks": 1, "impressions": 2, "position": 3.5}
INSPECTED = {
    "inspectionResultLink": "https://search.google.com/search-console/inspect",
    "indexStatusResult": {"verdict": "PASS", "coverageState": "Submitted and indexed"},
}


@pytest.fixture(autouse=True)
def configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def server() -> Iterator[ApiServer]:
    """Google, with two properties."""
    names = ("GOOGLE_TOKEN", "GOOGLE_REVOKE", "SEARCH_CONSOLE", "URL_INSPECTION")
    with api_server(respond, *names) as server:
        yield server


def respond(request: ApiRequest) -> Reply:
    api, *path = request.segments
    if api == "google_token":
        token: dict[str, Any] = access_token().body
        is_login = request.form["grant_type"] == "authorization_code"
        return Reply(token | ({"refresh_token": SECRETS[1], "scope": READ} if is_login else {}))
    if api == "google_revoke":
        return Reply()
    if api == "url_inspection":
        return Reply({"inspectionResult": INSPECTED})
    bodies: dict[str, Any] = {
        "sites": {"siteEntry": SITES},
        "sitemaps": {"sitemap": [SITEMAP]},
        "query": {"rows": [ROW], "responseAggregationType": "byPage"},
    }
    return Reply(bodies[path[-1]])


def test_login_stores_a_token_and_logout_revokes_it(server: ApiServer, tmp_path: Path) -> None:
    (tmp_path / "browser.py").write_text(BROWSER)
    environment = {"BROWSER": f"{sys.executable} {tmp_path / 'browser.py'} %s"}
    client = client_file(tmp_path / "client.json")
    login = run("google", "login", "--client", client, "--sheets", environment=environment)
    assert login.stdout.splitlines()[2:] == [
        f"Signed in to Google. The token is in {token_file()}; it may read Search Console.",
        "Next: sitemap-audit google sites",
    ]
    assert "You have not allowed it to make files in Google Drive" in login.stderr  # a box unticked
    assert login.returncode == 3
    assert json.loads(token_file().read_text())["refresh_token"] == SECRETS[1]
    assert token_file().stat().st_mode & 0o777 == 0o600
    logout = run("google", "logout")
    assert (logout.returncode, token_file().exists()) == (0, False)
    assert logout.stdout.startswith("Signed out of Google. The token is revoked, and ")
    assert server.requests[-1].form == {"token": SECRETS[1]}
    assert "Nobody is signed in" in run("google", "logout").stdout
    for text in (login.stdout, login.stderr, logout.stdout):
        assert not any(secret in text for secret in SECRETS)


def test_logout_deletes_a_token_that_cannot_be_read_or_revoked(server: ApiServer) -> None:
    server.respond = lambda _: Reply({"error": "invalid_request"}, 400)
    write_token(stored_token())
    done = run("google", "logout")
    assert (done.returncode, token_file().exists()) == (3, False)
    assert "was deleted here, but not revoked: 400" in done.stderr
    token_file().write_text("{")
    done = run("google", "logout")
    assert (done.returncode, token_file().exists()) == (3, False)
    assert "It was deleted, and not revoked." in done.stderr


def test_the_properties_are_listed(server: ApiServer, tmp_path: Path) -> None:
    file = service_account(tmp_path / "key.json")
    done = run("google", "sites", environment={"SITEMAP_AUDIT_GOOGLE_CREDENTIALS": str(file)})
    assert done.stdout.splitlines() == [
        "https://www.example.com/  URL prefix  owner",
        "sc-domain:example.com     domain      restricted user",
    ]
    assert done.returncode == 0
    assert server.requests


@pytest.mark.usefixtures("server")
def test_the_endpoints_are_as_documented() -> None:
    write_token(stored_token())
    done = run("google", "check", "sc-domain:example.com")
    assert done.stdout.splitlines() == [
        "sites: ok",
        "sitemaps: ok",
        "performance: ok",
        "inspection (1 of the 2,000 of a day): ok",
    ]
    assert done.returncode == 0


def test_what_is_not_as_documented_is_named_without_values(
    server: ApiServer, tmp_path: Path
) -> None:
    bodies = {
        "sites": Reply({"siteEntry": [{"siteUrl": "sc-domain:example.com", "level": "secret"}]}),
        "sitemaps": Reply({}),
        "query": Reply({"rows": "secret"}),
        "url_inspection": api_error(403, "User does not own this site.", "forbidden"),
    }

    def other(request: ApiRequest) -> Reply:
        return bodies.get(request.segments[-1]) or respond(request)

    server.respond = other
    file = service_account(tmp_path / "key.json")
    done = run("google", "check", "https://www.example.com/", "--google-credentials", file)
    assert done.stdout.splitlines() == [
        "sites: differs: missing permissionLevel; unexpected level",
        "sitemaps: ok, with no sitemap",
        "performance: differs: rows is no list of objects",
        "inspection (1 of the 2,000 of a day): not read: 403 User does not own this site. Add"
        f" {MAIL} as a user of the property, with the permission Full (Search Console: Settings,"
        " Users and permissions)."
        " 'sitemap-audit google sites' lists what it can read.",
    ]
    assert done.returncode == 1
    assert {each.method for each in server.requests} == {"GET", "POST"}
    inspected = server.requests[-1].json
    assert inspected == {
        "inspectionUrl": "https://www.example.com/",
        "siteUrl": inspected["siteUrl"],
    }


def test_an_error_is_a_sentence(server: ApiServer) -> None:
    server.respond = lambda _: refused_token()
    write_token(stored_token(READ, SHEETS))
    done = run("google", "sites")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (
        "sitemap-audit: Cannot read the properties of Search Console: 400 invalid_grant: Token has"
        " been expired or revoked. Sign in again: sitemap-audit google login --client FILE"
        " --sheets\n"
    )
    done = run("google", "check", "example.com")
    assert (done.returncode, "it is no property of Search Console" in done.stderr) == (2, True)
