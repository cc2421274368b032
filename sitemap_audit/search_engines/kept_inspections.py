"""Keep inspections beside the audits of a site: ``OUTPUT/HOST/search-console/PROPERTY/``.

Each run writes a file of its own, ``TIME-RANDOM.parquet``, and replaces it whole every two seconds
while it inspects. So a run that is killed keeps what was answered, two audits at once do not
overwrite each other's, on a disk or on a store without locks, and a damaged file costs one run. A
file of 2,000 inspections has about 100 KB.
"""

from __future__ import annotations

import io
import logging
from contextlib import suppress
from typing import TYPE_CHECKING
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq
import xxhash

from sitemap_audit.errors import AuditError, error_message
from sitemap_audit.machine.clock import clock
from sitemap_audit.storage.audits import file_name
from sitemap_audit.storage.fsspec_files import move, opened, shown, write_whole
from sitemap_audit.storage.masked import Masking
from sitemap_audit.storage.remote_files import names_at
from sitemap_audit.storage.writer import SCHEMAS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sitemap_audit.audit_place import AuditPlace

logger = logging.getLogger(__name__)

FOLDER = "search-console"
_SCHEMA = SCHEMAS["inspected_urls"]
_ENDING = ".parquet"
_DAMAGED = ".damaged"
_NAME = "%Y-%m-%dT%H-%M-%SZ"


class KeptInspections:
    """The inspections of the URLs of a property, of all audits of a site."""

    def __init__(self, place: AuditPlace, name: str) -> None:
        """Keep them beside the audit in ``place``; ``name``: of the property."""
        digest = xxhash.xxh3_64_hexdigest(name.encode())[:8]
        self.place = place.parent / FOLDER / f"{file_name(name)}-{digest}"
        self._file = f"{clock.now():{_NAME}}-{uuid4().hex[:8]}{_ENDING}"
        self._masking = Masking(place.folder)
        self._is_refused = False
        self.told: list[str] = []
        "Sentences on what could not be read or written."

    def tables(self) -> Iterator[pa.Table]:
        """Yield the inspections of earlier runs, a file at a time; damaged ones are set aside."""
        for name in self._names():
            path = str(self.place / name)
            try:
                with opened(path) as file:
                    content = file.read()
            except (OSError, AuditError) as error:
                self._tell(f"Cannot read {path}: {_why(error)}. Its URLs may be inspected again.")
                continue
            try:
                yield _read(content)
            except (pa.ArrowException, OSError, LookupError, ValueError, TypeError):
                self._set_aside(path)

    def write(self, rows: pa.Table) -> None:
        """Write the inspections of this run, in place of those that it has written before."""
        if self._is_refused or not rows.num_rows:
            return
        path = str(self.place / self._file)
        try:
            made = self._masking.table(rows)
            write_whole(path, lambda file: pq.write_table(made, file, compression="zstd"))
        except (OSError, AuditError) as error:
            self._is_refused = True
            self._tell(
                f"Cannot keep inspections in {path}: {_why(error)}. They are in this audit; later"
                " audits inspect these URLs again."
            )

    def _names(self) -> list[str]:
        try:
            if self.place.url is not None:
                names: Iterable[str] = names_at(self.place.url)
            else:
                names = [path.name for path in self.place.folder.iterdir()]
        except FileNotFoundError:
            return []
        except (OSError, AuditError) as error:
            self._tell(
                f"Cannot read {self.place}: {_why(error)}. URLs are inspected again that were"
                " inspected for earlier audits."
            )
            return []
        return sorted(name for name in names if name.endswith(_ENDING) and name[0] != ".")

    def _set_aside(self, path: str) -> None:
        with suppress(OSError, AuditError):  # it stays, and is as damaged next time
            move(path, f"{path}{_DAMAGED}")
        self._tell(
            f"Cannot read {path}: it is damaged. It is set aside as {path}{_DAMAGED}; its URLs may"
            " be inspected again."
        )

    def _tell(self, sentence: str) -> None:
        told = sentence if self.place.url is None else shown(sentence)
        logger.warning("%s", told)
        self.told.append(told)


def _read(content: bytes) -> pa.Table:
    """Read a file; columns that an earlier version did not write are NULL.

    Raises:
        pyarrow.ArrowException, OSError, LookupError, ValueError, TypeError: it is damaged.
    """
    table = pq.read_table(io.BytesIO(content))
    columns = [
        table[field.name].cast(field.type)
        if field.name in table.column_names
        else pa.nulls(table.num_rows, field.type)
        for field in _SCHEMA
    ]
    made = pa.Table.from_arrays(columns, schema=_SCHEMA)
    made.validate(full=True)
    if any(made[field.name].null_count for field in _SCHEMA if not field.nullable):
        raise ValueError
    return made


def _why(error: Exception) -> str:
    return error_message(getattr(error, "strerror", None) or error).rstrip(".")
