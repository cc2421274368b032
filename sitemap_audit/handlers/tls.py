"""TLS contexts with client certificates, and the classification of certificate errors."""

from __future__ import annotations

import os
import re
import ssl
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import aiohttp
from scrapy.utils.ssl import _make_ssl_context

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

    from sitemap_audit.handlers.credentials import Identity

TLS_PROBLEMS = {
    9: "untrusted",
    10: "expired",
    18: "self-signed",
    19: "untrusted-root",
    20: "untrusted",
    21: "untrusted",
    62: "wrong-host",
    64: "wrong-host",
}
"Certificate problems by OpenSSL verify code (X509_V_ERR_…)."
_CA_BUNDLES = ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
"Environment variables with a file or folder of CA certificates; OpenSSL reads only its own."
# The URL of the issuer's certificate (RFC 5280, 4.2.2.1): its OID and the tag of a URI, in DER.
_ISSUER_URL = re.compile(
    rb"\x2b\x06\x01\x05\x05\x07\x30\x02\x86(?:[\x00-\x7f]|\x81.)https?://", re.DOTALL
)


class _UnverifiedConnection(ssl.SSLObject):
    """Connection without verification that notes whether its issuer can be looked up.

    Public CAs name the URL of their certificate; private CAs and proxies that intercept
    connections rarely do.
    """

    context: _UnverifiedContext

    def do_handshake(self) -> None:
        super().do_handshake()
        certificate = self.getpeercert(binary_form=True) or b""
        if _ISSUER_URL.search(certificate) is None:
            self.context.unknown_issuers.add(self.server_hostname)


class _UnverifiedContext(ssl.SSLContext):
    """TLS context that accepts every certificate."""

    sslobject_class = _UnverifiedConnection
    unknown_issuers: set[str | None]
    "Hosts whose certificate does not say where that of its issuer is."


class _Kind(NamedTuple):
    identity: Identity | None
    is_verified: bool


class TlsContexts:
    """TLS contexts, each created once."""

    def __init__(self, settings: BaseSettings, usual: ssl.SSLContext) -> None:
        """Create contexts from Scrapy's settings, which set the TLS versions.

        ``usual`` is the default context; loading CA certificates again would take time.
        """
        trust_ca_bundles(usual)
        self._settings = settings
        self._made = {_Kind(None, is_verified=True): usual}
        self._unknown_issuers: set[str | None] = set()

    def get(self, identity: Identity | None, *, is_verified: bool) -> ssl.SSLContext:
        """Return a context with the client certificate of an identity."""
        if identity is not None and identity.certificate is None:
            identity = None
        kind = _Kind(identity, is_verified)
        if kind not in self._made:
            self._made[kind] = self._make(kind)
        return self._made[kind]

    def _make(self, kind: _Kind) -> ssl.SSLContext:
        if kind.is_verified:
            context = trust_ca_bundles(_make_ssl_context(self._settings))
        else:
            context = self._unverified()
        if kind.identity is not None:
            kind.identity.load_into(context)
        return context

    def _unverified(self) -> ssl.SSLContext:
        context = _UnverifiedContext(ssl.PROTOCOL_TLS_CLIENT)
        context.unknown_issuers = self._unknown_issuers
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        return context

    def refined(self, problem: str, host: str | None) -> str:
        """Return a certificate's problem when its host was connected without verification."""
        is_unknown = problem == "untrusted" and host in self._unknown_issuers
        return "untrusted-root" if is_unknown else problem


def trust_ca_bundles(context: ssl.SSLContext) -> ssl.SSLContext:
    """Trust the CAs that requests and curl trust, besides those of OpenSSL (SSL_CERT_FILE)."""
    for bundle in filter(None, map(os.environ.get, _CA_BUNDLES)):
        with suppress(OSError):  # no certificates are there; OpenSSL ignores that, too
            if Path(bundle).is_dir():
                context.load_verify_locations(capath=bundle)
            else:
                context.load_verify_locations(cafile=bundle)
    return context


def tls_problem(error: BaseException) -> str | None:
    """Return the problem of a certificate; None for other errors."""
    cause = error.__cause__
    if isinstance(cause, aiohttp.ClientConnectorCertificateError):
        fault = cause.certificate_error
        code = fault.verify_code if isinstance(fault, ssl.SSLCertVerificationError) else 0
        return TLS_PROBLEMS.get(code, "untrusted")
    return None
