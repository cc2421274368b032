"""Sign requests by RFC 9421 as Web Bot Auth says: ``--sign KEY.pem --sign-agent URL``.

Signed are requests to the hosts that the user gave, and no others: a redirect target is a request
of its own, and is signed if its host is one of them. The three headers are made when a request is
sent; they are on no Request object.

``Signature-Agent`` says where the public key is. There are two forms of it, and the URL of
``--sign-agent`` says which one a host gets:

* with a path, the URL of the directory itself, as a dictionary: the protocol of the working group
  (https://datatracker.ietf.org/doc/draft-ietf-webbotauth-httpsig-protocol/, "Signature-Agent");
* without a path, an origin, as a string: the drafts before it
  (https://datatracker.ietf.org/doc/html/draft-meunier-web-bot-auth-architecture-02), which
  Cloudflare verifies
  (https://developers.cloudflare.com/bots/reference/bot-verification/web-bot-auth/). A verifier of
  the protocol may accept it.

The method and the host are signed, and no path: what stands between rewrites paths. ``created``,
``expires``, ``keyid`` and ``tag`` are required. A signature expires after a minute, as Cloudflare
recommends, and has a nonce.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sitemap_audit.errors import UsageError
from sitemap_audit.parsing.dates import read_http_date

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from sitemap_audit.options import Options

LIFETIME = timedelta(minutes=1)
"Time until a signature expires."
NONCE_BYTES = 64
"As in the examples of the drafts."
SIGNED = "is_signed"
"Key of a request's ``meta``."
REFUSALS = (400, 401, 403)
"Status codes of a request whose signature does not hold: the protocol's, and 401 of Cloudflare."
_LABEL = "sig1"
_EXPIRES = re.compile(r";\s*expires=(\d{1,11})(?!\d)")
_HEADERS = frozenset({"signature", "signature-input", "signature-agent"})


@dataclass(slots=True)
class Message:
    """What the library signs of a request."""

    method: str
    url: str
    headers: dict[str, str] = field(default_factory=dict)


class RequestSigner:
    """Signs requests to some hosts."""

    def __init__(self, key: Ed25519PrivateKey, agent: str, hosts: Iterable[str]) -> None:
        """Create the signer.

        Args:
            agent: URL of ``--sign-agent``.
            hosts: those whose requests are signed.
        """
        from http_message_signatures import HTTPMessageSigner, algorithms
        from http_message_signatures.resolvers import MappingKeyResolver

        from sitemap_audit.handlers.signing_key import key_id  # late: cryptography takes time

        self._hosts = frozenset(host.strip("[]").lower() for host in hosts)
        self._key_id = key_id(key)
        is_directory = bool(urlsplit(agent).path.strip("/"))
        self._agent = f'{_LABEL}="{agent}"' if is_directory else f'"{agent.rstrip("/")}"'
        member = f'"signature-agent";key="{_LABEL}"' if is_directory else "signature-agent"
        self._covered = ("@method", "@authority", member)
        self._signer = HTTPMessageSigner(
            signature_algorithm=algorithms.ED25519,
            key_resolver=MappingKeyResolver(public_keys={}, private_keys={self._key_id: key}),
        )

    def signs(self, url: str) -> bool:
        """Return whether requests for a URL are signed."""
        return (urlsplit(url).hostname or "").lower() in self._hosts

    def headers(self, method: str, url: str) -> Mapping[str, str]:
        """Return the headers that sign a request; none if its host is another one."""
        if not self.signs(url):
            return {}
        parts = urlsplit(url)
        message = Message(
            method, f"{parts.scheme}://{parts.netloc}/", {"Signature-Agent": self._agent}
        )
        now = datetime.now(UTC)  # the clock that the server compares with its own
        self._signer.sign(
            message,
            key_id=self._key_id,
            created=now,
            expires=now + LIFETIME,
            nonce=secrets.token_urlsafe(NONCE_BYTES),
            label=_LABEL,
            tag="web-bot-auth",
            covered_component_ids=self._covered,
        )
        return message.headers


def clock_fault(host: str, date: str, now: datetime) -> str | None:
    """Return a sentence if the clock of a host, by its Date header, makes signatures expire."""
    at = read_http_date(date).at
    if at is None or abs(at - now) <= LIFETIME:
        return None
    return (
        f"{host} refused signed requests, and its clock and that of this machine differ by more"
        " than the minute for which a signature holds. Set the clock of this machine, and audit"
        " again."
    )


def check_ready_made(headers: Mapping[str, str], origin: str, now: datetime) -> None:
    """Check that a signature in the file of ``--auth`` holds.

    Raises:
        UsageError: it has expired, by its parameter ``expires`` (RFC 9421, 2.3).
    """
    written = {name.lower(): value for name, value in headers.items()}.get("signature-input", "")
    if (found := _EXPIRES.search(written)) and int(found[1]) <= now.timestamp():
        day = datetime.fromtimestamp(int(found[1]), UTC)
        raise UsageError(
            f"Cannot use the signature for {origin} in the file of --auth: it expired on {day:%F}."
            " Create another one, and replace Signature-Input and Signature in the file or in the"
            " environment."
        )


def has_signature(headers: Iterable[str]) -> bool:
    """Return whether headers hold a signature: one of ``--auth`` is sent as it is."""
    return any(name.lower() in _HEADERS for name in headers)


def read_signer(options: Options, hosts: Iterable[str] = ()) -> RequestSigner | None:
    """Return the signer of ``--sign``; None without it.

    Raises:
        UsageError: the key cannot be read, or one of the two options is missing.
    """
    if options.sign is None:
        if options.sign_agent is not None:
            raise UsageError(
                "Cannot sign requests: --sign-agent needs the key, too. Pass --sign KEY.pem;"
                " 'sitemap-audit sign key' makes one."
            )
        return None
    if options.sign_agent is None:
        raise UsageError(
            "Cannot sign requests: --sign needs the URL where the public key is. Pass --sign-agent,"
            " such as https://www.example.com."
        )
    from sitemap_audit.handlers.signing_key import read_key  # late, as above

    return RequestSigner(read_key(options.sign), options.sign_agent, hosts)
