"""Zone Conquest: zones held, and which of them can be attacked or retaken."""

from quincunx.analysis import explainer
from quincunx.analysis.grammar import Clause, Ply
from quincunx.core.text import listed
from quincunx.games.zone_conquest.rules import Action, ZoneConquestPosition


class Explainer(explainer.Explainer):
    noun = "zone"

    def describe(self, position: ZoneConquestPosition, move: Action) -> list[Clause]:
        return [("attack" if move.attack else "occupy", f"zone {move.zone + 1}")]

    def list_effects(self, ply: Ply) -> list[Clause]:
        after, zone, more = ply.after, str(ply.move.zone + 1), ""
        exposed = [str(one.zone + 1) for one in after.legal_moves() if one.attack]
        if after.zones.count(ply.before.turn) == after.game.winning_count - 1:
            which = f"zone{'s'[: len(exposed) - 1]} {listed(exposed)}" if exposed else "none"
            only = "only " if len(exposed) == 1 else ""
            more = f", of which {self.name(after.turn)} can attack {only}{which}"
        elif ply.move.attack and zone not in exposed:
            more = f", and zone {zone} cannot be retaken at once"
        return [("hold", words + more) for _, words in self.count_clauses(ply)]
