"""Audit the shop, and print what was planted, what is found, and what the reader is told.

``PYTHONPATH=tests python -m shop --clusters 10 --healthy 50 > shop.md``
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from commanding import Ended, command
from mockserver.certificates import Certificates

from shop.faults import FAULTS
from shop.serving import serving
from shop.shop import BASE, Shop

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Row = Mapping[str, str]

_HEAD = ("planted", "found", "issues", "place in the list of issues", "correction")
_MOST = 3
"Corrections that are shown of a fault."


def main() -> None:
    """Print the table of a shop with faults in sections, and the list of issues."""
    parser = argparse.ArgumentParser(prog="shop", description=__doc__)
    parser.add_argument("--clusters", type=int, default=10, help="of four pages, in each section")
    parser.add_argument("--healthy", type=int, default=50, help="clusters without faults")
    parser.add_argument("--faults", nargs="*", default=[], help="default: all")
    options = parser.parse_args()
    faults = [each for each in FAULTS if each.__name__ in (options.faults or (each.__name__,))]
    shop = Shop(faults, clusters=options.clusters, healthy=options.healthy)
    with tempfile.TemporaryDirectory() as name:
        certificates, folder = Certificates(Path(name)), Path(name) / "reports"
        with serving(shop, certificates) as served:
            ended = command(
                *(BASE, *served.options, "--no-compare", "-o", folder),
                output=folder,
                environment={"SSL_CERT_FILE": str(certificates.authority)},
            )
        lines = [*told(shop, ended), "", "```", ended.output, "```"]
    sys.stdout.write("\n".join([f"{len(shop.pages):,} pages", "", *lines, ""]))


def told(shop: Shop, audit: Ended) -> Iterator[str]:
    """Yield the lines of a Markdown table with a row for each fault."""
    rows = audit.table("findings").to_dict("records")
    findings = [{str(name): str(value) for name, value in row.items()} for row in rows]
    first = [_issue(cause) for cause in audit.run["causes"]["worst"]]
    sentences = [cause["sentence"] for cause in audit.run["causes"]["worst"]]
    yield _line(_HEAD)
    yield _line(["---" for _ in _HEAD])
    for name, planted in {**shop.planted, "lamps": "Nothing"}.items():
        own = [row for row in findings if _is_of(name, row)]
        checks = Counter(row["check"] for row in own)
        issues = {_issue(row) for row in own}
        lines = [
            f"{place}. {sentence}"
            for place, (issue, sentence) in enumerate(zip(first, sentences, strict=True), 1)
            if issue in issues
        ]
        corrections = Counter(filter(None, (_correction(row) for row in own)))
        yield _line(
            [
                f"{name}: {planted}",
                _many(checks.most_common()),
                str(len(issues)),
                "<br>".join(lines),
                _many(corrections.most_common(_MOST)),
            ]
        )


def _is_of(section: str, row: Row) -> bool:
    """Return whether a finding is about a page or the sitemap of a section."""
    subject = row["url"] or row["sitemap_url"]
    return f"/{section}/" in subject or subject.endswith(f"/sitemap-{section}.xml")


def _issue(row: Mapping[str, str | None]) -> tuple[str, ...]:
    return tuple(row[name] or "" for name in ("check", "kind", "cause"))


def _correction(row: Row) -> str:
    """Return a correction in words that are the same for all pages of a section."""
    change = f"{row['action']} {row['place']}" if row["change_url"] else "no change"
    return f"{change} ({row['fix']})".replace(BASE, "")[:90]


def _many(pairs: Sequence[tuple[str, int]]) -> str:
    return "<br>".join(f"{text}: {number}" for text, number in pairs)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


if __name__ == "__main__":
    main()
