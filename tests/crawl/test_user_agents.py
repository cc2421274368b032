"""Pages that are requested a second time with Googlebot's user agent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from commanding import command, page, sitemap
from mockserver.scripted import ReceivedRequest, answer, scripted

from sitemap_audit.bots import requesting_bot

if TYPE_CHECKING:
    from pathlib import Path

USER_AGENT = requesting_bot("Googlebot").user_agent

PAGES = [*(f"products/{name}-{n}" for n, name in enumerate(("a", "b", "c"))), "about", "private/x"]


class Site:
    """A site of two kinds of pages, one that its robots.txt disallows, and one of an error."""

    def __init__(self) -> None:
        self.address = ""
        self.as_googlebot: list[str] = []
        "Targets of requests with Googlebot's user agent."

    def __call__(self, asked: ReceivedRequest) -> bytes:
        is_googlebot = USER_AGENT in asked.headers.get("user-agent", "")
        if is_googlebot:
            self.as_googlebot.append(asked.target)
        match asked.target:
            case "/robots.txt":
                return answer(b"User-agent: *\nDisallow: /private/\n", kind="text/plain")
            case "/sitemap.xml":
                locs = (f"{self.address}/{path}" for path in (*PAGES, "gone"))
                return answer(sitemap(*locs), kind="text/xml")
            case "/gone":
                return answer(status="404 Not Found")
        if is_googlebot:
            return answer(page(asked.target), headers=["X-Robots-Tag: noindex"])
        return answer(page(asked.target))


def requested(output: Path, *options: str) -> list[str]:
    """What is requested as Googlebot; each is a finding, and none is a second page."""
    site = Site()
    with scripted(site) as server:
        site.address = server.address
        done = command(
            *(server.address, "-o", output, "--workers", 0, "--select", "indexability", *options),
            output=output,
        )
    found = done.run["findings"]["by_check"].get("indexability/differs-for-bot", 0)
    assert found == len(site.as_googlebot)
    assert done.run["ledger"]["outcomes"] == {"fetched": 5, "disallowed": 1}
    assert len(done.table("pages").query("role == 'listed'")) == len(PAGES) + 1
    return site.as_googlebot


def test_pages_are_requested_again_as_many_as_wanted_and_of_every_pattern(tmp_path: Path) -> None:
    some = requested(tmp_path / "some", "--compare-user-agent", "2")
    assert len(some) == 2
    assert "/about" in some  # the only page of its pattern
    every = requested(tmp_path / "every", "--compare-user-agent", "20")
    assert sorted(every) == ["/about", "/products/a-0", "/products/b-1", "/products/c-2"]


def test_robots_txt_of_the_bot_is_obeyed_and_a_difference_is_requested_once_more(
    tmp_path: Path,
) -> None:
    asked: list[tuple[str, str]] = []

    def site(request: ReceivedRequest) -> bytes:
        agent = request.headers.get("user-agent", "")
        bot = next((name for name in ("GPTBot", "CCBot") if name in agent), "")
        asked.append((request.target, bot))
        match request.target, bot:
            case "/robots.txt", _:
                return answer(b"User-agent: CCBot\nDisallow: /\n", kind="text/plain")
            case "/sitemap.xml", _:
                return answer(
                    sitemap(*(f"{server.address}/{name}" for name in "abc")), kind="text/xml"
                )
            case "/a", "GPTBot":
                return answer(b"<p>GPTBot is blocked</p>", status="403 Forbidden")
            case "/b", "GPTBot":
                return answer(status="429 Too Many Requests", headers=["Retry-After: 86400"])
            case "/c", "GPTBot":
                return answer(page("/c"), headers=["Content-Signal: ai-train=no"])
        return answer(page(request.target))

    with scripted(site) as server:
        done = command(
            *(server.address, "-o", tmp_path, "--workers", 0, "--select", "indexability"),
            *("--as", "gptbot,CCBot"),
            output=tmp_path,
        )
    rows = done.table("bot_answers").sort_values(["url", "bot", "is_own"])
    columns = ["url", "bot", "is_own", "robots", "error"]
    found = [(url[-1], *others) for url, *others in rows[columns].to_numpy().tolist()]
    assert found == [
        ("a", "CCBot", "False", "disallowed", "disallowed"),
        ("a", "GPTBot", "False", "allowed", ""),
        ("a", "GPTBot", "True", "allowed", ""),
        ("b", "CCBot", "False", "disallowed", "disallowed"),
        ("b", "GPTBot", "False", "allowed", ""),
        ("b", "GPTBot", "True", "allowed", ""),
        ("c", "CCBot", "False", "disallowed", "disallowed"),
        ("c", "GPTBot", "False", "allowed", ""),
        ("c", "GPTBot", "True", "allowed", ""),
    ]
    assert set(rows.bot_named) == {"", "GPTBot is blocked"}
    assert rows.status.tolist() == ["", "403", "200", "", "429", "200", "", "200", "200"]
    told = "as for the audit, but with other usage preferences (Content-Signal: ai-train=no)"
    assert done.folder is not None
    assert told in (done.folder / "report.html").read_text("utf-8")
    assert not done.run["findings"]["by_check"].get("indexability/differs-for-bot")
    assert done.run["complete"]  # what a bot is refused does not pause the audit
    assert "CCBot" not in {bot for _, bot in asked}
