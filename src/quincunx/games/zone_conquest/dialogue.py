"""Zone Conquest, as its rule book asks."""

from quincunx.core.text import listed, quote
from quincunx.games.zone_conquest.rules import Action
from quincunx.terminal.dialogue import Dialogue

OCCUPY, ATTACK = "1", "2"
VERBS = {OCCUPY: "occupy", ATTACK: "attack"}
CHOICES = {verb: choice for choice, verb in VERBS.items()}


class Questions(Dialogue):
    words = tuple(CHOICES)

    def turn(self) -> Action:
        self.say(f"{self.player}, it's your turn.", "Current Grid:", self.book.board())
        zones: dict[str, list[str]] = {OCCUPY: [], ATTACK: []}
        for possible in self.position.legal_moves():
            zones[ATTACK if possible.attack else OCCUPY].append(str(possible.zone + 1))
        moves = "\n".join(
            f"{choice} to {verb} zone {listed(zones[choice], 'or')}"
            for choice, verb in VERBS.items()
            if zones[choice]
        )
        menu = "Choose your action:\n1. Occupy a zone\n2. Attack an opponent's zone\n"
        takes = (
            "Type 1 to occupy an empty zone or 2 to attack a zone of your opponent; x4 attacks "
            "zone 4 at once, and so does attack 4, as occupy 4 occupies it."
        )
        while True:
            answer = self.ask(menu, takes, moves)
            choice = CHOICES.get(answer.lower(), answer)
            refusal = f"{quote(answer)} is no action: enter 1 to occupy or 2 to attack."
            move: Action | None = None
            if choice.isdecimal() and choice not in VERBS:
                self.say(refusal)
            elif choice not in VERBS:
                move = self.read(choice, refusal)
            elif zones[choice]:
                move = self._zone(choice, zones[choice])
            else:
                self.say(self._why_not(choice))
            if move is not None:
                return move

    def _zone(self, choice: str, zones: list[str]) -> Action:
        sign, verb = "x" if choice == ATTACK else "", VERBS[choice]
        takes = f"Type the number of the zone to {verb}: {listed(zones, 'or')}."
        while True:
            answer = self.ask(f"Enter the zone number you wish to {verb}: ", takes, " ".join(zones))
            number = answer.lower().removeprefix(sign)
            if not (number.isascii() and number.isdecimal()):
                last = self.position.game.cells
                self.refuse(answer, f"{quote(answer)} is no zone number: enter 1 to {last}.")
                continue
            move: Action | None = self.read(sign + number)
            if move is not None:
                return move

    def _why_not(self, choice: str) -> str:
        if choice == OCCUPY:
            return "No zone is empty: attack an opponent's zone."
        position, rival = self.position, self.position.turn.other
        refusals = [position.why_not(move) for move in position.game.all_moves() if move.attack]
        repeated = (one.sentence for one in refusals if one and one.rule == "repeated")
        none = f"No zone of {rival} touches one of yours: occupy an empty zone."
        return next(repeated, none)
