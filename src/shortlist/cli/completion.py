"""`shortlist completion SHELL`: what to load in a shell to complete commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from shortlist.cli.deployment import local
from shortlist.cli.output import echo, print_json


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@local
@click.pass_context
def completion(ctx: click.Context, shell: str, as_json: bool) -> None:
    """Print the completion script of SHELL.

    \b
    bash:  shortlist completion bash > ~/.local/share/bash-completion/completions/shortlist
    zsh:   shortlist completion zsh > "${fpath[1]}/_shortlist"
    fish:  shortlist completion fish > ~/.config/fish/completions/shortlist.fish
    """
    chosen = get_completion_class(shell)
    assert chosen is not None
    root = ctx.find_root().command
    script = chosen(root, {}, "shortlist", "_SHORTLIST_COMPLETE").source()
    if as_json:
        print_json({"shell": shell, "script": script})
    else:
        echo(script)
