"""Requests to the given hosts are signed, and verified by a server that refuses all others."""

from __future__ import annotations

import base64
import json
import stat
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from commanding import audit, command, page, sitemap
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from http_message_signatures import HTTPMessageVerifier, InvalidSignature, algorithms
from http_message_signatures.resolvers import MappingKeyResolver
from mockserver.scripted import ReceivedRequest, answer, scripted

from sitemap_audit.errors import UsageError
from sitemap_audit.handlers.credentials import read_credentials
from sitemap_audit.handlers.key_directory import FILE_NAME, WELL_KNOWN, directory_headers
from sitemap_audit.handlers.signing import (
    LIFETIME,
    RequestSigner,
    check_ready_made,
    has_signature,
    read_signer,
)
from sitemap_audit.handlers.signing_key import key_id, make_key, read_key
from sitemap_audit.options import Options

if TYPE_CHECKING:
    from pathlib import Path

AGENT = "https://www.example.com"
DIRECTORY = f"{AGENT}{WELL_KNOWN}"
_HEADERS = {"signature", "signature-input", "signature-agent"}
RFC_KEY = """-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
-----END PRIVATE KEY-----
"""
"Of RFC 9421, appendix B.1.4; its id is in the examples of the protocol."


class Verifier:
    """Verifies requests by the directory that was published, and the clock of a server."""

    def __init__(self, directory: Path, ahead: timedelta = timedelta(0)) -> None:
        self._directory, self._ahead = directory, ahead
        self.verified: list[Any] = []
        self.refused: list[str] = []

    def verify(self, asked: ReceivedRequest, *, agent: str, member: str) -> bool:
        """Whether a request has a signature of a key in the directory that has not expired."""
        now = datetime.now(UTC) + self._ahead
        keys = {
            each["kid"]: public_key(each)
            for each in json.loads(self._directory.read_bytes())["keys"]
            if each.get("exp", now.timestamp()) >= now.timestamp()
        }
        message = SimpleNamespace(
            method=asked.method,
            url=f"http://{asked.headers['host']}/",  # the library reads no '%zz'
            headers={name: asked.headers[name] for name in _HEADERS & asked.headers.keys()},
        )
        try:
            (result,) = HTTPMessageVerifier(
                signature_algorithm=algorithms.ED25519,
                key_resolver=MappingKeyResolver(public_keys=keys, private_keys={}),
            ).verify(message, expect_tag="web-bot-auth", require_components=("@authority", member))
            assert asked.headers["signature-agent"] == agent
            created, expires = (int(result.parameters[name]) for name in ("created", "expires"))
            if not created - 5 <= now.timestamp() <= expires:
                raise InvalidSignature("the clock")
        except InvalidSignature as error:
            self.refused.append(f"{asked.target}: {error}")
            return False
        self.verified.append(result)
        return True

    @property
    def date(self) -> str:
        """The Date header."""
        return f"Date: {datetime.now(UTC) + self._ahead:%a, %d %b %Y %H:%M:%S GMT}"


def public_key(jwk: dict[str, str]) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(f"{jwk['x']}="))


def test_all_requests_to_the_given_host_are_signed_and_none_to_another(tmp_path: Path) -> None:
    key = tmp_path / "key.pem"
    made = command("sign", "key", str(key), "--agent", DIRECTORY, output=tmp_path)
    assert f"\n{DIRECTORY}\n" in made.output
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    verifier = Verifier(tmp_path / FILE_NAME)

    def shop(asked: ReceivedRequest) -> bytes:
        member = '"signature-agent";key="sig1"'
        if not verifier.verify(asked, agent=f'sig1="{DIRECTORY}"', member=member):
            return answer("Sign your requests.", status="403 Forbidden")
        match asked.target:
            case "/robots.txt":
                return answer(f"Sitemap: {own.address}/sitemap.xml\n", kind="text/plain")
            case "/sitemap.xml":
                listed = ["/a?b=%zz&c=d", "/away"]
                text = sitemap(*(f"{own.address}{each}".replace("&", "&amp;") for each in listed))
                return answer(text, kind="application/xml")
            case "/away":
                return answer(status="302 Found", headers=[f"Location: {other.address}/landed"])
            case "/app.js":
                return answer("document.title = 'rendered';", kind="text/javascript")
        canonical = f'<link rel="canonical" href="{other.address}/canonical">'
        return answer(page("a", f'{canonical}<script src="/app.js"></script>'))

    with (
        scripted(lambda _: answer(page("other")), host="127.0.0.2") as other,
        scripted(shop) as own,
    ):
        signed = ("--sign", key, "--sign-agent", DIRECTORY, "--allow-private", "--render", "sample")
        done = audit(own.address, *signed, output=tmp_path / "out")
    assert not verifier.refused, done.output
    assert {"/robots.txt", "/sitemap.xml", "/a?b=%zz&c=d", "/away", "/app.js"} <= {*own.targets()}
    assert {"/landed", "/canonical"} <= {*other.targets()}, done.output
    assert not [asked for asked in other.asked if _HEADERS & asked.headers.keys()]
    nonces = {each.nonce for each in verifier.verified}
    assert len(nonces) == len(verifier.verified)
    for each in verifier.verified:
        seconds = each.parameters["expires"] - each.parameters["created"]
        assert seconds == LIFETIME.total_seconds()
    assert done.folder is not None
    left = done.output.encode() + b"".join(
        path.read_bytes() for path in done.folder.rglob("*") if path.is_file()
    )
    secrets = [key.read_text().split("\n")[1], *nonces]
    assert not [secret for secret in secrets if secret.encode() in left]


@pytest.mark.parametrize("fault", ["rotated", "expired", "clock"])
def test_a_refused_signature_is_told_with_its_cause(fault: str, tmp_path: Path) -> None:
    key = tmp_path / "key.pem"
    make_key(key)
    published = key if fault == "clock" else tmp_path / "new.pem"
    others = ("--with", str(key)) if fault == "expired" else ()
    command("sign", "key", str(published), "--agent", AGENT, *others, output=tmp_path)
    directory = tmp_path / FILE_NAME
    if fault == "expired":
        listed = json.loads(directory.read_bytes())
        listed["keys"][1]["exp"] = 1_700_000_000
        directory.write_text(json.dumps(listed))
    verifier = Verifier(directory, timedelta(hours=2 if fault == "clock" else 0))

    def refusing(asked: ReceivedRequest) -> bytes:
        assert not verifier.verify(asked, agent=f'"{AGENT}"', member="signature-agent")
        return answer("No.", status="403 Forbidden", headers=[verifier.date])

    with scripted(refusing) as server:
        signed = ("--sign", key, "--sign-agent", AGENT)
        done = audit(f"{server.address}/sitemap.xml", *signed, output=tmp_path / "out")
    told = " ".join(done.output.split())
    assert "signed requests (--sign; 400, 401 or 403)" in told
    if fault == "clock":
        assert "Set the clock of this machine" in told
    else:
        assert "Set the clock" not in told
        assert f"the key must be in the directory of {AGENT}, and not expired there" in told
    if fault == "rotated":
        resumed = command("resume", str(done.folder), output=tmp_path / "out")
        assert resumed.status == 2
        assert "Pass --sign and --sign-agent again." in " ".join(resumed.output.split())


def test_a_key_is_for_an_https_url(tmp_path: Path) -> None:
    words = ("sign", "key", str(tmp_path / "a.pem"), "--agent", "http://a.example")
    done = command(*words, output=tmp_path)
    assert done.status == 2
    assert "--agent is 'http://a.example'; it must be an https URL" in " ".join(done.output.split())
    assert not list(tmp_path.glob("*.pem"))


def test_the_directory_proves_each_of_its_keys(tmp_path: Path) -> None:
    (tmp_path / "rfc.pem").write_text(RFC_KEY)
    old = read_key(tmp_path / "rfc.pem")
    assert key_id(old) == "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U"
    arguments = ("--agent", AGENT, "--with", str(tmp_path / "rfc.pem"))
    for _ in range(2):  # the second time keeps the key
        command("sign", "key", str(tmp_path / "new.pem"), *arguments, output=tmp_path)
    keys = [read_key(tmp_path / "new.pem"), old]
    body = (tmp_path / FILE_NAME).read_bytes()
    lines = (tmp_path / f"{FILE_NAME}.headers").read_text().splitlines()
    headers = dict(line.split(": ", 1) for line in lines)
    assert headers["Content-Type"] == "application/http-message-signatures-directory+json"
    request = SimpleNamespace(method="GET", url=DIRECTORY, headers={})
    response = SimpleNamespace(status_code=200, headers=headers, request=request)
    public = {key_id(key): key.public_key() for key in keys}
    results = HTTPMessageVerifier(
        signature_algorithm=algorithms.ED25519,
        key_resolver=MappingKeyResolver(public_keys=public, private_keys={}),
    ).verify(response, expect_tag=FILE_NAME, require_components=('"@authority";req',), body=body)
    assert {each.parameters["keyid"] for each in results} == {*public}
    assert [each["kid"] for each in json.loads(body)["keys"]] == [*public]
    request.url = f"https://evil.test{WELL_KNOWN}"
    with pytest.raises(InvalidSignature):
        HTTPMessageVerifier(
            signature_algorithm=algorithms.ED25519,
            key_resolver=MappingKeyResolver(public_keys=public, private_keys={}),
        ).verify(response, expect_tag=FILE_NAME)


@pytest.mark.parametrize(
    ("url", "is_signed"),
    [
        ("https://A.example:443/x", True),
        ("https://a.example:8443/%zz?\t", True),
        ("https://[2001:db8::1]/", True),
        ("https://b.a.example/", False),
        ("https://a.example.evil.test/", False),
        ("https://evil.test/?https://a.example/", False),
        ("https://a.example@evil.test/", False),
        ("https://a.example./", False),
    ],
)
def test_a_request_is_signed_by_its_host(url: str, is_signed: bool) -> None:
    signer = RequestSigner(Ed25519PrivateKey.generate(), AGENT, ["a.example", "2001:db8::1"])
    assert bool(signer.headers("GET", url)) is is_signed


def test_ready_made_signatures_are_sent_as_they_are_until_they_expire(tmp_path: Path) -> None:
    file = tmp_path / "auth.toml"
    file.write_text(
        """
        ["www.example.com".headers]
        Signature-Input = 'sig1=("@authority" "signature-agent");keyid="k";expires=1700000000'
        Signature = "sig1=:swordfish:"
        Signature-Agent = '"https://shopify.com"'
        """
    )
    headers = read_credentials(Options(auth=file)).headers["https://www.example.com"]
    assert headers["Signature-Agent"] == '"https://shopify.com"'
    assert has_signature(headers)
    assert not has_signature({"Authorization": "Bearer x"})
    check_ready_made(headers, "https://www.example.com", datetime(2023, 11, 14, tzinfo=UTC))
    done = audit("https://www.example.com", "--auth", file, output=tmp_path / "out")
    assert done.status == 2
    assert (
        "for https://www.example.com in the file of --auth: it expired on 2023-11-14"
        in " ".join(done.output.split())
    )
    assert "swordfish" not in done.output


def pem(key: Any, password: bytes = b"") -> str:
    how = BestAvailableEncryption(password) if password else NoEncryption()
    return str(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, how).decode())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param(None, "No such file or directory. Check the path.", id="no file"),
        pytest.param("swordfish", "it is no private key in PEM", id="no PEM"),
        pytest.param(pem(generate_private_key(65537, 2048)), "no Ed25519 key", id="RSA"),
        pytest.param(pem(Ed25519PrivateKey.generate(), b"x"), "it has a password", id="password"),
    ],
)
def test_a_key_that_cannot_be_used_gets_a_sentence(
    text: str | None, sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "key.pem"
    if text is not None:
        file.write_text(text)
    with pytest.raises(UsageError, match=sentence) as caught:
        read_signer(Options(sign=file, sign_agent=AGENT))
    assert "swordfish" not in str(caught.value)


def test_the_key_and_its_place_are_needed_together(tmp_path: Path) -> None:
    assert read_signer(Options()) is None
    with pytest.raises(UsageError, match="Pass --sign-agent"):
        read_signer(Options(sign=tmp_path / "key.pem"))
    with pytest.raises(UsageError, match=r"Pass --sign KEY\.pem"):
        read_signer(Options(sign_agent=AGENT))


def test_the_headers_of_a_directory_name_its_port() -> None:
    key, now = Ed25519PrivateKey.generate(), datetime.now(UTC)
    with_port = directory_headers([key], "https://a.example:8443", now, now + LIFETIME)
    without = directory_headers([key], "https://a.example", now, now + LIFETIME)
    assert with_port["Signature-Input"] == without["Signature-Input"]
    assert with_port["Signature"] != without["Signature"]
