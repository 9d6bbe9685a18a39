"""Agents of this project as agents of RLCard: ``env.set_agents([UnoAgentForRLCard("expert"), ...])``.

RLCard's state is laid out as a table of this project (two players, the classic deck, UNO said by itself), which the
project's own encoder then shows to the agent.  Needs no RLCard: it is called by it.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np

from agents.adapters.rlcard_cards import (
    ACTION_HERE,
    ACTION_THERE,
    COLOR_HERE,
    DRAW,
    RLCARD_ACTION_IDS,
    RLCARD_ACTIONS,
    kind_here,
)
from agents.adapters.rlcard_record import Event, events_told
from uno_env import observation
from uno_env.engine.cards import COLOURED_KINDS, FACES, KINDS, SYMBOL, Symbol
from uno_env.engine.hands import MOST_MISSED
from uno_env.engine.layout import ACTION_KIND, ACTIONS, Act
from uno_env.engine.state import HISTORY, Games, Phase, Place, Step, new_games
from uno_env.game import checked_seed
from uno_env.policies import Policy, PolicySpec, chosen_actions, find_policy, reset_policy
from uno_env.round.kernels import write_masks
from uno_env.rules import RuleSet
from uno_env.worlds import Worlds, draw_worlds

PLAYERS = 2
RULES = RuleSet(deck="classic", players=PLAYERS, uno_call="auto")
WANTED = ("hand", "target", "played_cards", "legal_actions", "num_cards", "num_players", "current_player")
#: How an agent says that it would rather not play.
DECLINES = (Act.DRAW, Act.PASS)
_RULE_ROWS = RULES.to_row()
_WORD = 64
_FIRST = np.zeros(1, np.int64)


class UnoAgentForRLCard:
    """An agent of this project that RLCard's UNO can seat; ``agent`` is anything :func:`find_policy` takes.

    It answers with RLCard's numbers of actions (``use_raw`` is False), the same in training and in evaluation.  RLCard
    makes everybody play who can: where the agent would draw, ``greedy`` chooses instead.
    """

    use_raw = False

    def __init__(self, agent: PolicySpec = "expert", seed: int | None = None) -> None:
        self.policy: Policy = find_policy(agent)
        self._forced: Policy = find_policy("greedy")
        self.reset(secrets.randbits(63) if seed is None else seed)

    def reset(self, seed: int) -> None:
        """Begin the random numbers anew."""
        self._random = np.random.default_rng(checked_seed(seed))
        for policy in (self.policy, self._forced):
            reset_policy(policy, seed)

    def step(self, state: Mapping[str, Any]) -> int:
        """The number of the action to take."""
        table = laid_out(state)
        # Whatever the state does not tell is drawn at random, so that nobody can read anything into it.
        worlds = draw_worlds(table, _RULE_ROWS, _FIRST, int(self._random.integers(1 << 63)))
        rows = np.zeros((1, observation.length()), observation.DTYPE)
        contexts = np.zeros((1, observation.CONTEXT), np.int32)
        masks = np.zeros((1, ACTIONS), np.int8)
        observation.observe(worlds.games, _RULE_ROWS, worlds.games["actor"], contexts, rows)
        write_masks(worlds.games, masks)

        def drawn() -> Worlds:
            return worlds

        chosen = int(chosen_actions(self.policy, rows, masks, drawn)[0])
        if chosen in DECLINES and not masks[0, chosen]:
            # It would rather draw and keep its card; in RLCard whoever can play must.
            chosen = int(chosen_actions(self._forced, rows, masks)[0])
        if not 0 <= chosen < ACTIONS or not masks[0, chosen]:
            legal = ", ".join(RLCARD_ACTIONS[each] for each in state["legal_actions"])
            raise ValueError(f"{self.policy!r} chose action {chosen}, which RLCard does not allow; legal: {legal}")
        return int(ACTION_THERE[chosen])

    def eval_step(self, state: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """The number of the action to take, and nothing else to say."""
        return self.step(state), {}

    def __repr__(self) -> str:
        return f"UnoAgentForRLCard({self.policy!r})"


def laid_out(state: Mapping[str, Any]) -> Games:
    """The table of one of RLCard's states, as far as the state tells: other hands and the draw pile are blank."""
    seen = _checked(state)
    games = new_games(1)
    game = games.view(np.recarray)[0]
    observer = int(seen["current_player"])
    hand, played = [kind_here(card) for card in seen["hand"]], [kind_here(card) for card in seen["played_cards"]]
    game.actor = game.turn = observer
    game.phase, game.step, game.direction = Phase.TURN, Step.NEXT_TURN, 1
    game.dealer = PLAYERS - 1  # there is none: RLCard's player 0 begins
    game.laid[:] = game.drawn = game.winner = -1
    game.hand_size[:PLAYERS] = seen["num_cards"]
    _put_cards(game, observer, hand, played)
    game.top = kind_here(seen["target"])
    game.color = game.color_before = _color_in_play(seen, int(game.top))
    game.player = PLAYERS - 1 - observer
    for event in events_told(state.get("action_record", ()), seen["played_cards"]):
        _remember(game, event)
    for action in state["legal_actions"]:
        word, bit = divmod(int(ACTION_HERE[int(action)]), _WORD)
        game.legal[word] |= np.uint64(1) << np.uint64(bit)
    return games


def _checked(state: Mapping[str, Any]) -> Mapping[str, Any]:
    seen = state.get("raw_obs")
    if not isinstance(seen, Mapping) or any(name not in seen for name in WANTED):
        raise ValueError("this is no state of RLCard's UNO: make the environment with rlcard.make('uno')")
    if seen["num_players"] != PLAYERS:
        raise ValueError(
            f"a state of RLCard's UNO with {seen['num_players']} players: it does not tell which way play goes round, "
            "so only tables of two can be played"
        )
    return seen


def _put_cards(game: Any, observer: int, hand: list[int], played: list[int]) -> None:
    """Every card where it is: in the own hand, on the discard pile, or somewhere else.

    RLCard shuffles the whole pile back, top card and all, so the discard pile can be empty while a card lies on it.
    """
    left: dict[int, list[int]] = {kind: [] for kind in range(-1, KINDS)}
    for card, kind in enumerate(_RULE_ROWS["card_kind"][0]):
        left[int(kind)].append(card)
    game.place[:] = Place.DRAW_PILE
    game.place[left[-1]] = Place.NOWHERE
    for kind in hand:
        card = left[kind].pop()
        game.place[card] = observer
        game.holds[observer, card // _WORD] |= np.uint64(1) << np.uint64(card % _WORD)
    for depth, kind in enumerate(played):
        card = left[kind].pop()
        game.place[card] = Place.DISCARD_PILE
        game.discard_pile[depth] = card
        game.discarded[kind] += 1
    game.discard_size = len(played)
    game.draw_size = int(_RULE_ROWS["cards"][0]) - int(game.hand_size.sum()) - len(played)


def _color_in_play(seen: Mapping[str, Any], top: int) -> int:
    """The colour in play.  RLCard's ``target`` shows a wild in the colour it was printed with, so that of a wild must
    be found elsewhere.
    """
    if top < COLOURED_KINDS:
        return top // FACES
    if seen["played_cards"]:  # these it spells with the colour that was named
        return COLOR_HERE[seen["played_cards"][-1][0]]
    # The pile was just shuffled back: the colour of what can be played, or one that is not in the hand.
    can_play = [kind_here(card) for card in seen["legal_actions"] if card != DRAW]
    coloured = [kind for kind in can_play if kind < COLOURED_KINDS]
    if coloured:
        return coloured[0] // FACES
    held = {kind_here(card) // FACES for card in seen["hand"] if kind_here(card) < COLOURED_KINDS}
    return min(set(COLOR_HERE.values()) - held, default=0)


def _remember(game: Any, event: Event) -> None:
    """The history, who played last, and which colours a hand was without; see ``uno_env.engine.hands``."""
    if event.drew:
        _write_action(game, event.seat, int(Act.DRAW))
        game.missed[event.seat, COLOR_HERE[event.color]] = 1
        _gain(game, event.seat, 1)
    if event.card is None:
        return
    action = int(ACTION_HERE[RLCARD_ACTION_IDS[event.card]])
    kind, other = int(ACTION_KIND[action]), PLAYERS - 1 - event.seat
    _write_action(game, event.seat, action)
    game.player = event.seat
    if kind < COLOURED_KINDS:
        game.missed[event.seat, kind // FACES] -= int(game.missed[event.seat, kind // FACES] > 0)
    if SYMBOL[kind] == Symbol.DRAW_TWO:
        _gain(game, other, 2)
    elif SYMBOL[kind] == Symbol.DRAW_FOUR and not event.drew:  # one that was just drawn does nothing there
        _write_action(game, other, int(Act.DRAW))  # nobody can challenge it there
        _gain(game, other, 4)


def _gain(game: Any, seat: int, cards: int) -> None:
    missed = game.missed[seat]
    missed[missed > 0] = np.minimum(missed[missed > 0] + cards, MOST_MISSED)


def _write_action(game: Any, seat: int, action: int) -> None:
    place = int(game.public_actions) % HISTORY
    game.history_seat[place], game.history_action[place] = seat, action
    game.public_actions += 1
