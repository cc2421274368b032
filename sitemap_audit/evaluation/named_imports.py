"""Import the files that the options of an audit name, before its checks run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_audit.errors import UsageError
from sitemap_audit.imports.exports import read_columns
from sitemap_audit.masking import visible
from sitemap_audit.run_record import ImportedFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.options import Options
    from sitemap_audit.run_record import RunRecord

_REFUSED = "Not imported: "


def import_files(folder: Path, run: RunRecord, options: Options) -> RunRecord:
    """Import the files that the audit does not have yet; return the record with them.

    A file that cannot be imported makes the audit incomplete.

    Raises:
        OSError: the folder cannot be written.
    """
    if not options.imports:
        return run
    # Those of an earlier run of the checks: the files are imported now.
    refused = [why for why in run.incomplete_because if why.startswith(_REFUSED)]
    run = run.without_reasons(refused) if refused else run
    done = {each.file for each in run.imports}
    pending = [path for path in dict.fromkeys(options.imports) if path not in done]
    if not pending:
        return run
    from sitemap_audit.imports.importer import Importer, Wanted  # late: few audits import

    columns = read_columns(options.import_column)
    wanted = Wanted(folder, columns, None, options.bot_ranges)
    try:
        importer = Importer(wanted, run)
    except UsageError as error:
        return _refused(run, error)
    for path in pending:
        try:
            told = importer.read(Path(path), lambda _: None)
        except UsageError as error:
            run = _refused(run, error)
        else:
            imported = ImportedFile(file=path, told=told)
            run = replace(run, imports=[*run.imports, imported])
    return run


def told_of(run: RunRecord, known: Sequence[ImportedFile] = ()) -> list[str]:
    """Return the sentences on what an audit imported and read by APIs, but for the known ones."""
    imports = (each for each in run.imports if each not in known)
    return [sentence for each in imports for sentence in (*each.told, *each.not_read)]


def _refused(run: RunRecord, error: UsageError) -> RunRecord:
    return run.incomplete([f"{_REFUSED}{visible(str(error))}"])
