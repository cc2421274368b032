"""Lines of text for the terminal: cut or folded to its width, in an encoding that it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from sitemap_audit.plural import counted
from sitemap_audit.report.escaping import for_screen
from sitemap_audit.report.table_files import read_files
from sitemap_audit.standard_output import pieces
from sitemap_audit.storage.csv_parts import BESIDE_REPORTS, FOLDER, REPORTS, files_of
from sitemap_audit.storage.run_file import RUN_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, ConsoleOptions

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.report.figures import KeyFigure

STYLES = {"error": "bold red", "warning": "yellow", "notice": "cyan"}
"Of severities."


def as_fits(items: Sequence[str], room: int) -> str:
    """Join as many items as fit, and say how many more there are."""
    for shown in range(len(items), 0, -1):
        more = [f"{len(items) - shown} more"] if shown < len(items) else []
        told = " · ".join([*items[:shown], *more])
        if len(told) <= room:
            return told
    return " · ".join(items[:1])


def files_line(place: AuditPlace) -> str:
    """Name the main reports in a folder, and how many CSV tables there are besides."""
    files, folder = read_files(place), place.folder
    tables = {path.stem for path in files_of(folder)} | files.in_parts
    main = [files.csv(table) for table in BESIDE_REPORTS if table in tables]
    reports, record = (
        [name for name in names if (folder / name).exists()] for names in (REPORTS, (RUN_FILE,))
    )
    others = len(tables - {*BESIDE_REPORTS})
    more = [f"{FOLDER}/ ({counted(others, 'CSV file')})"] if others else []
    return " · ".join([*reports, *main, *record, *more])


def figure_line(figure: KeyFigure) -> Text:
    """A key figure with its change."""
    return text_line((f"  {figure.label + ':':<28}", ""), (figure.told, "bold"))


def text_line(*parts: tuple[str, str], folds: bool = False) -> Text:
    """One line of text in styles; what does not fit is cut, or folded."""
    line = Text(no_wrap=not folds, overflow="fold" if folds else "ellipsis")
    for text, style in parts:
        line.append(for_screen(text), style)
    return line


def printed(line: Text, console: Console, options: ConsoleOptions) -> Iterator[Text]:
    """Yield a line of a summary: cut, or broken if it is to be whole, as all are in a pipe."""
    line = encodable(line, options)
    if console.is_terminal and line.no_wrap:
        yield line
        return
    indent, places = pieces(line.plain, options.max_width)
    for place in places:
        piece = line[place]
        piece.overflow, piece.no_wrap = "ignore", True
        yield Text(" " * indent).append_text(piece) if place.start else piece


def encodable(line: Text, options: ConsoleOptions) -> Text:
    """A line that the terminal's encoding holds."""
    if not options.ascii_only:
        return line
    plain = line.plain.replace(" · ", ", ")
    held = plain.encode(options.encoding, "backslashreplace").decode(options.encoding)
    overflow = "crop" if line.overflow == "ellipsis" else line.overflow
    return Text(held, no_wrap=line.no_wrap, overflow=overflow)
