"""--pages DIR: pages come from a folder, as a host would serve them, and nothing is requested."""

from __future__ import annotations

import os
import subprocess
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest
from commanding import COMMAND, audit, command, only, record, sitemap, wait_for

from local_files import connections
from sitemap_audit.storage.run_file import read_run, write_run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from commanding import Ended

BASE = "https://www.built.example"
BY_IP_ADDRESS = "http://1.1.1.1/"
"A page of another host: where it is requested, Python itself connects."
PAGES = ("index", "a/index", "b", "404", "linked", "hidden", *(f"en/p{n}" for n in range(6)))
LISTED = ("/", "/a", "/b", "/gone", "//b", "/private/", "/hidden", *(f"/p{n}" for n in range(6)))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of a built site."""
    folder = tmp_path_factory.mktemp("built")
    public = folder / "public"
    for name in PAGES:
        page = public / f"{name}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(
            f'<!doctype html><html lang="en"><title>{name}</title>'
            '<link rel="alternate" hreflang="de" href="https://other.example/">'
            '<link rel="alternate" hreflang="fr" href="http://www.built.example/fr">'
            f'<link rel="alternate" hreflang="it" href="{BY_IP_ADDRESS}">'
            f'<h1>{name}</h1><a href="/linked">{name}</a>'
        )
    images = "".join(
        f"<image:image><image:loc>{BASE}/{name}.png</image:loc></image:image>"
        for name in ("there", "missing")
    )
    (public / "there.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (public / "sitemap.xml").write_text(
        sitemap(*(BASE + path for path in LISTED))
        .replace("</url>", f"{images}</url>", 1)
        .replace("<urlset", '<urlset xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"')
    )
    (public / "robots.txt").write_text(
        f"User-agent: *\nCrawl-delay: 30\nDisallow: /private/\nSitemap: {BASE}/sitemap.xml\n"
    )
    (public / "old-sitemap.xml").write_text(sitemap(f"{BASE}/not-listed"))
    (public / "_redirects").write_text("/old-sitemap.xml  /sitemap.xml  301!\n")
    (public / "_headers").write_text("/hidden\n  X-Robots-Tag: noindex\n")
    return folder


@pytest.fixture(scope="module")
def audited(made: Path) -> Ended:
    return audit(
        *(made / "public", "--base", BASE, "--pages", made / "public", "--hosting", "netlify"),
        *("--offline", "--crawl", "--media", 9, "--max-rate", 0.1),
        output=made / "reports",
        before=partial(connections.note, made / "connected"),
    )


def test_pages_are_those_of_the_folder(audited: Ended) -> None:
    pages = audited.table("pages").set_index("url")
    status = pages["status"].to_dict()
    expected = {"/": "200", "/a": "301", "/a/": "200", "/linked": "200", "/gone": "404"}
    assert {path: status.get(BASE + path) for path in expected} == expected
    errors = pages["error"][pages["error"] != ""].to_dict()
    assert errors == {
        f"{BASE}//b": "hosting",
        f"{BASE}/private/": "disallowed",
        "http://www.built.example/fr": "hosting",
        "https://other.example/": "offline",
        BY_IP_ADDRESS: "offline",
    }
    files = pages["file"]
    assert files[f"{BASE}/b"].endswith("public/b.html")
    assert files[f"{BASE}/gone"].endswith("public/404.html")
    assert files[f"{BASE}/a"] == ""
    (directive,) = audited.table("directives").to_dict("records")
    assert (directive["url"], directive["source"]) == (f"{BASE}/hidden", "header")


def test_media_and_probes_are_those_of_the_folder(audited: Ended) -> None:
    assert audited.folder is not None
    media = pd.read_parquet(audited.folder / "data" / "media").set_index("url")
    assert media["status"].to_dict() == {f"{BASE}/there.png": 200, f"{BASE}/missing.png": 404}
    assert media["content_type"][f"{BASE}/there.png"] == "image/png"
    probes = pd.read_parquet(audited.folder / "data" / "base_probes")
    assert probes["is_indexable"][probes["base"] == f"{BASE}/en/"].any()


def test_a_sitemap_that_a_rule_redirects_is_not_at_its_url(audited: Ended) -> None:
    sitemaps = audited.table("sitemaps").set_index("url")
    assert sitemaps["status"][f"{BASE}/old-sitemap.xml"] == "301"
    assert f"{BASE}/not-listed" not in {*audited.table("entries")["loc"]}


def test_the_report_says_where_pages_come_from_and_is_complete(audited: Ended, made: Path) -> None:
    assert audited.run["complete"]
    assert audited.run["built"]["base"] == f"{BASE}/"
    assert audited.output.count("as Netlify serves them") == 1
    assert f"sitemap.xml (folder {made / 'public'})" in audited.output
    assert "Crawl-delay" not in audited.output


def test_nothing_is_requested(audited: Ended, made: Path) -> None:
    assert audited.folder is not None
    assert (made / "connected").read_text().splitlines() == [connections.WATCHED]


def test_below_the_root_of_a_host_its_robots_txt_is_not_known(tmp_path: Path) -> None:
    """A folder that is given by its URL: its sitemap is found in it."""
    (tmp_path / "public").mkdir()
    for name in ("index", "b"):
        (tmp_path / "public" / f"{name}.html").write_text("<!doctype html><title>x</title><h1>x")
    listed = (f"{BASE}/docs/", f"{BASE}/docs/b", f"{BASE}/")
    (tmp_path / "public" / "sitemap.xml").write_text(sitemap(*listed))
    done = command(
        *(f"{BASE}/docs/", "--base", f"{BASE}/docs", "--pages", tmp_path / "public", "--offline"),
        *("--pedantic", "--workers", 0, "-o", tmp_path / "reports"),
        output=tmp_path / "reports",
    )
    assert done.run["complete"], done.output
    assert "whether robots.txt disallows pages is not checked" in " ".join(done.output.split())
    (robots,) = done.table("robots").to_dict("records")
    assert (robots["status"], robots["error"]) == ("", "hosting")
    pages = done.table("pages").set_index("url")
    assert [pages["status"][url] for url in listed] == ["200", "200", ""]
    assert set(pages["robots"]) == {"unknown"}
    assert set(done.table("findings")["check"]) == {
        *("canonical/missing", "entry/lastmod-missing", "hreflang/html-lang-missing"),
        *("site/thin-page", "status/charset-missing"),
    }


@contextmanager
def stopped(audited: Ended, **changed: Any) -> Iterator[Path]:
    """An audit that has not ended, with other values in its record."""
    assert audited.folder is not None
    record = read_run(audited.folder)
    write_run(audited.folder, replace(record, complete=False, **changed))
    yield audited.folder
    write_run(audited.folder, record)


def resumed(folder: Path, *options: object) -> str:
    done = command("resume", folder, *options, output=folder.parent.parent)
    assert done.status == 2
    return " ".join(done.output.split())


def test_resume_needs_the_same_folder_again(audited: Ended, made: Path) -> None:
    public = made / "public"
    with stopped(audited) as folder:
        assert f"Pass --pages '{public}' again" in resumed(folder)
        assert f"Pass --pages '{public}' again" in resumed(folder, "--pages", made)
        (public / "new.html").touch()
        assert "has changed since it began" in resumed(folder, "--pages", public)
        (public / "new.html").unlink()


def test_an_audit_of_the_live_site_is_not_resumed_with_a_folder(audited: Ended, made: Path) -> None:
    assert audited.folder is not None
    live = {**read_run(audited.folder).options, "pages_from": None, "offline": False}
    with stopped(audited, built=None, options=live) as folder:
        sentence = resumed(folder, "--pages", made / "public")
    assert "its pages are those of the live site. Leave --pages out" in sentence


def test_a_resumed_audit_reads_the_folder_again(audited: Ended, made: Path) -> None:
    with stopped(audited) as folder:
        options = ("--pages", made / "public", "--workers", 0)
        done = command("resume", folder, *options, output=folder.parent.parent)
        assert done.run["complete"], done.output
        assert done.run["built"] == audited.run["built"]


def test_an_audit_of_a_folder_is_not_submitted(audited: Ended) -> None:
    assert audited.folder is not None
    done = command("submit", audited.folder, output=audited.folder.parent.parent)
    assert done.status == 2
    assert "Not submitted: the audit is of local files (--pages)" in " ".join(done.output.split())


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--pages", ".", "--no-pages"), "Leave one of them out"),
        (("--pages", ".", "--map", f"{BASE}=https://b.example"), "--map needs the live site"),
        (("--pages", "./no-such-folder"), "Cannot read"),
        (("--offline", "--inspect", "9"), "--inspect requests data of Google"),
    ],
)
def test_options_that_contradict(
    made: Path, tmp_path: Path, options: tuple[str, ...], sentence: str
) -> None:
    done = command(made / "public", "--base", BASE, *options, "-o", tmp_path, output=tmp_path)
    assert done.status == 2
    assert sentence in " ".join(done.output.split())


def test_an_audit_while_the_folder_is_built_is_not_complete(tmp_path: Path) -> None:
    public, output = tmp_path / "public", tmp_path / "reports"
    public.mkdir()
    for name in ("index", "b"):
        (public / f"{name}.html").write_text("<!doctype html><title>x</title><h1>x")
    (public / "sitemap.xml").write_text(sitemap(f"{BASE}/", f"{BASE}/b"))
    options = ("--base", BASE, "--pages", public, "--offline", "--select", "status")
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with suppress(BlockingIOError):  # the command waits at its first word, after the listing
        while True:
            os.write(writing, b" " * 4096)
    os.set_blocking(writing, True)
    words = [*COMMAND, *map(str, (public, *options, "-o", output, "--workers", 0))]
    with subprocess.Popen(words, stdout=writing, stderr=writing) as process:
        os.close(writing)
        wait_for(lambda: [*output.glob("*/*/run.json")])
        (public / "b.html").unlink()
        with os.fdopen(reading, encoding="utf-8") as told:
            text = " ".join(told.read().split())
    assert process.returncode == 3
    assert "NOT COMPLETE 1 file of " in text
    assert "for example b.html). Audit the folder again once it is built." in text
    assert record(only(output))["ledger"]["outcomes"] == {"fetched": 1, "not-asked:hosting": 1}
