"""RLCard's agents as agents of this project: ``agents.adapters.rlcard_here:RLCardAgent:agent=uno-rule-v1``.

Every decision that RLCard's game knows is shown to the agent as RLCard would show it, but for the colour in play, which
is the true one (RLCard shows the colour a wild was printed with).  What its game does not ask is settled here.
"""

from __future__ import annotations

import importlib
import random
import warnings
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from agents.adapters.rlcard_cards import (
    ACTION_THERE,
    RLCARD_ACTION_IDS,
    RLCARD_ACTIONS,
    RLCARD_COLORS,
    UNKNOWN,
    card_there,
)
from agents.seeded import checked_masks, checked_rows
from uno_env.actions import action_id, card_kind
from uno_env.engine.cards import COLORS, COLOURED_KINDS, SYMBOL, Symbol
from uno_env.engine.layout import ACTION_COLOR, ACTION_KIND, ACTIONS, Act
from uno_env.engine.state import Phase
from uno_env.game import checked_seed
from uno_env.observation import Observations, sections
from uno_env.policies import Policy, PolicySpec, find_policy, reset_policy
from uno_env.rendering.observed import observed_table
from uno_env.rendering.view import FACE_DOWN, TableView
from uno_env.round.kernels import Actions, Masks

Numbers: TypeAlias = npt.NDArray[Any]
State: TypeAlias = dict[str, Any]

INSTALL = "RLCard is not installed: pip install uno-env[rlcard]"
#: RLCard's agents keep their weights in files that ``torch.save`` wrote.
MODEL_FILES = (".pt", ".pth")
#: What RLCard's game does not ask, and what is done about it; whatever is not here is the fallback's.
SETTLED = {Phase.UNO: Act.UNO, Phase.CATCH: Act.CATCH, Phase.RESPOND: Act.DRAW}
_PHASE = sections()["phase"]
_CAN_BE_SETTLED = np.isin(np.arange(ACTIONS), (Act.DRAW, Act.PASS, Act.CHALLENGE, Act.UNO, Act.CATCH))


@runtime_checkable
class AgentOfRLCard(Protocol):
    """What RLCard asks of an agent: ``use_raw`` says whether it answers in spelling or in numbers."""

    use_raw: bool

    def eval_step(self, state: State) -> tuple[Any, Any]:
        """An action, and whatever else it wants to say."""


class RLCardAgent:
    """An agent made for RLCard's UNO, at a table of this project.

    ``agent`` is the agent itself, the name of a model of RLCard (``uno-rule-v1``), ``module:attribute`` (an agent, or
    a class or function that makes one) or a file that ``torch.save`` wrote.  It chooses which card to play and which
    colour to name; it draws only when it can play nothing, and plays the card it has drawn if it can.  It says UNO,
    catches, and accepts a Wild Draw Four; ``fallback`` decides the rest: house rules, other decks' own cards, the
    colour of a start Wild.
    """

    def __init__(
        self,
        agent: AgentOfRLCard | str | Path = "uno-rule-v1",
        fallback: PolicySpec = "random_play",
        seed: int | None = None,
    ) -> None:
        self.agent = _found(agent)
        self.name = str(agent) if isinstance(agent, str | Path) else type(self.agent).__name__
        self.fallback: Policy = find_policy(fallback)
        if getattr(self.fallback, "wants_worlds", False):
            raise ValueError(f"fallback={fallback!r}: an agent that searches cannot be a fallback; use expert")
        cards = _rlcard("rlcard.games.uno.utils")
        self._encode_hand, self._encode_target = cards.encode_hand, cards.encode_target
        self.reset(int(np.random.default_rng().integers(1 << 62)) if seed is None else seed)

    def reset(self, seed: int) -> None:
        """Begin the random numbers anew, the fallback's too."""
        seed = checked_seed(seed)
        self._numpy_state = np.random.RandomState(seed % (1 << 32)).get_state(legacy=False)
        self._python_state = random.Random(seed).getstate()
        reset_policy(self.fallback, seed)

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """One action a row, -1 where nothing is legal."""
        masks = checked_masks(masks)
        rows = checked_rows(observations, len(masks))
        actions = np.full(len(masks), UNKNOWN, np.int64)
        left_over = []
        with self._own_random_numbers():
            for index in range(len(masks)):
                action = self._decision(rows[index], masks[index])
                if action is not None:
                    actions[index] = action
                else:
                    left_over.append(index)
        if left_over:
            actions[left_over] = self.fallback.act(rows[left_over], masks[left_over])
        return actions

    def _decision(self, row: Numbers, mask: Numbers) -> int | None:
        """What the agent, or RLCard's game for it, does; None if neither knows."""
        legal = np.flatnonzero(mask)
        if not len(legal):
            return UNKNOWN
        phase = Phase(int(row[_PHASE].argmax()) + 1)
        if phase in (Phase.TURN, Phase.DRAWN):
            return self._card_or_draw(row, mask, legal)
        settled = SETTLED.get(phase)
        if settled is not None and mask[settled] and _CAN_BE_SETTLED[legal].all():
            return int(settled)
        return None

    def _card_or_draw(self, row: Numbers, mask: Numbers, legal: Numbers) -> int | None:
        plays = legal[legal < Act.DRAW]
        known = plays[ACTION_THERE[plays] != UNKNOWN]
        if not len(known):
            return int(Act.DRAW) if not len(plays) and Act.DRAW in legal else None
        # RLCard's rule: a Wild Draw Four is no choice as long as anything else can be played.
        fours = SYMBOL[ACTION_KIND[known]] == Symbol.DRAW_FOUR
        known = known if fours.all() else known[~fours]
        if len(np.unique(ACTION_THERE[known])) == 1:
            return int(known[0])
        state = self._state(row, mask, known)
        answer = self.agent.eval_step(state)[0]
        number = RLCARD_ACTION_IDS.get(str(answer), UNKNOWN) if self.agent.use_raw else int(answer)
        chosen = known[ACTION_THERE[known] == number]
        if not len(chosen):
            raise ValueError(f"{self!r} chose {answer!r}; legal: {', '.join(state['raw_legal_actions'])}")
        return int(chosen[0])

    def _state(self, row: Numbers, mask: Numbers, known: Numbers) -> State:
        """The decision as RLCard's environment hands it to its agents; the player to act is its player 0."""
        table = observed_table(row, mask)
        letters = table.rules.deck_declaration.color_letters
        # Without a colour in play every card can be played: RLCard, which always has one, is shown the first one's.
        color = int(ACTION_COLOR[known[0]]) if table.color is None else letters.index(table.color)
        top, *piled = (card_kind(code, letters) for code in table.discard_pile)
        hand = [card_kind(code, letters) for code in table.seats[0].cards]
        spelled = _legal_there(known, hand)
        raw = {
            "hand": _spelled(hand),
            "target": card_there(top, color),
            "played_cards": [*_spelled(piled), card_there(top, color)],
            "legal_actions": spelled,
            "num_cards": [seat.hand_size for seat in table.seats],
            "num_players": len(table.seats),
            "current_player": 0,
        }
        planes = np.zeros((4, 4, 15), dtype=int)
        self._encode_hand(planes[:3], raw["hand"])
        self._encode_target(planes[3], raw["target"])
        return {
            "obs": planes,
            "legal_actions": OrderedDict((RLCARD_ACTION_IDS[action], None) for action in spelled),
            "raw_obs": raw,
            "raw_legal_actions": list(spelled),
            "action_record": _record(table, letters),
        }

    @contextmanager
    def _own_random_numbers(self) -> Iterator[None]:
        """RLCard's agents draw from the generators that all of a process share: lend them ours, and put theirs back."""
        theirs = np.random.get_state(legacy=False), random.getstate()
        np.random.set_state(self._numpy_state)
        random.setstate(self._python_state)
        try:
            yield
        finally:
            self._numpy_state, self._python_state = np.random.get_state(legacy=False), random.getstate()
            np.random.set_state(theirs[0])
            random.setstate(theirs[1])

    def __repr__(self) -> str:
        return f"RLCardAgent({self.name!r})"


def _legal_there(known: Numbers, hand: list[int]) -> list[str]:
    """The legal actions in RLCard's spelling: a card held twice stands there twice, a wild once in each colour."""
    spelled, wilds = [], []
    for action in known:
        code, kind = RLCARD_ACTIONS[ACTION_THERE[action]], int(ACTION_KIND[action])
        if kind < COLOURED_KINDS:
            spelled += [code] * hand.count(kind)
        elif code not in wilds:
            wilds.append(code)
    return spelled + sorted(wilds, key=lambda code: (code[1:], RLCARD_COLORS.index(code[0])))


def _spelled(kinds: list[int]) -> list[str]:
    """Cards as RLCard lists them; its four copies of a wild are printed in the four colours."""
    return [card_there(kind, kinds[:place].count(kind) % COLORS) for place, kind in enumerate(kinds)]


def _record(table: TableView, letters: str) -> list[tuple[int, str]]:
    """Who did what, the oldest first, as far as RLCard has words for it."""
    record = []
    for seat, code in table.actions:
        there = UNKNOWN if code == FACE_DOWN else int(ACTION_THERE[action_id(code, letters)])
        if there != UNKNOWN:
            record.append((seat, RLCARD_ACTIONS[there]))
    return record


def _found(agent: AgentOfRLCard | str | Path) -> AgentOfRLCard:
    """The agent itself, wherever it is."""
    found: Any = agent
    if isinstance(agent, Path) or (isinstance(agent, str) and agent.endswith(MODEL_FILES)):
        found = _from_file(Path(agent))
    elif isinstance(agent, str) and ":" in agent:
        found = _from_module(agent)
    elif isinstance(agent, str):
        found = _by_name(agent)
    if isinstance(found, type) or (callable(found) and not hasattr(found, "eval_step")):
        found = found()
    if not isinstance(found, AgentOfRLCard):
        raise ValueError(f"{found!r} is no agent of RLCard: it needs use_raw and eval_step(state)")
    return found


def _by_name(name: str) -> Any:
    models = _rlcard("rlcard.models.registration")
    _rlcard("rlcard.models")  # registers what RLCard brings along
    known = [each for each in models.model_registry.model_specs if each.startswith("uno")]
    if name not in known:
        raise ValueError(
            f"agent={name!r}: RLCard's models for UNO are {', '.join(known)}; "
            "else give module:attribute or a file with the ending .pth"
        )
    return models.load(name).agents[0]


def _from_module(target: str) -> Any:
    module, _, attribute = target.partition(":")
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"agent={target!r} cannot be imported: {error}") from error


def _from_file(path: Path) -> Any:
    """What ``torch.save(agent, path)`` wrote, as RLCard's own examples do.  Such a file can run any code: trust it."""
    if not path.is_file():
        raise ValueError(f"agent={str(path)!r}: there is no such file")
    try:
        import torch
    except ImportError as error:
        raise ImportError(f"agent={str(path)!r} needs torch: pip install torch") from error
    _rlcard("rlcard.agents")
    return torch.load(path, map_location="cpu", weights_only=False)


def _rlcard(module: str) -> Any:
    """A module of RLCard, which warns of its own age when it is imported and lists all installed packages."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return importlib.import_module(module)
        except ImportError as error:
            raise ImportError(f"{INSTALL} ({error})") from error
