"""A link crawl finds what was planted in a shop, and nothing more; URL traps do not hold it."""

from __future__ import annotations

import re
import ssl
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest
from commanding import Ended, command
from mockserver.certificates import Certificates
from mockserver.scripted import scripted

from link_crawl.shop import Shop
from link_crawl.traps import BASE, HOST, TRAPS

if TYPE_CHECKING:
    from pathlib import Path

ITEMS = 250
"Items in each of ten sections: 3,000 pages."


@pytest.fixture(scope="module")
def shop() -> Shop:
    return Shop(ITEMS)


@pytest.fixture(scope="module")
def done(shop: Shop, tmp_path_factory: pytest.TempPathFactory) -> Ended:
    return audited(shop, tmp_path_factory.mktemp("audit"), "--crawl")


def audited(shop: Shop, folder: Path, *options: object) -> Ended:
    """Audit the shop, which is served as tea.example and www.tea.example, by HTTP and HTTPS."""
    certificates = Certificates(folder)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificates.good(HOST))
    with (
        scripted(shop) as server,
        scripted(lambda asked: shop(asked, "https"), tls=tls) as secure,
    ):
        places = [f":80:{server.address[7:]}", f":443:{secure.address[8:]}"]
        given = [each for place in places for each in ("--connect-to", place)]
        given += ["--select", "links,entry/paginated-or-filtered", "--no-compare"]
        given += map(str, options)
        given += ["--concurrency", "32"]
        environment = {"SSL_CERT_FILE": str(certificates.authority)}
        return command(BASE, "-o", folder, *given, output=folder, environment=environment)


def test_what_was_planted_is_found_and_nothing_more(shop: Shop, done: Ended) -> None:
    assert done.status == 0, done.output
    found: defaultdict[str, set[str]] = defaultdict(set)
    for row in done.table("findings").to_dict("records"):
        assert row["url"] not in found[row["check"]], "two findings of a URL"
        found[row["check"]].add(row["url"])
    assert sorted(found) == sorted(shop.expected)
    for check, expected in shop.expected.items():
        assert sorted(found[check] - expected) == [], f"{check}: found, not planted"
        assert sorted(expected - found[check]) == [], f"{check}: planted, not found"


@pytest.mark.parametrize("name", TRAPS)
def test_a_url_trap_is_told_and_does_not_hold_the_crawl(name: str, done: Ended) -> None:
    told = re.search(
        rf"URL trap \({name}\), such as (\S+): (\d+) URLs were crawled, \d+ left", done.output
    )
    assert told, done.output
    assert told[1].startswith(TRAPS[name].url)
    assert int(told[2]) == TRAPS[name].budget


def test_pages_of_url_traps_are_not_checked(done: Ended) -> None:
    """No entry is wanted for a month of an endless calendar; an orphan is known nevertheless."""
    reasons = {run["check"]: run["unknown_reasons"] for run in done.run["checks"]["results"]}
    of_paths = sum(
        TRAPS[name].budget for name in ("calendar", "repeated directories", "deep paths")
    )
    assert reasons["links/not-in-sitemap"] == f"url-trap {of_paths}"
    assert reasons["links/orphan"] is None
