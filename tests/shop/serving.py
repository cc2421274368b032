"""Serve the shop by HTTPS, and by HTTP what redirects to it."""

from __future__ import annotations

import contextlib
import ssl
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from round_trip.serving import EditableServer

from shop.shop import HOST, ToHttps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mockserver.certificates import Certificates

    from shop.shop import Shop


FOLDER = Path(__file__).parent
"Has no rules of a site."


class Served(NamedTuple):
    """A shop that is served."""

    server: EditableServer
    options: list[str]
    "Options of an audit of ``BASE``."


@contextlib.contextmanager
def serving(shop: Shop, certificates: Certificates) -> Iterator[Served]:
    """Serve a shop while the block runs."""
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificates.good(HOST))
    server = EditableServer(FOLDER, hosts={HOST: shop}, tls=tls)
    plain = EditableServer(FOLDER, hosts={HOST: ToHttps()})
    with server.serving() as secure_at, plain.serving() as plain_at:
        places = {443: secure_at["base"], 80: plain_at["base"]}
        given = [
            f"--connect-to={HOST}:{port}:{base.partition('//')[2]}" for port, base in places.items()
        ]
        yield Served(server, [*given, "--crawl", "--concurrency", "32"])
