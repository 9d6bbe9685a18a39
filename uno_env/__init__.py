"""UNO for reinforcement learning: five decks, three house rules, one batch engine.

Start with :class:`Game` for one game, :class:`Batch` for thousands.
"""

from uno_env import registration as _registration  # noqa: F401  (gymnasium.make finds "uno_env:Uno-v0")
from uno_env.batch import Batch
from uno_env.game import Game, IllegalAction
from uno_env.recording import RecordError
from uno_env.rules import RulesError, RuleSet
from uno_env.saving import CorruptState
from uno_env.version import __version__

__all__ = ["Batch", "CorruptState", "Game", "IllegalAction", "RecordError", "RuleSet", "RulesError", "__version__"]
