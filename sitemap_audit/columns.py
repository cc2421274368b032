"""Many records of one table as columns: made, handed on and stored without a tuple for each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sitemap_audit.records import Record

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Columns:
    """Records of one table."""

    kind: type[Record]
    values: tuple[list[Any], ...]
    "A list for each field, all equally long."

    def __len__(self) -> int:
        return len(self.values[0])

    def __iter__(self) -> Iterator[Record]:
        """The records, one by one."""
        return map(tuple.__new__, repeat(self.kind), zip(*self.values, strict=True))

    def column(self, name: str) -> list[Any]:
        """The values of one field."""
        return self.values[self.kind._fields.index(name)]

    def extend(self, values: Iterable[Iterable[Any]]) -> None:
        """Add more records, given as columns."""
        for column, more in zip(self.values, values, strict=True):
            column.extend(more)


Records: TypeAlias = "list[Record] | Columns"
"Records of any tables, or of one table as columns; to iterate over them tells no difference."


def of_kind(kind: type[R], records: Records) -> Iterator[R]:
    """Those of one table; columns of another table are not taken apart for it."""
    if isinstance(records, Columns) and records.kind is not kind:
        return iter(())
    return (record for record in records if isinstance(record, kind))
