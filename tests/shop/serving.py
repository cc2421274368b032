"""Serve the shop by HTTPS, and by HTTP what redirects to it."""

from __future__ import annotations

import contextlib
import ssl
from typing import TYPE_CHECKING, NamedTuple

from mockserver.certificates import Certificates
from round_trip.serving import EditableServer

from shop.shop import BASE, HOST, ToHttps

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from shop.shop import Shop


class Served(NamedTuple):
    """A shop that is served."""

    server: EditableServer
    options: list[str]
    "Options of an audit."
    environment: dict[str, str]


@contextlib.contextmanager
def serving(shop: Shop, folder: Path) -> Iterator[Served]:
    """Serve a shop while the block runs; the certificates go to ``folder``."""
    certificates = Certificates(folder)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificates.good(HOST))
    server = EditableServer(folder, hosts={HOST: shop}, tls=tls)
    plain = EditableServer(folder, hosts={HOST: ToHttps()})
    with server.serving() as secure_at, plain.serving() as plain_at:
        places = {443: secure_at["base"], 80: plain_at["base"]}
        given = [
            f"--connect-to={HOST}:{port}:{base.partition('//')[2]}" for port, base in places.items()
        ]
        options = [BASE, *given, "--crawl", "--no-compare", "--concurrency", "32"]
        yield Served(server, options, {"SSL_CERT_FILE": str(certificates.authority)})
