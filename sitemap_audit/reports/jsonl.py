"""JSON Lines: an object for each finding, with the columns of findings.csv."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from sitemap_audit.masking import safe_json
from sitemap_audit.report.csv_tables import FINDINGS

if TYPE_CHECKING:
    from sitemap_audit.report.report import Report


def write(report: Report, file: TextIO) -> None:
    """Write the findings, the worst first; a finding that is a consequence names its root."""
    findings = report.stream(FINDINGS)
    for row in findings.rows():
        finding = dict(zip(findings.columns, row, strict=True))
        file.write(f"{safe_json(finding, indent=None)}\n")
