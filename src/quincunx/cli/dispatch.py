"""Finds the command, reads its options, and turns every refusal into one sentence."""

import argparse
import os
import pkgutil
import sys
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

from quincunx.cli import commands
from quincunx.core.errors import QuincunxError
from quincunx.core.text import listed, quote

INTRODUCTION = """\
Quincunx: strategy games for two players.

usage: quincunx COMMAND ...

commands:
{commands}

`quincunx COMMAND --help` tells more of a command, `quincunx --version` which Quincunx this is.
"""


class UsageError(QuincunxError):
    """The words of a command do not fit together."""


class Formatter(argparse.RawDescriptionHelpFormatter):
    """As wide as the terminal; argparse would import a good deal to find that out."""

    def __init__(self, prog: str) -> None:
        try:
            width = os.get_terminal_size().columns
        except OSError:
            width = 80
        super().__init__(prog, width=width - 2)


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
    width = max(map(len, command_names()))
    lines = [
        f"  {name:{width}}  {(command_module(name).__doc__ or '').splitlines()[0]}"
        for name in command_names()
    ]
    return INTRODUCTION.format(commands="\n".join(lines))


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
    module.arguments(parser)
    return parser


def dispatch(words: list[str]) -> int:
    if not words and sys.stdin.isatty() and sys.stdout.isatty():
        from quincunx.terminal.console import Console
        from quincunx.terminal.home import home

        return home(Console())
    if not words or words[0] in ("-h", "--help", "help"):
        print(introduction(), end="")
        return 0
    try:
        name = words[0]
        if name not in command_names():
            choices = listed(command_names(), "or")
            raise UsageError(f"There is no command {quote(name)}: choose {choices}.")
        options = parser_of(name).read(words[1:])
        status: int = command_module(name).run(options)
    except QuincunxError as error:
        print(f"quincunx: {error}", file=sys.stderr)
        return 2
    return status
