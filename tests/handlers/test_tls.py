"""Certificates that a machine does not trust: the site's fault, or the machine's."""

from __future__ import annotations

import asyncio
import ssl
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from commanding import audit, page
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import AuthorityInformationAccessOID as Access
from cryptography.x509.oid import NameOID
from mockserver import served
from scrapy.settings import Settings

from sitemap_audit.handlers.tls import TlsContexts, trust_ca_bundles

if TYPE_CHECKING:
    from pathlib import Path

    from mockserver.certificates import Certificates

PUBLIC = ["http://ocsp.ca.example", "http://ca.example/issuer.crt"]
INTERNAL = ["ldap:///CN=Corp,CN=AIA", "ldap:///CN=Corp"]


def with_issuer(folder: Path, urls: list[str]) -> Path:
    """A certificate of an issuer that is not sent, with the URLs of OCSP and of the issuer."""
    key, of_issuer = (
        ec.generate_private_key(ec.SECP256R1()),
        ec.generate_private_key(ec.SECP256R1()),
    )
    access = [
        x509.AccessDescription(how, x509.UniformResourceIdentifier(url))
        for how, url in zip((Access.OCSP, Access.CA_ISSUERS), urls, strict=True)
    ]
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Intermediate")]))
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.AuthorityInformationAccess(access), critical=False)
        .sign(of_issuer, hashes.SHA256())
    )
    path = folder / "issued.pem"
    path.write_bytes(
        certificate.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return path


async def connect(certificate: Path, context: ssl.SSLContext) -> None:
    """Connect to a server with a certificate."""
    theirs = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    theirs.load_cert_chain(certificate)
    server = await asyncio.start_server(lambda _, end: end.close(), "127.0.0.1", 0, ssl=theirs)
    async with server:
        port = server.sockets[0].getsockname()[1]
        _, writer = await asyncio.open_connection(
            "127.0.0.1", port, ssl=context, server_hostname="localhost"
        )
        writer.close()


@pytest.mark.parametrize(
    ("urls", "problem"),
    [
        pytest.param(None, "untrusted-root", id="an intercepting proxy"),
        pytest.param(INTERNAL, "untrusted-root", id="a CA in a directory of the network"),
        pytest.param(PUBLIC, "untrusted", id="a public CA"),
        pytest.param(
            [PUBLIC[0], f"https://ca.example/{'i' * 120}"], "untrusted", id="with a long URL"
        ),
    ],
)
def test_an_issuer_that_cannot_be_looked_up_is_a_private_ca(
    urls: list[str] | None, problem: str, tmp_path: Path, certificates: Certificates
) -> None:
    contexts = TlsContexts(Settings(), ssl.create_default_context())
    certificate = certificates.good() if urls is None else with_issuer(tmp_path, urls)
    asyncio.run(connect(certificate, contexts.get(None, is_verified=False)))
    assert contexts.refined("untrusted", "localhost") == problem
    assert contexts.refined("expired", "localhost") == "expired"
    assert contexts.refined("untrusted", "elsewhere.example") == "untrusted"


@pytest.mark.parametrize("variable", ["REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"])
def test_a_bundle_of_requests_or_curl_is_trusted(
    variable: str, certificates: Certificates, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, str(certificates.authority))
    asyncio.run(connect(certificates.good(), trust_ca_bundles(ssl.create_default_context())))
    monkeypatch.setenv(variable, "/no/such/file")
    with pytest.raises(ssl.SSLCertVerificationError):
        asyncio.run(connect(certificates.good(), trust_ca_bundles(ssl.create_default_context())))


def test_an_audit_names_the_machine_and_not_the_sites(
    tmp_path: Path, certificates: Certificates
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text(page("Home"))
    with (
        served(site, certificate=certificates.good()) as one,
        served(site, certificate=certificates.good()) as other,
    ):
        (site / "sitemap.txt").write_text(f"{one['base']}/\n{other['base']}/\n")
        (site / "robots.txt").write_text(f"Sitemap: {one['base']}/sitemap.txt\n")
        given = (one["base"], "--select", "status/tls-invalid", "--workers", 0)
        done = audit(*given, output=tmp_path / "untrusted")
        bundle = {"REQUESTS_CA_BUNDLE": str(certificates.authority)}
        trusted = audit(*given, output=tmp_path / "trusted", environment=bundle)
    (note,) = done.run["notes"]
    assert "set SSL_CERT_FILE" in note
    assert note.endswith(
        "for all 2 https hosts: the cause is this machine or its network, not the site."
    )
    assert (done.status, len(done.table("findings"))) == (0, 0)
    assert (trusted.status, trusted.run["notes"]) == (0, [])
