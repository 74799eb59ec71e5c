"""What a step does in every game: decide who has won, and sample the next actions."""

from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from quincunx.kernels.compiled import (
    DRAWN,
    HELD,
    ON,
    WON,
    Bytes,
    Flags,
    Ints,
    Seeds,
    Shorts,
    compiled,
    draw,
)


class Lanes(NamedTuple):
    """Games side by side: a row or an entry of each array is a lane."""

    states: Ints
    plies: Ints
    seeds: Seeds
    masks: Flags
    """Rows of a multiple of eight bytes."""
    words: Seeds
    """The same, eight actions at a time; none on a device, where lanes lie side by side."""
    counts: Shorts
    """How many actions are legal."""
    results: Bytes
    rewards: Bytes
    ended: Flags
    truncated: Flags
    fresh: Flags
    """Which lanes restart."""
    final: Shorts
    """The features of the last position of games that are finished."""


def new_lanes(count: int, words: int, actions: int, features: int) -> Lanes:
    """So many, all 0."""
    masks = np.zeros((count, -(-actions // 8) * 8), dtype=np.bool_)
    results, rewards = np.zeros((2, count), dtype=np.int8)
    ended, truncated, fresh = np.zeros((3, count), dtype=np.bool_)
    return Lanes(
        states=np.zeros((count, words), dtype=np.int64),
        plies=np.zeros(count, dtype=np.int64),
        seeds=np.zeros(count, dtype=np.uint64),
        masks=masks,
        words=masks.view(np.uint64),
        counts=np.zeros(count, dtype=np.int16),
        results=results,
        rewards=rewards,
        ended=ended,
        truncated=truncated,
        fresh=fresh,
        final=np.zeros((count, features), dtype=np.int16),
    )


def play_copies(rules: Any, facts: Any, states: Ints, rows: Ints, actions: Ints) -> Lanes:
    """Play each action in a copy of one of the states, and return the lanes after it."""
    lanes = new_lanes(len(rows), 0, 0, 0)._replace(states=states[rows])
    rules.play_lanes(facts, lanes, actions, 0, len(rows))
    return lanes


@compiled
def is_held(lanes: Lanes, actions: Ints, lane: int) -> bool:
    """Whether a lane stays as it is because its action is negative; its result then is HELD."""
    if actions[lane] < 0:
        lanes.results[lane] = HELD
        return True
    return False


@compiled
def settle(lanes: Lanes, truncate: int, low: int, high: int) -> None:
    """Count plies and decide who has won."""
    for lane in range(low, high):
        result = lanes.results[lane]
        decided = abs(result) == WON
        ended = decided or result == DRAWN
        lanes.plies[lane] += result != HELD
        truncated = result == ON and lanes.plies[lane] == truncate
        lanes.rewards[lane] = result if decided else 0
        lanes.ended[lane] = ended
        lanes.truncated[lane] = truncated
        lanes.fresh[lane] = ended or truncated
        if lanes.fresh[lane]:
            lanes.plies[lane] = 0


@compiled
def sample_lanes(lanes: Lanes, sampled: Ints, low: int, high: int) -> None:
    """Sample a legal action for each lane; none if `sampled` is empty. Masks are read eight actions
    at a time, a byte each, or one by one where there are no words."""
    if not len(sampled):
        return
    if not lanes.words.shape[1]:
        for lane in range(low, high):
            left = draw(lanes.seeds, lane, lanes.counts[lane])
            action = np.uint64(0)
            while left or not lanes.masks[lane, action]:
                left -= lanes.masks[lane, action]
                action += np.uint64(1)
            sampled[lane] = action
        return
    ones, highs = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
    for lane in range(low, high):
        wanted = np.uint64(draw(lanes.seeds, lane, lanes.counts[lane]))
        mask = lanes.words[lane]
        word = 0
        # Each byte of the product counts the legal actions up to its own.
        upto = mask[0] * ones
        while wanted >= upto >> np.uint64(56):
            wanted -= upto >> np.uint64(56)
            word += 1
            upto = mask[word] * ones
        # The bytes that count more than wanted are the chosen action's and those behind it.
        behind = ((upto | highs) - (wanted + np.uint64(1)) * ones) & highs
        sampled[lane] = 8 * (word + 1) - np.int64(
            ((behind >> np.uint64(7)) * ones) >> np.uint64(56)
        )


play_lanes: Any = None  # each kernel has its own
open_lanes: Any = None
feature_lanes: Any = None


def step_lanes(
    facts: Any, lanes: Lanes, actions: Ints, truncate: int, sampled: Ints, low: int, high: int
) -> None:
    """What a step of a batch needs, one after the other, in one call."""
    play_lanes(facts, lanes, actions, low, high)
    settle(lanes, truncate, low, high)
    feature_lanes(facts, lanes.states, lanes.fresh, lanes.final, low, high)
    open_lanes(facts, lanes, low, high)
    sample_lanes(lanes, sampled, low, high)


def new_step(kernel: dict[str, Any]) -> Any:
    """`step_lanes` of a kernel, compiled. Its code is passed off as the kernel's, since numba keeps
    what it compiles by file: a closure would be compiled again in every process."""
    code = step_lanes.__code__.replace(co_filename=kernel["__file__"])
    return compiled(FunctionType(code, globals() | kernel))
