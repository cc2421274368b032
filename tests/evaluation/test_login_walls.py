"""Sites, sitemaps and sections that require a login are not checked, and the audit says so."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from commanding import audit, page, sitemap
from mockserver.scripted import ReceivedRequest, answer, scripted

if TYPE_CHECKING:
    from pathlib import Path

FORM = '<form><input name="user"><input type="password" name="word"></form>'
PATHS = ("/", "/tea", "/cups", "/members/1", "/members/2", "/members/3")


class Closed:
    """A site of which some paths redirect to a login form."""

    def __init__(self, *closed: str) -> None:
        self.address = ""
        self._closed = closed

    def __call__(self, asked: ReceivedRequest) -> bytes:
        path = asked.target
        if path.startswith("/login"):
            return answer(page("Sign in").replace("</body>", f"{FORM}</body>"))
        if path.startswith(self._closed):
            return answer(status="302 Found", headers=[f"Location: /login?next={path}"])
        if path == "/robots.txt":
            listed = ("/sitemap.xml", *(each for each in self._closed if each.endswith(".xml")))
            lines = [f"Sitemap: {self.address}{each}" for each in listed]
            return answer("\n".join(lines), kind="text/plain")
        if path == "/sitemap.xml":
            return answer(sitemap(*(self.address + each for each in PATHS)), kind="text/xml")
        return answer(page(path)) if path in PATHS else answer(status="404 Not Found")


def test_what_requires_a_login_is_not_checked_and_the_audit_not_complete(tmp_path: Path) -> None:
    sites = {
        "whole": Closed("/"),
        "sitemaps": Closed("/sitemap"),
        "pages": Closed("/tea", "/cups", "/members/", "/?", "/no-such"),
        "section": Closed("/members/"),
        "further": Closed("/members.xml"),
        "open": Closed("/account"),
    }
    with ExitStack() as stack:
        for number, site in enumerate(sites.values(), start=1):
            site.address = stack.enter_context(scripted(site, host=f"127.0.0.{number}")).address
        given = (*(site.address for site in sites.values()), "--workers", 0)
        done = audit(*given, "--select", "site,sitemap,redirect,robots", output=tmp_path)
    whole, closed, section, further = (
        sites[name].address for name in ("whole", "sitemaps", "section", "further")
    )
    told = "Not checked, since a login is required: {}. Audit again with --auth FILE."
    assert done.status == 3
    assert [why for why in done.run["incomplete_because"] if "login" in why] == [
        told.format(f"all pages and sitemaps of {whole}"),
        told.format(f"the content of 3 listed URLs ({sites['pages'].address}/members/)"),
        told.format(f"the content of 3 listed URLs ({section}/members/)"),
        told.format(f"1 sitemap of {closed} ({closed}/sitemap.xml)"),
        told.format(f"1 sitemap of {further} ({further}/members.xml)"),
    ]
    found = done.table("findings")
    assert whole in found[found["check"] == "site/requires-login"]["url"].item()
    assert "sitemap/none-found" not in set(found["check"])
    of_whole = found[found["url"].str.startswith(f"{whole}/")]
    assert {check: bool(root) for check, root in of_whole[["check", "root_id"]].to_numpy()} == {
        "site/requires-login": False,
        "robots/html": True,
        "robots/redirects": True,
    }
