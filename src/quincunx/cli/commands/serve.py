"""Serves the web page and its API.

The address is printed once the server listens. Without --host only this machine can reach it.
Games are kept in the user's data folder, or in the database that --database names.

example:
  quincunx serve --port 8000
"""

from argparse import ArgumentParser, Namespace

from quincunx.cli.options import seed, whole_number
from quincunx.core.extras import needs

GROUP = "serve"

LOOPBACK = "127.0.0.1"
LAST_PORT = 65_535
days = whole_number(5, "is not a number of days from 1 to 99999", least=1)
port = whole_number(5, f"is no port, choose one from 0 to {LAST_PORT}", most=LAST_PORT)


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--host", metavar="H", default=LOOPBACK, help="where to listen (127.0.0.1)")
    parser.add_argument(
        "--port", metavar="P", type=port, default=8000, help="0 for any free one (8000)"
    )
    parser.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://…")
    parser.add_argument(
        "--limit",
        metavar="N",
        type=seed,
        default=120,
        help="what one address may ask for in a minute, in games or analyses (120); 0 for no limit",
    )
    parser.add_argument(
        "--expire",
        metavar="DAYS",
        type=days,
        default=30,
        help="games in which nothing has happened for so long are deleted (30)",
    )
    parser.add_argument(
        "--expire-all",
        action="store_true",
        help="delete them also if they are more than a tenth of all",
    )


def run(options: Namespace) -> int:
    with needs("web"):
        from quincunx.web.server import serve
    remark = "Only this machine can open the page; --host 0.0.0.0 lets others in. Ctrl-C stops it."
    return serve(
        options.host,
        options.port,
        options.database,
        options.limit,
        remark if options.host == LOOPBACK else "",
        options.expire,
        options.expire_all,
    )
