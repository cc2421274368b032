"""The directory of public keys that verifiers read, and the headers that it is served with.

By https://datatracker.ietf.org/doc/draft-ietf-webbotauth-httpsig-protocol/, "Directory Format" and
"Possession Proof on the Directory Response": a JSON Web Key Set with the media type MEDIA_TYPE; one
signature per key, which covers the authority that it was requested from and the digest of its body.
Cloudflare requires these signatures
(https://developers.cloudflare.com/bots/reference/bot-verification/web-bot-auth/).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemap_audit.handlers.signing import Message
from sitemap_audit.handlers.signing_key import key_id, public_jwk

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FILE_NAME = "http-message-signatures-directory"
WELL_KNOWN = f"/.well-known/{FILE_NAME}"
MEDIA_TYPE = f"application/{FILE_NAME}+json"


@dataclass(slots=True)
class _Response:
    request: Message
    headers: dict[str, str]
    status_code: int = 200


def directory_body(keys: Sequence[Ed25519PrivateKey]) -> bytes:
    """Return the directory of keys, as it is to be served byte by byte."""
    members = [public_jwk(key) | {"kid": key_id(key), "use": "sig"} for key in keys]
    return json.dumps({"keys": members}, separators=(",", ":")).encode()


def directory_headers(
    keys: Sequence[Ed25519PrivateKey], origin: str, created: datetime, expires: datetime
) -> dict[str, str]:
    """Return the headers that the directory is to be served with.

    Args:
        origin: scheme://host[:port] of the server.
        created, expires: from when until when the signatures hold.
    """
    from http_message_signatures import HTTPMessageSigner, algorithms
    from http_message_signatures.resolvers import MappingKeyResolver

    request = Message("GET", f"{origin}{WELL_KNOWN}")
    response = _Response(request, {"Content-Type": MEDIA_TYPE})
    for number, key in enumerate(keys, start=1):
        resolver = MappingKeyResolver(public_keys={}, private_keys={key_id(key): key})
        signer = HTTPMessageSigner(signature_algorithm=algorithms.ED25519, key_resolver=resolver)
        signer.sign(
            response,
            key_id=key_id(key),
            created=created,
            expires=expires,
            label=f"sig{number}",
            tag=FILE_NAME,
            covered_component_ids=('"@authority";req', "content-digest"),
            append_if_signature_exists=True,
            body=directory_body(keys),
            use_existing_digest=number > 1,
        )
    return response.headers
