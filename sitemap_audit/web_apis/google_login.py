"""Sign a user in to Google with the browser, and out again."""

from __future__ import annotations

from functools import partial
from hmac import compare_digest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from sitemap_audit.errors import AuditError, NotInstalledError, UsageError
from sitemap_audit.masking import visible
from sitemap_audit.web_apis.endpoints import Endpoint
from sitemap_audit.web_apis.google_credentials import FORM, read_json_file
from sitemap_audit.web_apis.google_errors import Account, read_error
from sitemap_audit.web_apis.google_token import StoredToken
from sitemap_audit.web_apis.json_api import Api, ApiError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

_SECONDS = 300.0
"Seconds that a user has to sign in."
_LONGEST_REQUEST = 10.0
"Seconds until a connection of a browser that sends nothing is closed."
_CLIENTS = "the Google Cloud console (Google Auth Platform, Clients)"
_CONNECTIONS = "https://myaccount.google.com/connections"


class Client(NamedTuple):
    """An OAuth client of the user's: https://support.google.com/cloud/answer/15549257."""

    id: str
    secret: str

    def __repr__(self) -> str:
        return f"Client {self.id}"


def read_client(file: Path) -> Client:
    """Read the file of an OAuth client of the type *Desktop app*.

    Raises:
        UsageError: it is another file.
    """
    stored = read_json_file(file, "the OAuth client")
    client = stored.get("installed")
    if isinstance(client, dict) and client.get("client_id") and client.get("client_secret"):
        return Client(str(client["client_id"]), str(client["client_secret"]))
    what = "it is no file of an OAuth client"
    if isinstance(client, dict) and client.get("client_id"):
        what = "it has no client secret, which Google shows only when a client is created"
    if "web" in stored:
        what = "it is a client of the type Web application"
    elif stored.get("type") == "service_account":
        raise UsageError(
            f"Cannot sign in with {file}: it is the file of a service account, which needs no"
            f" login. Pass it to the audit: --google-credentials {file}"
        )
    raise UsageError(
        f"Cannot sign in with {file}: {what}. Create a client of the type Desktop app in {_CLIENTS}"
        " and pass the JSON file that you can download then."
    )


def log_in(
    client: Client, scopes: Sequence[str], port: int, ask: Callable[[str], None]
) -> StoredToken:
    """Let the user sign in with a browser on this machine, and return the token.

    The flow of installed apps with a redirect to 127.0.0.1, PKCE and state (RFC 8252, RFC 7636):
    https://developers.google.com/identity/protocols/oauth2/native-app. The flow's own server takes
    the first request for the redirect, which can be one for a favicon, and its own request of the
    token follows redirects; so both are ours.

    Args:
        port: of the redirect; 0 for a free one.
        ask: shows the URL at which the user signs in.

    Raises:
        NotInstalledError: the extra is not installed.
        AuditError: the user has not signed in.
    """
    if not find_spec("google_auth_oauthlib"):
        raise NotInstalledError("google login", "google-auth-oauthlib", "sitemap-audit[google]")
    from google_auth_oauthlib.flow import InstalledAppFlow

    config = {
        "client_id": client.id,
        "client_secret": client.secret,
        "auth_uri": Endpoint.GOOGLE_AUTH.url,
        "token_uri": Endpoint.GOOGLE_TOKEN.url,
    }
    flow = InstalledAppFlow.from_client_config({"installed": config}, [*scopes])
    answers: Queue[dict[str, str]] = Queue()
    try:
        server = _Server(("127.0.0.1", port), partial(_Handler, answers))
    except OSError as error:
        raise UsageError(
            f"Cannot use port {port} of 127.0.0.1: {error.strerror}. Pass another --port."
        ) from None
    with server:
        flow.redirect_uri = f"http://127.0.0.1:{server.server_port}"
        url, server.state = flow.authorization_url(prompt="consent")
        Thread(target=server.serve_forever, args=(0.1,), daemon=True).start()
        try:
            ask(url)
            answer = answers.get(timeout=_SECONDS)
        except Empty:
            raise AuditError(
                f"Nobody has signed in within {_SECONDS / 60:.0f} minutes. Run the command again."
            ) from None
        finally:
            server.shutdown()
    if "code" not in answer:
        why = "you have not allowed it" if answer["error"] == "access_denied" else answer["error"]
        raise AuditError(f"Not signed in to Google: {visible(why)}. Run the command again.")
    form = {
        "grant_type": "authorization_code",
        "client_id": client.id,
        "client_secret": client.secret,
        "code": answer["code"],
        "code_verifier": flow.code_verifier,
        "redirect_uri": flow.redirect_uri,
    }
    return _token(client, scopes, form)


def _token(client: Client, scopes: Sequence[str], form: Mapping[str, str]) -> StoredToken:
    """Exchange an authorization code for a token."""
    told = partial(read_error, account=Account(scopes))
    api = Api(
        "Google",
        Endpoint.GOOGLE_TOKEN.url,
        told=told,
        secrets=[client.secret, form["code"], form["code_verifier"]],
    )
    try:
        sent = urlencode(form).encode()
        given = api.call("POST", data=sent, content_type=FORM, is_repeatable=False)
        granted = str(given.get("scope", " ".join(scopes))).split()
        return StoredToken(client.id, client.secret, str(given["refresh_token"]), (*granted,))
    except ApiError as error:
        raise AuditError(f"Not signed in to Google: {error}. {error.advice}".rstrip()) from None
    except (AttributeError, KeyError):
        raise AuditError(
            "Not signed in to Google: it sent no refresh token. Remove the access of your client"
            f" at {_CONNECTIONS} and run the command again."
        ) from None


class _Server(ThreadingHTTPServer):
    """Waits for the redirect of the browser, while other requests come and stay open."""

    allow_reuse_address = False  # on Windows another program could take the port
    daemon_threads = True
    state = ""


class _Handler(BaseHTTPRequestHandler):
    """Takes the redirect that carries the state of this login; refuses all else."""

    timeout = _LONGEST_REQUEST

    def __init__(self, answers: Queue[dict[str, str]], *arguments: Any) -> None:
        self._answers = answers
        super().__init__(*arguments)

    def do_GET(self) -> None:
        """Respond, and pass on the parameters of the redirect."""
        query = dict(parse_qsl(urlsplit(self.path).query))
        assert isinstance(self.server, _Server)
        is_ours = compare_digest(query.get("state", "").encode(), self.server.state.encode())
        is_ours = is_ours and bool({"code", "error"} & query.keys())
        text = b"Received. You can close this tab and go back to the terminal.\n"
        self.send_response(200 if is_ours else 404)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(text) if is_ours else 0))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if is_ours:
            self.wfile.write(text)
            self._answers.put(query)

    def log_message(self, *_: object) -> None:
        """Write no line for a request: it carries the authorization code."""


def revoke(token: StoredToken) -> str | None:
    """Revoke a token; return a sentence if Google could not be told.

    One that was revoked already, or has expired, is refused with invalid_token:
    https://developers.google.com/identity/protocols/oauth2/native-app#tokenrevoke
    """
    told = partial(read_error, account=Account(()))
    secrets = [token.refresh_token, token.client_secret]
    api = Api("Google", Endpoint.GOOGLE_REVOKE.url, told=told, secrets=secrets)
    form = urlencode({"token": token.refresh_token}).encode()
    try:
        api.call("POST", data=form, content_type=FORM)
    except ApiError as error:
        if error.code == "invalid_token":
            return None
        return f"The token was deleted here, but not revoked: {error}. Revoke it at {_CONNECTIONS}"
    return None
