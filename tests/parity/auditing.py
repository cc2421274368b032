"""Audits all small sites at once by the real command, and tells their findings apart by host."""

from __future__ import annotations

import csv
from collections import Counter
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit

from commanding import impatient, run

from parity.serving import served
from parity.sitefile import Finding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from mockserver.certificates import Certificates

    from parity.serving import Address
    from parity.sitefile import SmallSite

Findings: TypeAlias = "dict[str, Counter[Finding]]"
"By the site's key; under \"\" those on no site's host."
OPTIONS = (
    *("--workers", "0", "--pedantic", "--engines", "google,bing,yandex", "--allow-private"),
    # What takes thousands of entries in earnest takes a handful here.
    *("--set", "sitemap/too-many-urls.max_urls=30"),
    *("--set", "index/too-many-children.max_sitemaps=5"),
    *("--set", "news/too-many.max_news=5"),
)


def audit(sites: Sequence[SmallSite], certificates: Certificates, folder: Path) -> Findings:
    """Serve sites of the same options and audit them all in one run."""
    kinds = {
        site.key: getattr(certificates, site.certificate)() for site in sites if site.certificate
    }
    with served(sites, certificates.good, kinds) as addresses:
        bases = [address.names["base"] for address in addresses.values()]
        named = [each for each in addresses.values() if each.host != each.ip]
        places = [f"--connect-to={each.host}:{each.port}:{each.ip}:{each.port}" for each in named]
        trusted = {"SSL_CERT_FILE": str(certificates.authority)}
        given = ("-o", folder, *OPTIONS, *sites[0].options, *places, *bases)
        urls = [url for site in sites for url in _slow(site, addresses[site.key])]
        patch = "".join(impatient(url, seconds=10) for url in urls)
        ended = run(*given, folder=folder, environment=trusted, patch=patch)
        reports = list(folder.glob("*/*/findings.csv"))
        assert len(reports) == 1, ended.stdout + ended.stderr
        return _by_site(reports[0], addresses)


def _slow(site: SmallSite, address: Address) -> list[str]:
    """URLs of a site that are answered late."""
    late = (each for each in site.sections.values() if "delay" in dict(each.settings))
    return [address.names["base"] + each.path for each in late]


def _by_site(report: Path, addresses: Mapping[str, Address]) -> Findings:
    keys = {host: key for key, address in addresses.items() for host in address.hosts}
    findings: dict[str, Counter[Finding]] = {key: Counter() for key in (*addresses, "")}
    with report.open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            subject, related = row["url"] or row["sitemap_url"], row["related_url"]
            key = keys.get(_host(subject), "")
            short = addresses[key].shorten if key else str
            findings[key][Finding(row["check"], short(subject), short(related))] += 1
    return findings


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
