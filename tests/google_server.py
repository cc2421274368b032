"""What Google's token endpoint and its APIs send, and files with credentials for them."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from api_server import Reply
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from sitemap_audit.web_apis.google_errors import READ
from sitemap_audit.web_apis.google_token import StoredToken

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from api_server import ApiRequest

MAIL = "audit@project-1.iam.gserviceaccount.com"
SECRETS = ("the-client-secret", "the-refresh-token", "ya29.access", "PRIVATE KEY")


@cache
def private_key() -> rsa.RSAPrivateKey:
    """The key of the service account."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def service_account(file: Path, **other: Any) -> Path:
    """Write the file of a service account, as the Google Cloud console has it for download.

    https://cloud.google.com/iam/docs/keys-create-delete
    """
    key = private_key().private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    stored = {
        "type": "service_account",
        "project_id": "project-1",
        "private_key_id": "0123456789abcdef",
        "private_key": key.decode(),
        "client_email": MAIL,
        "client_id": "1",
        "auth_uri": "https://accounts.google.com/o/oauth2/auth",
        "token_uri": "https://oauth2.googleapis.com/token",
        "universe_domain": "googleapis.com",
    }
    file.write_text(json.dumps(stored | other))
    return file


def stored_token(*scopes: str) -> StoredToken:
    """The token of a user who has signed in."""
    return StoredToken("client-1", SECRETS[0], SECRETS[1], scopes or (READ,))


def access_token(number: int = 1) -> Reply:
    """The response of the token endpoint.

    https://developers.google.com/identity/protocols/oauth2/native-app#offline
    """
    body = {"access_token": f"{SECRETS[2]}-{number}", "expires_in": 3599, "token_type": "Bearer"}
    return Reply(body)


def refused_token(
    code: str = "invalid_grant", why: str = "Token has been expired or revoked."
) -> Reply:
    """An error of the token endpoint (RFC 6749, 5.2)."""
    return Reply({"error": code, "error_description": why}, 400)


def api_error(
    status: int, message: str, reason: str, details: Sequence[dict[str, Any]] = ()
) -> Reply:
    """An error of an API of Google: https://cloud.google.com/apis/design/errors."""
    errors = [{"domain": "global", "message": message, "reason": reason}]
    error = {"code": status, "message": message, "errors": errors, "details": [*details]}
    return Reply({"error": error}, status)


def bearer(request: ApiRequest) -> str:
    """The access token that a request carries."""
    return request.headers.get("authorization", "").removeprefix("Bearer ")


def client_file(file: Path, kind: str = "installed") -> Path:
    """Write the file of an OAuth client: https://support.google.com/cloud/answer/15549257."""
    client = {
        "client_id": "client-1",
        "project_id": "project-1",
        "auth_uri": "https://accounts.google.com/o/oauth2/auth",
        "token_uri": "https://oauth2.googleapis.com/token",
        "client_secret": SECRETS[0],
        "redirect_uris": ["http://localhost"],
    }
    file.write_text(json.dumps({kind: client}))
    return file
