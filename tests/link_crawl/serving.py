"""Serve the shop by HTTP and HTTPS, and read what an audit of it has found."""

from __future__ import annotations

import contextlib
import ssl
from collections import defaultdict
from typing import TYPE_CHECKING

from mockserver.certificates import Certificates
from mockserver.scripted import scripted

from link_crawl.traps import HOST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from commanding import Ended
    from mockserver.scripted import ReceivedRequest

    from link_crawl.shop import Shop

CHECKS = "links,entry/sorted-or-filtered"


@contextlib.contextmanager
def serving(
    shop: Shop, folder: Path, on_request: Callable[[ReceivedRequest], object] = lambda _: None
) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Serve tea.example and www.tea.example; yield options and environment of an audit."""
    certificates = Certificates(folder)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificates.good(HOST))

    def respond(asked: ReceivedRequest) -> bytes:
        on_request(asked)
        return shop(asked)

    with (
        scripted(respond) as server,
        scripted(lambda asked: shop(asked, "https"), tls=tls) as secure,
    ):
        places = [f":80:{server.address[7:]}", f":443:{secure.address[8:]}"]
        options = [each for place in places for each in ("--connect-to", place)]
        options += ["--select", CHECKS, "--no-compare", "--concurrency", "32", "--crawl"]
        yield options, {"SSL_CERT_FILE": str(certificates.authority)}


def assert_found(done: Ended, shop: Shop) -> None:
    """What was planted is found, each once, and nothing more."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for row in done.table("findings").to_dict("records"):
        assert row["url"] not in found[row["check"]], "two findings of a URL"
        found[row["check"]].add(row["url"])
    assert sorted(found) == sorted(shop.expected)
    for check, expected in shop.expected.items():
        assert sorted(found[check] - expected) == [], f"{check}: found, not planted"
        assert sorted(expected - found[check]) == [], f"{check}: planted, not found"
