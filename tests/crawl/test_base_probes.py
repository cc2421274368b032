"""Sitemaps with a wrong base URL: what is requested with others, and what is said of it."""

from __future__ import annotations

import shutil
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import pytest
from commanding import Ended, command, page, sitemap
from mockserver.scripted import ReceivedRequest, answer, scripted

from sitemap_audit.crawl.base_probes import MAX_FAILURES, URLS, Base, BaseProbes, Home, bases
from sitemap_audit.items import BaseFault
from sitemap_audit.parsing.scope import EVERYTHING, UrlScope
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SITE = "https://example.com"


def numbered(path: str, count: int = 6) -> list[str]:
    return [f"{path}-{number}" for number in range(count)]


SITEMAPS = {
    "/en/sitemap.xml": numbered("/tea", 7),
    "/shop.xml": numbered("/old/shop/cup"),
    "/private.xml": numbered("/was/private/cup"),
    "/gone.xml": numbered("/gone"),
    "/soft/sitemap.xml": numbered("/soft"),
    "/same/sitemap.xml": numbered("/same"),
    "/few.xml": ["/", *numbered("/few", 4)],
    "/host.xml": numbered("//127.0.0.2/host"),
    "/absent.xml": numbered("//www.example.invalid/host"),
}
"What each sitemap lists."
PAGES = {
    *(f"/en{path}" for path in SITEMAPS["/en/sitemap.xml"][:-1]),
    *(path.removeprefix("/old") for path in SITEMAPS["/shop.xml"]),
    *(path.removeprefix("/was") for path in SITEMAPS["/private.xml"]),
    *(path.removeprefix("//127.0.0.2") for path in SITEMAPS["/host.xml"]),
    *(f"/same{path}" for path in SITEMAPS["/same/sitemap.xml"]),
    "/",
}
MISSING = sum(map(len, SITEMAPS.values())) - 1
"Listed pages, all but the home page: they return 404, or their host does not exist."
REMOVE = "Remove from the sitemap"
CAREFUL = (
    "Check the base URL (host, directory) of the generator, as most URLs of the sitemap do not"
    " exist. Remove them only if the pages are gone"
)


class Site:
    """A site whose sitemaps have wrong base URLs, or list pages that are gone."""

    def __init__(self) -> None:
        self.address = ""

    def __call__(self, asked: ReceivedRequest) -> bytes:
        path = asked.target
        if path == "/robots.txt":
            lines = [f"Sitemap: {self.address}{each}\n" for each in SITEMAPS]
            return answer("User-agent: *\nDisallow: /private/\n" + "".join(lines))
        if path in SITEMAPS:
            locs = (
                f"http:{each}" if each.startswith("//") else self.address + each
                for each in SITEMAPS[path]
            )
            return answer(sitemap(*locs), kind="text/xml")
        if path in PAGES or path.startswith("/soft/"):
            return answer(page("the same" if path.startswith("/same/") else path))
        return answer(status="404 Not Found")


class Audit(NamedTuple):
    """An audit of the site, and what was requested."""

    done: Ended
    address: str
    asked: list[str]


@pytest.fixture(scope="module")
def audit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Audit]:
    site, output = Site(), tmp_path_factory.mktemp("audit")
    with scripted(site) as server:
        site.address = server.address
        done = command(server.address, "-o", output, "--workers", 0, output=output)
        yield Audit(done, server.address, server.targets())


def test_the_fix_of_each_sitemap_names_its_base_url_if_that_is_proven(audit: Audit) -> None:
    found = audit.done.table("findings").query("check == 'status/not-found'")
    said = {
        (sitemap_url.removeprefix(audit.address), fix.replace(audit.address, SITE))
        for sitemap_url, fix in zip(found["sitemap_url"], found["fix"], strict=True)
    }
    set_base = "Set the base URL of the generator to"
    assert said == {
        ("/en/sitemap.xml", f"{set_base} {SITE}/en/: the URLs lack /en/"),
        ("/shop.xml", f"{set_base} {SITE}/: the URLs must not have /old/"),
        *(
            (f"/{name}.xml", CAREFUL)
            for name in ("private", "gone", "soft/sitemap", "same/sitemap")
        ),
        ("/few.xml", REMOVE),
    }
    assert set(found[found["change"] != ""]["fix"]) == {REMOVE}


def test_a_host_that_does_not_exist_is_the_wrong_base_url(audit: Audit) -> None:
    found = audit.done.table("findings").query("check == 'status/no-response'")
    fixes = set(found[found["url"].str.contains("invalid")]["fix"].str.partition(":")[0])
    assert fixes == {"Set the base URL of the generator to http"}


def test_what_is_requested_is_little_and_obeys_robots_txt(audit: Audit) -> None:
    probed = [path for path in audit.asked if path.startswith(("/en/tea", "/shop/"))]
    assert len(probed) == 2 * URLS
    assert not any(path.startswith("/private/") for path in audit.asked)
    assert len([path for path in audit.asked if path.startswith("/en/gone")]) == MAX_FAILURES
    assert not any("/few" in path.removeprefix("/few") for path in audit.asked)


def test_what_is_requested_so_is_no_page_of_the_site(audit: Audit) -> None:
    listed = sum(map(len, SITEMAPS.values()))
    pages = audit.done.table("pages")
    assert len(pages) == listed
    assert not pages["url"].str.contains("/en/|/127.0.0.1:[0-9]+/(?:shop|host)").any()
    assert audit.done.run["ledger"]["listed"] == listed


@pytest.mark.parametrize(
    ("scope", "parts"),
    [
        (EVERYTHING, {"/en/", "/old/", "/was/", "/soft/", "/same/", "@"}),
        (UrlScope(exclude=["*/en/*", "*/s*", "*/private/*"]), {"@"}),
    ],
    ids=["all", "excluded"],
)
def test_what_an_earlier_run_left_is_selected_again(
    scope: UrlScope, parts: set[str], audit: Audit, tmp_path: Path
) -> None:
    folder = audit.done.folder
    assert folder is not None
    crawl = cast("Any", SimpleNamespace(run=SimpleNamespace(folder=folder), scope=scope))
    probes = BaseProbes(crawl)
    with DuckDBStore(folder) as store:
        probes.restore(store)
    assert probes.missing == MISSING
    probes.next_targets.extend(probes._select())
    assert probes.next_target() is None
    crawl.run.folder = shutil.copytree(folder, tmp_path / "audit")
    shutil.rmtree(tmp_path / "audit" / "data" / "base_probes")
    selected = BaseProbes(crawl)._select()
    assert {each.base.part.replace(audit.address, "@") for each in selected} == parts


@pytest.mark.parametrize(
    ("sitemap_url", "listed", "home", "expected"),
    [
        pytest.param("@/en/sitemap.xml", "@/a @/b/c", Home(), "lacks /en/", id="its folder"),
        pytest.param(
            "@/x/de/s.xml", "@/a", Home(), "lacks /x/de/, lacks /x/, lacks /de/", id="two"
        ),
        pytest.param("@/de-at.xml", "@/a", Home(), "lacks /de-at/", id="its name"),
        pytest.param("@/s.xml", "@/a", Home("@/fr"), "lacks /fr/", id="home redirects"),
        pytest.param("@/s.xml", "@/a", Home("@/index.php"), "", id="home redirects to a file"),
        pytest.param("@/s.xml", "@/a", Home(None, "en_US"), "lacks /en-us/, lacks /en/", id="lang"),
        pytest.param("@/s.xml", "@/a", Home(None, "<x>"), "", id="no lang"),
        pytest.param(
            "@/s.xml",
            "@/a",
            Home(None, None, ("/a/", "/b/", "/c/")),
            "lacks /a/, lacks /b/",
            id="dirs",
        ),
        pytest.param("@/s.xml", "@/x/a @/x/b", Home(), "extra /x/", id="one too many"),
        pytest.param("@/en/s.xml", "@/en/a @/b", Home(), "", id="it is there"),
        pytest.param("@/s.xml", "https://a.com/b", Home(), "origin @", id="another host"),
        pytest.param(
            "@/s.xml", "@/b", Home("https://www.x.com/"), "origin https://www.x.com", id="www"
        ),
    ],
)
def test_the_base_urls_to_try(sitemap_url: str, listed: str, home: Home, expected: str) -> None:
    def whole(text: str) -> str:
        return text.replace("@", SITE)

    if home.target:
        home = home._replace(target=whole(home.target))
    found = bases(whole(sitemap_url), whole(listed).split(), home)
    assert ", ".join(f"{base.fault} {base.part}" for base in found) == whole(expected)


@pytest.mark.parametrize(
    ("base", "listed", "expected"),
    [
        (Base(BaseFault.LACKS, "/en/"), f"{SITE}/a?b=/c", f"{SITE}/en/a?b=/c"),
        (Base(BaseFault.EXTRA, "/en/"), f"{SITE}/en/a/", f"{SITE}/a/"),
        (Base(BaseFault.ORIGIN, "http://a.com:8"), f"{SITE}/en/a", "http://a.com:8/en/a"),
    ],
)
def test_a_listed_url_with_another_base_url(base: Base, listed: str, expected: str) -> None:
    assert base.url(listed) == expected
