"""Serve assistants over standard input and output, by the Model Context Protocol.

An assistant can list the games, read rules, start, play and watch games, and ask for exact
analysis unless --no-analysis is given.

example:
  quincunx mcp --no-analysis
"""

from argparse import Namespace

from quincunx.cli.options import flag

GROUP = "serve"


OPTIONS = {"--no-analysis": flag("offer no exact values", dest="analysis", action="store_false")}


def run(options: Namespace) -> None:
    from quincunx.arena.assistant import server

    server(options.analysis).run("stdio")
