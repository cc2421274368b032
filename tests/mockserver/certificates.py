"""Make valid and invalid certificates for a server on 127.0.0.1."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import trustme

if TYPE_CHECKING:
    from pathlib import Path


class Certificates:
    """A certificate authority that writes PEM files to a folder."""

    def __init__(self, folder: Path) -> None:
        """Write the authority's root certificate to ``folder``."""
        self._folder = folder
        self._authority = trustme.CA()
        self.authority = folder / "authority.pem"
        self._authority.cert_pem.write_to_path(str(self.authority))

    def good(self, *others: str) -> Path:
        """Make a valid certificate for 127.0.0.1, localhost and other hosts."""
        return self._issue("good", "127.0.0.1", "localhost", *others)

    def expired(self) -> Path:
        """Make a certificate that expired a day ago."""
        now = datetime.now(UTC)
        since, until = now - timedelta(days=90), now - timedelta(days=1)
        return self._issue("expired", "127.0.0.1", "localhost", since=since, until=until)

    def wrong_host(self) -> Path:
        """Make a certificate for another host."""
        return self._issue("wrong-host", "elsewhere.example")

    def _issue(
        self, name: str, *hosts: str, since: datetime | None = None, until: datetime | None = None
    ) -> Path:
        issued = self._authority.issue_cert(*hosts, not_before=since, not_after=until)
        path = self._folder / f"{name}.pem"
        issued.private_key_and_cert_chain_pem.write_to_path(str(path))
        return path
