"""Audits a site's sitemaps: every file, every listed URL, every hreflang pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sitemap_audit.api import Audit, audit, load
else:

    def __getattr__(name: str) -> object:
        """Import the library when it is used: the package itself imports nothing."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from sitemap_audit import api

        return getattr(api, name)


__version__ = "0.1.0"
__all__ = ["Audit", "__version__", "audit", "load"]
