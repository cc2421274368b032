"""How a host serves a folder of built files: the file, the redirect or the 404 page for a URL.

One module per host, each with its rules and the pages of the documentation that say them. Nothing
here knows Scrapy: a target (path and query as they are requested) goes in, a
:class:`~.serving.Served` comes out. Where the documentation is silent, or a rule of the site is
not understood, the answer is *unclear*, never a guess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.local_files.hosting.cloudflare_pages import CloudflarePages
from sitemap_audit.local_files.hosting.github_pages import GithubPages
from sitemap_audit.local_files.hosting.netlify import Netlify
from sitemap_audit.local_files.hosting.serving import Hosting, PlainServer, Served
from sitemap_audit.local_files.hosting.vercel import Vercel

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


def hosting_of(name: str, folder: Path, base: str = "https://localhost/") -> Hosting:
    """Return how a host serves a folder.

    Args:
        name: a key of ``HOSTINGS``.
        base: URL of the folder. Targets and redirects are paths of its host, not of the folder.

    Raises:
        KeyError: the host is not known.
        UsageError: the folder, or a file of rules in it, cannot be read.
    """
    return HOSTINGS[name](folder, base)
