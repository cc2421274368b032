"""Connect to another server: ``--connect-to HOST:PORT:ADDRESS:PORT``, as in curl.

The request keeps its Host header and TLS server name; only the connection goes to another server.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.options import Options

_HOST = r"(\[[^\]\s]*\]|[^:\[\]\s]*)"
_FORM = re.compile(rf"{_HOST}:(\d*):{_HOST}:(\d*)")


class ConnectOverride(NamedTuple):
    """Another server for a host; an empty host or port matches any, or keeps the original."""

    host: str
    port: int | None
    to_host: str
    to_port: int | None

    def matches(self, host: str, port: int) -> bool:
        """Return whether the override applies to a host and port."""
        return self.host in ("", host.lower()) and self.port in (None, port)


def read_connect_overrides(options: Options) -> list[ConnectOverride]:
    """Return the overrides of ``--connect-to``, in order."""
    matches = filter(None, (_FORM.fullmatch(written) for written in options.connect_to))
    return [
        ConnectOverride(host.lower().strip("[]"), _port(port), to_host.strip("[]"), _port(to_port))
        for host, port, to_host, to_port in (match.groups() for match in matches)
    ]


def _port(written: str) -> int | None:
    return int(written) if written else None


def overridden(overrides: Sequence[ConnectOverride], host: str, port: int) -> tuple[str, int]:
    """Return the host and port to connect to, by the first override that matches."""
    override = next((each for each in overrides if each.matches(host, port)), None)
    if override is None:
        return host, port
    return override.to_host or host, override.to_port or port
