"""The five games a second time: slow, and straight from the rule books, to check the library by.

A state is the text of the position. Cells are (row, column) pairs counted from 1, as in the books;
a grid maps each cell to its text in the position ("-", "X", "X5", "5", "5O").
"""

import re

Cell = tuple[int, int]
Grid = dict[Cell, str]


def read(game: str, text: str) -> tuple[Grid, str, list[str]]:
    """The grid, the player to move, and the fields after it."""
    rows, player, *rest = text.split(" ")
    grid: Grid = {}
    for row, line in enumerate(rows.split("/"), start=1):
        contents = line.split(",") if game == "grid-clash" else re.findall("-|[XO][1-9]?", line)
        for column, content in enumerate(contents, start=1):
            grid[row, column] = content
    return grid, player, rest


def write(game: str, grid: Grid, player: str, *rest: str) -> str:
    between = "," if game == "grid-clash" else ""
    columns = width(grid)
    lines = []
    for row in range(1, len(grid) // columns + 1):
        lines.append(between.join([grid[row, column] for column in range(1, columns + 1)]))
    return " ".join(["/".join(lines), player, *rest])


def width(grid: Grid) -> int:
    return max(column for _, column in grid)


def other(player: str) -> str:
    return "O" if player == "X" else "X"


def number_of(grid: Grid, cell: Cell) -> int:
    """The number of a cell where the book numbers the cells 1, 2, 3 from the top left."""
    return (cell[0] - 1) * width(grid) + cell[1]


def touches_straight(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def touches(a: Cell, b: Cell) -> bool:
    return a != b and abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1


def count(grid: Grid, mark: str) -> int:
    return sum(mark in content for content in grid.values())


def more(x: int, o: int) -> str | None:
    if x == o:
        return None
    return "X" if x > o else "O"


def swap_nine_moves(text: str) -> dict[str, str]:
    # "Turns": place in any empty cell, then perhaps take one opponent's marker that is
    # above, below, left or right of it. "Swapping Markers": it becomes the player's own.
    grid, player, _ = read("swap-nine", text)
    moves = {}
    for place in sorted(grid):
        if grid[place] != "-":
            continue
        placed = grid | {place: player}
        name = str(number_of(grid, place))
        moves[name] = write("swap-nine", placed, other(player))
        for taken in sorted(grid):
            if touches_straight(place, taken) and grid[taken] == other(player):
                after = placed | {taken: player}
                moves[f"{name}x{number_of(grid, taken)}"] = write("swap-nine", after, other(player))
    return moves


def swap_nine_winner(text: str) -> str | None:
    # "End of Game Conditions": all cells filled; more markers; if equal, the player who did not
    # take the last turn, who is the one to move.
    grid, player, _ = read("swap-nine", text)
    if "-" in grid.values():
        return None
    return more(count(grid, "X"), count(grid, "O")) or player


def numeral_nexus_name(cell: Cell) -> str:
    # "Setup" 1: rows are letters, columns are numbers.
    return "ABCDE"[cell[0] - 1] + str(cell[1])


def numeral_nexus_moves(text: str) -> dict[str, str]:
    grid, player, [swaps] = read("numeral-nexus", text)
    moves = {}
    # "Placing Numbers": any number of which the pool (three of each) has one left, any empty cell.
    for number in "123456789":
        if count(grid, number) == 3:
            continue
        for cell in sorted(grid):
            if grid[cell] == "-":
                after = grid | {cell: player + number}
                name = f"{number}@{numeral_nexus_name(cell)}"
                moves[name] = write("numeral-nexus", after, other(player), swaps)
    # "Swap Mechanic": once per game and player, any two numbers; the owners move with them.
    if player in swaps:
        left = swaps.replace(player, "") or "-"
        for a in sorted(grid):
            for b in sorted(grid):
                if a < b and grid[a] != "-" and grid[b] != "-":
                    after = grid | {a: grid[b], b: grid[a]}
                    name = f"{numeral_nexus_name(a)}~{numeral_nexus_name(b)}"
                    moves[name] = write("numeral-nexus", after, other(player), left)
    return moves


def has_sequence(grid: Grid, player: str) -> bool:
    # "Winning Condition": three own numbers in a straight line, strictly rising or falling.
    # Every line is met from both its ends, so rising is enough.
    for row, column in grid:
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                line = [(row + step * down, column + step * right) for step in range(3)]
                if all(cell in grid and grid[cell][0] == player for cell in line):
                    first, second, third = (int(grid[cell][1]) for cell in line)
                    if first < second < third:
                        return True
    return False


def potential_sequences(grid: Grid, player: str) -> int:
    # "Scoring", as ruled: pairs of neighbours of one owner with different numbers.
    pairs = 0
    for a in grid:
        for b in grid:
            if a < b and touches(a, b) and grid[a][0] == grid[b][0] == player:
                pairs += grid[a][1] != grid[b][1]
    return pairs


def numeral_nexus_winner(text: str) -> str | None:
    # "Game End Conditions"; as ruled, the line of the player who just moved comes first.
    grid, player, _ = read("numeral-nexus", text)
    for owner in (other(player), player):
        if has_sequence(grid, owner):
            return owner
    if "-" in grid.values():
        return None
    pairs = more(potential_sequences(grid, "X"), potential_sequences(grid, "O"))
    return pairs or more(count(grid, "X"), count(grid, "O")) or "draw"


def grid_clash_number(content: str) -> int:
    return int(content.strip("XO"))


def grid_clash_moves(text: str) -> dict[str, str]:
    # "Claiming Cells": any unclaimed cell. "Capturing Opponent's Cells": all eight neighbours of
    # the opponent with a smaller number; "Restrictions": no chains.
    grid, player, _ = read("grid-clash", text)
    moves = {}
    for claimed in sorted(grid):
        if not grid[claimed].isdigit():
            continue
        after = grid | {claimed: grid[claimed] + player}
        for cell in grid:
            greater = grid_clash_number(grid[claimed]) > grid_clash_number(grid[cell])
            if touches(claimed, cell) and other(player) in grid[cell] and greater:
                after[cell] = grid[cell].replace(other(player), player)
        moves[f"{claimed[0]},{claimed[1]}"] = write("grid-clash", after, other(player))
    return moves


def grid_clash_winner(text: str) -> str | None:
    # "Scoring": most cells, then the highest sum, then the holder of the highest number.
    grid, _, _ = read("grid-clash", text)
    if any(content.isdigit() for content in grid.values()):
        return None
    x = [grid_clash_number(content) for content in grid.values() if "X" in content]
    o = [grid_clash_number(content) for content in grid.values() if "O" in content]
    return more(len(x), len(o)) or more(sum(x), sum(o)) or more(max(x), max(o))


def zone_conquest_moves(text: str) -> dict[str, str]:
    grid, player, [x_attack, o_attack] = read("zone-conquest", text)
    moves = {}
    # "Occupying Zones": any empty zone. The player's last turn is then no attack.
    for zone in sorted(grid):
        if grid[zone] == "-":
            attacks = ["-", o_attack] if player == "X" else [x_attack, "-"]
            after = grid | {zone: player}
            name = str(number_of(grid, zone))
            moves[name] = write("zone-conquest", after, other(player), *attacks)
    # "Attacking Zones": the opponent's zone beside an own one, not attacked on the previous turn.
    forbidden = x_attack if player == "X" else o_attack
    for zone in sorted(grid):
        name = str(number_of(grid, zone))
        beside_own = any(touches_straight(zone, own) for own in grid if grid[own] == player)
        if grid[zone] == other(player) and beside_own and name != forbidden:
            attacks = [name, o_attack] if player == "X" else [x_attack, name]
            after = grid | {zone: player}
            moves[f"x{name}"] = write("zone-conquest", after, other(player), *attacks)
    return moves


def zone_conquest_winner(text: str) -> str | None:
    # "Winning the Game": at once, with five of nine, that is more than half.
    grid, _, _ = read("zone-conquest", text)
    for player in "XO":
        if 2 * count(grid, player) > len(grid):
            return player
    return None


def crossed_paths_name(cell: Cell) -> str:
    # "Game Components": column letter, row number.
    return chr(ord("A") + cell[1] - 1) + str(cell[0])


def crossed_paths_cell(name: str) -> Cell:
    return int(name[1:]), ord(name[0]) - ord("A") + 1


def in_line(a: Cell, b: Cell) -> bool:
    return a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])


def crossed_paths_moves(text: str) -> dict[str, str]:
    # "First Move": any cell. "Subsequent Moves": an empty cell of the row, the column or a
    # diagonal of the last cell, whatever stands between.
    grid, player, [last] = read("crossed-paths", text)
    moves = {}
    for cell in sorted(grid):
        if grid[cell] == "-" and (last == "-" or in_line(cell, crossed_paths_cell(last))):
            name = crossed_paths_name(cell)
            moves[name] = write("crossed-paths", grid | {cell: player}, other(player), name)
    return moves


def crossed_paths_winner(text: str) -> str | None:
    # "Inability to Move": the player to move loses.
    player = text.split(" ")[1]
    return None if crossed_paths_moves(text) else other(player)


RULES = {
    "swap-nine": (swap_nine_moves, swap_nine_winner),
    "numeral-nexus": (numeral_nexus_moves, numeral_nexus_winner),
    "grid-clash": (grid_clash_moves, grid_clash_winner),
    "zone-conquest": (zone_conquest_moves, zone_conquest_winner),
    "crossed-paths": (crossed_paths_moves, crossed_paths_winner),
}


def winner(game: str, text: str) -> str | None:
    """ "X", "O", "draw", or None while the game goes on."""
    return RULES[game][1](text)


def children(game: str, text: str) -> dict[str, str]:
    """Every legal move, in order of action number, and the position after it."""
    return {} if winner(game, text) else RULES[game][0](text)


def start(
    game: str, rows: int, columns: int, first: str = "X", numbers: list[int] | None = None
) -> str:
    cells = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    rest = {"numeral-nexus": ["XO"], "zone-conquest": ["-", "-"], "crossed-paths": ["-"]}
    grid = dict.fromkeys(cells, "-")
    if game == "grid-clash":
        for cell, number in zip(cells, numbers or range(1, len(cells) + 1), strict=True):
            grid[cell] = str(number)
    return write(game, grid, first, *rest.get(game, []))


def positions_by_depth(game: str, text: str, depth: int) -> list[int]:
    """How many different positions can stand after 0, 1, ... depth moves."""
    return [len(level) for level in levels(game, text, depth)]


def sequences_by_depth(game: str, text: str, depth: int) -> list[int]:
    """How many sequences of 0, 1, ... depth moves there are."""
    return [sum(level.values()) for level in levels(game, text, depth)]


def levels(game: str, text: str, depth: int) -> list[dict[str, int]]:
    """The positions at each ply, and in how many ways each is reached."""
    found = [{text: 1}]
    for _ in range(depth):
        following: dict[str, int] = {}
        for position, ways in found[-1].items():
            for child in children(game, position).values():
                following[child] = following.get(child, 0) + ways
        found.append(following)
    return found
