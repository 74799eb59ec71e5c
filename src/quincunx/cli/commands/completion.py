"""Print a script that completes commands, games and options in bash, zsh or fish.

example:
  quincunx completion bash
"""

from argparse import Namespace

from quincunx.cli.dispatch import UsageError, command_names, options_of
from quincunx.cli.options import option
from quincunx.core.text import listed, quote
from quincunx.games import game_ids
from quincunx.play.match import WHO

BASH = """\
_quincunx() {{
    local words
    case "${{COMP_WORDS[1]}} ${{COMP_WORDS[COMP_CWORD-1]}}" in
{cases}
        *) words="{commands}" ;;
    esac
    [ "$COMP_CWORD" = 1 ] && words="{commands}"
    COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _quincunx quincunx
"""
ZSH = "autoload -U +X bashcompinit && bashcompinit\n"


OPTIONS = {"shell": option("SHELL", "bash, zsh or fish")}


def run(options: Namespace) -> None:
    scripts = {"bash": bash, "zsh": lambda: ZSH + bash(), "fish": fish}
    if options.shell not in scripts:
        shells = listed(list(scripts), "or")
        raise UsageError(f"There is no script for {quote(options.shell)}: choose {shells}.")
    print(scripts[options.shell](), end="")


def words_of(command: str) -> dict[str, str]:
    """Return by option the words that may follow it, if they are known; by "" the arguments."""
    values = {"GAME": " ".join(game_ids()), "WHO": " ".join(WHO), "x|o|toss": "x o toss"}
    words = {"": "", "--help": ""}
    for name, keywords in options_of(command).items():
        known = values.get(keywords.get("metavar", ""), "")
        words |= {name: known} if name[0] == "-" else {"": words[""] + known}
    return words


def bash() -> str:
    cases = []
    for name in command_names():
        words = words_of(name)
        values = {option: known for option, known in words.items() if option and known}
        cases += [f'        "{name} {one}") words="{known}" ;;' for one, known in values.items()]
        cases.append(f'        "{name} "*) words="{" ".join(words)} {words[""]}" ;;')
    return BASH.format(cases="\n".join(cases), commands=" ".join(command_names()))


def fish() -> str:
    lines = ["complete -c quincunx -f"]
    for name in command_names():
        lines.append(f"complete -c quincunx -n __fish_use_subcommand -a {name}")
        seen = f'-n "__fish_seen_subcommand_from {name}"'
        for word, known in words_of(name).items():
            form = f"-l {word[2:]} " * bool(word) + f'-x -a "{known}"' * bool(known)
            lines += [f"complete -c quincunx {seen} {form}"] if form else []
    return "\n".join(lines) + "\n"
