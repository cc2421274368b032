"""SQL between the stored tables and the reports, a folder for each room that runs it.

A file is one query, or one statement that makes a table without rows, and is named as what it
makes. It runs as it stands: what differs from run to run are parameters, rows of a table, and which
files run.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def step(name: str) -> str:
    """Return the SQL of ``NAME.sql`` as written, such as of ``causes/patterns``."""
    return (files(__name__) / f"{name}.sql").read_text(encoding="utf-8")


@cache
def steps(folder: str) -> str:
    """Return the SQL of every file of a folder: it names the tables that they read."""
    return "\n".join(
        file.read_text(encoding="utf-8")
        for file in sorted((files(__name__) / folder).iterdir(), key=lambda file: file.name)
    )
