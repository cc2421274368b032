"""Signing in to Google with a service account or a stored token.

The server speaks https://developers.google.com/identity/protocols/oauth2/service-account#httprest
and https://developers.google.com/identity/protocols/oauth2/native-app#offline.
"""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

import pytest
from api_server import ApiRequest, Reply, api_server
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from google_server import (
    MAIL,
    SECRETS,
    access_token,
    api_error,
    bearer,
    private_key,
    refused_token,
    service_account,
    stored_token,
)

from sitemap_audit.errors import UsageError
from sitemap_audit.web_apis.endpoints import Endpoint
from sitemap_audit.web_apis.google_credentials import google_api
from sitemap_audit.web_apis.google_errors import READ, SHEETS, SUBMIT
from sitemap_audit.web_apis.google_token import token_file, write_token
from sitemap_audit.web_apis.json_api import Api, ApiError, Problem

if TYPE_CHECKING:
    from pathlib import Path

API = ("GOOGLE_TOKEN", "SEARCH_CONSOLE")


@pytest.fixture(autouse=True)
def configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's configuration folder."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config"


def console(file: Path | None = None, *scopes: str) -> Api:
    base = Endpoint.SEARCH_CONSOLE.url
    return google_api("Google Search Console", base, scopes or [READ], file)


def decoded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def respond(request: ApiRequest, reply: Reply = Reply({"siteEntry": []})) -> Reply:  # noqa: B008
    return access_token() if request.path == "/google_token" else reply


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


def test_a_token_that_was_revoked_in_between_ends_in_a_sentence() -> None:
    write_token(stored_token(SUBMIT, SHEETS))
    calls: list[str] = []

    def respond(request: ApiRequest) -> Reply:
        calls.append(request.path)
        if request.path == "/google_token":
            return access_token() if calls.count(request.path) == 1 else refused_token()
        is_first = calls.count(request.path) == 1
        return Reply({}) if is_first else api_error(401, "Invalid Credentials", "authError")

    with api_server(respond, *API):
        api = console()
        assert api.get("/sites") == {}
        with pytest.raises(ApiError) as error:
            api.get("/sites")
    assert error.value.problem is Problem.SIGN_IN
    assert str(error.value) == "400 invalid_grant: Token has been expired or revoked"
    assert error.value.advice == (
        "Sign in again: sitemap-audit google login --client FILE --sheets --submit"
    )


FORBIDDEN = (
    "User does not have sufficient permission for site 'sc-domain:example.com'. See also:"
    " https://support.google.com/webmasters/answer/2451999."
)
ENABLE = "https://console.developers.google.com/apis/api/searchconsole.googleapis.com/overview"
DISABLED = (
    "Google Search Console API has not been used in project 1 before or it is disabled. Enable it"
    f" by visiting {ENABLE}?project=1 then retry. If you enabled this API recently, wait a few"
    " minutes for the action to propagate to our systems and retry."
)
SCOPES = [
    {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        "reason": "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
        "domain": "googleapis.com",
    }
]


@pytest.mark.parametrize(
    ("reply", "problem", "sentence"),
    [
        (
            api_error(403, FORBIDDEN, "forbidden"),
            Problem.RIGHT,
            "403 User does not have sufficient permission for site 'sc-domain:example.com'. Add"
            f" {MAIL} as a user of the property, with the permission Full (Search Console:"
            " Settings, Users and permissions)."
            " 'sitemap-audit google sites' lists what it can read.",
        ),
        (
            api_error(403, DISABLED, "accessNotConfigured"),
            Problem.RIGHT,
            "403 Google Search Console API has not been used in project 1 before or it is"
            f" disabled. Enable it at {ENABLE}?project=1 and try again some minutes later.",
        ),
        (
            api_error(403, "Quota exceeded for quota metric", "quotaExceeded"),
            Problem.QUOTA,
            "403 Quota exceeded for quota metric. Try again in 15 minutes or, if the quota of the"
            " day is used up, tomorrow.",
        ),
        (
            api_error(429, "Quota exceeded", "rateLimitExceeded")._replace(
                headers={"Retry-After": "3600"}
            ),
            Problem.QUOTA,
            "429 Quota exceeded. Try again in 15 minutes or, if the quota of the day is used up,"
            " tomorrow.",
        ),
        (
            api_error(503, "The service is unavailable", "backendError")._replace(
                headers={"Retry-After": "0"}
            ),
            Problem.BUSY,
            "503 The service is unavailable. Try again later.",
        ),
        (Reply("<html>", 502, {"Retry-After": "0"}), Problem.BUSY, "502. Try again later."),
    ],
)
def test_an_error_of_google_says_what_to_do(
    reply: Reply, problem: Problem, sentence: str, tmp_path: Path
) -> None:
    """https://developers.google.com/webmaster-tools/limits, https://cloud.google.com/apis/design/errors."""

    server = api_server(lambda request: respond(request, reply), *API)
    with server, pytest.raises(ApiError) as error:
        console(service_account(tmp_path / "key.json")).get("/sites")
    assert error.value.problem is problem
    assert f"{error.value}. {error.value.advice}" == sentence


def test_a_right_that_google_misses_is_asked_for_again() -> None:
    """https://cloud.google.com/apis/design/errors#error_info."""
    write_token(stored_token())
    refused = api_error(403, "Request had insufficient authentication scopes.", "x", SCOPES)
    server = api_server(lambda request: respond(request, refused), *API)
    with server, pytest.raises(ApiError) as error:
        console().get("/sites")
    assert error.value.advice == "Sign in again: sitemap-audit google login --client FILE"


@pytest.mark.parametrize(
    ("reply", "problem", "why"),
    [
        (
            refused_token("invalid_grant", "Invalid JWT Signature."),
            Problem.SIGN_IN,
            "400 invalid_grant: Invalid JWT Signature",
        ),
        (Reply({"token": "ya29.access"}), Problem.UNREADABLE, "has no access token"),
        (Reply(["ya29.access"]), Problem.UNREADABLE, "has no access token"),
        (Reply(None), Problem.UNREADABLE, "has no access token"),
        (Reply("<html>ya29.access"), Problem.UNREADABLE, "is not JSON"),
        (Reply(status=307, headers={"Location": "/other"}), Problem.REFUSED, "307"),
    ],
)
def test_a_token_endpoint_that_gives_no_token_ends_in_a_sentence(
    reply: Reply, problem: Problem, why: str, tmp_path: Path
) -> None:
    with api_server(lambda _: reply, *API) as server, pytest.raises(ApiError) as error:
        console(service_account(tmp_path / "key.json")).get("/sites")
    assert error.value.problem is problem
    assert str(error.value).endswith(why)
    assert not any(secret in repr(error.value) for secret in SECRETS)
    assert [each.path for each in server.requests] == ["/google_token"]


def test_no_network_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    write_token(stored_token())
    monkeypatch.setenv("SITEMAP_AUDIT_ENDPOINT_GOOGLE_TOKEN", "http://127.0.0.1:1/")
    with pytest.raises(ApiError) as error:
        google_api("Search Console", "", [READ], None, wait=0).get("/sites")
    assert (str(error.value), error.value.problem) == ("Connection refused", Problem.NO_RESPONSE)
    assert error.value.advice == "Check the network connection and the proxy, and try again."


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "No such file or directory. Check the path."),
        ("PRIVATE KEY", "it is not JSON. Pass the .json file as the Google Cloud console has it"),
        ("[]", "its JSON is not an object. Pass the .json file as"),
        ('{"web": {}}', "it is the file of an OAuth client, not of a service account. Run: "),
        ('{"type": "authorized_user"}', "it is not the file of a service account. Create a key"),
        (
            '{"type": "service_account", "client_email": "a@b", "private_key": "PRIVATE KEY"}',
            "its key is missing or not valid. Download a new key",
        ),
        ('{"type": "service_account", "private_key": 1}', "its key is missing or not valid."),
    ],
)
def test_a_file_that_is_none_of_a_service_account_is_refused(
    content: str | None, why: str, tmp_path: Path
) -> None:
    file = tmp_path / "key.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(UsageError) as error:
        console(file)
    assert str(file) in str(error.value)
    assert why in str(error.value)
    assert "PRIVATE KEY" not in str(error.value)


def test_a_user_who_has_not_signed_in_is_told_how() -> None:
    with pytest.raises(UsageError) as error:
        console(None, SUBMIT)
    assert str(error.value) == (
        "Cannot sign in to Google: no credentials. Run: sitemap-audit google login --client FILE"
        " --submit; or pass the file of a service account with --google-credentials FILE"
    )


def test_a_stored_token_without_a_right_is_not_used() -> None:
    write_token(stored_token(SUBMIT))
    console(None, READ)  # the right to submit includes that to read
    with pytest.raises(UsageError) as error:
        console(None, SHEETS)
    assert str(error.value) == (
        "Cannot use the stored token of Google: it has no right to make files in Google Drive, and"
        " change those. Run: sitemap-audit google login --client FILE --sheets --submit"
    )


def test_the_stored_token_is_for_its_owner_alone(configuration: Path) -> None:
    other = configuration / "sitemap-audit" / "google.json"
    other.parent.mkdir(parents=True, mode=0o755)
    other.symlink_to(configuration / "elsewhere.json")
    path = write_token(stored_token())
    assert path == token_file() == other
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert not (configuration / "elsewhere.json").exists()
    assert [each.name for each in path.parent.iterdir()] == ["google.json"]
    assert not any(secret in repr(stored_token()) for secret in SECRETS)
    path.write_text("{}")
    with pytest.raises(UsageError, match=r"google\.json: it is not as"):
        console()
