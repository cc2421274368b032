"""Bots are verified by reverse DNS, at a DNS server on this machine."""

from __future__ import annotations

import json
import socket
import threading
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from dns import flags, message, rcode, rdatatype, rrset
from dns.resolver import Resolver
from dns.reversename import from_address

from imports.conftest import SITE, Import, rows
from imports.test_logs import COMBINED
from sitemap_audit.imports.logs import reverse_dns

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GOOGLE, FORGED, NAMELESS, OTHER = "66.249.66.1", "45.0.0.1", "45.0.0.2", "45.0.0.3"
FAILING, SILENT, UNSURE, IPV6 = "45.0.0.4", "45.0.0.5", "45.0.0.6", "2001:4860:4801:10::1"
ALIKE = "45.0.0.7"
RECORDS = {
    ("googlebot.com.", "NS"): "ns1.google.com.",
    ("1.66.249.66.in-addr.arpa.", "PTR"): "crawl-66-249-66-1.googlebot.com.",
    ("crawl-66-249-66-1.googlebot.com.", "A"): GOOGLE,
    ("1.0.0.45.in-addr.arpa.", "PTR"): "crawl-66-249-66-1.googlebot.com.",
    ("3.0.0.45.in-addr.arpa.", "PTR"): "googlebot.com.evil.example.",
    ("6.0.0.45.in-addr.arpa.", "PTR"): "failing.googlebot.com.",
    ("7.0.0.45.in-addr.arpa.", "PTR"): "evilgooglebot.com.",
    ("evilgooglebot.com.", "A"): ALIKE,
    (from_address(IPV6).to_text(), "PTR"): "Crawl.GoogleBot.com.",
    ("crawl.googlebot.com.", "AAAA"): IPV6,
}
FAILS = {"4.0.0.45.in-addr.arpa.", "failing.googlebot.com."}
SAYS_NOTHING = frozenset({"5.0.0.45.in-addr.arpa."})


class Server(threading.Thread):
    """A DNS server with the records above."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.asked: Counter[str] = Counter()
        self.records, self.silent = RECORDS, SAYS_NOTHING
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))

    def resolver(self) -> Resolver:
        """A resolver that asks this server."""
        made = Resolver(configure=False)
        made.nameservers, made.port = ["127.0.0.1"], self._socket.getsockname()[1]
        return made

    def run(self) -> None:
        while True:
            data, sender = self._socket.recvfrom(4096)
            if not data:
                return
            query = message.from_wire(data)
            question = query.question[0]
            name = question.name.to_text().lower()
            self.asked[name] += 1
            if name in self.silent:
                continue
            response = message.make_response(query)
            response.flags |= flags.RA
            kind = rdatatype.to_text(question.rdtype)
            if name in FAILS:
                response.set_rcode(rcode.SERVFAIL)
            elif (name, kind) in self.records:
                response.answer = [
                    rrset.from_text(question.name, 60, "IN", kind, RECORDS[name, kind])
                ]
            elif not any(name == known for known, _ in self.records):
                response.set_rcode(rcode.NXDOMAIN)
            self._socket.sendto(response.to_wire(), sender)

    def stop(self) -> None:
        self._socket.sendto(b"", self._socket.getsockname())
        self.join()
        self._socket.close()


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    made.start()
    yield made
    made.stop()


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reverse_dns, "SECONDS", 0.3)


def requests(*addresses: str, agent: str = "Googlebot") -> str:
    return "".join(
        COMBINED.replace("66.249.64.1 ", f"{address} ")
        .replace("Googlebot", agent)
        .replace("/a", f"/{address.replace(':', '-')}")
        + "\n"
        for address in addresses
    )


def verdicts(audit: Path) -> dict[str, str | None]:
    """What is stored of the requests, by the last part of their URL."""
    stored = rows(audit, "SELECT url, verified FROM log_hits")
    return {url.removeprefix(f"{SITE}/").partition("?")[0]: verified for url, verified in stored}


def test_a_name_counts_if_it_has_the_ip_address(read: Import, audit: Path, server: Server) -> None:
    private = "10.0.0.1"
    log = requests(
        *(GOOGLE, FORGED, NAMELESS, OTHER, ALIKE, FAILING, SILENT, UNSURE, IPV6, private, "-")
    )
    told = read(log, "access.log", verify_bots=True, resolver=server.resolver())
    assert verdicts(audit) == {
        GOOGLE: "yes",
        FORGED: "no",
        NAMELESS: "no",
        OTHER: "no",
        ALIKE: "no",
        FAILING: "claimed",
        SILENT: "claimed",
        UNSURE: "claimed",
        IPV6.replace(":", "-"): "yes",
        private: "claimed",
        "-": "claimed",
    }
    assert told[1:] == [
        "  2026-01-31. Bots: Googlebot 11 (2 verified, 4 fake, 5 claimed).",
        "  Looked up in DNS: 9 IP addresses.",
        "  No response for 3 IP addresses: requests from there are claimed.",
    ]
    assert "googlebot.com.evil.example." not in server.asked


def test_each_ip_address_is_looked_up_once(
    read: Import, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sitemap_audit.imports.logs import reader

    monkeypatch.setattr(reader, "_PIECE", 1000)
    log = requests(*[GOOGLE, FORGED] * 30)
    told = read(log, "access.log", verify_bots=True, resolver=server.resolver())
    assert told[2] == "  Looked up in DNS: 2 IP addresses."
    assert server.asked["1.66.249.66.in-addr.arpa."] == 1


def test_nothing_is_looked_up_of_browsers_and_of_bots_without_a_domain(
    read: Import, audit: Path, server: Server
) -> None:
    log = requests(GOOGLE, agent="Firefox") + requests(FORGED, agent="GPTBot")
    read(log, "access.log", verify_bots=True, resolver=server.resolver())
    assert not server.asked
    assert verdicts(audit) == {GOOGLE: None, FORGED: "claimed"}


def test_ranges_that_are_given_count_alone(
    read: Import, audit: Path, server: Server, tmp_path: Path
) -> None:
    ranges = tmp_path / "googlebot.json"
    ranges.write_text(json.dumps({"prefixes": [{"ipv4Prefix": f"{FORGED}/32"}]}), "utf-8")
    read(
        requests(GOOGLE, FORGED),
        "access.log",
        verify_bots=True,
        bot_ranges=[str(ranges)],
        resolver=server.resolver(),
    )
    assert not server.asked
    assert verdicts(audit) == {GOOGLE: "no", FORGED: "yes"}


def test_the_number_of_lookups_is_limited(
    read: Import, audit: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reverse_dns, "MOST_ADDRESSES", 2)
    log = requests(FORGED, GOOGLE, "99.0.0.1")
    told = read(log, "access.log", verify_bots=True, resolver=server.resolver())
    assert told[2:] == [
        "  Looked up in DNS: 2 IP addresses.",
        "  At most 2 are looked up: requests from others are claimed.",
    ]
    assert list(verdicts(audit).values()).count("claimed") == 1


def test_dns_servers_that_do_not_answer_are_given_up(
    read: Import, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reverse_dns, "AT_ONCE", 2)
    monkeypatch.setattr(reverse_dns, "PATIENCE", 2)
    addresses = [f"45.1.0.{number}" for number in range(1, 30)]
    server.silent |= {from_address(each).to_text() for each in addresses}
    told = read(requests(*addresses), "access.log", verify_bots=True, resolver=server.resolver())
    assert told[2:] == [
        "  Looked up in DNS: 2 IP addresses.",
        "  No response for 2 IP addresses: requests from there are claimed.",
        "  The lookups were stopped: no response from the DNS servers any more.",
    ]


def test_dns_servers_of_a_closed_network_prove_nothing(
    read: Import, audit: Path, server: Server
) -> None:
    server.records = {}
    told = read(requests(GOOGLE), "access.log", verify_bots=True, resolver=server.resolver())
    assert verdicts(audit) == {GOOGLE: "claimed"}
    assert told[2:] == [
        "  The DNS servers of this machine do not know googlebot.com: bots are claimed."
    ]
