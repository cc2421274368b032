"""Sitemaps on disk, and lists of URLs: read as if the site had them already."""

from __future__ import annotations

import asyncio
import gzip
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest
from commanding import CLEAN, only, record, run
from mockserver import served
from scrapy import Request

from sitemap_audit.crawl.inputs import read_inputs
from sitemap_audit.errors import UsageError
from sitemap_audit.handlers.ignored_requests import CannotContinueError
from sitemap_audit.local_files.body_files import spool
from sitemap_audit.local_files.copies import find, keep
from sitemap_audit.local_files.input_files import is_local, read_local
from sitemap_audit.options import Options

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
BASE = "https://www.example.com"


def urlset(*locs: str) -> str:
    """A sitemap of pages."""
    entries = "".join(f"<url><loc>{loc}</loc></url>" for loc in locs)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {NAMESPACE}>{entries}</urlset>\n'


def index(*locs: str) -> str:
    """A sitemap index."""
    entries = "".join(f"<sitemap><loc>{loc}</loc></sitemap>" for loc in locs)
    return f"<sitemapindex {NAMESPACE}>{entries}</sitemapindex>\n"


@pytest.fixture
def public(tmp_path: Path) -> Path:
    """A site that is not yet deployed."""
    folder = tmp_path / "public"
    (folder / "de").mkdir(parents=True)
    (folder / "sitemap.xml").write_text(index(f"{BASE}/de/products.xml"))
    (folder / "de" / "products.xml").write_text(urlset(f"{BASE}/de/1"))
    (folder / "news.xml.gz").write_bytes(gzip.compress(urlset(f"{BASE}/news").encode()))
    (folder / "sitemap broken.txt").write_text("no address\n")
    (folder / "browserconfig.xml").write_text("<browserconfig/>")
    (folder / "robots.txt").write_text("Sitemap: /sitemap.xml\n")
    (folder / "index.html").write_text("<title>Home</title>")
    (folder / "sitemap-elsewhere.xml").symlink_to("/etc/hostname")
    (folder / ".sitemap-audit").mkdir()
    (folder / ".sitemap-audit" / "sitemap.xml").write_text(urlset(f"{BASE}/earlier"))
    return folder


def test_the_sitemaps_of_a_folder_are_told_by_name_or_beginning(public: Path) -> None:
    files = read_local(str(public), "www.example.com/shop")
    assert {file.url.removeprefix(f"{BASE}/shop/"): file.is_sitemap for file in files} == {
        "browserconfig.xml": False,
        "de/products.xml": True,
        "news.xml.gz": True,
        "sitemap%20broken.txt": True,
        "sitemap.xml": True,
    }


def test_a_compressed_copy_of_a_sitemap_is_no_sitemap_of_its_own(public: Path) -> None:
    for name, text in (("de/products.xml", urlset(f"{BASE}/de/1")), ("sitemap.xml", index())):
        (public / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
    (public / "sitemap broken.txt.gz").write_bytes(b"no gzip")
    files = read_local(str(public), BASE)
    assert {file.path.name: file.is_sitemap for file in files if file.path.suffix == ".gz"} == {
        "news.xml.gz": True,
        "products.xml.gz": False,
        "sitemap broken.txt.gz": True,
        "sitemap.xml.gz": True,
    }


def test_the_sitemaps_of_a_folder_are_named_with_it(public: Path) -> None:
    folder, file = (
        read_inputs([str(path)], Options(base=BASE)).targets
        for path in (public, public / "sitemap.xml")
    )
    assert {each.local_folder for each in folder} == {str(public)}
    assert [each.local_folder for each in file] == [None]


def test_a_file_is_read_alone(public: Path) -> None:
    (file,) = read_local(str(public / "sitemap.xml"), BASE)
    assert file.url == f"{BASE}/sitemap.xml"


def test_a_list_of_urls_belongs_to_the_site_of_its_first(tmp_path: Path) -> None:
    (tmp_path / "urls.txt").write_text(f"\ufeff# ours\n{BASE}/a\nhttps://other.example/\n")
    (file,) = read_local(str(tmp_path / "urls.txt"), None)
    assert file.url == f"{BASE}/urls.txt"
    assert (file.list_of, file.name) == ("urls.txt", "urls.txt")


@pytest.mark.parametrize(
    ("lines", "base", "list_of"),
    [
        ([f"{BASE}/a", "http://www.example.com/b", "no URL", f"{BASE}/c"], None, f"{BASE}/"),
        ([f"{BASE}/a", "https://example.com/b"], None, "urls.txt"),
        ([f"{BASE}/a"], BASE, None),
    ],
    ids=["of one host", "of two hosts", "a text sitemap of a site"],
)
def test_a_list_is_named_after_its_host_or_its_file(
    lines: list[str], base: str | None, list_of: str | None, tmp_path: Path
) -> None:
    (tmp_path / "urls.txt").write_text("\n".join(lines))
    (file,) = read_local(str(tmp_path / "urls.txt"), base)
    assert file.list_of == list_of


@pytest.mark.parametrize(
    ("written", "local"),
    [
        ("-", True),
        ("./sitemap.xml", True),
        (".", True),
        ("../public", True),
        ("/srv/www", True),
        ("~/sitemap.xml", True),
        ("sitemap.xml", True),
        ("public", True),
        ("public/de", True),
        ("www.example.com", False),
        ("missing.xml", True),
        ("missing.xml/de", True),
        ("www.example.com/missing.xml", False),
        ("https://www.example.com/sitemap.xml", False),
    ],
)
def test_a_path_is_told_from_an_address(
    written: str, local: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "public" / "de").mkdir(parents=True)
    (tmp_path / "www.example.com").mkdir()
    (tmp_path / "sitemap.xml").touch()
    monkeypatch.chdir(tmp_path)
    assert is_local(written) is local


@pytest.mark.parametrize(
    ("name", "base", "sentence"),
    [
        ("missing.xml", BASE, "no such file. Check the path"),
        ("sitemap.xml", None, "Pass the URL of its folder with --base"),
        ("", None, "Pass the URL of its folder with --base"),
        ("", "file:///srv", "it must be a URL such as"),
        ("empty", BASE, "holds no sitemap"),
        ("empty.txt", None, "holds no URL such as"),
    ],
)
def test_what_cannot_be_read_gets_a_sentence(
    public: Path, name: str, base: str | None, sentence: str
) -> None:
    (public / "empty").mkdir()
    (public / "empty.txt").touch()
    with pytest.raises(UsageError) as caught:
        read_local(str(public / name), base)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("https://www.example.com", "it is a URL already"),
        (r"C:\site\public", "only http and https can be audited"),
    ],
)
def test_a_base_without_a_file_that_it_is_for_gets_a_sentence(target: str, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        read_inputs([target], Options(base=BASE))


@pytest.mark.parametrize(
    ("url", "is_there"),
    [
        (f"{BASE}/sitemap.xml", True),
        (f"{BASE}/de/products.xml", True),
        (f"{BASE}/sitemap%20broken.txt", True),
        (f"{BASE}/browserconfig.xml", True),
        (f"{BASE}/robots.txt", True),
        (f"{BASE}/index.html", False),
        (f"{BASE}/sitemap.xml?v=2", False),
        ("http://www.example.com/sitemap.xml", False),
        ("https://other.example/sitemap.xml", False),
        (f"{BASE}/", False),
        (f"{BASE}/%2e%2e/%2e%2e/run.json", False),
        (f"{BASE}/..%2f..%2frun.json", False),
        (f"{BASE}/%2fetc%2fhostname", False),
        (f"{BASE}/sitemap.xml%00", False),
        (f"{BASE}/{'a' * 5000}", False),
        ("file:///etc/hostname", False),
    ],
)
def test_nothing_but_what_was_given_is_read_from_disk(
    public: Path, tmp_path: Path, url: str, is_there: bool
) -> None:
    audit = tmp_path / "audit"
    audit.mkdir()
    (audit / "run.json").touch()
    keep(read_local(str(public), BASE), audit)
    assert (find(audit, url) is not None) is is_there


def test_a_local_sitemap_that_cannot_be_copied_ends_the_crawl(public: Path, tmp_path: Path) -> None:
    request = Request(f"{BASE}/sitemap.xml", meta={"spool": str(tmp_path / "no folder" / "name")})
    with (public / "sitemap.xml").open("rb") as file, pytest.raises(CannotContinueError):
        asyncio.run(spool(file, request, 1_000))


SITEMAP_LINES = """\
Sitemap: /relative.xml
Sitemap: {{base}}/robots.txt
Sitemap: {{base}}/live.xml
Sitemap: {{base}}/live.xml
Sitemap: {{base}}/other.xml#comment
Sitemap: https://maps.example.net/elsewhere.xml
Sitemap: <{{base}}/brackets.xml>
Site-map: {{base}}/misspelled.xml
"""
"A line for each fault that a Sitemap line of robots.txt can have."


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A site of which some pages are deployed; its address, and the log of requests."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "robots.txt").write_text(f"User-agent: *\nDisallow: /private/\n{SITEMAP_LINES}")
    (folder / "live.xml").write_text(urlset("{{base}}/live"))
    (folder / "p").mkdir()
    for name in ("1", "2"):
        (folder / "p" / f"{name}.html").write_text(f"<title>{name}</title>")
    with served(folder, log=folder / "log") as addresses:
        yield addresses["base"], folder / "log"


def audited(
    output: Path, *arguments: object, given: str | None = None
) -> tuple[Path, dict[str, Any]]:
    """Run the command to its end; the audit's folder and its record."""
    done = run(*arguments, "-o", output, "--workers", 0, stdin=given)
    assert done.returncode == 0, done.stderr
    folder = only(output)
    return folder, record(folder)


def test_a_folder_that_is_not_deployed_is_audited(site: tuple[str, Path], tmp_path: Path) -> None:
    base, log = site
    public = tmp_path / "public"
    (public / "maps").mkdir(parents=True)
    secret = tmp_path / "secret.xml"
    secret.write_text(urlset(f"{base}/p/secret"))
    (public / "sitemap.xml").write_text(
        index(
            f"{base}/maps/a.xml",
            f"{base}/live.xml",
            f"{base}/maps/missing.xml",
            f"{base}/%2e%2e/secret.xml",
            f"file://{secret}",
        )
    )
    (public / "maps" / "a.xml").write_text(urlset(f"{base}/p/1.html", f"file://{secret}"))
    before = len(log.read_text().splitlines()) if log.exists() else 0
    (public / "robots.txt").write_text("User-agent: *\nDisallow: /p/\n")
    folder, run = audited(tmp_path / "out", public, "--base", base, "--select", "status")

    assert run["notes"] == [
        f"{public}/robots.txt is not read: pages are crawled by the robots.txt of the live site."
        " --no-pages reads it."
    ]
    read = pd.read_csv(folder / "tables/sitemaps.csv").set_index("url")
    assert dict(read["found_by"]) == {
        f"{base}/sitemap.xml": "given",
        f"{base}/maps/a.xml": "given",
        f"{base}/live.xml": "index",
        f"{base}/maps/missing.xml": "index",
        f"{base}/secret.xml": "index",
    }
    assert read["status"].to_dict() == {
        f"{base}/sitemap.xml": 200,
        f"{base}/maps/a.xml": 200,
        f"{base}/live.xml": 200,
        f"{base}/maps/missing.xml": 404,
        f"{base}/secret.xml": 404,
    }
    assert run["ledger"]["outcomes"] == {"fetched": 2, "not-a-url:scheme": 1}
    asked = [line.split()[2] for line in log.read_text().splitlines()[before:]]
    assert "/robots.txt" in asked
    assert {"/sitemap.xml", "/maps/a.xml"}.isdisjoint(asked)


def test_a_folder_is_audited_without_a_network_by_its_own_robots_txt(tmp_path: Path) -> None:
    base = "https://www.example.invalid"
    public = tmp_path / "public"
    (public / "shop").mkdir(parents=True)
    (public / "robots.txt").write_text("User-agent: *\nDisallow: /p/\n")
    (public / "shop" / "robots.txt").write_text("User-agent: *\nDisallow: /\n")
    (public / "sitemap.xml").write_text(urlset(f"{base}/p/1", f"{base}/q/1"))
    options = ("--base", base, "--no-pages", "--select", "robots")
    folder, _ = audited(tmp_path / "out", public, *options)
    (robots,) = pd.read_csv(folder / "tables/robots.csv").to_dict("records")
    assert (robots["url"], robots["status"]) == (f"{base}/robots.txt", 200)
    found = pd.read_csv(folder / "findings.csv")
    assert found[["check", "sitemap_url"]].to_numpy().tolist() == [
        ["robots/no-sitemap-line", f"{base}/sitemap.xml"]
    ]


def test_a_list_of_urls_is_audited(site: tuple[str, Path], tmp_path: Path) -> None:
    base, log = site
    lines = f"# Pages\n{base}/p/1.html\n{base}/p/2.html\nno URL\n{base}/missing\n"
    before = len(log.read_text().splitlines()) if log.exists() else 0
    few = ("--select", "index,robots,sitemap,status")
    folder, run = audited(tmp_path / "out", "-", *few, given=lines)
    assert run["sites"] == [f"{base}/"]
    assert folder.parent.name == base.removeprefix("http://").replace(":", "_")
    assert run["notes"] == [
        "standard input is a list of URLs: only these URLs are audited, no sitemaps.",
        "1 line of standard input is not a URL, the first is line 4: no URL.",
    ]
    assert run["ledger"]["outcomes"] == {"fetched": 3}
    found = pd.read_csv(folder / "findings.csv")
    assert found[["check", "url", "fix"]].to_numpy().tolist() == [
        ["status/not-found", f"{base}/missing", "Remove from the list"]
    ], "a list is no sitemap of the site"
    asked = {line.split()[2] for line in log.read_text().splitlines()[before:]}
    assert not {"/sitemap.xml", "/list.txt", "/urls.txt", "/"} & asked


def test_a_list_of_several_hosts_is_named_after_its_file(
    site: tuple[str, Path], tmp_path: Path
) -> None:
    base, _ = site
    (tmp_path / "pages.txt").write_text(f"{base}/p/1.html\nhttps://elsewhere.invalid/\nno URL\n")
    folder, run = audited(
        tmp_path / "out", tmp_path / "pages.txt", "--select", "entry,robots,sitemap"
    )
    assert (run["sites"], folder.parent.name) == (["pages.txt"], "pages")
    assert run["notes"] == [
        "pages.txt is a list of URLs: only these URLs are audited, no sitemaps.",
        "1 line of pages.txt is not a URL, the first is line 3: no URL.",
    ]
    found = pd.read_csv(folder / "findings.csv")
    assert list(found["check"]) == [], "a list may have pages of any host"


def test_names_that_are_not_utf_8(tmp_path: Path) -> None:
    """They are read, and shown escaped; two of them are two files."""
    names = [os.fsdecode(name) for name in (b"sitemap-\xff.xml", b"sitemap-\xfe.xml")]
    folder = tmp_path / os.fsdecode(b"public-\xe9")
    folder.mkdir()
    (folder / "robots.txt").write_text("User-agent: *\n")
    urls = os.fsdecode(b"list-\xff.txt")
    words = ("--workers", 0, "--select", "status", "--output-file", "-")
    with served(CLEAN) as site:
        base = site["base"]
        for number, name in enumerate(names):
            (folder / name).write_text(urlset(f"{base}/{number}"))
        (tmp_path / urls).write_text(f"{base}/2\n")
        of_sitemaps = ("--base", base, "-o", "1", "--format", "sarif")
        sitemaps = run(folder.name, *words, *of_sitemaps, folder=tmp_path)
        listed = run(urls, *words, "-o", "2", "--format", "markdown", folder=tmp_path)
    audit = only(tmp_path / "1")
    stored = pd.read_csv(audit / "tables/sitemaps.csv")["url"].str.rpartition("/")[2]
    assert sorted(stored) == ["sitemap-%FE.xml", "sitemap-%FF.xml"]
    assert set(pd.read_csv(audit / "tables/pages.csv")["url"]) >= {f"{base}/0", f"{base}/1"}
    assert '"uri": "public-%E9/sitemap-%FF.xml"' in sitemaps.stdout
    (warning,) = record(audit)["told"]
    assert warning.startswith(r"public-\udce9/robots.txt is not read")
    assert r"list-\udcff.txt is a list of URLs" in listed.stderr
    (target,) = record(only(tmp_path / "2"))["targets"]
    assert target["written"] == r"list-\udcff.txt"
