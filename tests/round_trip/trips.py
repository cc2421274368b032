"""The sites that are audited, changed and audited again."""

from __future__ import annotations

import ssl
import tomllib
from contextlib import ExitStack
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mockserver.certificates import Certificates
from shop.faults import FAULTS
from shop.serving import serving
from shop.shop import BASE, Shop

from round_trip.serving import EditableServer
from round_trip.trip import Trip, make_trip

if TYPE_CHECKING:
    from collections.abc import Sequence

SITES = Path(__file__).parents[1] / "sites"
# Sites whose audit says what to change; hostile sends bombs, whose text nobody can correct.
SMALL = ("misspelled", "redirected-hreflang", "tls", "unnamed")
LARGER = ("broken-xml", "media", "redirects")
LINKED = ("linked", "shop")
"Not with sites that have sitemaps which cannot be read: no page is in no sitemap then."


class Made(NamedTuple):
    """A trip, and what was served where."""

    trip: Trip
    bases: list[str]
    "URLs of the sites, without a slash at the end."


def make(names: Sequence[str], folder: Path) -> Made:
    """Make the trip of sites that are audited together: of ``tests/sites``, or the shop."""
    certificates = Certificates(folder)
    options = ["--no-compare", "--workers", "0"]
    servers, bases = [], []
    with ExitStack() as stack:
        if "shop" in names:
            shop = Shop(FAULTS, clusters=3, healthy=3)
            served = stack.enter_context(serving(shop, certificates))
            servers.append(served.server)
            bases.append(BASE)
            options += served.options
        for name in (each for each in names if each != "shop"):
            scenario = tomllib.loads((SITES / name / "scenario.toml").read_text("utf-8"))
            site = SITES / name / "site"
            if name == "demo":
                site = stack.enter_context(as_file(files("sitemap_audit.demo") / "site"))
            tls = None
            if kind := scenario.get("certificate"):
                tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                tls.load_cert_chain(getattr(certificates, kind)())
            servers.append(EditableServer(site, tls=tls))
            bases.append(stack.enter_context(servers[-1].serving())["base"])
            options += scenario.get("options", [])
        trusted = {"SSL_CERT_FILE": str(certificates.authority)}
        trip = make_trip(servers, bases, options, folder, trusted)
    return Made(trip, bases)
