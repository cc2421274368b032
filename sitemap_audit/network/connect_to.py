"""Connections that go elsewhere: ``--connect-to HOST:PORT:ADDRESS:PORT``, as curl has it.

The request stays as it is, with its host and the name that the certificate must be for; only the
connection is made with another server.
"""

from __future__ import annotations

import re
import socket
from typing import TYPE_CHECKING, NamedTuple

from aiohttp.abc import AbstractResolver

from sitemap_audit.parsing.addresses import read_address

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aiohttp.abc import ResolveResult

    from sitemap_audit.options import Options

_HOST = r"(\[[^\]\s]*\]|[^:\[\]\s]*)"
_FORM = re.compile(rf"{_HOST}:(\d*):{_HOST}:(\d*)")


class Detour(NamedTuple):
    """Another server for a host; an empty host or port is any, or the same."""

    host: str
    port: int | None
    to_host: str
    to_port: int | None

    def concerns(self, host: str, port: int) -> bool:
        """Whether connections with a host and port take it."""
        return self.host in ("", host.lower()) and self.port in (None, port)


def read_detours(options: Options) -> list[Detour]:
    """The detours that options give, in order."""
    matches = filter(None, (_FORM.fullmatch(written) for written in options.connect_to))
    return [
        Detour(host.lower().strip("[]"), _port(port), to_host.strip("[]"), _port(to_port))
        for host, port, to_host, to_port in (match.groups() for match in matches)
    ]


def _port(written: str) -> int | None:
    return int(written) if written else None


class DetourResolver(AbstractResolver):
    """Looks up hosts, and elsewhere those that a detour concerns."""

    def __init__(self, detours: Sequence[Detour], inner: AbstractResolver) -> None:
        """The first of ``detours`` that concerns a host is taken; ``inner`` looks up the rest."""
        self._detours, self._inner = detours, inner

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Addresses and ports for a host and a port."""
        detour = next((each for each in self._detours if each.concerns(host, port)), None)
        if detour is None:
            return await self._inner.resolve(host, port, family)
        to_host, to_port = detour.to_host or host, detour.to_port or port
        if read_address(to_host) is None:
            found = await self._inner.resolve(to_host, to_port, family)
            return [{**each, "hostname": host} for each in found]
        return [_literal(host, to_host, to_port)]

    async def close(self) -> None:
        """Let go of what looks up hosts."""
        await self._inner.close()


def _literal(host: str, address: str, port: int) -> ResolveResult:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return {
        "hostname": host,
        "host": address,
        "port": port,
        "family": family,
        "proto": 0,
        "flags": socket.AI_NUMERICHOST,
    }
