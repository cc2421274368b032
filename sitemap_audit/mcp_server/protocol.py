"""Serve the tools on standard input and output, by the package mcp.

Documentation: https://py.sdk.modelcontextprotocol.io/v2/.
"""

from __future__ import annotations

from functools import wraps
from threading import Lock
from typing import TYPE_CHECKING

from sitemap_audit import __version__
from sitemap_audit.errors import AuditError, NotInstalledError
from sitemap_audit.masking import without_userinfo
from sitemap_audit.mcp_server.site_data import NOTICE, answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitemap_audit.mcp_server.tools import Tools

_INSTRUCTIONS = (
    "Reads stored audits of sitemaps, and changes nothing. Begin with audits and summary; issues"
    f" tells what to do first, findings each URL, explain why and how. {NOTICE}"
)


def serve(tools: Tools) -> None:
    """Serve the tools until standard input is closed.

    Raises:
        NotInstalledError: the extra is not installed.
    """
    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
        from mcp.types import ToolAnnotations
    except ImportError:
        raise NotInstalledError(
            "sitemap-audit mcp", "the package mcp", "sitemap-audit[mcp]"
        ) from None

    one_at_a_time = Lock()  # the server calls tools in threads

    def answered(tool: Callable[..., str]) -> Callable[..., str]:
        @wraps(tool)
        def call(*arguments: object, **named: object) -> str:
            try:
                with one_at_a_time:
                    return tool(*arguments, **named)
            except (AuditError, OSError) as error:
                told = str(error) if isinstance(error, AuditError) else f"Cannot read: {error}."
                # DuckDB quotes values of the site in its errors.
                raise ToolError(answer({"error": without_userinfo(told, is_prose=True)})) from None

        return call

    server = MCPServer(
        "sitemap-audit", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING"
    )
    reads = ToolAnnotations(
        read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    for tool in (
        *(tools.audits, tools.summary, tools.issues, tools.findings),
        *(tools.lookup, tools.explain, tools.compare, tools.sql),
    ):
        server.add_tool(answered(tool), annotations=reads, structured_output=False)
    server.run("stdio")
