"""Find the command, read its options, and report every refusal in one sentence."""

import argparse
import os
import pkgutil
import sys
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

from quincunx.cli import commands
from quincunx.cli.options import EITHER, MARK, Options
from quincunx.core.errors import QuincunxError
from quincunx.core.text import nearest, quote, suggestion

INTRODUCTION = """\
Quincunx: strategy games for two players.

usage: quincunx COMMAND ...
{commands}

`quincunx COMMAND --help` describes a command, `quincunx --version` prints the version.
"""


GROUPS = ("play", "learn", "study", "agents", "serve")
"""In the order of the help; a command whose file names none comes last."""
OTHER = "other"


class UsageError(QuincunxError):
    """The words of a command do not fit together."""


def columns() -> int:
    """Return the width of the terminal, if there is one."""
    try:
        return os.get_terminal_size().columns or 80
    except OSError:
        return 80


class Parser(argparse.ArgumentParser):
    """A parser that complains in one sentence, and takes a value that begins with `-` as a value.

    Only the public parts of argparse are used.
    """

    takes_value: dict[str, bool]
    """By the name of each option."""

    def error(self, message: str) -> NoReturn:
        sentence = message[0].upper() + message[1:300]
        raise UsageError(f"{sentence}: '{self.prog} --help' shows what can be given.")

    def print_help(self, file: object = None) -> None:
        """Print as every other output is printed, so that a failure is reported the same way."""
        print(self.format_help(), end="", flush=True)

    def read(self, words: list[str]) -> argparse.Namespace:
        """Read the words of a command. `--position VALUE` is given to argparse as one word, and the
        other words after `--`, so that a value may look like an option."""
        options: list[str] = []
        others: list[str] = []
        rest = iter(words)
        for word in rest:
            name, equals, value = word.partition("=")
            takes_value = self.takes_value.get(name)
            if takes_value:
                if not equals:
                    value = next(rest, name)
                    if value.startswith("--") and value in self.takes_value:
                        self.error(f"{word} needs a value")
                options.append(f"{name}={MARK}{value}")
            elif takes_value is None or equals:
                others += [word] * (word != "--")
            else:
                options.append(name)
        read, unknown = self.parse_known_args([*options, "--", *others])
        for word in filter("--".__ne__, unknown):
            if near := nearest(word, [*self.takes_value]):
                raise UsageError(f"{quote(word)} is no option: did you mean {near}?")
            self.error(f"{quote(word)} is one word too many")
        return read


def command_names() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))


def command_module(name: str) -> ModuleType:
    return import_module(f"{commands.__name__}.{name}")


def introduction() -> str:
    """List the commands in the groups that their files name."""
    from quincunx.terminal.wrap import wrap

    width = max(map(len, command_names()))
    groups: dict[str, list[str]] = {group: [] for group in GROUPS}
    for name in command_names():
        module = command_module(name)
        line = f"  {name:{width}}  {(module.__doc__ or '').splitlines()[0]}"
        groups.setdefault(getattr(module, "GROUP", OTHER), []).append(line)
    parts = [f"\n{group}:\n" + "\n".join(lines) for group, lines in groups.items() if lines]
    return wrap(INTRODUCTION.format(commands="\n".join(parts)), columns())


def formatter(prog: str) -> argparse.HelpFormatter:
    """Format help as wide as the terminal; argparse would import a good deal to find that out."""
    return argparse.RawDescriptionHelpFormatter(prog, width=columns() - 2)


def parser_of(name: str) -> Parser:
    module = command_module(name)
    summary, _, details = (module.__doc__ or "").partition("\n\n")
    parser = Parser(
        prog=f"quincunx {name}",
        description=summary,
        epilog=details,
        formatter_class=formatter,
        allow_abbrev=False,
    )
    options = options_of(name).items()
    own = {option: "metavar" in keywords for option, keywords in options if option[0] == "-"}
    parser.takes_value = {"-h": False, "--help": False} | own
    _add(parser, module.OPTIONS)
    return parser


def options_of(name: str) -> Options:
    """Return the options and arguments of a command, with those that exclude each other."""
    options: Options = command_module(name).OPTIONS.copy()
    either = options.pop(EITHER, {})
    return options | either


def _add(parser: Any, options: Options) -> None:
    for name, keywords in options.items():
        if name == EITHER:
            _add(parser.add_mutually_exclusive_group(), keywords)
        else:
            parser.add_argument(name, **keywords)


def dispatch(words: list[str]) -> int:
    if not words and sys.stdin.isatty() and sys.stdout.isatty():
        from quincunx.cli.commands.screen import plain_home

        return plain_home()
    if not words or words[0] in ("-h", "--help", "help"):
        print(introduction(), end="")
        return 0
    try:
        name = words[0]
        if name not in command_names():
            right = suggestion(name, command_names())
            raise UsageError(f"There is no command {quote(name)}: {right}")
        options = parser_of(name).read(words[1:])
        return command_module(name).run(options) or 0
    except QuincunxError as error:
        print(f"quincunx: {error}", file=sys.stderr)
        return 2
