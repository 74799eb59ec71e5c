"""Serves assistants over standard input and output, by the Model Context Protocol.

An assistant can list the games, read rules, start, play and watch, and ask for exact analysis
unless --no-analysis is given.

example:
  quincunx mcp --no-analysis
"""

from argparse import ArgumentParser, Namespace

GROUP = "serve"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--no-analysis", dest="analysis", action="store_false", help="keep exact values back"
    )


def run(options: Namespace) -> int:
    from quincunx.arena.assistant import server

    server(options.analysis).run("stdio")
    return 0
