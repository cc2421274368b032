"""Connections that go elsewhere: ``--connect-to HOST:PORT:ADDRESS:PORT``, as curl has it.

The request stays as it is, with its host and the name that the certificate must be for; only the
connection is made with another server.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from aiohttp.abc import ResolveResult
    from aiohttp.tracing import Trace

    from sitemap_audit.options import Options

    Found = Coroutine[Any, Any, list[ResolveResult]]
    Resolve = Callable[[str, int, Sequence[Trace] | None], Found]

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


def detoured(detours: Sequence[Detour], host: str, port: int) -> tuple[str, int]:
    """Where to connect in place of a host and port: by the first detour that concerns them."""
    detour = next((each for each in detours if each.concerns(host, port)), None)
    if detour is None:
        return host, port
    return detour.to_host or host, detour.to_port or port


def detouring(resolve: Resolve, detours: Sequence[Detour]) -> Resolve:
    """A look-up of names and IP addresses alike, that takes the first detour that concerns one.

    Args:
        resolve: aiohttp's, which looks up names alone.
    """

    async def elsewhere(
        host: str, port: int, traces: Sequence[Trace] | None = None
    ) -> list[ResolveResult]:
        return await resolve(*detoured(detours, host, port), traces)

    return elsewhere
