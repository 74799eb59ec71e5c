"""Finds the command, reads its options, and turns every refusal into one sentence."""

import argparse
import os
import pkgutil
import sys
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

from quincunx.cli import commands
from quincunx.cli.options import EITHER, Options
from quincunx.core.errors import QuincunxError
from quincunx.core.text import nearest, quote, suggestion

INTRODUCTION = """\
Quincunx: strategy games for two players.

usage: quincunx COMMAND ...
{commands}

`quincunx COMMAND --help` tells more of a command, `quincunx --version` which Quincunx this is.
"""


GROUPS = ("play", "learn", "study", "agents", "serve")
"""The order in which they are shown; what a command's file does not put into one comes last."""
OTHER = "other"


class UsageError(QuincunxError):
    """The words of a command do not fit together."""


def columns() -> int:
    """Of the terminal, if there is one."""
    try:
        return os.get_terminal_size().columns or 80
    except OSError:
        return 80


class Formatter(argparse.RawDescriptionHelpFormatter):
    """As wide as the terminal; argparse would import a good deal to find that out."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=columns() - 2)


class Parser(argparse.ArgumentParser):
    """Complains in one sentence, and takes a value that begins with `-` as a value."""

    def error(self, message: str) -> NoReturn:
        sentence = message[0].upper() + message[1:300]
        raise UsageError(f"{sentence}: '{self.prog} --help' shows what can be given.")

    def print_help(self, file: object = None) -> None:
        """Where it cannot be written, that is told as for every other output."""
        print(self.format_help(), end="", flush=True)

    def read(self, words: list[str]) -> argparse.Namespace:
        options, unknown = self.parse_known_args(self._joined(words))
        unknown = [word for word in unknown if word != "--"]
        if unknown:
            if near := nearest(unknown[0], [*self._option_string_actions]):
                raise UsageError(f"{quote(unknown[0])} is no option: did you mean {near}?")
            self.error(f"{quote(unknown[0])} is one word too many")
        return options

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """argparse would take `--` away even where it is the value of an option."""
        if arg_strings == ["--"] and action.option_strings and action.nargs is None:
            return self._get_value(action, "--")
        return super()._get_values(action, arg_strings)

    def _joined(self, words: list[str]) -> list[str]:
        """`--position VALUE` as `--position=VALUE`, and the other words behind `--`, so that a
        value may look like an option."""
        names = self._option_string_actions
        options: list[str] = []
        values: list[str] = []
        rest = iter(words)
        for word in rest:
            name, equals, _ = word.partition("=")
            if name not in names or (equals and names[name].nargs == 0):
                values.append(word)
                continue
            if names[name].nargs is None and not equals:
                value = next(rest, None)
                if value is None or (value.startswith("--") and value in names):
                    self.error(f"{word} needs a value")
                word = f"{word}={value}"
            options.append(word)
        values = [word for word in values if word != "--"]
        return [*options, "--", *values]


def command_names() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))


def command_module(name: str) -> ModuleType:
    return import_module(f"{commands.__name__}.{name}")


def introduction() -> str:
    """The commands in their groups, which each command's file names."""
    from quincunx.terminal.wrap import wrap

    width = max(map(len, command_names()))
    groups: dict[str, list[str]] = {group: [] for group in GROUPS}
    for name in command_names():
        module = command_module(name)
        line = f"  {name:{width}}  {(module.__doc__ or '').splitlines()[0]}"
        groups.setdefault(getattr(module, "GROUP", OTHER), []).append(line)
    parts = [f"\n{group}:\n" + "\n".join(lines) for group, lines in groups.items() if lines]
    return wrap(INTRODUCTION.format(commands="\n".join(parts)), columns())


def parser_of(name: str) -> Parser:
    module = command_module(name)
    summary, _, details = (module.__doc__ or "").partition("\n\n")
    parser = Parser(
        prog=f"quincunx {name}",
        description=summary,
        epilog=details,
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    _add(parser, module.OPTIONS)
    return parser


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
