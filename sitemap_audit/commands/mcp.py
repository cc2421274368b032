"""``mcp``: serves stored audits to agents and editors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from sitemap_audit.arguments import CONFIG, Command, flags
from sitemap_audit.commands.audit_folders import refuse_url
from sitemap_audit.commands.ending import COMPLETE
from sitemap_audit.errors import UsageError
from sitemap_audit.options.option_sources import read_options


@click.command(cls=Command, params=[*flags("output", "checks"), CONFIG])
def mcp(config: Path | None, **given: Any) -> int:
    """Serve stored audits to agents and editors by the Model Context Protocol, read-only.

    It speaks on standard input and output: an editor starts it. See docs/mcp.md.
    """
    from sitemap_audit.mcp_server.protocol import serve
    from sitemap_audit.mcp_server.served_audits import ServedAudits
    from sitemap_audit.mcp_server.tools import Tools

    options, _ = read_options(given, config)
    refuse_url(options.output, "mcp")
    output = Path(options.output)
    if not output.is_dir():
        raise UsageError(
            f"Cannot serve {output}: no such folder. Pass the folder of your audits by --output."
        )
    serve(Tools(ServedAudits(output, options.checks)))
    return COMPLETE
