"""Make round trips, and print what the changes did: ``PYTHONPATH=tests python -m round_trip``.

The arguments are names of ``tests/sites``, or ``shop``; the default is all that the tests take, and
``rendered``, which takes a browser.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from round_trip.trip import Trip, finding, table
from round_trip.trips import LARGER, LINKED, SMALL, Made, make


def main(names: list[str]) -> None:
    """Print a table, and the findings that are still there or new, with the changes there."""
    trips: dict[str, Trip] = {}
    for name in names or [*SMALL, *LARGER, *LINKED, "demo", "rendered"]:
        with tempfile.TemporaryDirectory() as folder:
            made = make((name,), Path(folder))
        trips[name] = made.trip
        _print_faults(name, made)
    sys.stdout.write(table(trips))


def _print_faults(name: str, made: Made) -> None:
    trip = made.trip
    for title, found in (("still there", trip.still_there), ("new", trip.new)):
        for each in sorted(found):
            causes = [row["change"] for row in trip.before if row["change_url"] == each.subject]
            if title == "still there":
                causes = [row["change"] for row in trip.before if finding(row) == each]
            lines = [f"{name}: {title}: {' '.join(each)}", *dict.fromkeys(causes)]
            text = "\n  ".join(lines)
            for base in made.bases:
                text = text.replace(base, "")
            sys.stdout.write(f"{text}\n")
    for rows in (*trip.contradictions, *([row] for row in trip.not_applied)):
        title = "contradiction" if len(rows) > 1 else "not applied"
        text = "\n  ".join([f"{name}: {title}:", *(row["change"] for row in rows)])
        sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
