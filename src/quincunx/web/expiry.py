"""Deletes the games in which nothing has happened for long, and is careful with a wrong clock."""

import asyncio
import logging
from datetime import UTC, datetime, timedelta

from quincunx.web.database import UnansweredError
from quincunx.web.game_cache import GameCache
from quincunx.web.store import Store

DAYS = 30
HOUR = 3600.0

log = logging.getLogger("quincunx.web")


class Expiry:
    def __init__(self, days: int = DAYS, everything: bool = False) -> None:
        self.days, self.everything = days, everything

    async def sweep(self, store: Store, cache: GameCache) -> None:
        """For as long as the server runs."""
        while True:
            try:
                await self.expire(store, cache)
            except UnansweredError as error:
                log.warning("nothing expired: %s", error.reason)
            await asyncio.sleep(HOUR)

    async def expire(self, store: Store, cache: GameCache) -> None:
        """Once. If there is more than one such game, and they are more than a tenth of all, the
        clock is more likely to be wrong than so many players to be gone."""
        before = datetime.now(UTC) - timedelta(days=self.days)
        idle, of = await store.idle(before)
        if idle > max(1, of // 10) and not self.everything:
            log.warning(
                "nothing expired: nothing has happened for %d days in %d of %d games, more than a "
                "tenth; if the clock is right, quincunx serve --expire-all deletes them",
                self.days,
                idle,
                of,
            )
            return
        expired = 0
        while gone := await store.expire(before):
            expired += len(gone)
            for game in gone:
                cache.forget(game)
        log.info("expired", extra={"games": expired})
