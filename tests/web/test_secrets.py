"""A seat's secret is nowhere but with its player: what is stored opens nothing."""

from hashlib import sha256
from pathlib import Path

from web.place import Place


def bytes_of(place: Place) -> bytes:
    """All that the database has on its disk, with what it has not yet put in its place."""
    if place.postgres is None:
        return b"".join(file.read_bytes() for file in Path(place.home).rglob("server.db*"))
    place.sql("checkpoint")
    folder = place.postgres.server.pgdata
    files = [file for file in folder.rglob("*") if file.is_file()]
    return b"".join(file.read_bytes() for file in files)


def test_tokens_are_stored_only_as_hashes(place: Place) -> None:
    """The one that a game begins with, one that the server gives, and one of the visitor's own
    making; also in the rematch, which they open too."""
    server, own = place.server, "A-secret_of_22_letters"
    begun = server.create("swap-nine", o={"kind": "open"})
    other = server.create("swap-nine", x={"kind": "open"})
    x = begun["seats"]["x"]
    given = server.take(other["id"], "x").json()["token"]
    assert server.take(begun["id"], "o", token=own).status_code == 201
    begun["seats"]["o"] = own
    server.play(begun, "5", "1")
    server.resign(begun["id"], x)
    following = server.agree(begun, "rematch")["next"]
    assert server.move(following, "5", 0, own).status_code == 200
    stored = bytes_of(place)
    for token in (x, own, given, other["seats"]["o"]):
        assert token.encode() not in stored
        assert sha256(token.encode()).hexdigest().encode() in stored
    assert stored.count(sha256(own.encode()).hexdigest().encode()) >= 2, "its seat's, the rematch's"
