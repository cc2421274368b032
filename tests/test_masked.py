"""Passwords in what a site sends: none is stored, shown, logged or published."""

from __future__ import annotations

import base64
import gzip
import html
import re
import shutil
import zipfile
from typing import TYPE_CHECKING

import pandas as pd
import pyarrow.parquet as pq
import pytest
from commanding import Ended, audit, command, page, run, sitemap
from mockserver.scripted import ReceivedRequest, answer, scripted

from sitemap_audit.storage.masked import KEY_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

URLS = [
    "ftp://joe:geheim-01@h.example/a",
    "http://us er:geheim-02@h.example/",
    "http://joe:ge heim-geheim-03@h.example/",
    "HTTPS://joe:geheim-04@h.example/",
    "//joe:geheim-05@h.example/x",
    "https:\\\\joe:geheim-06@h.example\\x",
    "ht\ntp://jo\te:geheim-07@h.example/",
    "http://joe:geheim-08@[2001:db8::1]:8080/",
    "http://joe@mail.example:geheim-09@h.example/",
    "http:joe:geheim-10@h.example/",
    "wss://joe:geheim-11@h.example/",
    "git+ssh://joe:geheim%40geheim-12@h.example/",
    " \u00a0http://joe:geheim-13@h.example/",
    "http:/joe:geheim-14@h.example/",
    "https://h.example/to/http://joe:geheim-15@h.example/",
    "http://us.er joe:geheim-16@h.example/",
    'http://jo"e<b>:geheim-17@h.example/',
    "http://ausführlich joe:geheim-18@h.example/",
    "joe:geheim-21@h.example/a",
    "joe.doe_1:geheim-22@h.example:8080/x?a",
    "joe:geheim-23@[2001:db8::1]/",
]
"""What browsers or people take for a URL with a user name and password, each another one."""
ONLY_AS_URL = [
    "joe:geheim-24@h.example",
    "joe:ge heim-geheim-25@intranet",
    "x_1:geheim-26@h.example",
]
"So in an attribute or an element that holds a URL; in a sentence it may be a mail address."
WRITTEN = [*URLS, *ONLY_AS_URL]
OTHERS = {
    "rss.xml": (
        '<rss version="2.0"><channel><title>a</title><link>https://h.example/</link>',
        "<item><title>a</title><link>{0}</link><guid>{0}</guid></item>",
        "</channel></rss>",
    ),
    "atom.xml": (
        '<feed xmlns="http://www.w3.org/2005/Atom"><title>a</title>',
        '<entry><title>a</title><link href="{0}"/><id>{0}</id></entry>',
        "</feed>",
    ),
    "list.txt": ("https://h.example/\n", "{0}", "\n"),
}
"Sitemaps of other formats: beginning, entry and end."
HARMLESS = ["https://medium.example/@me", "https://h.example/?mail=me@b.example", "me@h.example"]
LOGIN = "someone:geheim-19-Swordfish"
TOKEN = "geheim-20-Token"  # noqa: S105 - to be looked for
SECRET = re.compile("geheim|" + base64.b64encode(LOGIN.encode()).decode().rstrip("="))


class Site:
    """A site that has passwords in everything, and sends back what it is shown."""

    address = ""

    def __call__(self, asked: ReceivedRequest) -> bytes:
        shown = asked.headers.get("authorization", "")
        if asked.target == "/robots.txt":
            own = [f"Sitemap: {self.address}/{name}" for name in ("map.xml", *OTHERS)]
            urls = map(flat, WRITTEN)
            lines = [f"{name} {url}" for url in urls for name in ("Sitemap:", "#", "X:")]
            text = "\n".join([*own, *lines, f"Echo: {shown}"])
            return answer(text, kind="text/plain")
        if asked.target[1:] in OTHERS:
            before, each, after = OTHERS[asked.target[1:]]
            text = "\n".join(each.format(html.escape(flat(url))) for url in WRITTEN)
            return answer(f"{before}{text}{after}", kind="text/xml")
        if asked.target == "/map.xml":
            return answer(self.sitemap(), kind="text/xml")
        if asked.target.startswith("/to/") and (number := asked.target[4:]).isdigit():
            return answer(status="302 Found", headers=[f"Location: {flat(WRITTEN[int(number)])}"])
        if asked.target == "/echo":
            title = f"You are {shown}, {LOGIN} {asked.headers.get('x-key')}"
            headers = [f"Link: <{self.address}/?{shown}>; rel=canonical", f"X-Robots-Tag: {shown}"]
            return answer(page(title), headers=headers, kind=f"text/html; x={shown}")
        if asked.target == "/away":
            return answer(status="302 Found", headers=[f"Location: /landed?key={TOKEN}"])
        return answer(page("a", heads()))

    def sitemap(self) -> str:
        escaped = [html.escape(url) for url in [*URLS, *HARMLESS]]
        more = "".join(
            f"<url><loc>{url}</loc><lastmod>{url}</lastmod>"
            f'<xhtml:link rel="alternate" hreflang="{url}" href="{url}"/>'
            f"<image:image><image:loc>{url}</image:loc></image:image>"
            f"<video:video><video:player_loc>{url}</video:player_loc>"
            f"<video:title>See {url}</video:title></video:video></url>"
            for url in escaped
        )
        own = [f"{self.address}/{path}" for path in ("a", "echo", "away")]
        own += [f"{self.address}/to/{number}" for number in range(len(WRITTEN))]
        own += map(html.escape, ONLY_AS_URL)
        return (
            '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
            ' xmlns:xhtml="http://www.w3.org/1999/xhtml"'
            ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
            ' xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">'
            f"{''.join(f'<url><loc>{url}</loc></url>' for url in own)}{more}</urlset>"
        )


def flat(url: str) -> str:
    """Without line ends, which end a line of robots.txt and a header."""
    return url.replace("\n", "")


def heads() -> str:
    escaped = list(map(html.escape, WRITTEN))
    links = "".join(
        f'<link rel=canonical href="{url}"><link rel=alternate hreflang=de href="{url}">'
        f'<meta property="og:url" content="{url}">'
        for url in escaped
    )
    metas = "".join(
        f'<meta name=description content="See {url} now"><meta name=robots content="{url}">'
        for url in map(html.escape, URLS)
    )
    return f'{links}{metas}<base href="{escaped[0]}">'


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """The site, while it is served."""
    site = Site()
    with scripted(site) as server:
        site.address = server.address
        yield site


@pytest.fixture(scope="module")
def done(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Ended:
    """The audit of the site, published."""
    folder = tmp_path_factory.mktemp("masked")
    auth = folder / "auth.toml"
    auth.write_text(f'["{site.address}"]\nbasic = "{LOGIN}"\nheaders = {{X-Key = "{TOKEN}"}}\n')
    options = ("--auth", auth, "-o", folder / "out", "--workers", 0)
    publish = ("--publish", f"file://{folder}/published")
    ended = command(site.address, *options, *publish, output=folder / "out")
    assert ended.status == 0, ended.output
    return ended


def texts(folder: Path) -> Iterator[tuple[str, str]]:
    """All that is in the files of a folder, by name; what is packed is unpacked."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        if path.suffix == ".parquet":
            table = pq.read_table(path)
            for column in table.column_names:
                yield f"{name} {column}", "\n".join(map(str, table.column(column).to_pylist()))
        elif path.suffix == ".xlsx":
            with zipfile.ZipFile(path) as book:
                for each in book.namelist():
                    yield (
                        f"{name} {each}",
                        html.unescape(book.read(each).decode("utf-8", "replace")),
                    )
        elif path.suffix == ".gz":
            yield name, gzip.decompress(path.read_bytes()).decode("utf-8", "replace")
        else:
            yield name, path.read_bytes().decode("utf-8", "replace")


def test_no_password_is_stored_shown_or_published(done: Ended) -> None:
    assert done.folder is not None
    assert SECRET.findall(done.output) == []
    published = done.folder.parents[2] / "published"
    kept = {name: text for name, text in texts(done.folder) if not name.startswith("received/")}
    kept |= {f"published {name}": text for name, text in texts(published)}
    assert any(name.startswith("published ") for name in kept)
    found = {name: sorted(set(SECRET.findall(text))) for name, text in kept.items()}
    assert {name: words for name, words in found.items() if words} == {}


def test_what_was_received_is_kept_and_not_published(done: Ended) -> None:
    assert done.folder is not None
    received = [text for name, text in texts(done.folder) if name.startswith("received/")]
    assert len(received) == 6, "robots.txt, four sitemaps, and a page that is named as one"
    assert all("geheim-01" in text for text in received)
    published = done.folder.parents[2] / "published"
    assert not [path for path in published.rglob("*.gz") if path.is_file()]
    assert (
        "is not published: it may contain a URL with a password"
        in (done.folder / "audit.log").read_text()
    )


def test_two_that_differ_stay_apart_and_what_is_harmless_stays(done: Ended) -> None:
    entries = done.table("entries")
    entries = entries[entries["sitemap_url"].str.endswith("/map.xml")]
    locs = entries["loc"]
    masked = locs[locs.str.contains(r"\*\*\*")]
    assert len(set(masked)) == len(WRITTEN)
    assert set(HARMLESS) <= set(locs)
    problems = entries.set_index("loc")["loc_problem"]
    assert (problems[masked] != "").sum() == len(WRITTEN) - 1, "all but the one within a path"


def test_the_key_is_beside_the_audits_and_of_nobody_else(done: Ended) -> None:
    assert done.folder is not None
    key = done.folder.parent / KEY_FILE
    assert key.stat().st_mode & 0o077 == 0
    assert len(key.read_bytes()) == 32
    assert not list((done.folder.parents[2] / "published").rglob(KEY_FILE))
    assert not list(done.folder.rglob(KEY_FILE))


@pytest.mark.thorough
def test_checks_and_the_next_audit_find_the_same(done: Ended, site: Site) -> None:
    assert done.folder is not None
    findings = done.table("findings")
    assert findings["observed"].str.contains(r"ftp://\*\*\*[0-9a-f]{12}@h").any()
    assert run("check", done.folder).returncode == 0
    pd.testing.assert_frame_equal(done.table("findings"), findings)
    output = done.folder.parents[1]
    few = ("--workers", 0, "--no-pages", "--select", "entry")
    assert run(site.address, "-o", output, *few).returncode == 0
    (later,) = (path.parent for path in output.glob("*/*/run.json") if path.parent != done.folder)
    assert done._replace(folder=later).table("entries")["loc"].equals(done.table("entries")["loc"])


@pytest.mark.thorough
def test_resume_requests_no_url_of_which_a_password_was_left_out(tmp_path: Path) -> None:
    asked_for = "/to/http://joe:geheim@h.example/"

    def site(asked: ReceivedRequest) -> bytes:
        if asked.target == "/robots.txt":
            return answer(f"Sitemap: {server.address}/map.xml", kind="text/plain")
        if asked.target == "/map.xml":
            return answer(sitemap(f"{server.address}{asked_for}"), kind="text/xml")
        return answer(page("a"))

    with scripted(site) as server:
        done = audit(server.address, output=tmp_path)
        assert asked_for in server.targets()
        assert done.folder is not None
        shutil.rmtree(done.folder / "data" / "pages")
        resumed = command("resume", done.folder, output=tmp_path)
        assert [target for target in server.targets() if "*" in target] == []
    assert resumed.run["ledger"]["outcomes"] == {"not-asked:ignored": 1}
    assert SECRET.findall("".join(text for _, text in texts(done.folder / "data"))) == []
