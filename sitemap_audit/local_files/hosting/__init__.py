"""How a host serves a folder of built files: the file, the redirect or the 404 page for a URL.

One module per host, each with its rules and the pages of the documentation that say them. Nothing
here knows Scrapy: a target (path and query as they are requested) goes in, a
:class:`~.serving.Served` comes out. Where the documentation is silent, or a rule of the site is
not understood, the answer is *unclear*, never a guess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sitemap_audit.errors import UsageError
from sitemap_audit.local_files.hosting.cloudflare_pages import CloudflarePages
from sitemap_audit.local_files.hosting.github_pages import GithubPages
from sitemap_audit.local_files.hosting.netlify import Netlify
from sitemap_audit.local_files.hosting.rule_files import HEADERS, REDIRECTS
from sitemap_audit.local_files.hosting.serving import Hosting, PlainServer, Served
from sitemap_audit.local_files.hosting.vercel import Vercel
from sitemap_audit.masking import quoted

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["HOSTINGS", "Hosting", "Served", "hosting_of"]

HOSTINGS: dict[str, type[Hosting]] = {
    "cloudflare": CloudflarePages,
    "github": GithubPages,
    "netlify": Netlify,
    "plain": PlainServer,
    "vercel": Vercel,
}
"The hosts whose rules are known, by the word of ``--hosting``."


def hosting_of(name: str | None, folder: Path, base: str = "https://localhost/") -> Hosting:
    """Return how a host serves a folder.

    Args:
        name: a key of ``HOSTINGS``. None for the host that the folder or its URL shows, else a
            plain server.
        base: URL of the folder. Targets and redirects are paths of its host, not of the folder.

    Raises:
        KeyError: the host is not known.
        UsageError: the folder, or a file of rules in it, cannot be read; or its rules are of one of
            several hosts.
    """
    if name is not None:
        return HOSTINGS[name](folder, base)
    found, sign = _recognized(folder, base)
    if found is None:
        _refuse_rules(folder)
    hosting = (found or PlainServer)(folder, base)
    hosting.recognized_by = sign
    return hosting


def _recognized(folder: Path, base: str) -> tuple[type[Hosting] | None, str | None]:
    """Return the host of a folder and by what it was recognized; None if not one host alone is."""
    host = urlsplit(base).hostname or ""
    for kind in HOSTINGS.values():
        if kind.domain is not None and host.endswith(f".{kind.domain}"):
            return kind, f"{host} is one of its host names"
    signs = {
        kind: name
        for kind in HOSTINGS.values()
        for place in (folder.resolve().parent, folder)
        for name in reversed(kind.own_files)
        if (place / name).exists()
    }
    if len(signs) != 1:
        return None, None
    ((kind, name),) = signs.items()
    return kind, f"the site has a file {name}"


def _refuse_rules(folder: Path) -> None:
    """Refuse a folder whose files alone do not say what is served.

    Raises:
        UsageError: it has rules, which a plain server does not read.
    """
    rules = next((name for name in (REDIRECTS, HEADERS) if (folder / name).is_file()), None)
    if rules is not None:
        raise UsageError(
            f"Cannot tell which host serves {quoted(str(folder))}: {rules} is read by Netlify,"
            " Cloudflare Pages and others. Pass --hosting netlify, --hosting cloudflare, or"
            " --hosting plain to leave it out."
        )
