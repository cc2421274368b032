"""Make click parameters and help of the commands from the options.

The help shows flags in the groups of README.md.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from sitemap_audit.errors import UsageError
from sitemap_audit.options import OPTIONS, SEARCH_OPTIONS
from sitemap_audit.options.kinds import is_url, refuse_content
from sitemap_audit.options.option_sources import suggestion, unknown_option

if TYPE_CHECKING:
    from sitemap_audit.options import Option


CHECK_OPTIONS = (
    *("select", "ignore", "engines", "pedantic", "checks", "set"),
    *("fail_on", "budget", "ignore_file", "compare", "baseline", "memory", "cluster"),
)
"Options that the commands that judge a stored audit take again."
IMPORT_OPTIONS = ("imports", "import_column", "bot_ranges", *SEARCH_OPTIONS)
REPORT_OPTIONS = (
    *("report_title", "report_logo", "redact_parameters", "format", "output_file", "browser"),
)
_ONCE = ("format", "output_file")
"Options that are refused if they are repeated: a user who does expects two files."


class Flag(click.Option):
    """A flag for an option of an audit. Its value is None or () unless the user sets it."""

    def __init__(self, option: Option) -> None:
        flag = option.flag_name
        names = f"--{flag}/--no-{flag}" if option.kind.metavar is None else f"--{flag}"
        if flag.startswith("no-"):  # the flag without "no-" is another option's
            names = f" /--{flag}"
        shown = option.default_text
        super().__init__(
            [option.name, names, *(["-o"] if option.name == "output" else ())],
            help=option.help + (f" [default: {shown}]" if shown else ""),
            metavar=option.kind.metavar,
            multiple=option.is_list or option.name in _ONCE,
            default=None,
            shell_complete=_complete_path if _takes_path(option) else None,
            callback=lambda _context, _flag, value: self._checked(option, value),
        )
        self.group = option.group

    def _checked(self, option: Option, value: Any) -> Any:
        """The value; an error about it names the flag."""
        if option.name in _ONCE:
            if len(value) > 1:
                raise UsageError(
                    f"{self.opts[0]} is repeated; a command writes one format. 'sitemap-audit"
                    " report DIR --format …' writes another one of the same audit."
                )
            value = value[0] if value else None
        if value not in (None, ()):
            replace(option, name=f"--{option.flag_name}").read(value)
        return value

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return names and help; show both names of a switch as ``--[no-]follow``."""
        names, text = super().get_help_record(ctx) or ("", "")
        return re.sub(r"--(\S+) / --no-\1", r"--[no-]\1", names).removeprefix(" / "), text


def _takes_path(option: Option) -> bool:
    return bool(re.search(r"FILE|DIR|PATH", option.kind.metavar or ""))


def _complete_path(
    _context: click.Context, _flag: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Let the shell complete a path."""
    return [CompletionItem(incomplete, type="file")]


def flags(*names: str) -> list[click.Parameter]:
    """Return flags for all options, or for those named."""
    return [Flag(OPTIONS[name]) for name in names or OPTIONS]


class Command(click.Command):
    """A command whose help groups its flags."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; an error names the command, also where click leaves it out."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one help section for each group."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for each in self.get_params(ctx):
            if isinstance(each, click.Option) and (record := each.get_help_record(ctx)):
                groups.setdefault(getattr(each, "group", "Options"), []).append(record)
        for group, records in groups.items():
            with formatter.section(group):
                formatter.write_dl(records, col_max=40)


class AuditByDefault(click.Group):
    """Command group with ``audit`` as its default command: ``sitemap-audit https://…``."""

    command_class = Command

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the commands in order of definition."""
        return list(self.commands)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Run ``audit`` if the first argument is not a command."""
        first = args[0] if args else None
        own = {name for each in self.get_params(ctx) for name in each.opts}
        if first and first not in self.commands and first not in own:
            # A misspelled command; but bash splits a URL that is being completed: https : //…
            if first.isalpha() and not first.startswith("localhost") and not ctx.resilient_parsing:
                hint = suggestion(first, self.commands)
                if Path(first).exists():
                    hint += f" To audit what is in {first}, write ./{first}."
                hint = hint or " sitemap-audit --help lists the commands."
                raise UsageError(f"Unknown command {first!r}.{hint}")
            args = ["audit", *args]
        return super().parse_args(ctx, args)


class AuditPlace(click.Path):
    """A local folder as a path; the URL of a store as text."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path or the URL."""
        return value if is_url(value) else super().convert(value, param, ctx)


class SecretFile(click.Path):
    """The path of a file with a secret, which is not shown if it is passed in place of the path."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        refuse_content(param.opts[0] if param else self.name, value)
        return super().convert(value, param, ctx)


CONFIG = click.Option(
    ["--config"],
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="TOML file of options. [default: sitemap-audit.toml in this folder, if present]",
)
ENGINE_KEYS = click.Option(
    ["--engine-keys"],
    type=SecretFile(),
    metavar="FILE",
    help="TOML file with bing_key, yandex_token, baidu_token, which only you can read.",
)
FOLDER = click.Argument(
    ["folder"],
    type=AuditPlace(),
    metavar="DIR",
    help="Folder of one audit, such as reports/www.example.com/2026-01-31T12-00-00Z, or its URL.",
)
ANY_FOLDER = click.Argument(
    ["folder"],
    type=AuditPlace(),
    metavar="[DIR]",
    required=False,
    help="Folder of one audit. [default: the last audit in the folder of --output]",
)
AUDITS = click.Argument(
    ["audits"],
    nargs=-1,
    required=True,
    metavar="OLD NEW | SITE",
    help="Folders of two audits; or the URL of a site, its host, the folder of its audits, or that"
    " of one audit.",
)
FOLDER_AND_URL = click.Argument(
    ["folder_and_url"],
    nargs=-1,
    required=True,
    metavar="[DIR] URL",
    help="Folder of one audit [default: the last audit of the URL's site in the folder of"
    " --output], and the URL; /page is of the site that was audited last.",
)
QUIET = click.Option(["-q", "--quiet"], is_flag=True, help="Show no progress.")
SITE = click.Argument(
    ["site"], metavar="SITE", help="URL of the site, its host, or the folder of its audits."
)
SITES = click.Argument(
    ["sites"],
    nargs=-1,
    metavar="SITE...",
    help="URL of a site, sitemap or robots.txt; or a local sitemap, a folder of sitemaps (with"
    " --base), a text file of URLs, or - for URLs on standard input.",
)


def wrong_usage(error: click.ClickException) -> str:
    """Say what is wrong with the arguments, and what to do."""
    if isinstance(error, click.NoSuchOption) and error.ctx:
        known = [name for each in error.ctx.command.params for name in each.opts]
        return unknown_option(error.option_name, known, error.ctx.command_path)
    command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else ""
    return f"{error.format_message().rstrip('.')}. See {command or 'sitemap-audit'} --help."
