"""Sign in to Google's APIs, with a service account or the token of ``google login``."""

from __future__ import annotations

import json
from functools import partial
from importlib.util import find_spec
from threading import Lock
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from sitemap_audit.errors import NotInstalledError, UsageError
from sitemap_audit.web_apis.endpoints import Endpoint
from sitemap_audit.web_apis.google_errors import (
    LOGIN,
    READ,
    RIGHTS,
    SUBMIT,
    Account,
    login_command,
    read_error,
)
from sitemap_audit.web_apis.google_token import StoredToken, read_token
from sitemap_audit.web_apis.json_api import FIRST_WAIT, Api, ApiError, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from google.auth.credentials import Credentials

    from sitemap_audit.machine.stopping import Stop

FORM = "application/x-www-form-urlencoded"


def google_api(
    title: str,
    base: str,
    scopes: Sequence[str],
    file: Path | None,
    *,
    stop: Stop | None = None,
    wait: float = FIRST_WAIT,
) -> Api:
    """Return an API of Google that signs in at its first request, and again after a 401.

    Access tokens stay in memory. Secrets go to the token endpoint in ``endpoints.py`` alone,
    whatever host the file of a service account names:
    https://developers.google.com/identity/protocols/oauth2/service-account

    Args:
        scopes: what it needs, the narrowest that its documentation names.
        file: of a service account; None for what ``google login`` has stored.
        wait: seconds before the second try of a request.

    Raises:
        UsageError: there are no credentials, or they are not valid for this.
    """
    require_google_auth()
    credentials, account = _service_account(file, scopes) if file else _user(scopes)
    told = partial(read_error, account=account)
    token_api = Api("Google", Endpoint.GOOGLE_TOKEN.url, told=told, stop=stop, wait=wait)
    signature = _Signature(credentials, token_api)
    return Api(title, base, headers=signature, told=told, stop=stop, wait=wait)


def require_google_auth() -> None:
    """Raise an error if the extra is not installed.

    Raises:
        NotInstalledError: it is not.
    """
    if not (find_spec("google") and find_spec("google.auth")):
        raise NotInstalledError("Signing in to Google", "google-auth", "sitemap-audit[google]")


def _service_account(file: Path, scopes: Sequence[str]) -> tuple[Credentials, Account]:
    """Return the credentials of a service account.

    Its file's token_uri and universe_domain are not used.
    """
    from google.oauth2.service_account import Credentials

    stored = read_json_file(file, "the credentials of Google")
    if "installed" in stored or "web" in stored:
        raise UsageError(
            f"Cannot sign in with {file}: it is the file of an OAuth client, not of a service"
            f" account. Run: {LOGIN.replace('FILE', str(file))}"
        )
    if stored.get("type") != "service_account":
        raise UsageError(
            f"Cannot sign in with {file}: it is not the file of a service account. Create a key of"
            " the type JSON in the Google Cloud console (IAM, Service accounts, Keys)."
        )
    names = ("client_email", "private_key", "private_key_id")
    used = {name: stored[name] for name in names if name in stored}
    used["token_uri"] = Endpoint.GOOGLE_TOKEN.url
    try:
        credentials = Credentials.from_service_account_info(used, scopes=[*scopes])  # type: ignore[no-untyped-call]
    except (ValueError, TypeError, KeyError):  # its message may quote the key
        raise UsageError(
            f"Cannot sign in with {file}: its key is missing or not valid. Download a new key of"
            " the type JSON from the Google Cloud console (IAM, Service accounts, Keys)."
        ) from None
    return credentials, Account(scopes, mail=str(used["client_email"]))


def _user(scopes: Sequence[str]) -> tuple[Credentials, Account]:
    """Return the credentials of the user who has signed in with ``google login``."""
    from google.oauth2.credentials import Credentials

    token = read_token()
    if token is None:
        raise UsageError(
            f"Cannot sign in to Google: no credentials. Run: {login_command(scopes)}; or pass the"
            " file of a service account with --google-credentials FILE"
        )
    if missing := _missing(scopes, token):
        raise UsageError(
            f"Cannot use the stored token of Google: it has no right to"
            f" {' and '.join(RIGHTS[each] for each in missing)}."
            f" Run: {login_command([*token.scopes, *missing])}"
        )
    credentials = Credentials(  # type: ignore[no-untyped-call]
        None,
        refresh_token=token.refresh_token,
        token_uri=Endpoint.GOOGLE_TOKEN.url,
        client_id=token.client_id,
        client_secret=token.client_secret,
    )
    return credentials, Account(scopes, token.scopes)


def _missing(scopes: Sequence[str], token: StoredToken) -> list[str]:
    """Return the scopes that a token does not have; that to submit includes that to read."""
    granted = {*token.scopes, READ} if SUBMIT in token.scopes else {*token.scopes}
    return [each for each in scopes if each not in granted]


def read_json_file(file: Path, what: str) -> dict[str, Any]:
    """Return the object in a JSON file.

    Raises:
        UsageError: it cannot be read, or is no such file; the message quotes nothing of it.
    """
    try:
        stored = json.loads(file.read_bytes())
    except OSError as error:
        why = error.strerror or "it cannot be opened"
        raise UsageError(f"Cannot read {what} from {file}: {why}. Check the path.") from None
    except (ValueError, RecursionError):
        fault = "it is not JSON"
    else:
        if isinstance(stored, dict):
            return stored
        fault = "its JSON is not an object"
    raise UsageError(
        f"Cannot read {what} from {file}: {fault}. Pass the .json file as the Google Cloud console"
        " has it for download."
    )


class _Signature:
    """Returns the header that authorizes a request; gets an access token when it needs one."""

    def __init__(self, credentials: Credentials, token_api: Api) -> None:
        self._credentials, self._token_api, self._lock = credentials, token_api, Lock()

    def __call__(self, is_refused: bool) -> Mapping[str, str]:
        with self._lock:
            if is_refused or not self._credentials.valid:
                self._refresh()
            return {"Authorization": f"Bearer {self._credentials.token}"}

    def _refresh(self) -> None:
        from google.auth.exceptions import GoogleAuthError

        try:
            self._credentials.refresh(self._send)  # type: ignore[no-untyped-call]
        except (GoogleAuthError, TypeError, ValueError, AttributeError):  # may quote a token
            why = "the response of the token endpoint has no access token"
            raise ApiError(Problem.UNREADABLE, why) from None

    def _send(self, *, body: bytes, **_: Any) -> SimpleNamespace:
        """Send a request as a transport of google-auth, to the token endpoint alone."""
        told = self._token_api.call("POST", data=body, content_type=FORM)
        return SimpleNamespace(status=200, headers={}, data=json.dumps(told))
