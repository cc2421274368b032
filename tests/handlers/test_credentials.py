"""Secrets go to their own origin and nowhere else: no other host, log, report or screen."""

from __future__ import annotations

import base64
import contextlib
import re
import shutil
import ssl
from typing import TYPE_CHECKING

import pytest
import trustme
from commanding import audit, command, page, sitemap
from mockserver.scripted import ReceivedRequest, answer, scripted

from sitemap_audit.errors import UsageError
from sitemap_audit.handlers.credentials import Credentials, read_credentials
from sitemap_audit.masking import without_userinfo
from sitemap_audit.options import Options

if TYPE_CHECKING:
    from pathlib import Path

SECRETS = {
    "LOGIN": "walter:swordfish-1",
    "TOKEN": "token-swordfish-2",
    "SESSION": "session-swordfish-3",
    "KEY": "key-swordfish-4",
}


def credentials(tmp_path: Path, text: str) -> Credentials:
    """What a file says."""
    file = tmp_path / "auth.toml"
    file.write_text(text)
    return read_credentials(Options(auth=file))


def test_secrets_go_to_their_own_origin_and_are_nowhere_else(tmp_path: Path) -> None:
    def staging(asked: ReceivedRequest) -> bytes:
        login = base64.b64encode(SECRETS["LOGIN"].encode()).decode()
        if asked.headers.get("authorization") != f"Basic {login}":
            return answer("Log in.", status="401 Unauthorized")
        assert asked.headers["cookie"] == f"session={SECRETS['SESSION']}"
        assert asked.headers["x-key"] == SECRETS["KEY"]
        match asked.target:
            case "/robots.txt":
                text = f"Sitemap: {own.address}/sitemap.xml\n"
                return answer(text, kind="text/plain")
            case "/sitemap.xml":
                listed = "http://someone:swordfish-5@127.0.0.1/listed"
                text = sitemap(f"{own.address}/a", f"{own.address}/away", listed)
                return answer(text, kind="application/xml")
            case "/away":
                return answer(status="302 Found", headers=[f"Location: {other.address}/landed"])
        return answer(page("a", f'<link rel="canonical" href="{other.address}/canonical">'))

    with scripted(lambda _: answer(page("other"))) as other, scripted(staging) as own:
        file = tmp_path / "auth.toml"
        file.write_text(
            f'["{own.address}"]\nbasic = "env:LOGIN"\n'
            'cookies = {session = "env:SESSION"}\nheaders = {X-Key = "env:KEY"}\n'
            '["https://api.example.com"]\nbearer = "env:TOKEN"\n'
        )
        output = tmp_path / "out"
        done = audit(own.address, "--auth", file, output=output, environment=SECRETS)
        assert {"/landed", "/canonical"} <= set(other.targets()), done.output
        for asked in other.asked:
            assert not {"authorization", "cookie", "x-key"} & asked.headers.keys()
        assert done.page("/a")["status"] == "200"
        assert done.folder is not None
        shutil.rmtree(done.folder / "data" / "pages")  # so that there is something to fetch
        file.unlink()
        resumed = command(
            "resume", str(done.folder), "--auth", file, output=output, environment=SECRETS
        )
        assert resumed.status == 2
        assert f"Cannot read the credentials in {file}" in resumed.output
    left = done.output + resumed.output
    left += "".join(path.read_bytes().decode("latin-1") for path in files_below(done.folder))
    assert "swordfish" not in left
    assert base64.b64encode(SECRETS["LOGIN"].encode()).decode() not in left
    entries = (done.folder / "tables/entries.csv").read_text("utf-8-sig")
    assert re.search(r"http://\*\*\*[0-9a-f]{12}@127\.0\.0\.1/listed", entries)


AWAY = [
    "http://a.test/downgrade",
    "https://a.test:8443/port",
    "https://sub.a.test/below",
    "https://a.test./dot",
    "https://b.test/other",
    "//b.test/relative",
    "https://b.test?@a.test/query",
    "http://a.test:443/plain",
    "https://someone:swordfish@a.test/userinfo",
]
"Where no secret of https://a.test may go."
OWN = ["HTTPS://A.TEST/upper", "https://a.test:443/own", "https://a.test#@b.test/"]


def test_no_redirect_takes_a_secret_or_a_cookie_to_another_origin(tmp_path: Path) -> None:
    """Hosts, ports and schemes of one server each: real redirects, a real loop."""

    def serve(asked: ReceivedRequest) -> bytes:
        domains = ("a.test", ".a.test", "b.test", "test")
        cookies = [f"Set-Cookie: for-{each}=1; Domain={each}; Path=/" for each in domains]
        match asked.target:
            case "/robots.txt":
                return answer("Sitemap: https://a.test/map.xml", kind="text/plain")
            case "/map.xml":
                numbers = range(len(AWAY + OWN))
                locs = [f"https://a.test/to/{number}" for number in numbers]
                return answer(sitemap(*locs, "https://a.test/1"), kind="text/xml")
            case "/1" | "/2" | "/3":  # a loop over three origins
                to = {"1": "https://b.test/2", "2": "http://a.test/3", "3": "https://a.test/1"}
                location = f"Location: {to[asked.target[1:]]}"
                return answer(status="302 Found", headers=[location, *cookies])
        if asked.target.startswith("/to/"):
            location = f"Location: {(AWAY + OWN)[int(asked.target[4:])]}"
            return answer(status="302 Found", headers=[location, *cookies])
        return answer(page("a"), headers=cookies)

    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("a.test", "*.a.test", "b.test").configure_cert(tls)
    file = tmp_path / "auth.toml"
    file.write_text(
        '["https://a.test"]\nbasic = "walter:swordfish"\ncookies = {session = "swordfish"}\n'
    )
    with (
        scripted(serve, tls=tls) as own,
        scripted(serve, tls=tls) as port,
        scripted(serve) as plain,
    ):
        overrides = [
            f":{at}:{server.address.rpartition('//')[2]}"
            for at, server in {443: own, 8443: port, 80: plain}.items()
        ]
        done = audit(
            *("https://a.test/", "--auth", file),
            *(each for override in overrides for each in ("--connect-to", override)),
            output=tmp_path / "out",
            environment={"SSL_CERT_FILE": str(tmp_path / "authority.pem")},
        )
    everything = [*own.asked, *port.asked, *plain.asked]
    away = {f"/{url.rpartition('/')[2].partition('?')[0]}" for url in AWAY[:6]}
    assert away <= {asked.target for asked in everything}, done.output
    assert not [asked for asked in everything if asked.target == "/userinfo"]
    shown = [asked for asked in everything if "swordfish" in asked.headers.get("cookie", "")]
    assert shown == [asked for asked in everything if "authorization" in asked.headers]
    assert {asked.target for asked in shown} >= {"/upper", "/own", "/map.xml", "/1"}
    assert not {asked.target for asked in shown} & away
    assert {asked.headers["host"] for asked in shown} == {"a.test"}
    assert not [asked for asked in shown if asked not in own.asked]
    kept = {
        (asked.headers["host"], cookie)
        for asked in everything
        if asked not in shown
        for cookie in asked.headers.get("cookie", "").split("; ")
        if cookie
    }
    assert kept == {
        ("a.test", "for-a.test=1"),
        ("a.test", "for-.a.test=1"),
        ("b.test", "for-b.test=1"),
    }
    with_cookie = {
        asked.target for asked in everything if asked.headers.get("cookie") and asked not in shown
    }
    assert with_cookie == {"/2", "/3"}, "none but those of a redirect loop"


def files_below(folder: Path) -> list[Path]:
    """Every file of an audit but the packed ones: the workbook and the data."""
    return [
        path
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in (".parquet", ".xlsx")
    ]


def test_a_proxy_gets_its_password_and_what_it_answers_is_no_fault_of_the_site(
    tmp_path: Path,
) -> None:
    proxied = base64.b64encode(b"walter:swordfish-6").decode()

    def proxy(asked: ReceivedRequest) -> bytes:
        if asked.headers.get("proxy-authorization") != f"Basic {proxied}":
            return answer(status="407 Proxy Authentication Required")
        if asked.target.endswith("/sitemap.xml"):
            return answer(sitemap("http://8.8.8.8/a"), kind="application/xml")
        if asked.method == "CONNECT":
            return answer(status="403 Forbidden")
        return answer(page("a", '<link rel="canonical" href="https://8.8.4.4/c">'))

    with scripted(proxy) as server:
        port = server.address.rpartition(":")[2]
        given = {"P": f"http://walter:swordfish-6@127.0.0.1:{port}", "NO_PROXY": "", "no_proxy": ""}
        target = "http://8.8.8.8/sitemap.xml"
        good = audit(target, "--proxy", "env:P", output=tmp_path / "a", environment=given)
        wrong = {**given, "P": f"http://walter:swordfish-7@127.0.0.1:{port}"}
        bad = audit(target, "--proxy", "env:P", output=tmp_path / "b", environment=wrong)
    assert good.page("8.8.8.8/a")["status"] == "200", good.output
    assert good.page("8.8.4.4/c")["error"] == "proxy", good.page("8.8.4.4/c")
    assert bad.status == 2
    assert "through the proxy: The proxy asks for a user and a password." in bad.output
    assert "swordfish" not in bad.output
    assert good.folder is not None
    left = "".join(path.read_bytes().decode("latin-1") for path in files_below(good.folder))
    assert "swordfish" not in left + good.output


def of(authority: trustme.CA) -> ssl.SSLContext:
    """The TLS of a server with a certificate of an authority."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    return context


def test_certificates_and_tokens_are_shown_to_their_own_origin_where_it_is_verified(
    tmp_path: Path,
) -> None:
    authority, unknown = trustme.CA(), trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    authority.issue_cert("walter@example.com").private_key_and_cert_chain_pem.write_to_path(
        str(tmp_path / "client.pem")
    )
    asking = of(authority)
    authority.configure_trust(asking)
    asking.verify_mode = ssl.CERT_REQUIRED
    with contextlib.ExitStack() as stack:
        with_certificate, without, unverified, accepted = servers = [
            stack.enter_context(
                scripted(lambda _: answer(sitemap(), kind="application/xml"), tls=tls)
            )
            for tls in (asking, asking, of(unknown), of(unknown))
        ]
        file = tmp_path / "auth.toml"
        file.write_text(
            f'["{with_certificate.address}"]\ncertificate = "client.pem"\n'
            f'["{unverified.address}"]\nbearer = "swordfish"\n'
            f'["{accepted.address}"]\nbearer = "swordfish"\nunverified = true\n'
        )
        done = audit(
            *(f"{server.address}/sitemap.xml" for server in servers),
            *("--auth", file),
            output=tmp_path / "out",
            environment={"SSL_CERT_FILE": str(tmp_path / "authority.pem")},
        )
    table = done.table("sitemaps")
    shown = (with_certificate, unverified, accepted)
    assert dict(zip(table["url"], table["status"], strict=True)) == {
        f"{server.address}/sitemap.xml": "200" for server in shown
    }, done.output
    assert without.asked == []
    assert done.status == 3
    told = [{asked.headers.get("authorization") for asked in server.asked} for server in shown]
    assert told == [{None}, {None}, {"Bearer swordfish"}]
    assert unverified.targets() == accepted.targets() == ["/robots.txt", "/sitemap.xml"]


@pytest.mark.parametrize(
    ("url", "is_known"),
    [
        pytest.param("https://a.example/x", True, id="its own"),
        pytest.param("https://A.example:443/x", True, id="its own, written otherwise"),
        pytest.param("http://a.example/x", False, id="another scheme"),
        pytest.param("https://a.example:8443/x", False, id="another port"),
        pytest.param("https://b.a.example/x", False, id="a host below it"),
        pytest.param("https://a.example.evil.test/x", False, id="a host that begins so"),
        pytest.param("https://evil.test/?https://a.example/", False, id="in a query"),
        pytest.param("https://a.example@evil.test/", False, id="as a user's name"),
    ],
)
def test_an_identity_is_chosen_by_scheme_host_and_port(
    url: str, is_known: bool, tmp_path: Path
) -> None:
    found = credentials(tmp_path, '["a.example"]\nbearer = "x"\n').of(url)
    assert (found is not None) is is_known


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param("[a", "not valid TOML", id="no TOML"),
        pytest.param('["a b"]\nbasic = "swordfish:x"', "must be a host", id="no host"),
        pytest.param('["a.example/path"]', "must be a host", id="a path"),
        pytest.param('["https://swordfish@a.example"]', "must be a host", id="a user"),
        pytest.param('["a.example"]\nbasic = "swordfish"', "USER:PASSWORD", id="no password"),
        pytest.param('["a.example"]\nbasic = 5', "basic must be a text", id="a number"),
        pytest.param('["a.example"]\ntoken = "swordfish"', "it may hold", id="unknown key"),
        pytest.param('["a.example"]\nbearer = "env:NONE_SUCH"', "is not set", id="unset"),
        pytest.param(
            '["a.example"]\nheaders = {X = "swordfish\\nY: z"}', "no request can", id="two headers"
        ),
        pytest.param('["a.example"]\nbearer = "swordfish\\r\\n"', "no request can", id="a line"),
        pytest.param('["a.example"]\ncertificate = "none.pem"', "cannot be used", id="no file"),
        pytest.param('"a.example" = "swordfish"', "must be a table", id="no table"),
        pytest.param('[proxy]\nurl = "swordfish"', "The proxy must be", id="no proxy"),
    ],
)
def test_what_cannot_be_used_gets_a_sentence_without_the_secret(
    text: str, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=sentence) as caught:
        credentials(tmp_path, text)
    if "user" not in text and "https://swordfish" not in text:
        assert "swordfish" not in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["https://walter:swordfish@example.com"], "for --auth"),
        (["https://example.com", "--proxy", "http://w:swordfish@proxy"], "env:NAME"),
    ],
    ids=["in the address", "in the proxy"],
)
def test_a_secret_on_the_command_line_is_refused_and_not_repeated(
    arguments: list[str], sentence: str, tmp_path: Path
) -> None:
    done = audit(*arguments, output=tmp_path)
    assert done.status == 2
    assert sentence in done.output
    assert "swordfish" not in done.output


def test_the_environments_proxies_are_followed_but_for_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("HTTPS_PROXY", "http://u:p@proxy:3128")
    monkeypatch.setenv("NO_PROXY", ".intern.example")
    found = read_credentials(Options())
    assert found.proxy_of("https://a.example/") == "http://u:p@proxy:3128"
    assert found.proxy_of("http://a.example/") is None
    assert found.proxy_of("https://x.intern.example/") is None
    assert found.proxy_of("https://localhost:8443/") is None
    assert found.proxy_of("https://127.0.0.1/") is None
    assert read_credentials(Options(proxy="none")).proxy_of("https://a.example/") is None


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("https://u:p@a.example/x", "https://***@a.example/x"),
        ("see HTTP://u@a.example.", "see HTTP://***@a.example."),
        ("https:\\\\u:p@a.example", "https:\\\\***@a.example"),
        ("https:u:p@a.example", "https:***@a.example"),
        ("//u:p@a.example", "//***@a.example"),
        ("https://a@b:p@a.example", "https://***@a.example"),
        ("https://medium.com/@me", "https://medium.com/@me"),
        ("https://a.example/?mail=me@b.example", "https://a.example/?mail=me@b.example"),
        ("https://a.example//x@y", "https://a.example//x@y"),
        ("me@a.example", "me@a.example"),
    ],
)
def test_what_a_url_says_before_its_host_is_masked(written: str, shown: str) -> None:
    assert without_userinfo(written) == shown
