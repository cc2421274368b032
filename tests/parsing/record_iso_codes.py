"""Writes sitemap_audit/parsing/iso_codes.csv anew, from Debian's iso-codes as in pycountry.

``uv run --with pycountry python tests/parsing/record_iso_codes.py``. It is no dependency: of its
20 MB, most of them translations, an audit needs the codes.
"""

from __future__ import annotations

import csv
from datetime import date
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pycountry

if TYPE_CHECKING:
    from collections.abc import Iterator


def rows() -> Iterator[tuple[str, str, str, str]]:
    """Yield the codes of each standard in the order of the alphabet."""
    for language in sorted(pycountry.languages, key=lambda each: each.alpha_3):
        short = getattr(language, "alpha_2", "")
        yield "language", language.alpha_3, short, language.name if short else ""
        if other := getattr(language, "bibliographic", ""):
            yield "language", other, short, ""
    for country in sorted(pycountry.countries, key=lambda each: each.alpha_3):
        yield "region", country.alpha_3, country.alpha_2, ""
    for script in sorted(pycountry.scripts, key=lambda each: each.alpha_4):
        yield "script", script.alpha_4, "", ""


def main() -> None:
    """Write the file."""
    made = version("pycountry")
    year, month, day, *_ = map(int, made.split("."))
    path = Path(str(files("sitemap_audit.parsing") / "iso_codes.csv"))
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(
            "# Codes of ISO 639 (languages), ISO 3166-1 (regions) and ISO 15924 (scripts), from\n"
            f"# Debian's iso-codes as in pycountry {made} ({date(2000 + year, month, day)}).\n"
            "# Both are under the LGPL 2.1; this file has only facts of them: codes and names.\n"
            "# Written by tests/parsing/record_iso_codes.py.\n"
        )
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("kind", "code", "short", "name"))
        writer.writerows(rows())


if __name__ == "__main__":
    main()
