"""OpenSpiel: the game ``python_uno``, with chance nodes, observers and resampling.

>>> import pyspiel
>>> import uno_env.open_spiel
>>> game = pyspiel.load_game("python_uno(deck=run,players=3,hand_size=5)")

Importing this registers the game.  Chance chooses the dealer and then every card as it leaves the draw pile: nobody
has ever seen the order of the pile, so choosing each card when it is lifted is the same as having shuffled.
"""

from __future__ import annotations

try:
    import pyspiel  # noqa: F401
except ImportError as error:  # pragma: no cover
    raise ImportError("uno_env.open_spiel needs OpenSpiel: pip install uno-env[open_spiel]") from error

from uno_env.open_spiel.game import GAME_NAME, UnoGame, UnoState, register
from uno_env.open_spiel.play_outs import EnginePlayOuts
from uno_env.open_spiel.resampling import Resampler

__all__ = ["GAME_NAME", "EnginePlayOuts", "Resampler", "UnoGame", "UnoState"]

register()
