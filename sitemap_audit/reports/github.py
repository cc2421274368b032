"""Annotations of GitHub Actions: a workflow command for each finding in a file of the repository.

The runner reads them in the log of a step, and shows the text at the line of the file. It shows at
most ten of a kind for each step: these are the most severe ones, and the first one of each check
before the second. Findings without a file are left out, and so are ignored ones.

Commands: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
Escapes: https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
Limits: https://github.com/orgs/community/discussions/26680
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TextIO

from sitemap_audit.report.escaping import for_html
from sitemap_audit.report.first_findings import RESULTS, told

if TYPE_CHECKING:
    from sitemap_audit.report.report import Report

MOST = 10
"Annotations of a kind."
_READ = 1_000
"Findings among which those with a file are looked for."
_IN_TEXT = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = _IN_TEXT | str.maketrans({":": "%3A", ",": "%2C"})


def write(report: Report, file: TextIO) -> None:
    """Write a command on each line."""
    titles = {result.name: result.title for result in report.overview.results}
    written: Counter[str] = Counter()
    for name, severity, _, about, path, line, *texts in report.stream(RESULTS).rows(_READ):
        if path is None or written[severity] == MOST:
            continue
        written[severity] += 1
        title, text = titles[name], told(about or titles[name], *texts)
        place = f"file={_property(path)},line={line or 1},title={_property(title)}"
        file.write(f"::{severity} {place}::{for_html(text).translate(_IN_TEXT)}\n")


def _property(text: str) -> str:
    return for_html(text).translate(_IN_PROPERTY)
