"""Read and write run.json, the record of an audit."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from sitemap_audit.errors import UsageError
from sitemap_audit.machine.files import write_json
from sitemap_audit.masking import safe_json
from sitemap_audit.run_record import RunRecord
from sitemap_audit.storage.audit_files import refuse_folder, refuse_foreign_files

if TYPE_CHECKING:
    from pathlib import Path

RUN_FILE = "run.json"
LOG_FILE = "audit.log"
FORMAT = 4
"""Format of the tables and of run.json: an audit of another one is not opened. Increase it when a
table, a column or a key of run.json is added, renamed, removed or changes its meaning."""


def read_run(folder: Path) -> RunRecord:
    """Read the record of a stored audit.

    Raises:
        UsageError: there is no valid record, it has another format, DuckDB cannot open the folder,
            or a link leads out of it.
    """
    refuse_folder(folder)
    if os.path.lexists(folder / RUN_FILE):
        refuse_foreign_files(folder)
    try:
        written = json.loads((folder / RUN_FILE).read_text("utf-8"))
        _refuse_other_format(json.dumps(written.get("format")), folder / RUN_FILE)
        return from_json(written)
    except FileNotFoundError:
        raise UsageError(
            f"No audit in {folder}: {RUN_FILE} is missing. Pass the folder of one audit, such as"
            " reports/www.example.com/2026-01-31T12-00-00Z."
        ) from None
    except (AttributeError, msgspec.ValidationError):
        raise UsageError(
            f"Cannot read {folder / RUN_FILE}: it is not the record of an audit. Restore the"
            " file from a copy, or audit the site again."
        ) from None
    except OSError as error:
        raise UsageError(
            f"Cannot read {folder / RUN_FILE}: {error.strerror}. Check its permissions."
        ) from None
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"Cannot read {folder / RUN_FILE}: it is damaged ({error}). Restore the file from a"
            " copy, or audit the site again."
        ) from None


def from_json(written: Any) -> RunRecord:
    """Return the record that values of a JSON document tell.

    Raises:
        msgspec.ValidationError: one is missing, or of another type.
    """
    return msgspec.convert(written, RunRecord)


def as_json(record: RunRecord) -> dict[str, Any]:
    """Return a record as values of a JSON document."""
    values: dict[str, Any] = msgspec.to_builtins(record, enc_hook=str)
    return values


def _refuse_other_format(written: str, path: Path) -> None:
    if written != str(FORMAT):
        raise UsageError(
            f"Cannot read {path}: its format is {written}, and this version of sitemap-audit reads"
            f" {FORMAT}. Audit the site again, or use the version that stored it."
        )


def stored_run(folder: Path) -> RunRecord:
    """Read the record of an audit that has its data, to check or report again.

    Raises:
        UsageError: there is no audit in the folder, or only its reports.
    """
    run = read_run(folder)
    if not (folder / "data").is_dir():
        raise UsageError(
            f"Cannot read the audit in {folder}: its folder data/ is missing. Restore it from a"
            " copy, or audit the site again."
        )
    return replace(run, published=None)  # it belongs to the earlier reports


def last_audit(output: Path) -> Path:
    """Return the folder of the audit in ``output`` that began last.

    Raises:
        UsageError: there is none.
    """
    folders = [path.parent for path in output.glob(f"*/*/{RUN_FILE}")]
    if not folders:
        raise UsageError(
            f"No audit in {output}: it has no folder HOST/TIME with a {RUN_FILE}. Pass the folder"
            " of one audit, or that of your audits by --output."
        )
    return max(folders, key=lambda folder: (folder.name, folder))  # its name is its time


def write_run(folder: Path, run: RunRecord) -> None:
    """Write run.json atomically.

    Raises:
        OSError: the folder cannot be written.
    """
    write_json(folder / RUN_FILE, safe_json({"format": FORMAT, **as_json(run)}))
