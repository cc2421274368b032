"""Where pages of a folder are read from if nobody says so: --pages auto, --offline, --hosting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from commanding import command, sitemap

from sitemap_audit.crawl.folder_options import holds_pages, resolved
from sitemap_audit.crawl.inputs import read_inputs
from sitemap_audit.crawl.requirements import check_effects
from sitemap_audit.errors import UsageError
from sitemap_audit.local_files.built_site import BuiltSite
from sitemap_audit.local_files.hosting import hosting_of
from sitemap_audit.options.option_sources import read_options

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.options import Options

BASE = "https://www.example.com"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    public = tmp_path / "public"
    (public / "en").mkdir(parents=True)
    (public / "sitemap.xml").write_text(sitemap(f"{BASE}/"))
    (public / "en" / "index.HTML").touch()
    return public


def options_for(*inputs: str | Path, **given: Any) -> Options:
    """The options of an audit of inputs, as it begins."""
    options, _ = read_options({"pages_from": "auto", "base": BASE} | given)
    return resolved(options, read_inputs(map(str, inputs), options))


def test_auto_is_the_audited_folder_if_it_has_html(folder: Path) -> None:
    assert options_for(folder).pages_from == folder
    (folder / "en" / "index.HTML").unlink()
    (folder / "google0123456789abcdef.html").touch()
    (folder / ".sitemap-audit").mkdir()
    (folder / ".sitemap-audit" / "report.html").touch()
    assert options_for(folder).pages_from is None


@pytest.mark.parametrize(
    "given",
    [
        {"pages": False},
        {"render": "sample"},
        {"as_bots": "Googlebot"},
        {"connect_to": "www.example.com:443:192.0.2.1:443"},
        {"map": f"{BASE}=https://staging.example.com"},
    ],
)
def test_auto_is_the_live_site_where_another_option_needs_it(
    folder: Path, given: dict[str, Any]
) -> None:
    assert options_for(folder, **given).pages_from is None


def test_auto_is_the_live_site_without_a_folder_of_its_own(folder: Path) -> None:
    assert options_for(BASE, base=None).pages_from is None
    assert options_for(folder / "sitemap.xml").pages_from is None
    assert options_for(folder, BASE).pages_from is None


def test_offline_no_page_of_the_live_site_is_crawled(folder: Path) -> None:
    assert options_for(folder, offline=True).pages
    assert not options_for(folder / "sitemap.xml", offline=True).pages
    assert not options_for(folder, offline=True, pages_from="live").pages
    with pytest.raises(UsageError, match="is no folder and no sitemap on this machine"):
        options_for(folder, BASE, offline=True)


def test_offline_a_site_that_the_folder_does_not_stand_for_is_refused(folder: Path) -> None:
    given: dict[str, Any] = {"offline": True, "pages_from": str(folder)}
    assert options_for(folder, f"{BASE}/sitemap.xml", **given).pages
    assert not options_for(folder, pages=False, **given).pages
    assert options_for(BASE, **given | {"base": None}).pages  # refused later: --base is needed
    with pytest.raises(UsageError, match=r"and https://other\.invalid is no folder"):
        options_for(folder, "https://other.invalid", **given)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"as_sample": 5}, "--as names no bot"),
        ({"as_sample": 5, "as_bots": "", "compare_user_agent": 3}, "--as names no bot"),
    ],
)
def test_an_option_without_effect_is_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        check_effects(read_options(given)[0])


@pytest.mark.parametrize(
    "given",
    [
        {"as_sample": 5, "as_bots": "Googlebot"},
        {"hosting": "netlify", "pages_from": "live"},  # of one file for the folder and the site
    ],
)
def test_an_option_that_may_have_an_effect_is_not_refused(given: dict[str, Any]) -> None:
    check_effects(read_options(given)[0])


def test_an_audit_of_sitemaps_is_complete_offline(folder: Path) -> None:
    """What the pre-commit hook does with a folder without HTML."""
    (folder / "en" / "index.HTML").unlink()
    done = command(folder, "--base", BASE, "--pages", "auto", "--offline", output=folder.parent)
    assert done.status == 0
    assert "Crawl complete" in done.output
    assert "No pages were crawled (--offline)" in done.output


def test_a_folder_that_is_a_repository_names_files_without_it(folder: Path) -> None:
    below = BuiltSite(folder, f"{BASE}/", None)
    assert below.path_in_repository(folder / "a.html").endswith("/public/a.html")
    (folder / ".git").mkdir()
    root = BuiltSite(folder, f"{BASE}/", None)
    assert root.path_in_repository(folder / "en" / "a.html") == "en/a.html"
    assert root.record.title == "folder ./"


@pytest.mark.parametrize(
    ("base", "files", "title", "sign"),
    [
        (BASE, (), "a plain web server", ""),
        (BASE, ("CNAME", ".nojekyll"), "a plain web server", ""),
        ("https://me.github.io/project/", ("_redirects",), "GitHub Pages", "me.github.io"),
        ("https://notgithub.io/", (), "a plain web server", ""),
        ("https://site.netlify.app/", (), "Netlify", "site.netlify.app"),
        ("https://site.vercel.app/", ("../netlify.toml",), "Vercel", "site.vercel.app"),
        ("https://site.pages.dev/", (), "Cloudflare Pages", "site.pages.dev"),
        (BASE, ("../netlify.toml", "_redirects"), "Netlify", "netlify.toml"),
        (BASE, ("vercel.json",), "Vercel", "vercel.json"),
        (BASE, ("_routes.json", "_headers"), "Cloudflare Pages", "_routes.json"),
        (BASE, ("netlify.toml", "vercel.json"), "a plain web server", ""),
    ],
)
def test_a_host_is_recognized_only_if_it_is_sure(
    folder: Path, base: str, files: tuple[str, ...], title: str, sign: str
) -> None:
    for name in files:
        (folder / name).write_text("{}" if name.endswith(".json") else "")
    hosting = hosting_of(None, folder, base)
    assert hosting.title == title
    assert sign in (hosting.recognized_by or "")
    assert (hosting.recognized_by is None) is (not sign)


@pytest.mark.parametrize("name", ["_redirects", "_headers"])
def test_rules_of_one_of_several_hosts_are_refused(folder: Path, name: str) -> None:
    (folder / name).touch()
    with pytest.raises(UsageError, match=f"{name} is read by Netlify.*Pass --hosting netlify"):
        hosting_of(None, folder, BASE)
    assert hosting_of("plain", folder, BASE).title == "a plain web server"


def test_a_missing_folder_holds_no_pages(tmp_path: Path) -> None:
    assert not holds_pages(tmp_path / "no-such-folder")
