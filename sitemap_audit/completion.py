"""Install shell completion: click makes the script, and the shell loads it from its own folder."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from sitemap_audit.errors import UsageError
from sitemap_audit.machine.files import write_whole

_NAME = "sitemap-audit"
_VARIABLE = "_SITEMAP_AUDIT_COMPLETE"
"Environment variable by which the script asks for completions, as click names it."
_DETECT = "$SHELL"
_FILES = {
    "bash": ("XDG_DATA_HOME", ".local/share", f"bash-completion/completions/{_NAME}"),
    "zsh": ("XDG_DATA_HOME", ".local/share", f"zsh/site-functions/_{_NAME}"),
    "fish": ("XDG_CONFIG_HOME", ".config", f"fish/completions/{_NAME}.fish"),
}
"By shell: the variable with the base folder, its default below the home folder, and the file."
_NEEDS = {
    "bash": "It needs the package bash-completion.",
    "zsh": "Add to ~/.zshrc: fpath+=({folder}); autoload -Uz compinit; compinit",
    "fish": "",
}


def _install(context: click.Context, _option: click.Parameter, shell: str | None) -> None:
    """Write the script, say where it is, and exit."""
    if shell is None or context.resilient_parsing:
        return
    if shell == _DETECT:
        shell = Path(os.environ.get("SHELL", "")).name
    if shell not in _FILES:
        names = ", ".join(_FILES)
        raise UsageError(f"Cannot install completion for {shell!r}. Pass one of {names}.")
    maker = get_completion_class(shell)
    assert maker is not None
    variable, usual, name = _FILES[shell]
    base = os.environ.get(variable)
    path = (Path(base) if base else Path.home() / usual) / name
    script = maker(context.command, {}, _NAME, _VARIABLE).source()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, lambda file: file.write(script.encode()))
    needs = _NEEDS[shell].format(folder=path.parent)
    click.echo(f"Completion for {shell} is in {path}. Start a new shell. {needs}".rstrip())
    context.exit()


INSTALL_COMPLETION = click.Option(
    ["--install-completion"],
    is_flag=False,
    flag_value=_DETECT,
    metavar="[SHELL]",
    is_eager=True,
    expose_value=False,
    callback=_install,
    help="Complete commands and options with Tab in bash, zsh or fish, and exit. [default: $SHELL]",
)
