"""TLS contexts with client certificates, and the classification of certificate errors."""

from __future__ import annotations

import ssl
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
    19: "untrusted",
    20: "untrusted",
    21: "untrusted",
    62: "wrong-host",
    64: "wrong-host",
}
"Certificate problems by OpenSSL verify code (X509_V_ERR_…)."


class _Kind(NamedTuple):
    identity: Identity | None
    is_verified: bool


class TlsContexts:
    """TLS contexts, each created once."""

    def __init__(self, settings: BaseSettings, usual: ssl.SSLContext) -> None:
        """Create contexts from Scrapy's settings, which set the TLS versions.

        ``usual`` is the default context; loading CA certificates again would take time.
        """
        self._settings = settings
        self._made = {_Kind(None, is_verified=True): usual}

    def get(self, identity: Identity | None, *, is_verified: bool) -> ssl.SSLContext:
        """Return a context with the client certificate of an identity."""
        if identity is not None and identity.certificate is None:
            identity = None
        kind = _Kind(identity, is_verified)
        if kind not in self._made:
            self._made[kind] = self._make(kind)
        return self._made[kind]

    def _make(self, kind: _Kind) -> ssl.SSLContext:
        context = _make_ssl_context(self._settings) if kind.is_verified else _unverified_context()
        if kind.identity is not None:
            kind.identity.load_into(context)
        return context


def _unverified_context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def tls_problem(error: BaseException) -> str | None:
    """Return the problem of a certificate; None for other errors."""
    cause = error.__cause__
    if isinstance(cause, aiohttp.ClientConnectorCertificateError):
        fault = cause.certificate_error
        code = fault.verify_code if isinstance(fault, ssl.SSLCertVerificationError) else 0
        return TLS_PROBLEMS.get(code, "untrusted")
    return None
