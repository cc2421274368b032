"""A robots.txt that does not come, or not whole, or from elsewhere: what is said of its host."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

import pytest
from commanding import PATIENCE, Ended, audit, crawl, impatient, page, sitemap
from mockserver.scripted import ReceivedRequest, answer, scripted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5000\r\n"
    b"Connection: close\r\n\r\n"
)
CLOSED = "127.0.0.2:1"
"An address where nothing listens."


class Site:
    """A site of two pages, one of which its robots.txt forbids; that comes as it is told."""

    def __init__(self, robots: Callable[[Site], bytes | Iterable[bytes]]) -> None:
        self.address = ""
        self.is_over = threading.Event()
        self.times = 0
        "How often its robots.txt was asked for."
        self._robots = robots

    @property
    def first_half(self) -> bytes:
        """The half of its robots.txt that forbids nothing."""
        return f"Sitemap: {self.address}/sitemap.xml\nUser-agent: *\n".encode()

    @property
    def whole(self) -> bytes:
        """Its robots.txt as it ought to come."""
        return answer(self.first_half + b"Disallow: /private\n", kind="text/plain")

    def __call__(self, asked: ReceivedRequest) -> bytes | Iterable[bytes]:
        match asked.target:
            case "/robots.txt":
                self.times += 1
                return self._robots(self)
            case "/sitemap.xml":
                locs = (f"{self.address}/{path}" for path in ("open", "private"))
                return answer(sitemap(*locs), kind="text/xml")
        return answer(page(asked.target))


def cut_short(site: Site) -> bytes:
    return HEAD + site.first_half


def cut_short_once(site: Site) -> bytes:
    return cut_short(site) if site.times == 1 else site.whole


def slow_after_an_error(site: Site) -> bytes | Iterator[bytes]:
    return answer(status="503 Service Unavailable") if site.times == 1 else stalling(site)


def stalling(site: Site) -> Iterator[bytes]:
    yield HEAD + site.first_half
    site.is_over.wait(PATIENCE)


def elsewhere(_: Site) -> bytes:
    return answer(status="302 Found", headers=[f"Location: http://{CLOSED}/robots.txt"])


class Audited(NamedTuple):
    """An audit of three hosts, by how their robots.txt comes, and the paths that were requested."""

    done: Ended
    address: dict[object, str]
    requested: dict[object, set[str]]

    def robots(self, how: object) -> dict[str, str]:
        """The row of a host's robots.txt."""
        table = self.done.table("robots").set_index("origin")
        return {str(name): str(value) for name, value in table.loc[self.address[how]].items()}

    def why(self, how: object) -> list[str]:
        """Why the audit of a host is not complete."""
        reasons: list[str] = self.done.run["incomplete_because"]
        return [reason for reason in reasons if self.address[how] in reason]


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Audited:
    with ExitStack() as stack:
        servers = {}
        for number, how in enumerate((cut_short, cut_short_once, elsewhere), start=1):
            site = Site(how)
            servers[how] = stack.enter_context(scripted(site, host=f"127.0.0.{number}"))
            site.address = servers[how].address
        address: dict[object, str] = {how: server.address for how, server in servers.items()}
        given = (address[cut_short], address[cut_short_once], f"{address[elsewhere]}/sitemap.xml")
        done = audit(*given, output=tmp_path_factory.mktemp("robots"))
    return Audited(done, address, {how: set(each.targets()) for how, each in servers.items()})


def test_half_of_the_rules_are_none(audited: Audited) -> None:
    assert audited.requested[cut_short] == {"/robots.txt"}
    (why,) = audited.why(cut_short)
    assert "could not be read: incomplete response" in why
    row = audited.robots(cut_short)
    assert (row["status"], row["error"], row["policy"]) == ("", "truncated", "disallow-all")


def test_what_breaks_off_once_is_asked_for_again(audited: Audited) -> None:
    assert audited.why(cut_short_once) == []
    assert {"/open", "/private"} & audited.requested[cut_short_once] == {"/open"}
    assert audited.done.run["ledger"]["outcomes"] == {"fetched": 1, "disallowed": 1}


def test_a_host_is_not_blamed_for_that_to_which_its_robots_txt_redirects(
    audited: Audited, tmp_path: Path
) -> None:
    (why,) = audited.why(elsewhere)
    assert f"/robots.txt redirects to http://{CLOSED}/robots.txt, which could not be read" in why
    findings = audited.done.table("findings")
    assert "sitemap/unreachable" not in set(findings["check"])
    site = Site(elsewhere)
    with scripted(site) as server:
        site.address = server.address
        done = audit(f"{server.address}/sitemap.xml", "--no-obey-robots", output=tmp_path)
    assert done.run["ledger"]["outcomes"] == {"fetched": 2}


def test_rules_that_stop_coming_are_none(tmp_path: Path) -> None:
    site = Site(slow_after_an_error)
    with scripted(site) as server:
        site.address = server.address
        done = crawl(server.address, output=tmp_path, patch=impatient("/robots.txt"))
        site.is_over.set()
        assert set(server.targets()) == {"/robots.txt"}
    assert "could not be reached: timed out" in done.run["incomplete_because"][0]
    (row,) = done.table("robots").to_dict("records")
    assert (row["status"], row["error"], row["policy"]) == ("", "timeout", "disallow-all")
