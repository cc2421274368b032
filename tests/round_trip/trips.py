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
SMALL = ("misspelled", "redirected-hreflang", "tls", "unnamed")
LARGER = ("broken-xml", "linked", "media", "redirects")
"Sites whose audit says what to change; ``hostile`` sends bombs, whose text nobody can correct."


class Made(NamedTuple):
    """A trip, and what was served where."""

    trip: Trip
    bases: list[str]
    "URLs of the sites, without a slash at the end."


def shop_trip(folder: Path, *, clusters: int, healthy: int) -> Made:
    """Make the trip of a shop with every fault."""
    shop = Shop(FAULTS, clusters=clusters, healthy=healthy)
    with serving(shop, folder) as served:
        target, *options = served.options
        trip = make_trip([served.server], [target], options, folder, served.environment)
    return Made(trip, [BASE])


def sites_trip(names: Sequence[str], folder: Path) -> Made:
    """Make the trip of sites of ``tests/sites`` that are audited together."""
    certificates = Certificates(folder)
    options = ["--no-compare"]
    servers, bases = [], []
    with ExitStack() as stack:
        for name in names:
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
        options += [] if names == ("demo",) else ["--workers", "0"]
        trusted = {"SSL_CERT_FILE": str(certificates.authority)}
        trip = make_trip(servers, bases, options, folder, trusted)
    return Made(trip, bases)
