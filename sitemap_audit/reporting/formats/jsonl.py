"""JSON Lines: an object for each finding, with the columns of findings.csv and the title."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from sitemap_audit.masking import safe_json
from sitemap_audit.reporting.tables import FINDINGS

if TYPE_CHECKING:
    from sitemap_audit.reporting.formats import Audit


def write(audit: Audit, file: TextIO) -> None:
    """Write the findings, the worst first; a finding that is a consequence names its root."""
    titles = {check.name: check.title for check in audit.checks}
    names = [name.strip('"') for name, _ in audit.store.describe(FINDINGS)]
    for row in audit.store.stream(FINDINGS):
        finding = dict(zip(names, row, strict=True))
        name = finding["check"]
        file.write(f"{safe_json(finding | {'title': titles.get(name, name)}, indent=None)}\n")
