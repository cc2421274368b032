"""Signing in with the browser and out again: who is heard, and what is sent.

The server speaks https://developers.google.com/identity/protocols/oauth2/native-app.
"""

from __future__ import annotations

import base64
import hashlib
import socket
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

import pytest
import requests
from api_server import ApiRequest, Reply, api_server
from commanding import PATIENCE
from google_server import (
    SECRETS,
    client_file,
    refused_token,
    service_account,
    stored_token,
)

from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.web_apis.google_errors import READ, SHEETS
from sitemap_audit.web_apis.google_login import log_in, read_client, revoke

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

GRANTED = Reply(
    {
        "access_token": "ya29.access",
        "expires_in": 3599,
        "refresh_token": SECRETS[1],
        "scope": f"{READ} {SHEETS}",
        "token_type": "Bearer",
    }
)


def asked(url: str) -> dict[str, str]:
    """The parameters of the URL at which the user signs in."""
    return dict(parse_qsl(urlsplit(url).query))


def browser(**answer: str) -> Callable[[str], None]:
    """A browser in which the user signs in; the answer that Google adds to the redirect."""

    def sign_in(url: str) -> None:
        query = asked(url)
        redirect = query["redirect_uri"]
        port = urlsplit(redirect).port
        assert port is not None
        with socket.create_connection(("127.0.0.1", port)):  # opened in advance, and silent
            for other in ("/favicon.ico", "/?code=other", "/?state=x&code=other", "/?state=%C3%A9"):
                assert requests.get(redirect + other, timeout=PATIENCE).status_code == 404
            given = {"state": query["state"], **answer}
            assert "close this tab" in requests.get(redirect, given, timeout=PATIENCE).text

    return sign_in


def test_a_user_signs_in_by_the_redirect_of_this_login_alone(tmp_path: Path) -> None:
    urls: list[str] = []

    def ask(url: str) -> None:
        urls.append(url)
        browser(code="4/code", scope=READ)(url)

    client = read_client(client_file(tmp_path / "client.json"))
    with api_server(lambda _: GRANTED, "GOOGLE_TOKEN") as server:
        token = log_in(client, [READ, SHEETS], 0, ask)
    assert token == stored_token(READ, SHEETS)
    (url,), (exchange,) = urls, server.requests
    query = asked(url)
    assert url.startswith("https://accounts.google.com/o/oauth2/auth?")
    assert (query["client_id"], query["response_type"]) == ("client-1", "code")
    assert (query["scope"], query["access_type"]) == (f"{READ} {SHEETS}", "offline")
    digest = hashlib.sha256(exchange.form["code_verifier"].encode()).digest()
    challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
    assert (query["code_challenge_method"], query["code_challenge"]) == ("S256", challenge)
    assert not any(secret in url for secret in SECRETS)
    assert exchange.form["code"] == "4/code"
    assert exchange.form["redirect_uri"] == query["redirect_uri"]


@pytest.mark.parametrize(
    ("answer", "reply", "sentence"),
    [
        (
            {"error": "access_denied"},
            GRANTED,
            "Not signed in to Google: you have not allowed it. Run the command again.",
        ),
        (
            {"error": "admin_policy_enforced\x1b"},
            GRANTED,
            r"Not signed in to Google: admin_policy_enforced\x1b. Run the command again.",
        ),
        (
            {"code": "4/code"},
            refused_token("invalid_client", "The OAuth client was not found."),
            "Not signed in to Google: 400 invalid_client: The OAuth client was not found. Sign in"
            " again: sitemap-audit google login --client FILE",
        ),
        (
            {"code": "4/code"},
            Reply({"access_token": "ya29.access"}),
            "Not signed in to Google: it sent no refresh token. Remove the access of your client"
            " at https://myaccount.google.com/connections and run the command again.",
        ),
        (
            {"code": "4/code"},
            Reply(is_cut=True),
            "Not signed in to Google: Remote end closed connection without response. Check the"
            " network connection and the proxy, and try again.",
        ),
    ],
)
def test_a_login_that_fails_ends_in_a_sentence(
    answer: dict[str, str], reply: Reply, sentence: str, tmp_path: Path
) -> None:
    client = read_client(client_file(tmp_path / "client.json"))
    with api_server(lambda _: reply, "GOOGLE_TOKEN"), pytest.raises(AuditError) as error:
        log_in(client, [READ], 0, browser(**answer))
    assert str(error.value) == sentence


def test_a_port_that_is_in_use_is_said(tmp_path: Path) -> None:
    client = read_client(client_file(tmp_path / "client.json"))
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(UsageError, match=rf"Cannot use port {port} of 127\.0\.0\.1: Address"):
            log_in(client, [READ], port, lambda _: None)


def test_only_the_file_of_an_installed_app_is_taken(tmp_path: Path) -> None:
    file = client_file(tmp_path / "client.json", "web")
    with pytest.raises(UsageError, match=r"it is a client of the type Web application\. Create"):
        read_client(file)
    with pytest.raises(UsageError, match=f"needs no login.* --google-credentials {file}"):
        read_client(service_account(file))
    for content, why in (
        ('{"installed": {"client_id": "client-1"}}', "it has no client secret, which Google shows"),
        ('{"installed": []}', "it is no file of an OAuth client"),
    ):
        file.write_text(content)
        with pytest.raises(UsageError, match=why):
            read_client(file)


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (Reply(), None),
        (Reply({"error": "invalid_token", "error_description": "Token revoked"}, 400), None),
        (
            Reply({"error": "invalid_request"}, 400),
            "The token was deleted here, but not revoked: 400 invalid_request: no reason is given."
            " Revoke it at https://myaccount.google.com/connections",
        ),
    ],
)
def test_a_token_is_revoked(reply: Reply, sentence: str | None) -> None:
    """https://developers.google.com/identity/protocols/oauth2/native-app#tokenrevoke."""
    asked: list[ApiRequest] = []

    def respond(request: ApiRequest) -> Reply:
        asked.append(request)
        return reply

    with api_server(respond, "GOOGLE_REVOKE"):
        assert revoke(stored_token()) == sentence
    (request,) = asked
    assert (request.form, request.query) == ({"token": SECRETS[1]}, {})
