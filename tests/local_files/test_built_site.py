"""The folder of --pages by itself: its URL, what is in it, and responses with its files."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any

import pytest
from commanding import sitemap
from scrapy import Request

from sitemap_audit.crawl.folder_options import not_read, resolved
from sitemap_audit.crawl.inputs import read_inputs
from sitemap_audit.errors import UsageError
from sitemap_audit.handlers.ignored_requests import CannotContinueError, NotFetched
from sitemap_audit.handlers.spool import BODY_TRUNCATED
from sitemap_audit.local_files.built_pages import BuiltPagesMiddleware
from sitemap_audit.local_files.built_site import BuiltSite, read_built_site
from sitemap_audit.options.option_sources import read_options

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy.http import Response

BASE = "https://www.example.com"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    public = tmp_path / "public"
    (public / "de").mkdir(parents=True)
    for name in ("sitemap.xml", "de/sitemap.xml"):
        (public / name).write_text(sitemap(f"{BASE}/"))
    (public / "index.html").write_text("<!doctype html><title>Home</title>")
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "sitemap.xml").write_text(sitemap(f"{BASE}/"))
    return public


def built(*inputs: str | Path, pages: Path, base: str | None = BASE, **given: Any) -> BuiltSite:
    """The folder that an audit of some inputs reads."""
    options, _ = read_options({"pages_from": str(pages), "base": base} | given)
    read = read_inputs(map(str, inputs), options)
    site = read_built_site(options, read.files, read.folders, read.targets)
    assert site is not None
    return site


def test_the_url_of_the_folder_follows_from_what_is_audited_above_or_in_it(folder: Path) -> None:
    above = folder.parent
    assert built(folder, pages=folder).base == f"{BASE}/"
    assert built(folder / "sitemap.xml", pages=folder, base=f"{BASE}/docs").base == f"{BASE}/docs/"
    of_language = built(folder / "de" / "sitemap.xml", pages=folder, base=f"{BASE}/docs/de/")
    assert of_language.base == f"{BASE}/docs/"
    assert built(above, pages=folder).base == f"{BASE}/public/"
    (folder / "docs").mkdir()  # no file of it is audited
    assert built(folder, pages=folder / "docs").base == f"{BASE}/docs/"
    assert built(above / "maps", folder, pages=folder).base == f"{BASE}/"
    assert built(BASE, pages=folder).base == f"{BASE}/"
    assert built(pages=folder).base == f"{BASE}/"


@pytest.mark.parametrize(
    ("target", "given", "sentence"),
    [
        (
            "de/sitemap.xml",
            {},
            "Cannot tell the URL of .*public.*base is the URL of .*public/de'",
        ),
        ("../maps", {}, "Cannot tell the URL of .*public.*base is the URL of .*maps'"),
        (
            "../maps/sitemap.xml",
            {},
            "Cannot tell the URL of .*public.*base is the URL of .*maps'",
        ),
        ("", {"base": None}, "is not known. Pass the URL of its folder with --base"),
        (BASE, {"base": None}, "needs the URL that the folder stands for. Pass it with --base"),
        ("", {"base": f"{BASE}./docs"}, "the host of --base ends with a dot. Leave the dot out"),
        (BASE, {"base": "https://b.example"}, "nothing of that site is audited"),
    ],
)
def test_a_folder_whose_url_is_not_known_is_refused(
    folder: Path, target: str, given: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(UsageError, match=sentence):
        built(target if target == BASE else folder / target, pages=folder, **given)


def test_audits_are_not_written_into_what_is_published(folder: Path) -> None:
    with pytest.raises(UsageError, match="would be published with it"):
        built(folder, pages=folder, output=str(folder / "reports"))
    assert built(folder, pages=folder, output=str(folder / ".reports" / "new")).base == f"{BASE}/"


def test_the_state_of_a_folder_is_that_of_what_it_publishes(folder: Path) -> None:
    before = BuiltSite(folder, f"{BASE}/", "plain").record
    (folder / ".cache").mkdir()
    (folder / ".cache" / "index").touch()
    assert BuiltSite(folder, f"{BASE}/", "plain").record == before
    os.utime(folder / "index.html", ns=(0, 1))
    assert BuiltSite(folder, f"{BASE}/", "plain").record != before


def test_what_of_a_folder_is_not_read_is_told_once(folder: Path) -> None:
    def told(*inputs: Path, **given: Any) -> list[str]:
        options, _ = read_options({"base": BASE} | given)
        read = read_inputs(map(str, inputs), options)
        return not_read(options, resolved(options, read), read)

    for public in (folder, folder.parent / "maps"):
        (public / "robots.txt").touch()
    (sentence,) = told(folder)
    assert "robots.txt and pages are those of the live site" in sentence
    assert sentence.endswith(f"pass --pages {folder}.")
    (sentence,) = told(folder, offline=True)
    assert f"{folder} holds HTML that is not read. To audit" in sentence
    (sentence,) = told(folder.parent / "maps")
    assert "robots.txt is not read: pages are crawled by the robots.txt of the live" in sentence
    (sentence,) = told(folder, render="sample")
    assert "robots.txt is not read" in sentence
    for given in ({"pages": False}, {"pages_from": str(folder)}, {"pages_from": "auto"}):
        assert told(folder, **given) == []


def respond(site: BuiltSite, url: str, most: int = 0, **meta: Any) -> Response:
    """What an audit receives for a URL."""
    request = Request(url, cb_kwargs={"target": ()}, meta=meta)
    response = asyncio.run(BuiltPagesMiddleware(site, most).process_request(request))
    assert response is not None
    response.request = request
    return response


def test_a_robots_header_comes_with_its_file_and_line(folder: Path) -> None:
    (folder.parent / ".git").mkdir()
    (folder / "_headers").write_text("/*\n  x-robots-tag: noindex\n  X-Frame-Options: DENY\n")
    response = respond(BuiltSite(folder, f"{BASE}/", "netlify"), f"{BASE}/")
    assert response.headers["X-Robots-Tag"] == b"noindex"
    assert response.meta["built_robots"] == [("public/_headers", 2, "noindex")]


def test_a_page_beyond_the_limit_is_truncated(folder: Path) -> None:
    site = BuiltSite(folder, f"{BASE}/", "plain")
    response = respond(site, f"{BASE}/", 9)
    assert (response.body, response.flags) == (b"<!doctype", [BODY_TRUNCATED])
    assert respond(site, f"{BASE}/", 1000).flags == []


def test_a_body_that_goes_to_a_file(folder: Path, tmp_path: Path) -> None:
    site, spool = BuiltSite(folder, f"{BASE}/", "plain"), tmp_path / "spool"
    response = respond(site, f"{BASE}/sitemap.xml", spool=str(spool), download_maxsize=5)
    assert spool.read_bytes() == b"<?xml"
    assert response.meta["stopped_by"] == "size"
    with pytest.raises(CannotContinueError):  # as if the disk were full
        respond(site, f"{BASE}/sitemap.xml", spool="/dev/full", download_maxsize=5)
    assert site.faults == []


def test_what_has_changed_since_the_audit_began_is_not_read(folder: Path) -> None:
    (folder.parent / ".git").mkdir()
    site = BuiltSite(folder, f"{BASE}/", "plain")
    (folder / "index.html").write_text("<!doctype html><title>Another</title>")
    (folder / "sitemap.xml").unlink()
    (folder / "new.html").touch()
    for path, why in (
        ("/", "'public/index.html' has changed since"),
        ("/sitemap.xml", "'public/sitemap.xml' cannot be read: No such file"),
    ):
        with pytest.raises(NotFetched, match=f"^{why}"):
            respond(site, BASE + path)
    assert respond(site, f"{BASE}/new").status == 404
    (fault,) = site.faults
    assert fault.startswith("2 files of ")
    assert "were not read" in fault


@pytest.mark.parametrize(
    ("host", "rules", "otherwise"),
    [
        ("cloudflare", "/sitemap.xml /x 301\n/robots.txt /index.html 200", True),
        ("netlify", "/sitemap.xml /x 301!\n/robots.txt /index.html 200!", True),
        ("netlify", "/* /x 301\n/sitemap.xml /de/ 200", False),  # files come first
        ("netlify", "/* /x 301! Country=de", False),  # not understood: the file is read
    ],
)
def test_a_rule_that_comes_before_a_sitemap(
    folder: Path, host: str, rules: str, *, otherwise: bool
) -> None:
    (folder / "_redirects").write_text(rules)
    (folder / "robots.txt").touch()
    site = BuiltSite(folder, f"{BASE}/", host)
    for name in ("sitemap.xml", "robots.txt"):
        assert site.serves_otherwise(f"{BASE}/{name}") is otherwise, name
    for url in (f"{BASE}/missing.xml", "https://b.example/sitemap.xml"):
        assert not site.serves_otherwise(url), url


def test_nothing_outside_of_the_folder_is_read(folder: Path) -> None:
    secret = folder.parent / "secret.html"
    secret.write_text("secret")
    (folder / "link.html").symlink_to(secret)
    (folder / "own.html").symlink_to(folder / "index.html")
    site = BuiltSite(folder, f"{BASE}/", "plain")
    assert respond(site, f"{BASE}/link").status == 404
    assert respond(site, f"{BASE}/own").status == 200
    (folder / "own.html").unlink()
    (folder / "own.html").symlink_to(secret)
    with pytest.raises(NotFetched, match="has changed"):
        respond(site, f"{BASE}/own")


def test_the_host_is_known_however_it_is_written(folder: Path) -> None:
    site = BuiltSite(folder, f"{BASE}/", "plain")
    for host in (
        "WWW.Example.com/",
        "www.example.com:443/",
        "%77ww.example.com",
        "www.example.com?",
    ):
        assert respond(site, f"https://{host}").status == 200


@pytest.mark.parametrize(
    "url",
    ["http://www.example.com/", "https://www.example.com:8443/", "https://www.example.com./"],
)
def test_another_scheme_or_port_of_the_host_is_never_requested(folder: Path, url: str) -> None:
    with pytest.raises(NotFetched, match="The folder stands for"):
        respond(BuiltSite(folder, f"{BASE}/", "plain"), url)


def test_a_request_of_the_project_is_not_touched(folder: Path) -> None:
    site = BuiltSite(folder, f"{BASE}/", "plain")
    sent = BuiltPagesMiddleware(site, 0).process_request(Request(f"{BASE}/"))
    assert asyncio.run(sent) is None
