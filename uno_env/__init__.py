"""UNO for reinforcement learning: five decks, three house rules, one batch engine.

Start with :class:`Game` for one game, :mod:`uno_env.batch` for thousands.
"""

from uno_env.game import Game, IllegalAction
from uno_env.recording import RecordError
from uno_env.rules import RuleSet, RulesError

from uno_env.version import __version__

__all__ = ["Game", "IllegalAction", "RecordError", "RuleSet", "RulesError", "__version__"]
