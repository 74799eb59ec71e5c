"""Prints a script that completes commands, games and options in bash, zsh or fish.

example:
  quincunx completion bash
"""

from argparse import ArgumentParser, Namespace

from quincunx.cli.dispatch import UsageError, command_names, parser_of
from quincunx.core.text import listed, quote
from quincunx.games import game_ids

BASH = """\
_quincunx() {{
    local words
    case "${{COMP_WORDS[1]}}" in
{cases}
        *) words="{commands}" ;;
    esac
    [ "$COMP_CWORD" = 1 ] && words="{commands}"
    COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _quincunx quincunx
"""
ZSH = "autoload -U +X bashcompinit && bashcompinit\n"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", help="bash, zsh or fish")


def run(options: Namespace) -> int:
    scripts = {"bash": bash, "zsh": lambda: ZSH + bash(), "fish": fish}
    if options.shell not in scripts:
        shells = listed(list(scripts), "or")
        raise UsageError(f"There is no script for {quote(options.shell)}: choose {shells}.")
    print(scripts[options.shell](), end="")
    return 0


def words_of(command: str) -> list[str]:
    """The options of a command, and the games where it takes one."""
    actions = parser_of(command)._actions
    options = [name for action in actions for name in action.option_strings if name[:2] == "--"]
    takes_game = any(action.metavar == "GAME" for action in actions)
    return [*options, *(game_ids() if takes_game else [])]


def bash() -> str:
    cases = "\n".join(
        f'        {name}) words="{" ".join(words_of(name))}" ;;' for name in command_names()
    )
    return BASH.format(cases=cases, commands=" ".join(command_names()))


def fish() -> str:
    lines = ["complete -c quincunx -f"]
    for name in command_names():
        lines.append(f"complete -c quincunx -n __fish_use_subcommand -a {name}")
        seen = f'-n "__fish_seen_subcommand_from {name}"'
        for word in words_of(name):
            form = f"-l {word[2:]}" if word.startswith("--") else f"-a {word}"
            lines.append(f"complete -c quincunx {seen} {form}")
    return "\n".join(lines) + "\n"
