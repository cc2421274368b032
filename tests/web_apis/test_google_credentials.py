"""Signing in to Google with a service account or a stored token.

The server speaks https://developers.google.com/identity/protocols/oauth2/service-account#httprest
and https://developers.google.com/identity/protocols/oauth2/native-app#offline.
"""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

import pytest
from api_server import ApiRequest, ApiServer, Reply, api_server
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from google_server import (
    MAIL,
    SECRETS,
    access_token,
    api_error,
    bearer,
    private_key,
    service_account,
    stored_token,
)

from sitemap_audit.web_apis.endpoints import Endpoint
from sitemap_audit.web_apis.google_credentials import google_api
from sitemap_audit.web_apis.google_errors import READ
from sitemap_audit.web_apis.google_token import write_token

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sitemap_audit.web_apis.json_api import Api

API = ("GOOGLE_TOKEN", "SEARCH_CONSOLE")


@pytest.fixture(autouse=True)
def configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's configuration folder."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config"


@pytest.fixture
def server() -> Iterator[ApiServer]:
    """A server that gives access tokens, and accepts the last one."""
    with api_server(lambda _: Reply()) as server:
        yield server


def console(file: Path | None = None, *scopes: str) -> Api:
    base = Endpoint.SEARCH_CONSOLE.url
    return google_api("Google Search Console", base, scopes or [READ], file)


def decoded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def respond(request: ApiRequest) -> Reply:
    return access_token() if request.path == "/google_token" else Reply({"siteEntry": []})


def test_a_service_account_signs_its_assertion_for_google_alone(tmp_path: Path) -> None:
    evil = {"token_uri": "http://127.0.0.1:1/", "universe_domain": "example.com"}
    with api_server(respond, *API) as server:
        api = console(service_account(tmp_path / "key.json", **evil))
        assert server.requests == []  # it signs in when it is needed
        assert api.get("/sites") == api.get("/sites") == {"siteEntry": []}
    token, *calls = server.requests
    assert token.form["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer"
    head, claims, signature = token.form["assertion"].split(".")
    signed = f"{head}.{claims}".encode()
    key = private_key().public_key()
    key.verify(decoded(signature), signed, padding.PKCS1v15(), hashes.SHA256())
    stated = json.loads(decoded(claims))
    assert (stated["iss"], stated["scope"]) == (MAIL, READ)
    assert stated["aud"] == "https://oauth2.googleapis.com/token"
    assert [bearer(each) for each in calls] == ["ya29.access-1"] * 2


def test_a_stored_token_is_refreshed_when_the_access_token_is_refused() -> None:
    write_token(stored_token())
    given: list[ApiRequest] = []

    def respond(request: ApiRequest) -> Reply:
        if request.path == "/google_token":
            given.append(request)
            return access_token(len(given))
        if bearer(request) == "ya29.access-1":
            return api_error(401, "Invalid Credentials", "authError")
        return Reply({})

    with api_server(respond, *API):
        assert console().get("/sites") == {}
    assert [each.form for each in given] == [
        {
            "grant_type": "refresh_token",
            "client_id": "client-1",
            "client_secret": SECRETS[0],
            "refresh_token": SECRETS[1],
        }
    ] * 2
