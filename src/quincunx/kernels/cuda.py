"""Batches on a GPU: the same kernels, compiled for CUDA by numba-cuda (extra `cuda`).

A thread plays a lane. Arrays lie on the device with lanes side by side, so that neighbouring
threads touch neighbouring bytes: the kernels read the same, strides differ. Torch, CuPy and JAX
take what comes out without a copy (`__cuda_array_interface__`). What is known of a game and size
is part of the compiled program.

Programs are given addresses, from which they make their arrays: passing the arrays themselves
would take longer than a step. Nobody waits for a step: if an action was not legal, nothing is
played in its lane, and the next call says so.
"""

import ctypes
from collections.abc import Callable
from functools import cache, partial
from typing import Any
from warnings import catch_warnings

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 asks for it, NumPy 2.5 no longer has it
    np.row_stack = np.vstack

# First, to be missed by its name: numba alone has a cuda of its own, an older one.
import numba_cuda  # type: ignore[import-untyped]  # noqa: F401
from numba import cuda as numbas
from numba.cuda import types as numba_types
from numba.cuda.np.numpy_support import carray  # type: ignore[import-not-found]

from quincunx.core import AnyGame, GameError, IllegalMoveError, QuincunxError
from quincunx.kernels import kernel
from quincunx.kernels.batch import MAX_STEPS, Batch, BatchStep, whole
from quincunx.kernels.compiled import Bytes, Flags, Ints, settings
from quincunx.kernels.lanes import Lanes, new_lanes, sample_lanes

cuda: Any = numbas
types: Any = numba_types
NUMBER = types.int64
BYTES, FLAGS, SHORTS, INTS, SEEDS = (
    types.CPointer(kind)
    for kind in (types.int8, types.boolean, types.int16, types.int64, types.uint64)
)
LANES = types.Tuple((INTS, INTS, SEEDS, FLAGS, SHORTS, BYTES, BYTES, FLAGS, FLAGS, FLAGS, SHORTS))
"""The addresses of what `Lanes` holds, in its order, less the words."""
HOLDING, DRAWING, CHECKING = 1, 2, 4
"""How a step is played: some lanes are held, actions are sampled after it or checked before."""
FEW_THREADS, MANY_THREADS = 32, 128
"""Threads of a block: few where there are few lanes, so that every processor gets some."""


@cache
def program(game: AnyGame, count: int, truncate: int, name: str) -> Any:
    """What a batch of this game and size asks of its device, compiled."""
    rules: Any = kernel(type(game))
    facts = rules.facts(game)
    open_lanes, feature_lanes, step_lanes = rules.open_lanes, rules.feature_lanes, rules.step_lanes
    start = game.start(seed=0)
    words, width, actions = len(rules.pack(start)), len(start.features()), game.action_count
    padded = new_lanes(1, 0, actions, 0).masks.shape[1]

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def lanes_at(at: Any) -> Lanes:
        return Lanes(
            carray(at[0], (words, count)).T,
            carray(at[1], (count,)),
            carray(at[2], (count,)),
            carray(at[3], (padded, count)).T,
            carray(at[2], (0, count)).T,
            carray(at[4], (count,)),
            carray(at[5], (count,)),
            carray(at[6], (count,)),
            carray(at[7], (count,)),
            carray(at[8], (count,)),
            carray(at[9], (count,)),
            carray(at[10], (width, count)).T,
        )

    def begin(at: Any) -> None:
        lane = cuda.grid(1)
        if lane < count:
            open_lanes(facts, lanes_at(at), lane, lane + 1)

    def draw(at: Any, sampled: Any) -> None:
        lane = cuda.grid(1)
        if lane < count:
            sample_lanes(lanes_at(at), carray(sampled, (count,)), lane, lane + 1)

    def turn(at: Any, turns: Any) -> None:
        lane = cuda.grid(1)
        if lane < count:
            turns[lane] = at[1][lane] & 1

    def see(at: Any, wanted: Any, features: Any) -> None:
        lane = cuda.grid(1)
        if lane < count:
            states, every = lanes_at(at).states, carray(wanted, (count,))
            seen = carray(features, (width, count)).T
            feature_lanes(facts, states, every, seen, lane, lane + 1)

    def play(
        at: Any,
        given: Any,
        hold: Any,
        played: Any,
        sampled: Any,
        refused: Any,
        how: int,
        steps: int,
    ) -> None:
        lane = cuda.grid(1)
        if lane < count:
            lanes = lanes_at(at)
            if how & CHECKING:
                # Addresses are written to as they are: an array made here would be taken for the
                # program's own, and what is written into it for nothing that anybody needs.
                action = given[lane]
                if how & HOLDING and hold[lane] != 0:
                    action = -1
                elif not (0 <= action < actions and lanes.masks[lane, action]):
                    action = -1
                    refused[0] = lane + 1
                played[lane] = action
            chosen = carray(played, (count,))
            drawn = carray(sampled, (count if how & DRAWING else 0,))
            for _ in range(steps):
                step_lanes(facts, lanes, chosen, truncate, drawn, lane, lane + 1)

    given: dict[Callable[..., None], tuple[Any, ...]] = {
        begin: (),
        draw: (INTS,),
        turn: (BYTES,),
        see: (FLAGS, SHORTS),
        play: (INTS, BYTES, INTS, INTS, INTS, NUMBER, NUMBER),
    }
    [function] = [one for one in given if one.__name__ == name]
    return cuda.jit(types.void(LANES, *given[function]))(function)


class DeviceBatch(Batch):
    """As a batch; its arrays lie on the device."""

    device = "cuda"

    def __init__(self, *asked: Any) -> None:
        try:
            cuda.current_context()
        except Exception as error:  # of whatever kind: no driver, no device, no compiler
            lines = [line.strip(" .") for line in str(error).splitlines()]
            reason = next(
                (line for line in lines if line and line[-1] != ":"), type(error).__name__
            )
            raise QuincunxError(
                f'No CUDA device can be used here ({reason}): use device="cpu".'
            ) from error
        self._refused = cuda.mapped_array(1, np.int64)
        """The last lane whose action was not legal, from 1 on."""
        self._refused[0] = 0
        self._addresses = {id(self._refused): _address(self._refused)}
        """Of the batch's own arrays, which stay where they are."""
        self._programs: dict[str, Any] = {}
        super().__init__(*asked)
        self._every = self._made(self._all)
        self._held = self._made(self._none)
        self._turns: Bytes = self._made(np.zeros(self.lanes, dtype=np.int8))

    @property
    def turns(self) -> Bytes:
        self._launch("turn", self._turns)
        return self._turns

    def play(self, steps: int) -> BatchStep:
        """All steps but the last in one launch."""
        if (steps := whole("steps", steps, 1, MAX_STEPS)) < 2:
            return super().play(steps)
        sampled = self.sample()
        self._play(sampled, sampled, steps - 1)
        self._sampling = False
        return super().play(1)

    def wait(self) -> None:
        """Wait until everything that was asked for is done."""
        cuda.synchronize()
        self._check()

    def _check(self) -> None:
        lane = int(self._refused[0]) - 1
        if lane >= 0:
            cuda.synchronize()  # other lanes may be about to say the same
            self._refused[0] = 0
            raise IllegalMoveError(
                f"An action was not legal in lane {lane}, where nothing was played: "
                "choose one of its mask."
            )

    def _flags(self, given: Any) -> Flags:
        there = hasattr(given, "__cuda_array_interface__")
        return super()._flags(cuda.as_cuda_array(given).copy_to_host() if there else given)

    def _taken(self, actions: Any, held: Any) -> Any:
        """Checked on the device, when they are played."""
        given = self._there(actions, self._actions, "whole numbers of 64 bits, an action")
        hold = None if held is None else self._there(held, self._held, "flags, one")
        return given, hold

    def _there(self, given: Any, own: Any, wanted: str) -> Any:
        """What is given, if it lies on the device; or else in an own array there."""
        if not (hasattr(given, "__cuda_array_interface__") or hasattr(given, "__cuda_ndarray__")):
            values = np.asarray(given)
            same = np.can_cast(values.dtype, own.dtype)
            if same and values.shape == own.shape:
                self._write(own, values.astype(own.dtype))
                return own
        elif _interface(given)["shape"] == own.shape:
            interface = _interface(given)
            if interface["typestr"] == own.dtype.str and not interface.get("strides"):
                return given
        raise GameError(f"A step needs {self.lanes} {wanted} for each lane, side by side.")

    def _placed(self, lanes: Lanes) -> Lanes:
        there: Any = (one if one is lanes.words else self._made(one) for one in lanes)
        return Lanes(*there)

    def _made(self, array: Any) -> Any:
        made = cuda.to_device(np.asfortranarray(array))
        self._addresses[id(made)] = _address(made)
        return made

    def _guarded(self, array: Ints) -> Ints:
        return array

    def _read(self, array: Any) -> Any:
        return np.ascontiguousarray(array.copy_to_host())

    def _write(self, array: Any, values: Any) -> None:
        array.copy_to_device(np.asfortranarray(values))

    def _open(self) -> None:
        self._launch("begin")

    def _draw(self, sampled: Ints) -> None:
        self._launch("draw", sampled)

    def _play(self, actions: Any, sampled: Ints | None, steps: int = 1) -> None:
        how = 0 if sampled is None else DRAWING
        given, hold, played = actions, None, actions
        if isinstance(actions, tuple):
            given, hold = actions
            played = self._actions
            how |= CHECKING if hold is None else CHECKING | HOLDING
        drawn = self._actions if sampled is None else sampled
        held = self._held if hold is None else hold
        self._launch("play", given, held, played, drawn, self._refused, how, steps)

    def _see(self) -> None:
        self._launch("see", self._every, self._features)

    def _launch(self, name: str, *given: Any) -> None:
        self._check()
        if name not in self._programs:
            threads = MANY_THREADS if self.lanes > 1 << 15 else FEW_THREADS
            made = program(self.game, self.lanes, self.truncate or 0, name)
            with catch_warnings(action="ignore"):  # that there are few lanes
                launcher = made[-(-self.lanes // threads), threads]
            at = tuple(map(_address, self._lanes[:4] + self._lanes[5:]))
            self._programs[name] = partial(launcher, at)
        own = self._addresses
        self._programs[name](
            *(one if type(one) is int else own.get(id(one)) or _address(one) for one in given)
        )


def _interface(array: Any) -> dict[str, Any]:
    found: dict[str, Any] = getattr(array, "__cuda_array_interface__", None) or (
        array.__array_interface__
    )
    return found


def _address(array: Any) -> Any:
    address = _interface(array)["data"][0]
    if settings.ENABLE_CUDASIM:
        kind = np.ctypeslib.as_ctypes_type(array.dtype)
        return ctypes.cast(address, ctypes.POINTER(kind))
    return address
