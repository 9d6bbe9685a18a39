"""The OpenSpiel game and its states."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import Any

import pyspiel

from uno_env import observation, saving
from uno_env.actions import action_code, action_codes, card_codes
from uno_env.engine.cards import KINDS, POINTS
from uno_env.engine.layout import ACTIONS, MAX_PLAYERS
from uno_env.engine.state import Phase
from uno_env.game import Game, IllegalAction
from uno_env.open_spiel.moments import Lifting, Moment, Setting, after_dealing, carry_out, setting
from uno_env.open_spiel.observer import UnoObserver
from uno_env.open_spiel.resampling import SEEDS, resampled
from uno_env.rewards import POINTS_SCALE, SCHEMES
from uno_env.rules import MIN_PLAYERS, RuleSet

GAME_NAME = "python_uno"
#: Random play with four players takes a thousand as a rule, and seldom seven thousand.
MAX_PUBLIC_ACTIONS = 100_000
#: The longest history that the library can name.
LONGEST = 2**31 - 1
#: The rules that can be parameters of an OpenSpiel game: words, numbers, yes and no.
RULES = tuple(each.name for each in fields(RuleSet) if each.name != "icons")
PARAMETERS: dict[str, Any] = {name: getattr(RuleSet(), name) for name in RULES} | {
    "reward": "win_loss",
    "history": observation.DEFAULT_HISTORY,
    "max_public_actions": MAX_PUBLIC_ACTIONS,
}


def game_type(reward: str = "win_loss") -> pyspiel.GameType:
    """The type of the game, which depends on whether its reward sums to zero."""
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=GAME_NAME,
        long_name="UNO",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if reward == "points" else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MAX_PLAYERS,
        min_num_players=MIN_PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


def utility_bounds(rules: RuleSet, reward: str) -> tuple[float, float]:
    """The least and the most that a player can get."""
    in_deck = float(sum(int(POINTS[kind]) for kind in rules.card_kinds() if kind >= 0))
    if reward == "points":
        return 0.0, in_deck
    if reward == "points_scaled":
        return -in_deck / POINTS_SCALE, in_deck / POINTS_SCALE
    if reward == "placement":
        return -1.0, 1.0
    winners = 2 if rules.partners else 1
    return -winners / (rules.players - winners), 1.0


class UnoGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """A round of UNO.

    The parameters are those of :class:`uno_env.RuleSet` but for ``icons``; ``reward`` (see :mod:`uno_env.rewards`);
    ``history``, how many public actions the observation tensor shows; and ``max_public_actions``: after so many the
    round is broken off and nobody gets anything, because the rules alone set a round no limit.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = PARAMETERS | {name: _plain(value) for name, value in (params or {}).items()}
        rules = RuleSet.from_dict({name: given[name] for name in RULES})
        reward, self._history, most = given["reward"], given["history"], given["max_public_actions"]
        if reward not in SCHEMES:
            raise ValueError(f"reward={reward!r}: must be one of {', '.join(SCHEMES)}")
        self._cards = len(rules.card_kinds())
        limit = LONGEST // (self._cards + 1) // _decisions_for_each(rules) - 1
        if not 1 <= most <= limit:
            raise ValueError(
                f"max_public_actions={most}: at least one action must be possible, and at most {limit:,}, because "
                "OpenSpiel counts in 32 bits"
            )
        observation.length(self._history)
        self.rules = rules
        self._setting = setting(rules, reward, most)
        least, greatest = utility_bounds(rules, reward)
        longest = (most + 1) * _decisions_for_each(rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=max(KINDS, rules.players),
            num_players=rules.players,
            min_utility=least,
            max_utility=greatest,
            utility_sum=None if reward == "points" else 0.0,
            max_game_length=longest,
        )
        super().__init__(game_type(reward), info, params or {})

    def new_initial_state(self) -> UnoState:
        """Before the dealer is chosen."""
        return UnoState(self, self._setting)

    def max_chance_nodes_in_history(self) -> int:
        """No move lifts more cards than there are."""
        return int(self.max_game_length()) * self._cards

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> UnoObserver:
        """An observer of the kind asked for: see :class:`UnoObserver`."""
        if isinstance(iig_obs_type, dict):  # the library leaves the type out when it has none
            iig_obs_type, params = None, iig_obs_type
        if params:
            raise ValueError(f"observers take no parameters here, but got {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return UnoObserver(self._setting, kind, self._history)


class UnoState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A round in progress: the dealer is to be chosen, a card is to be lifted, somebody is to decide, or it is over."""

    def __init__(self, game: UnoGame, setting: Setting) -> None:
        super().__init__(game)
        self._setting = setting
        self._now: Moment | Lifting | None = None

    # -- what OpenSpiel asks for -------------------------------------------------------------------

    def current_player(self) -> int:
        """The seat to act, chance, or nobody."""
        if not isinstance(self._now, Moment):
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._setting.is_over(self._now) else self._now.actor

    def is_terminal(self) -> bool:
        """Is the round over?"""
        return isinstance(self._now, Moment) and self._setting.is_over(self._now)

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The dealer: any seat.  A card: its kind, as likely as there are such cards in the pile."""
        if self._now is None:
            players = self._setting.rules.players
            return [(seat, 1.0 / players) for seat in range(players)]
        if isinstance(self._now, Moment):
            raise ValueError("this is no chance node")
        possible = self._now.possible(self._setting)
        total = sum(possible)
        return [(kind, count / total) for kind, count in enumerate(possible) if count]

    def _apply_action(self, action: int) -> None:
        if isinstance(self._now, Moment):
            if self.is_terminal():
                raise IllegalAction("the round is over")
            if not self._now.is_legal(action):
                legal = ", ".join(self._code(each) for each in self._now.legal_actions())
                raise IllegalAction(f"action {action} is not legal; legal: {legal}")
            self._now = carry_out(self._setting, self._now, action)
            return
        if not self._is_possible(action):
            raise ValueError(f"outcome {action} is not possible here; possible: {self.chance_outcomes()}")
        after = self._setting.before_the_deal(action) if self._now is None else self._now.lift(self._setting, action)
        self._now = after_dealing(self._setting, after)

    def _is_possible(self, outcome: int) -> bool:
        if isinstance(self._now, Lifting):
            return 0 <= outcome < KINDS and self._now.possible(self._setting)[outcome] > 0
        return 0 <= outcome < self._setting.rules.players

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self._code(action)
        if self._now is None:
            return f"dealer {action}"
        return card_codes(self._colors)[action]

    def returns(self) -> list[float]:
        """What the players get; nothing while the round is on."""
        if not isinstance(self._now, Moment):
            return [0.0] * self._setting.rules.players
        return self._setting.returns(self._now)

    def __str__(self) -> str:
        """Everything, hidden cards included."""
        if self._now is None:
            return f"{self._setting.rules.describe()}: the dealer is to be chosen"
        if isinstance(self._now, Moment):
            return str(self.to_game())
        codes = card_codes(self._colors)
        lifted = " ".join(codes[kind] for kind in self._now.cards) or "nothing yet"
        if not self.is_dealt:
            dealt = [codes[kind] for each in list(self.moment.course())[::-1] for kind in each.cards]
            return f"{self._setting.rules.describe()}: dealing, {' '.join([*dealt, lifted])}"
        return f"{self.to_game()}\nafter {self._code(self._now.move)} lifted: {lifted}"

    def resample_from_infostate(self, player: int, sampler: Any) -> UnoState:
        """A world that the player, who must be the one to act, cannot tell from this one.

        ``sampler`` gives numbers from 0 to 1, as ``pyspiel.UniformProbabilitySampler``.
        """
        return self.resampled(player, int(float(sampler()) * SEEDS) % SEEDS)

    # -- what is ours ------------------------------------------------------------------------------

    @property
    def setting(self) -> Setting:
        """The rules and the reward."""
        return self._setting

    @property
    def moment(self) -> Moment:
        """The table as it is; at a chance node, as it was before the move for which a card is lifted."""
        if self._now is None:
            raise ValueError("nothing is on the table: the dealer has not been chosen yet")
        return self._now if isinstance(self._now, Moment) else self._now.before

    @property
    def is_dealt(self) -> bool:
        """Has everybody got a hand, and is there a start card?"""
        return self._now is not None and self.moment.phase != Phase.RESOLVING

    def resampled(self, player: int, seed: int) -> UnoState:
        """The world of this seed, for the player to act.  Its OpenSpiel history begins here."""
        if player != self.current_player() or player < 0:
            raise ValueError(
                f"player {player} is not to act: only the player who is, {self.current_player()}, knows what is asked, "
                "so worlds can be sampled for that player alone"
            )
        state: UnoState = self.get_game().new_initial_state()
        state._now = resampled(self._setting, self.moment, seed)
        return state

    def record(self) -> dict[str, Any]:
        """The round so far, as :meth:`uno_env.Game.record` has it, for :meth:`uno_env.Game.replay`."""
        course = list(self.moment.course())[::-1]
        if course[0].phase != Phase.RESOLVING:
            raise ValueError("a resampled world was never dealt: it has no record to replay")
        return self._course()

    def to_game(self) -> Game:
        """The table as a :class:`uno_env.Game`; cards in the draw pile are in no particular order."""
        details = self._course() | {"seed": 0, "script": []}
        return Game.from_bytes(saving.pack(self.moment.table, details))

    def _course(self) -> dict[str, Any]:
        moments = list(self.moment.course())[::-1]
        dealt = moments[0].phase == Phase.RESOLVING
        piles: list[list[int]] = [[]]
        for moment in moments[1:]:
            piles[-1] += moment.cards[: moment.from_old_pile]
            if moment.start_card_went_back:  # what lay under it: any order will do
                assert moment.before is not None
                rest = Counter(self._setting.pile(moment.before.table)) - Counter(moment.cards)
                piles[-1] += rest.elements()
            if moment.shuffled:
                piles.append(list(moment.cards[moment.from_old_pile :]))
        piles[-1] += self._setting.pile(self.moment.table)[::-1]
        codes, actions = card_codes(self._colors), action_codes(self._colors)
        deck, *shuffles = [[codes[kind] for kind in pile] for pile in piles]
        return {
            "rules": self._setting.rules.to_dict(),
            "dealer": int(self.moment.table["dealer"][0]),
            "deck": deck if dealt else [],
            "shuffles": shuffles,
            "actions": [actions[moment.move] for moment in moments[1:] if moment.move >= 0],
        }

    @property
    def _colors(self) -> str:
        return self._setting.rules.deck_declaration.color_letters

    def _code(self, action: int) -> str:
        return action_code(action, self._colors)


def _decisions_for_each(rules: RuleSet) -> int:
    """A public action is followed by at most one hidden decision of every player to jump in, and one to answer."""
    return rules.players + 2


def _plain(value: Any) -> Any:
    """The value of a parameter, which the library may hand over in a box of its own."""
    return value.value() if hasattr(value, "value") and callable(value.value) else value


def register() -> None:
    """Make the game known to ``pyspiel.load_game``; doing so again changes nothing."""
    if GAME_NAME not in pyspiel.registered_names():
        pyspiel.register_game(game_type(), UnoGame)
