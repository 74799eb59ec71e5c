"""Serve the web page and its API.

The address is printed once the server listens. Without --host only this machine can reach it.
Games are stored in your data folder, or in the database that --database names.

example:
  quincunx serve --port 8000
"""

from argparse import ArgumentTypeError, Namespace

from quincunx.cli.options import flag, option, seed, whole_number
from quincunx.core.extras import needs
from quincunx.core.text import quote

GROUP = "serve"

LOOPBACK = "127.0.0.1"
LAST_PORT = 65_535
HOST_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789.-_[:]"
days = whole_number(5, "is not a number of days from 1 to 99999", least=1)
port = whole_number(5, f"is no port, choose one from 0 to {LAST_PORT}", most=LAST_PORT)


def host_name(text: str) -> str:
    """A name as requests write it, without a port; an IPv6 address in brackets."""
    name = text.lower()
    if not name.strip("[]") or name.strip(HOST_LETTERS) or (":" in name) != name.startswith("["):
        raise ArgumentTypeError(f"{quote(text)} is no host, write a name as in games.example.org")
    return name


OPTIONS = {
    "--host": option("H", "listen on this address (127.0.0.1)", str, LOOPBACK),
    "--port": option("P", "listen on this port, 0 for any free one (8000)", port, 8000),
    "--allowed-host": option(
        "NAME",
        "answer only requests for this name; may be given several times (any)",
        host_name,
        [],
        action="append",
    ),
    "--database": option("URL", "store games in sqlite:///FILE or postgresql://…"),
    "--limit": option(
        "N",
        "allow one address so many games or analyses a minute (120); 0 for no limit",
        seed,
        120,
    ),
    "--expire": option(
        "DAYS", "delete games in which nothing has happened for so long (30)", days, 30
    ),
    "--expire-all": flag("delete them even if they are more than a tenth of all"),
}


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
        options.allowed_host,
    )
