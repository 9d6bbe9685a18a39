"""Ask the memory for the games that come next while working on this one.

A batch of 16,384 games is larger than a core's own caches; without this a decision there takes two and a
half times as long as in a batch of a thousand.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic

from uno_env.engine.jit import JIT_ENABLED, rule
from uno_env.engine.state import GAME, Games

LINE = 64
GAMES_AHEAD = 3
BYTES = GAME.itemsize

if JIT_ENABLED:

    @intrinsic
    def _prefetch(typing_context: Any, address: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            from llvmlite import ir

            pointer_type = ir.IntType(8).as_pointer()
            number = ir.IntType(32)
            hint = builder.module.declare_intrinsic(
                "llvm.prefetch", [pointer_type], ir.FunctionType(ir.VoidType(), [pointer_type, number, number, number])
            )
            pointer = builder.inttoptr(arguments[0], pointer_type)
            builder.call(hint, [pointer, number(1), number(3), number(1)])  # for writing, keep, data
            return context.get_dummy_value()

        return types.void(types.intp), emit

    @rule
    def expect_game(games: Games, index: int) -> None:
        """The game some places after ``index`` will be needed soon."""
        ahead = index + GAMES_AHEAD
        if ahead < len(games):
            address = games.ctypes.data + ahead * BYTES
            for offset in range(0, BYTES, LINE):
                _prefetch(address + offset)  # type: ignore[call-arg]

else:

    def expect_game(games: Games, index: int) -> None:
        """Plain Python has nothing to gain."""
