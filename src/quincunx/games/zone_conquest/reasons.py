"""Zone Conquest: zones held, and which of them can be attacked or retaken."""

from quincunx.analysis.grammar import Deed, Step
from quincunx.analysis.telling import Telling
from quincunx.core.text import listed
from quincunx.games.zone_conquest.rules import Action, ZoneConquestPosition


class Book(Telling):
    noun = "zone"

    def deeds(self, position: ZoneConquestPosition, move: Action) -> list[Deed]:
        return [("attack" if move.attack else "occupy", f"zone {move.zone + 1}")]

    def points(self, step: Step) -> list[Deed]:
        after, zone, more = step.after, str(step.move.zone + 1), ""
        exposed = [str(one.zone + 1) for one in after.legal_moves() if one.attack]
        if after.zones.count(step.before.turn) == after.game.winning_count - 1:
            which = f"zone{'s'[: len(exposed) - 1]} {listed(exposed)}" if exposed else "none"
            only = "only " if len(exposed) == 1 else ""
            more = f", of which {self.name(after.turn)} can attack {only}{which}"
        elif step.move.attack and zone not in exposed:
            more = f", and zone {zone} cannot be retaken at once"
        return [("hold", words + more) for _, words in self.count(step)]
