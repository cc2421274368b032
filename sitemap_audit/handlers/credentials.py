"""Credentials by origin, read from a file or the environment and sent to that origin only.

The file of ``--auth`` is TOML with one table per origin. A value ``env:NAME`` is read from the
environment variable NAME::

    ["staging.example.com"]             # https, at its usual port; or "https://host:8443",
    basic = "env:STAGING_LOGIN"         # or "http://host" where it is not encrypted
    ["https://api.example.com:8443"]
    bearer = "env:TOKEN"
    headers = {X-Key = "env:KEY"}
    cookies = {session = "env:SESSION"}
    certificate = "client.pem"          # with the key in it, or beside it:
    key = "client.key"
    key_password = "env:KEY_PASSWORD"
    unverified = true                   # send all this even where the server's own certificate
                                        # cannot be verified
    [proxy]
    url = "http://user:password@proxy.example.com:3128"

Credentials are never in a setting, a request, the log or a report. A redirect target is a separate
request, so it gets the credentials of its own scheme, host and port.
"""

from __future__ import annotations

import base64
import re
import ssl
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import getproxies_environment, proxy_bypass

from sitemap_audit.errors import UsageError
from sitemap_audit.options.option_sources import read_small, resolve_variable
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.addresses import read_address

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from sitemap_audit.options import Options

_TEXTS = ("basic", "bearer", "certificate", "key", "key_password")
_TABLES = ("headers", "cookies")
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_ONE_KIND = re.compile(r"[A-Z]?[a-z]*|[A-Z]*|[0-9]*")
"A word or a number."
_COOKIE = re.compile(r"[^\x00-\x20\x7f;,]*")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Identity:
    """Credentials for one origin."""

    headers: Mapping[str, str] = field(default_factory=dict)
    secrets: frozenset[str] = frozenset()
    "Secrets that must not be logged or sent elsewhere."
    certificate: Path | None = None
    key: Path | None = None
    key_password: str | None = None
    unverified: bool = False
    "Send credentials even if the server certificate cannot be verified."

    def load_into(self, context: ssl.SSLContext) -> None:
        """Load the client certificate, if there is one, into a TLS context.

        Raises:
            OSError: the certificate or its key cannot be read.
        """
        if self.certificate is not None:
            # Without a password of its own, OpenSSL would ask for one on the terminal.
            context.load_cert_chain(self.certificate, self.key, lambda: self.key_password or "")


class Credentials:
    """Credentials by origin, and the proxy for each URL."""

    def __init__(self, identities: Mapping[str, Identity], proxy: str | None = None) -> None:
        """Take ``identities`` by origin; ``proxy`` is a URL, "none", or None (environment)."""
        self._identities = identities
        self._proxy = proxy
        self._proxies = getproxies_environment() if proxy is None else {}

    @property
    def headers(self) -> dict[str, Mapping[str, str]]:
        """Headers by origin."""
        return {origin: identity.headers for origin, identity in self._identities.items()}

    @property
    def secrets(self) -> set[str]:
        """All secrets to mask in logs; those of up to three characters are left out."""
        proxies = [self._proxy or "", *self._proxies.values()]
        userinfo = [proxy.rpartition("@")[0].rpartition("//")[2] for proxy in proxies]
        found = {part for each in userinfo for part in (each, each.partition(":")[2])}
        found = found.union(*(identity.secrets for identity in self._identities.values()))
        return {secret for secret in found if len(secret) > 3}

    @property
    def recognisable(self) -> set[str]:
        """Secrets to mask in stored text: none that may be a plain word or part of a host."""
        origins = " ".join(self._identities).lower()
        return {
            secret
            for secret in self.secrets
            if len(secret) > 7 and not _ONE_KIND.fullmatch(secret) and secret.lower() not in origins
        }

    def of(self, url: str) -> Identity | None:
        """Return the identity for the origin of a URL; None if there is none."""
        return self._identities.get(urls.split_origin(url)[0]) if self._identities else None

    def proxy_of(self, url: str) -> str | None:
        """Return the proxy URL for a URL, with its password; None to connect directly.

        NO_PROXY applies to proxies of the environment. They are not used for localhost, as in
        browsers.
        """
        if self._proxy is not None:
            return None if self._proxy == "none" else self._proxy
        if not self._proxies:
            return None
        parts = urlsplit(url)
        host = parts.hostname or ""
        proxy = self._proxies.get(parts.scheme) or self._proxies.get("all")
        if not proxy or _is_loopback(host) or proxy_bypass(parts.netloc):
            return None
        return proxy if "://" in proxy else f"http://{proxy}"


def _is_loopback(host: str) -> bool:
    address = read_address(host)
    return host == "localhost" if address is None else address.is_loopback


def read_credentials(options: Options, *, environment: bool = True) -> Credentials:
    """Read the credentials of ``--auth`` and ``--proxy``.

    Args:
        environment: use the proxies of the environment unless an option sets one.

    Raises:
        UsageError: the file cannot be read or is invalid. The message contains no secret.
    """
    tables = _read_file(options.auth) if options.auth else {}
    proxy = _read_proxy(tables.pop("proxy", {}), options.proxy)
    if proxy is None and not environment:
        proxy = "none"
    identities: dict[str, Identity] = {}
    for name, table in tables.items():
        where = f"{options.auth}, [{name!r}]"
        identities[_read_origin(name, where)] = _read_identity(table, where, options.auth)
    return Credentials(identities, proxy)


def _read_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_small(path))
    except OSError as error:
        raise UsageError(
            f"Cannot read the credentials in {path}: {error.strerror}. Check --auth."
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"Cannot read {path}: not valid TOML: {error}.") from None


def _read_proxy(table: Any, option: str | None) -> str | None:
    if not isinstance(table, dict) or table.keys() - {"url"}:
        raise UsageError("[proxy] in the file of credentials holds one thing: url.")
    written = option or table.get("url")
    if written is None or written == "none":
        return written
    url = _secret(written, "The proxy")
    if not re.fullmatch(r"https?://[^\s/]+/?", url):
        raise UsageError("The proxy must be a URL such as http://user:password@proxy:3128.")
    return url


def _read_origin(name: str, where: str) -> str:
    link = urls.read_link(name if "://" in name else f"https://{name}")
    if link.url is None or urls.origin(link.url) + "/" != link.url:
        raise UsageError(
            f"{where} must be a host such as staging.example.com, or an origin such as"
            " http://staging.example.com:8080."
        )
    return urls.origin(link.url)


def _read_identity(table: Any, where: str, file: Path | None) -> Identity:
    if not isinstance(table, dict):
        raise UsageError(f"{where} must be a table.")
    for name, value in table.items():
        _check_kind(name, value, where)
    texts = {name: _secret(table[name], f"{where}, {name}") for name in _TEXTS if name in table}
    headers = _headers(table, texts, where)
    identity = Identity(
        headers=headers,
        secrets=frozenset([*headers.values(), *texts.values(), *_parts(table, texts)]),
        certificate=_beside(file, texts.get("certificate")),
        key=_beside(file, texts.get("key")),
        key_password=texts.get("key_password"),
        unverified=table.get("unverified", False),
    )
    try:
        identity.load_into(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
    except OSError as error:  # an SSLError is one
        raise UsageError(f"{where}: the client certificate cannot be used: {error}.") from None
    return identity


def _check_kind(name: str, value: Any, where: str) -> None:
    kinds: dict[str, type] = dict.fromkeys(_TEXTS, str) | dict.fromkeys(_TABLES, dict)
    kind = (kinds | {"unverified": bool}).get(name)
    if kind is None:
        known = ", ".join([*_TEXTS, *_TABLES, "unverified"])
        raise UsageError(f"{where} holds {name!r}; it may hold {known}.")
    if not isinstance(value, kind):
        words = {str: "a text", dict: "a table", bool: "true or false"}
        raise UsageError(f"{where}, {name} must be {words[kind]}.")


def _headers(table: Mapping[str, Any], texts: Mapping[str, str], where: str) -> dict[str, str]:
    headers = _named(table, "headers", where, _HEADER_NAME.fullmatch, str.isprintable)
    cookies = _named(table, "cookies", where, _HEADER_NAME.fullmatch, _COOKIE.fullmatch)
    if "basic" in texts:
        if ":" not in texts["basic"]:
            raise UsageError(f"{where}, basic must be USER:PASSWORD.")
        headers["Authorization"] = f"Basic {base64.b64encode(texts['basic'].encode()).decode()}"
    if "bearer" in texts:
        if not texts["bearer"].isprintable():
            raise UsageError(f"{where}, bearer holds what no request can carry.")
        headers["Authorization"] = f"Bearer {texts['bearer']}"
    if cookies:
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return headers


def _parts(table: Mapping[str, Any], texts: Mapping[str, str]) -> list[str]:
    """Return the secrets within headers: passwords and cookie values."""
    password = texts.get("basic", "").partition(":")[2]
    basic = base64.b64encode(texts.get("basic", "").encode()).decode()
    cookies = [_secret(value, "cookies") for value in table.get("cookies", {}).values()]
    return [password, basic, *cookies]


def _named(
    table: Mapping[str, Any],
    kind: str,
    where: str,
    is_name: Callable[[str], object],
    is_value: Callable[[str], object],
) -> dict[str, str]:
    read: dict[str, str] = {}
    for name, value in table.get(kind, {}).items():
        secret = _secret(value, f"{where}, {kind}.{name}")
        if not is_name(name) or not is_value(secret):
            raise UsageError(f"{where}, {kind}.{name} holds what no request can carry.")
        read[name] = secret
    return read


def _secret(written: Any, where: str) -> str:
    """Return a value, or that of the environment variable it refers to."""
    if not isinstance(written, str):
        raise UsageError(f"{where} must be a text.")
    return resolve_variable(written, where)


def _beside(file: Path | None, written: str | None) -> Path | None:
    """Resolve a path relative to the file of credentials."""
    return file.parent / written if file is not None and written is not None else None
