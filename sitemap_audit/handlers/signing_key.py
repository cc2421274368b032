"""The key that signs requests: its file, its id, and how it is published.

An Ed25519 key in PEM, as ``openssl genpkey -algorithm ed25519`` writes it. Its id is its JWK
thumbprint (RFC 7638; RFC 8037, appendix A.3), as the Web Bot Auth protocol wants it
(https://datatracker.ietf.org/doc/draft-ietf-webbotauth-httpsig-protocol/, "Generating HTTP Message
Signature").
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from typing import TYPE_CHECKING

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from sitemap_audit.errors import UsageError
from sitemap_audit.options.option_sources import read_small

if TYPE_CHECKING:
    from pathlib import Path

_MAKE_ONE = "Make one by 'sitemap-audit sign key'"


def read_key(path: Path) -> Ed25519PrivateKey:
    """Read a private key.

    Raises:
        UsageError: the file cannot be read, or holds no Ed25519 key without a password. The
            message has the path, and nothing of the key.
    """
    try:
        key = load_pem_private_key(read_small(path).encode(), password=None)
    except OSError as error:
        raise UsageError(
            f"Cannot read the key {path}: {error.strerror}. Check the path. {_MAKE_ONE}."
        ) from None
    except TypeError:
        raise UsageError(
            f"Cannot use the key {path}: it has a password. Remove it by 'openssl pkey', and let"
            " only yourself read the file."
        ) from None
    except (ValueError, UnsupportedAlgorithm):  # a UnicodeDecodeError is a ValueError
        raise UsageError(
            f"Cannot use the key {path}: it is no private key in PEM. {_MAKE_ONE}."
        ) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise UsageError(
            f"Cannot use the key {path}: it is no Ed25519 key, which Web Bot Auth is signed with."
            f" {_MAKE_ONE}."
        )
    return key


def make_key(path: Path) -> Ed25519PrivateKey:
    """Make a key in a new file that only this user can read.

    Raises:
        FileExistsError: there is a file already; it is not touched.
        OSError: the file cannot be written.
    """
    key = Ed25519PrivateKey.generate()
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with os.fdopen(os.open(path, flags, 0o600), "wb") as file:
        file.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        file.flush()
        os.fsync(file.fileno())
    return key


def public_jwk(key: Ed25519PrivateKey) -> dict[str, str]:
    """Return the members of the public key that its thumbprint is made of (RFC 8037, 2)."""
    public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    return {"crv": "Ed25519", "kty": "OKP", "x": _base64url(public)}


def key_id(key: Ed25519PrivateKey) -> str:
    """Return the JWK thumbprint of a key."""
    members = json.dumps(public_jwk(key), separators=(",", ":"), sort_keys=True)
    return _base64url(hashlib.sha256(members.encode()).digest())


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
