"""Import the files that the options of an audit name, before its checks run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sitemap_audit.errors import UsageError
from sitemap_audit.evaluation import incomplete
from sitemap_audit.imports.exports import read_columns
from sitemap_audit.masking import visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sitemap_audit.options import Options

_REFUSED = "Not imported: "


def import_files(folder: Path, run: dict[str, Any], options: Options) -> None:
    """Import the files that the audit does not have yet; the run record says which it has.

    A file that cannot be imported makes the audit incomplete.

    Raises:
        OSError: the folder cannot be written.
    """
    if not options.imports:
        return
    _forget_refused(run)
    done = {each["file"] for each in run.get("imports", ())}
    pending = [path for path in dict.fromkeys(options.imports) if path not in done]
    if not pending:
        return
    from sitemap_audit.imports.importer import Importer, Wanted  # late: few audits import

    columns = read_columns(options.import_column)
    wanted = Wanted(folder, columns, None, options.bot_ranges, options.verify_bots)
    try:
        importer = Importer(wanted, run)
    except UsageError as error:
        _refuse(run, error)
        return
    for path in pending:
        try:
            told = importer.read(Path(path), lambda _: None)
        except UsageError as error:
            _refuse(run, error)
        else:
            run["imports"] = [*run.get("imports", ()), {"file": path, "told": told}]


def told_of(run: Mapping[str, Any], known: Sequence[Any] = ()) -> list[str]:
    """Return the sentences on the files that an audit imported, but for the known ones."""
    imports = (each for each in run.get("imports", ()) if each not in known)
    return [sentence for each in imports for sentence in each["told"]]


def _refuse(run: dict[str, Any], error: UsageError) -> None:
    run["incomplete_because"] = [*run["incomplete_because"], f"{_REFUSED}{visible(str(error))}"]
    run["complete"] = False


def _forget_refused(run: dict[str, Any]) -> None:
    """Remove the reasons of an earlier run of the checks: the files are imported now."""
    because = [why for why in run["incomplete_because"] if not why.startswith(_REFUSED)]
    if because != run["incomplete_because"]:
        run["incomplete_because"] = because
        incomplete.complete_again(run)
