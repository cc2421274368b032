"""What each host serves for a path of a folder."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sitemap_audit.errors import UsageError
from sitemap_audit.local_files.hosting import HOSTINGS, Hosting, Served, hosting_of

if TYPE_CHECKING:
    from pathlib import Path

BASE = "https://www.example.com/"
FILES = ("index.html", "file.html", "folder/index.html", "both.html", "both/index.html", "a.pdf")


def built(folder: Path, *names: str, **rules: str) -> Path:
    """A folder with files that hold their names, and files of rules: ``_redirects``."""
    for name in (*FILES, *names):
        file = folder / "public" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
    for name, text in rules.items():
        (folder / "public" / name).write_text(text)
    return folder / "public"


def beside(folder: Path, name: str, text: str = "") -> Path:
    """A file beside the folder."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def told(hosting: Hosting, target: str) -> str:
    """The status with the file or the location."""
    served = hosting.serve(target)
    file = str(served.file.read_text()) if served.file else ""
    return f"{served.status} {file or served.location or ''}".strip()


TARGETS = ("/", "/file", "/file/", "/file.html", "/folder", "/folder/", "/both", "/both/", "/no")
EXPECTED = {
    "plain": (
        *("200 index.html", "200 file.html", "404 404.html", "200 file.html"),
        *("301 /folder/", "200 folder/index.html", "200 both.html", "200 both/index.html"),
        "404 404.html",
    ),
    "netlify": (
        *("200 index.html", "200 file.html", "301 /file", "200 file.html"),
        *("301 /folder/", "200 folder/index.html", "200 both.html", "301 /both"),
        "404 404.html",
    ),
}
EXPECTED["cloudflare"] = (
    *("200 index.html", "200 file.html", "308 /file", "308 /file", "308 /folder/"),
    *("200 folder/index.html", "200 both.html", "200 both/index.html", "404 404.html"),
)
EXPECTED["vercel"] = (
    *("200 index.html", "404 404.html", "404 404.html", "200 file.html", "200 folder/index.html"),
    *("200 folder/index.html", "200 both/index.html", "200 both/index.html", "404 404.html"),
)
EXPECTED["github"] = EXPECTED["plain"]


@pytest.mark.parametrize("name", HOSTINGS)
def test_files_folders_and_slashes(name: str, tmp_path: Path) -> None:
    hosting = hosting_of(name, built(tmp_path, "404.html"), BASE)
    assert tuple(told(hosting, target) for target in TARGETS) == EXPECTED[name]


@pytest.mark.parametrize("name", HOSTINGS)
def test_no_file_outside_of_the_folder_is_served(name: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret.html"
    secret.write_text("secret")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "index.html").write_text("secret")
    folder = built(tmp_path, "404.html", ".git/config.html", ".well-known/a.html")
    (folder / "link.html").symlink_to(secret)
    (folder / "away").symlink_to(tmp_path / "other")
    (folder / "again").symlink_to(folder)
    (folder / "inside.html").symlink_to(folder / "file.html")
    hosting = hosting_of(name, folder, BASE)
    for target in ("/link", "/link.html", "/away/", "/away/index.html", "/again/again/file.html"):
        assert told(hosting, target) == "404 404.html", target
    for target in ("/../secret.html", "/%2e%2e/secret.html", "/..%2fsecret.html", "/a%00.html"):
        assert hosting.serve(target).unclear, target
    for target in ("//file", "/x//file", "/.git/config.html", "/file%5c"):
        assert hosting.serve(target).unclear, target
    inside, known = ("", "") if name == "cloudflare" else (".html", ".html")
    assert told(hosting, f"/inside{inside}") == "200 file.html"
    assert told(hosting, f"/.well-known/a{known}") == "200 .well-known/a.html"


def test_names_are_exact_and_may_hold_any_character(tmp_path: Path) -> None:
    folder = built(tmp_path, "grün & blau.html", "a%20b.html")
    hosting = hosting_of("plain", folder, BASE)
    assert told(hosting, "/gr%C3%BCn%20&%20blau") == "200 grün & blau.html"
    assert told(hosting, "/a%2520b") == "200 a%20b.html"
    assert told(hosting, "/File") == "404"
    assert told(hosting, "/folder?a=%20b#c") == "301 /folder/?a=%20b"


def test_a_folder_below_a_path(tmp_path: Path) -> None:
    hosting = hosting_of("github", built(tmp_path), "https://x.github.io/repo/")
    assert told(hosting, "/repo/folder") == "301 /repo/folder/"
    assert told(hosting, "/repo/") == "200 index.html"
    assert hosting.serve("/repository/") == Served(
        0, unclear="the folder holds only URLs below /repo/"
    )


def test_content_types(tmp_path: Path) -> None:
    folder = built(tmp_path, "s.xml", "s.xml.gz", "robots.txt", "CNAME")
    types = {
        name: dict(hosting_of("github", folder, BASE).serve(f"/{name}").headers)["Content-Type"]
        for name in ("file", "a.pdf", "s.xml", "s.xml.gz", "robots.txt", "CNAME")
    }
    assert types == {
        "file": "text/html; charset=utf-8",
        "a.pdf": "application/pdf",
        "s.xml": "application/xml",
        "s.xml.gz": "application/gzip",
        "robots.txt": "text/plain; charset=utf-8",
        "CNAME": "application/octet-stream",
    }


def test_names_that_jekyll_leaves_out(tmp_path: Path) -> None:
    folder = built(tmp_path, "_astro/a.css")
    assert hosting_of("github", folder, BASE).serve("/_astro/a.css").unclear
    (folder / ".nojekyll").touch()
    assert told(hosting_of("github", folder, BASE), "/_astro/a.css") == "200 _astro/a.css"


REDIRECTS = """\
# moved
/old        /new#part
/file       /never-before-a-file
/both       /forced  307!
/folder     /forced  302!   # before the file
/news/*     /blog/:splat
/app/*      /index.html     200
/gone       /folder/        404
/loop/      /loop
/api/*      https://api.example.com/:splat?key=secret 200
/de         /de/  302  Country=de
/store id=:id  /store/:id
/x/*/y      /z
https://old.example.com/*  https://www.example.com/:splat  301!
https://www.example.com/here  /there
/:year/:id  /archive-:id?of=:year  302
"""


def test_redirect_rules_of_netlify(tmp_path: Path) -> None:
    hosting = hosting_of("netlify", built(tmp_path, _redirects=REDIRECTS), BASE)
    assert {target: told(hosting, target) for target in (
        *("/old", "/old/?a=1", "/file", "/folder", "/news/1/2?q=1", "/news", "/2020/grün"),
        *("/app/any", "/gone", "/loop", "/here", "/none", "/_redirects"),
    )} == {
        "/old": "301 /new#part",
        "/old/?a=1": "301 /new?a=1#part",
        "/file": "200 file.html",
        "/folder": "302 /forced",
        "/news/1/2?q=1": "301 /blog/1/2?q=1",
        "/news": "301 /blog/",
        "/2020/grün": "302 /archive-gr%C3%BCn?of=2020",
        "/app/any": "200 index.html",
        "/gone": "404 folder/index.html",
        "/loop": "404",
        "/here": "301 /there",
        "/none": "404",
        "/_redirects": "404",
    }  # fmt: skip
    reasons = {
        target: hosting.serve(target).unclear
        for target in ("/both", "/1/2?a=1", "/api/x", "/de", "/store", "/x/1/y")
    }
    assert reasons == {
        "/both": "_redirects, line 4: its status 307 is not understood",
        "/1/2?a=1": "_redirects, line 16: its destination and the URL have a query",
        "/api/x": "_redirects, line 10: its destination is no file of the folder",
        "/de": "_redirects, line 11: its conditions depend on the visitor",
        "/store": "_redirects, line 12: its query parameters or its destination are not understood",
        "/x/1/y": "_redirects, line 13: its path is not understood",
    }
    assert len(hosting.not_understood) == 4
    assert "secret" not in f"{hosting.not_understood}{reasons}"
    below = hosting_of("netlify", tmp_path / "public", f"{BASE}docs/")
    assert below.not_understood == (
        "_redirects is not applied: https://www.example.com/docs/ is not the root of a site.",
    )


HEADERS = """\
/*
  X-Frame-Options: DENY
  Content-Type: text/html
/folder/*
  X-Robots-Tag: noindex
  x-robots-tag: nofollow
/*.pdf
  X-Robots-Tag: noindex
/file
  Basic-Auth: user:secret
"""


def test_header_rules_of_netlify(tmp_path: Path) -> None:
    hosting = hosting_of("netlify", built(tmp_path, _headers=HEADERS), BASE)
    assert hosting.serve("/folder/").headers == (
        ("Content-Type", "text/html"),
        ("X-Frame-Options", "DENY"),
        ("X-Robots-Tag", "noindex, nofollow"),
    )
    lines = [(each.line, each.value) for each in hosting.serve("/folder/").by_rules]
    assert lines == [(2, "DENY"), (3, "text/html"), (5, "noindex"), (6, "nofollow")]
    assert hosting.serve("/a.pdf").unclear == "_headers, line 7: its path is not understood"
    assert hosting.serve("/file").unclear == "_headers, line 9: it asks visitors for a password"
    assert "secret" not in str(hosting.not_understood)


def test_rules_of_cloudflare(tmp_path: Path) -> None:
    rules = """\
/news/*  /blog/:splat  301
/news/1  /one
/file  /before-a-file?x=1  308
/p-:id.htm  /users/:id
/user/:id  /folder/  200
/out/*  https://api.example.com/:splat  200
/de  /de/  302  Country=de
https://www.example.com/folder/  /never-a-source
https://*/a.pdf  /never-a-source
"""
    names = ("404.html", "de/404.html")
    folder = built(tmp_path, *names, _redirects=rules, _headers="/folder/\n  X-Robots-Tag: none\n")
    hosting = hosting_of("cloudflare", folder, BASE)
    assert {target: told(hosting, target) for target in (
        *("/news/1?a=1", "/news/2/", "/news", "/file?a=1", "/p-7.htm", "/user/7"),
        *("/index.html", "/index", "/de/a/b", "/x/y", "/_headers", "/folder/", "/a.pdf"),
    )} == {
        "/news/1?a=1": "302 /one?a=1",
        "/news/2/": "301 /blog/2/",
        "/news": "404 404.html",
        "/file?a=1": "308 /before-a-file?x=1",
        "/p-7.htm": "302 /users/7",
        "/user/7": "200 folder/index.html",
        "/index.html": "308 /",
        "/index": "308 /",
        "/de/a/b": "404 de/404.html",
        "/x/y": "404 404.html",
        "/_headers": "404 404.html",
        "/folder/": "200 folder/index.html",
        "/a.pdf": "200 a.pdf",
    }  # fmt: skip
    assert ("X-Robots-Tag", "none") in hosting.serve("/folder/").headers
    assert hosting.serve("/out/1").unclear
    assert hosting.serve("/de").unclear
    (folder / "404.html").unlink()
    assert told(hosting_of("cloudflare", folder, BASE), "/x/y") == "200 index.html"
    (tmp_path / "functions").mkdir()
    with_code = hosting_of("cloudflare", folder, BASE)
    assert with_code.serve("/").unclear == "the site has functions, which are not run"
    assert "No page is checked" in with_code.not_understood[-1]


def test_header_rules_of_other_hosts(tmp_path: Path) -> None:
    rules = """\
/*
  X-Frame-Options: DENY
https://:project.pages.dev/*
  X-Robots-Tag: noindex
https://*.example.org/*
  X-Robots-Tag: none
https://www.example.com/file
  X-Robots-Tag: nofollow
"""
    folder = built(tmp_path, _headers=rules)

    def robots(name: str, base: str, target: str = "/") -> str | None:
        hosting = hosting_of(name, folder, base)
        served = hosting.serve(target)
        return served.unclear or dict(served.headers).get("X-Robots-Tag")

    for name in ("cloudflare", "netlify"):
        assert robots(name, BASE) is None
        assert hosting_of(name, folder, BASE).not_understood == ()
        assert robots(name, BASE, "/file") == "nofollow"
        assert robots(name, "https://a.b.pages.dev/") is None
        assert robots(name, "https://a.example.org/") == (
            "_headers, line 5: its host is not understood"
        )
    assert robots("cloudflare", "https://a.pages.dev/") == "noindex"
    assert robots("netlify", "https://a.pages.dev/") == (
        "_headers, line 3: its host is not understood"
    )


@pytest.mark.parametrize("host", ["cloudflare", "netlify"])
def test_rules_that_are_no_urls_or_no_names(tmp_path: Path, host: str) -> None:
    rules = "https://[x/* /y\n/:a² /y\n"
    hosting = hosting_of(host, built(tmp_path, _redirects=rules), BASE)
    if host == "netlify":
        why = "_redirects, line 1: its host is not understood"
        assert hosting.not_understood[0].startswith(f"{why}.")
        assert hosting.serve("/no").unclear == why
    (tmp_path / "public" / "_redirects").write_text(rules.splitlines()[1])
    served = hosting_of(host, tmp_path / "public", BASE).serve("/b%C2%B2")
    # One reads a name and a sign; the other has no names of a part of a segment.
    expected = ("/y", None) if host == "cloudflare" else (None, "_redirects, line 1: its path")
    assert served.location == expected[0]
    assert (served.unclear or "").startswith(expected[1] or "")


def test_a_worker_may_be_a_folder(tmp_path: Path) -> None:
    hosting = hosting_of("cloudflare", built(tmp_path, "_worker.js/index.js"), BASE)
    for target in ("/", "/_worker.js/index.js"):
        assert hosting.serve(target).unclear == "the site has functions, which are not run"


def test_rules_that_are_not_read_are_told(tmp_path: Path) -> None:
    folder = built(tmp_path)
    settings = tmp_path / "netlify.toml"
    settings.write_text('[build]\npublish = "public"\n')
    assert hosting_of("netlify", folder, BASE).not_understood == ()
    settings.write_text('[[redirects]]\nfrom = "/a"\nto = "/b"\n')
    hosting = hosting_of("netlify", folder, BASE)
    assert hosting.not_understood == (
        "netlify.toml has rules or edge functions, which are not read. No page is checked: write"
        " redirects into _redirects and headers into _headers, or choose another --hosting.",
    )
    assert hosting.serve("/").unclear
    settings.write_text("[[redirects\n")
    with pytest.raises(UsageError, match=r"Cannot read .*netlify\.toml': it is not valid TOML"):
        hosting_of("netlify", folder, BASE)


@pytest.mark.parametrize("place", ["", "public"])
def test_edge_functions_of_netlify(tmp_path: Path, place: str) -> None:
    folder = built(tmp_path)
    (tmp_path / place / "netlify" / "edge-functions").mkdir(parents=True)
    hosting = hosting_of("netlify", folder, BASE)
    why = "netlify/edge-functions may have rules or edge functions, which are not read"
    assert hosting.serve("/").unclear == why
    assert hosting.not_understood[0].startswith(f"{why}. No page is checked")


def test_a_folder_of_edge_functions_that_netlify_toml_names(tmp_path: Path) -> None:
    folder = built(tmp_path)
    (tmp_path / "netlify.toml").write_text('[build]\nedge_functions = "edge"\n')
    assert hosting_of("netlify", folder, BASE).serve("/").unclear


FUNCTIONS = {
    "hello.mts": 'export const config: Config = {\n  path: ["/api/:id", "/form", "/%C3%A9"],\n};',
    "item/index.js": "const config = {path: '/items{/:id}?'}; export { config };",
    "older.js": "const { path } = event; const config = { name: 'x' };",
    "lib.js": 'import * as config from "./env.js"; export default () => config.name;',
    "old.js": 'const path = require("path"); exports.handler = async (event) => event.path;',
    "scheduled.mjs": 'export const config = { schedule: "@daily" };',
    "node_modules/x.js": "export const config = { path: make() };",
}


@pytest.mark.parametrize("settings", ["", '[functions]\ndirectory = "code"\n'])
def test_functions_of_netlify_with_paths_of_their_own(tmp_path: Path, settings: str) -> None:
    folder = built(tmp_path, "api/x.html", "form.html", "formal.html", "items.html")
    beside(tmp_path, "netlify.toml", settings)
    place = "code" if settings else "netlify/functions"
    for name, text in FUNCTIONS.items():
        beside(tmp_path, f"{place}/{name}", text)
    hosting = hosting_of("netlify", folder, BASE)
    one, other = f"{place}/hello.mts: a function", f"{place}/item/index.js: a function"
    assert hosting.not_understood == (
        f"{one} responds to '/api/:id', '/form', '/%C3%A9'. URLs that it may apply to are not"
        " checked.",
        f"{other} responds to '/items{{/:id}}?'. URLs that it may apply to are not checked.",
    )
    for target in ("/api/x", "/api/x/", "/form", "/form/", "/%C3%A9"):
        assert hosting.serve(target).unclear == f"{one} may respond", target
    assert hosting.serve("/items/1").unclear == f"{other} may respond"
    assert told(hosting, "/formal") == "200 formal.html"
    assert told(hosting, "/") == "200 index.html"


@pytest.mark.parametrize(
    "text",
    [
        "export const config = { path: PATHS };",
        "export const config = { path: [`/${name}`] };",
        "export const config = makeConfig();",
        "export const config = { path: '/x' + NAME };",
        "export { config } from './shared.mjs';",
        "const path = '/x'; export const config = { path };",
        "export const config = { path: 'x' };",
        "const settings = { path: '/x' }; export { settings as config };",
        "const settings = { path: '/x' }; exports.config = settings;",
    ],
)
def test_a_function_of_netlify_whose_path_is_not_understood(tmp_path: Path, text: str) -> None:
    beside(tmp_path, "netlify/functions/x.mjs", text)
    hosting = hosting_of("netlify", built(tmp_path), BASE)
    why = "netlify/functions/x.mjs has a path of its own that is not understood"
    assert hosting.serve("/").unclear == why
    assert hosting.not_understood[0].startswith(f"{why}. No page is checked: ")


def test_a_rule_of_netlify_that_leads_from_http_to_https(tmp_path: Path) -> None:
    rule = "http://www.example.com/*  https://www.example.com/:splat  301!\n"
    folder = built(tmp_path, _redirects=rule)
    assert told(hosting_of("netlify", folder, BASE), "/file") == "200 file.html"
    http = hosting_of("netlify", folder, BASE.replace("https", "http"))
    assert told(http, "/file") == "301 https://www.example.com/file"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"Cannot read .*: No such file or directory\. Check"):
        hosting_of("plain", tmp_path / "public", BASE)


def test_settings_and_rules_of_vercel(tmp_path: Path) -> None:
    folder = built(tmp_path, "404.html")
    settings = tmp_path / "vercel.json"

    def all_told(text: str, *targets: str) -> tuple[str, ...]:
        settings.write_text(text)
        hosting = hosting_of("vercel", folder, BASE)
        return tuple(told(hosting, target) for target in targets)

    urls = ("/file", "/file/", "/file.html", "/folder", "/folder/", "/folder/index.html", "/a.pdf")
    assert all_told('{"cleanUrls": true}', *urls) == (
        *("200 file.html", "200 file.html", "308 /file", "200 folder/index.html"),
        *("200 folder/index.html", "308 /folder", "200 a.pdf"),
    )
    assert all_told('{"cleanUrls": true, "trailingSlash": true}', *urls) == (
        *("308 /file/", "200 file.html", "308 /file/", "308 /folder/"),
        *("200 folder/index.html", "308 /folder/", "200 a.pdf"),
    )
    assert all_told('{"trailingSlash": false}', *urls) == (
        *("404 404.html", "308 /file", "200 file.html", "200 folder/index.html"),
        *("308 /folder", "200 folder/index.html", "200 a.pdf"),
    )
    rules = """{
      "redirects": [
        {"source": "/old", "destination": "/new"},
        {"source": "/folder", "destination": "/x", "permanent": false},
        {"source": "/blog/:id", "destination": "/news/:id"},
        {"source": "/file.html", "destination": "/de", "has": [{"type": "header", "key": "x"}]}
      ],
      "rewrites": [{"source": "/app", "destination": "/folder/"}],
      "headers": [{"source": "/(.*)", "headers": [{"key": "X-Robots-Tag", "value": "none"}]}]
    }"""
    targets = ("/old?a=1", "/folder", "/blog/1", "/file.html", "/app", "/vercel.json")
    expected = ("308 /new?a=1", "307 /x", "0", "0", "200 folder/index.html", "404 404.html")
    assert all_told(rules, *targets) == expected
    hosting = hosting_of("vercel", folder, BASE)
    assert ("X-Robots-Tag", "none") in hosting.serve("/a.pdf").headers
    assert [each.partition(":")[0] for each in hosting.not_understood] == [
        "vercel.json, redirects, rule 3",
        "vercel.json, redirects, rule 4",
    ]
    settings.write_text('{"redirects": 1}')
    with pytest.raises(UsageError, match=r"Cannot read .*vercel\.json': Expected `array`"):
        hosting_of("vercel", folder, BASE)
    settings.unlink()
    (tmp_path / "middleware.ts").touch()
    assert hosting_of("vercel", folder, BASE).serve("/").unclear


@pytest.mark.parametrize(
    ("rule", "target", "expected"),
    [
        (
            '"/(.*)", "destination": "https://example.org/$1"',
            "/x/ü?a=1",
            "308 https://example.org/x/%C3%BC?a=1",
        ),
        ('"/(.*)", "destination": "https://example.org/$2"', "/x", "unclear"),
        ('"/(.*)", "destination": "https://example.org/:path"', "/x", "unclear"),
        ('"/x", "destination": "/y#f"', "/x?a=1", "308 /y?a=1#f"),
        ('"/x", "destination": "/Talk:y", "statusCode": 301', "/x", "301 /Talk:y"),
        ('"/x", "destination": "/y", "statusCode": 200', "/x", "unclear"),
        ('"/x"', "/x", "unclear"),
        ('"/%C3%A9x", "destination": "/y"', "/%C3%A9x", "unclear"),
        ('"/", "destination": "/y", "has": [{"type": "header", "key": "x"}]', "/no", "404"),
    ],
)
def test_redirects_of_vercel(tmp_path: Path, rule: str, target: str, expected: str) -> None:
    (tmp_path / "vercel.json").write_text(f'{{"redirects": [{{"source": {rule}}}]}}')
    hosting = hosting_of("vercel", built(tmp_path), BASE)
    if expected == "unclear":
        assert hosting.not_understood[0].startswith("vercel.json, redirects, rule 1: it")
        assert hosting.serve(target).unclear
    else:
        assert told(hosting, target) == expected


def test_reserved_paths_of_vercel(tmp_path: Path) -> None:
    rules = '{"source": "/(.*)", "destination": "https://example.org/$1"}'
    beside(tmp_path, "vercel.json", f'{{"redirects": [{rules}]}}')
    hosting = hosting_of("vercel", built(tmp_path, ".well-known/security.txt"), BASE)
    assert told(hosting, "/.well-known/security.txt") == "200 .well-known/security.txt"
    assert told(hosting, "/.well-known/no") == "404"
    assert told(hosting, "/well-known") == "308 https://example.org/well-known"
    why = "Vercel itself responds to URLs below /_vercel/"
    assert hosting.serve("/_vercel/insights/script.js").unclear == why


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("netlify", "netlify.toml"),
        ("netlify", "netlify/functions/x.js"),
        ("vercel", "vercel.json"),
        ("cloudflare", "functions/x.js"),
    ],
)
def test_what_beside_the_folder_configures_the_host_is_of_its_state(
    tmp_path: Path, host: str, name: str
) -> None:
    folder = built(tmp_path)
    before = hosting_of(host, folder, BASE).state
    file = beside(tmp_path, name, "{}" if name == "vercel.json" else "")
    made = hosting_of(host, folder, BASE).state
    beside(tmp_path, "other.txt")
    assert hosting_of(host, folder, BASE).state == made
    os.utime(file, ns=(0, 1))
    assert len({before, made, hosting_of(host, folder, BASE).state}) == 3


def test_a_rewrite_of_vercel_with_what_it_matches(tmp_path: Path) -> None:
    rewrite = '{"rewrites": [{"source": "/(.*)", "destination": "/folder/$1"}]}'
    (tmp_path / "vercel.json").write_text(rewrite)
    hosting = hosting_of("vercel", built(tmp_path, "folder/é b.html"), BASE)
    assert told(hosting, "/%C3%A9%20b.html") == "200 folder/é b.html"
    assert hosting.serve("/no").unclear


def test_settings_of_vercel_that_are_nested_too_deeply(tmp_path: Path) -> None:
    deep = "[" * 100_000 + "]" * 100_000
    (tmp_path / "vercel.json").write_text(f'{{"routes": {deep}}}')
    with pytest.raises(UsageError, match=r"Cannot read .*vercel\.json': it is nested too deeply"):
        hosting_of("vercel", built(tmp_path), BASE)


@pytest.mark.parametrize("host", ["cloudflare", "netlify"])
def test_a_rule_of_many_wildcards_takes_no_time(tmp_path: Path, host: str) -> None:
    """One that is tried in every way would not end: 2,000 letters to the power of ten."""
    rules = f"/{'*a' * 10}b /x\n/{':a-' * 10}b /x\n"
    hosting = hosting_of(host, built(tmp_path, "404.html", _redirects=rules), BASE)
    assert hosting.serve("/" + "a" * 2000).status == 404
    assert hosting.serve("/" + "a-" * 1000).status == 404
    served = hosting.serve("/" + "a" * 2000 + "b")
    assert served.unclear == "_redirects, line 1: its path is not understood"
