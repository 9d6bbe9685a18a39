"""One game as an object, for scripts, people, tests and records.

>>> from uno_env import Game, RuleSet
>>> game = Game(RuleSet(deck="classic", players=4), seed=7)
>>> game.phase
'turn'
>>> game.play(game.legal_actions()[0])
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from uno_env import saving
from uno_env.actions import NotationError, action_code, action_codes, action_id, card_codes, card_kind
from uno_env.engine.cards import CARDS, COLOURED_KINDS, FIRST_CARD, NO_COLOR, NO_KIND, POINTS
from uno_env.engine.layout import ACTIONS, Act
from uno_env.engine.state import HISTORY, GameRow, Games, Phase, Shuffling, new_games
from uno_env.observation import Context, Observations, step_and_observe
from uno_env.round import kernels
from uno_env.round.determinizing import write_worlds
from uno_env.rules import RuleSet

#: Where an observation goes: the context and the row, arrays of one.
Seen: TypeAlias = tuple[Context, Observations]

PHASE_NAMES: dict[int, str] = {int(phase): phase.name.lower() for phase in Phase if phase != Phase.RESOLVING}


class IllegalAction(ValueError):
    """An action the rules do not allow now; the game is as it was."""


class Game:
    """One round at one table.

    ``deck`` stacks the deck, top card first; ``shuffles`` prescribes the order of every later shuffle, top card
    first (after they are used up, shuffles are random).  What is not prescribed comes from ``seed``.
    """

    def __init__(
        self,
        rules: RuleSet | None = None,
        seed: int | None = None,
        *,
        dealer: int | None = None,
        deck: Sequence[str] | None = None,
        shuffles: Iterable[Sequence[str]] = (),
    ) -> None:
        if rules is not None and not isinstance(rules, RuleSet):
            raise TypeError(f"rules must be a RuleSet, not {type(rules).__name__}")
        self._set_up(rules or RuleSet(), secrets.randbits(63) if seed is None else checked_seed(seed))
        if isinstance(shuffles, str | Mapping) or not isinstance(shuffles, Iterable):
            raise TypeError(f"shuffles must be a list of orders, each a list of card codes, not {shuffles!r}")
        self._script: list[list[int]] = [self._kinds_of(order, "shuffles") for order in shuffles]
        self._deal(dealer, deck)

    def _set_up(self, rules: RuleSet, seed: int) -> None:
        self.rules, self.seed = rules, seed
        self._rule_rows = rules.to_row()
        self._kind_of_card = self._rule_rows["card_kind"][0]
        self._colors = rules.deck_declaration.color_letters
        self._mask = np.zeros((1, ACTIONS), np.int8)
        self._action = np.zeros(1, np.int64)
        self._bind(new_games(1))
        self._deck: list[int] = []
        self._moves: list[int] = []
        self._orders: list[list[int]] = []

    def _bind(self, row: Games) -> None:
        """Take a record for this game's own, with views of what is read at every move."""
        self._row = row
        self._state: GameRow = row.view(np.recarray)[0]
        self._actor, self._phase, self._shuffles = row["actor"], row["phase"], row["shuffles"]

    # -- dealing -----------------------------------------------------------------------------------

    def _deal(self, dealer: int | None, deck: Sequence[str] | None) -> None:
        kernels.seed_and_choose_dealer(self._row, self._rule_rows, np.uint64(self.seed))
        if dealer is not None:
            self._state.dealer = self._checked_seat(dealer, "dealer")
        kernels.shuffled_deck(self._row, self._rule_rows)
        if deck is not None:
            self._stack(self._kinds_of(deck, "deck"))
        self._deck = self._draw_pile_kinds()
        kernels.dealt(self._row, self._rule_rows)
        turned = False
        while not turned:
            self._prescribe_shuffle()
            turned = kernels.start_card_turned(self._row, self._rule_rows)
            self._note_shuffle()
        kernels.play_begun(self._row, self._rule_rows)
        kernels.write_masks(self._row, self._mask)

    def _stack(self, kinds: list[int]) -> None:
        """Lay the deck in this order: the top card first here, last in the engine's pile."""
        wanted, given = Counter(self.rules.card_kinds()), Counter(kinds)
        if wanted != given:
            raise ValueError(f"this is not the {self.rules.deck} deck: {self._difference(given, wanted)}")
        unused = {kind: int(FIRST_CARD[kind]) for kind in wanted}
        row, of_card = self._state, self._kind_of_card
        for depth, kind in enumerate(kinds):
            while of_card[unused[kind]] != kind:
                unused[kind] += 1
            row.draw_pile[len(kinds) - 1 - depth] = unused[kind]
            unused[kind] += 1

    def _difference(self, given: Counter[int], wanted: Counter[int]) -> str:
        codes = card_codes(self._colors)
        words = [f"{count} {codes[kind]} too many" for kind, count in sorted((given - wanted).items())]
        words += [f"{count} {codes[kind]} missing" for kind, count in sorted((wanted - given).items())]
        return ", ".join(words[:6]) + (f" and {len(words) - 6} more" if len(words) > 6 else "")

    def _kinds_of(self, codes: Sequence[str], what: str) -> list[int]:
        if isinstance(codes, str) or not isinstance(codes, Sequence):
            raise TypeError(f"{what} must be a list of card codes, not {type(codes).__name__}")
        return [card_kind(code, self._colors) for code in codes]

    def _checked_seat(self, seat: int, what: str) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < self.rules.players:
            raise ValueError(f"{what}={seat!r}: seats run from 0 to {self.rules.players - 1}")
        return int(seat)

    # -- shuffles ----------------------------------------------------------------------------------

    def _prescribe_shuffle(self) -> None:
        """Hand the engine the next prescribed order, should it shuffle."""
        used = len(self._orders)
        if used >= len(self._script):
            return
        order = self._script[used]
        self._state.shuffle_order[: min(len(order), CARDS)] = order[:CARDS]
        self._state.shuffle_size = min(len(order), CARDS)
        self._state.shuffling = Shuffling.SCRIPTED

    def _note_shuffle(self) -> None:
        """Write down the order of a shuffle that took place, and call off one that did not."""
        used = len(self._orders)
        if int(self._shuffles[0]) == used:
            if used < len(self._script):
                self._state.shuffling = Shuffling.RANDOM
            return
        if self._state.shuffling == Shuffling.MISFIT:
            raise ValueError(
                f"shuffles[{used}] is not made of the {int(self._state.draw_size)} cards to be shuffled: "
                + self._difference(Counter(self._script[used]), Counter(self._draw_pile_kinds()))
            )
        self._orders.append([int(kind) for kind in self._state.shuffle_order[: int(self._state.shuffle_size)]])

    def _draw_pile_kinds(self) -> list[int]:
        pile = self._state.draw_pile[: int(self._state.draw_size)][::-1]
        return [int(self._kind_of_card[card]) for card in pile]

    # -- the decision at hand ----------------------------------------------------------------------

    @property
    def actor(self) -> int | None:
        """The seat that has to decide, or None when the round is over."""
        actor = int(self._actor[0])
        return actor if actor >= 0 else None

    @property
    def phase(self) -> str:
        """What is being decided."""
        return PHASE_NAMES[int(self._phase[0])]

    @property
    def over(self) -> bool:
        """Is the round over?"""
        return bool(self._phase[0] == Phase.OVER)

    @property
    def winner(self) -> int | None:
        """Who went out, or None."""
        winner = int(self._state.winner)
        return winner if winner >= 0 else None

    def legal_action_ids(self) -> list[int]:
        """The ids of the legal actions, ascending."""
        return [int(action) for action in np.flatnonzero(self._mask[0])]

    def legal_mask(self) -> npt.NDArray[np.int8]:
        """One byte an action, 1 if legal."""
        mask: npt.NDArray[np.int8] = self._mask[0].copy()
        return mask

    def legal_actions(self) -> list[str]:
        """The legal actions in notation, in alphabetical order."""
        codes = action_codes(self._colors)
        return sorted(codes[action] for action in self.legal_action_ids())

    def is_legal(self, action: str | int) -> bool:
        """Is this action, by code or id, legal now?"""
        try:
            return bool(self._mask[0, self._id_of(action)])
        except IllegalAction:
            return False

    def play(self, action: str | int) -> None:
        """Make the decision at hand, by code (``"W:R"``) or id.  An illegal action changes nothing."""
        chosen = self._id_of(action)
        if not self._mask[0, chosen]:
            raise IllegalAction(self._why_not(chosen))
        if len(self._orders) == len(self._script):
            self._advance(chosen)
            return
        before = self._row.copy()  # a prescribed shuffle may turn out not to fit
        try:
            self._advance(chosen)
        except ValueError:
            self._row[:] = before
            kernels.write_masks(self._row, self._mask)
            raise

    def _advance(self, action: int, seen: Seen | None = None) -> None:
        """Make a legal decision, unchecked; write down what the next to act sees, if somebody wants to know."""
        if self._script:
            self._prescribe_shuffle()
        self._action[0] = action
        if seen is None:
            kernels.step(self._row, self._rule_rows, self._action, self._mask, False)
        else:
            context, row = seen
            step_and_observe(self._row, self._rule_rows, self._action, context, self._mask, row, False)
        if self._script or self._shuffles[0] != len(self._orders):
            self._note_shuffle()
        self._moves.append(action)

    def _id_of(self, action: str | int) -> int:
        try:
            if isinstance(action, str):
                return action_id(action, self._colors)
            if isinstance(action, int | np.integer):
                action_code(action, self._colors)
                return int(action)
        except NotationError as error:
            raise IllegalAction(f"{error}; {self._legal_text()}") from None
        raise IllegalAction(f"an action is a code or an id, not {type(action).__name__}; {self._legal_text()}")

    def _legal_text(self) -> str:
        return "the round is over" if self.over else f"legal: {', '.join(self.legal_actions())}"

    def _why_not(self, action: int) -> str:
        code = action_code(action, self._colors)
        if self.over:
            return f"{code}: the round is over"
        row = self._state
        if self.phase == "turn" and action < Act.DRAW:
            top = card_codes(self._colors)[int(row.top)]
            color = self._color_code()
            held = code.split(":")[0] in self.hand(int(row.actor))
            table = top if row.top < COLOURED_KINDS else f"{top} ({color} in play)"
            what = f"cannot be played on {table}" if held else f"is not in seat {row.actor}'s hand"
            return f"{code} {what}; {self._legal_text()}"
        return f"{code} is not possible for seat {row.actor} in phase {self.phase}; {self._legal_text()}"

    # -- looking at the table ----------------------------------------------------------------------

    def _color_code(self) -> str | None:
        color = int(self._state.color)
        return None if color == NO_COLOR else self._colors[color]

    def hand(self, seat: int) -> list[str]:
        """A hand as sorted codes (during a lap, the hand in front of the seat)."""
        seat = self._checked_seat(seat, "seat")
        codes = card_codes(self._colors)
        kinds = self._kind_of_card[self._state.place == seat]
        return sorted(codes[kind] for kind in kinds)

    def laid_card(self, seat: int) -> str | None:
        """The card that lies face down before a seat in Friendship; it still counts as in the hand."""
        kind = int(self._state.laid[self._checked_seat(seat, "seat")])
        return None if kind == NO_KIND else card_codes(self._colors)[kind]

    def known_cards(self, observer: int, holder: int) -> list[str]:
        """The cards that one player knows to lie in front of another, as sorted codes.

        In front of oneself that is the whole hand, but for a lap, when it is somebody else's.
        """
        observer, holder = self._checked_seat(observer, "observer"), self._checked_seat(holder, "holder")
        if observer == holder and self.phase != "lap":
            return self.hand(holder)
        first, second = (int(word) for word in self._state.knows[observer])
        cards = [card for card in range(CARDS) if (first | second << 64) >> card & 1]
        return sorted(self._codes_of_cards(card for card in cards if self._state.place[card] == holder))

    def public_actions(self) -> list[tuple[int, str]]:
        """The last actions all players have seen, oldest first, as seats and codes; ``?`` is a card laid face down."""
        row, codes = self._state, (*action_codes(self._colors), "?")
        count = int(row.public_actions)
        places = [number % HISTORY for number in range(max(0, count - HISTORY), count)]
        return [(int(row.history_seat[place]), codes[row.history_action[place]]) for place in places]

    def hand_points(self, seat: int) -> int:
        """What a hand is worth to the others.  [classic/card-points]"""
        held = self._state.place == self._checked_seat(seat, "seat")
        return int(POINTS[self._kind_of_card[held]].sum())

    def _codes_of_cards(self, cards: Iterable[int]) -> list[str]:
        codes = card_codes(self._colors)
        return [codes[self._kind_of_card[card]] for card in cards]

    def snapshot(self) -> dict[str, Any]:
        """Everything on the table, hidden cards included, as plain values."""
        row, players = self._state, self.rules.players
        return {
            "actor": self.actor,
            "phase": self.phase,
            "hands": [self.hand(seat) for seat in range(players)],
            "draw_pile": self._codes_of_cards(row.draw_pile[: int(row.draw_size)][::-1]),
            "discard_pile": self._codes_of_cards(row.discard_pile[: int(row.discard_size)][::-1]),
            "color": self._color_code(),
            "direction": int(row.direction),
            "pending": int(row.pending),
            "dealer": int(row.dealer),
            "turned": self._codes_of_cards(row.turned[: int(row.turned_size)]),
            "winner": self.winner,
            "points": [int(points) for points in row.points[:players]],
            "over": self.over,
            "dead": bool(row.dead),
            "uno_called": [bool(int(row.uno_called) >> seat & 1) for seat in range(players)],
        }

    def __str__(self) -> str:
        table = self.snapshot()
        lines = [
            f"{self.rules.describe()}",
            f"discard {table['discard_pile'][0]}, colour {table['color'] or 'none'}, "
            f"direction {table['direction']:+d}, draw pile {len(table['draw_pile'])}"
            + (f", pending {table['pending']}" if table["pending"] else ""),
        ]
        for seat, hand in enumerate(table["hands"]):
            marks = [
                word for word, yes in (("dealer", seat == table["dealer"]), ("UNO", table["uno_called"][seat])) if yes
            ]
            arrow = ">" if seat == self.actor else " "
            lines.append(f"{arrow} {seat}: {' '.join(hand) or '-'}" + (f"  ({', '.join(marks)})" if marks else ""))
        if table["turned"]:
            lines.append(f"turned: {' '.join(table['turned'])}")
        if table["dead"]:
            lines.append("over: nobody can go on")
        elif table["over"]:
            lines.append(f"over: seat {table['winner']} wins {table['points'][table['winner']]} points")
        else:
            lines.append(f"{table['phase']}: {' '.join(self.legal_actions())}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Game {self.rules.describe()}: {len(self._moves)} actions, phase {self.phase}>"

    # -- copies, bytes, records --------------------------------------------------------------------

    def copy(self) -> Game:
        """An independent copy; it will shuffle as this game would."""
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__)
        other._mask, other._action = self._mask.copy(), self._action.copy()
        other._bind(self._row.copy())
        other._moves, other._orders = list(self._moves), [list(order) for order in self._orders]
        return other

    def determinize(self, seat: int, rng: np.random.Generator | int) -> Game:
        """A game that the seat to act cannot tell from this one: all that it does not know is drawn anew.

        Own and seen cards stay where they are, hands keep their sizes, every other card is anywhere with equal
        chance.  The random numbers are new, and nothing of the real deal is left in the copy, so it has no record.
        """
        if self._checked_seat(seat, "seat") != self.actor:
            raise ValueError(
                f"seat={seat}: "
                + ("the round is over" if self.over else f"only the seat to act, {self.actor}, knows what is asked")
                + "; a game can be determinized for the seat that is to act"
            )
        seed = int(rng.integers(1 << 63)) if isinstance(rng, np.random.Generator) else checked_seed(rng)
        other = object.__new__(Game)
        other._set_up(self.rules, seed)
        write_worlds(self._row, self._rule_rows, np.zeros(1, np.int64), np.array([seed], np.uint64), other._row)
        other._script = []
        kernels.write_masks(other._row, other._mask)
        return other

    def __eq__(self, other: object) -> bool:
        """The same rules and the same state, random numbers included."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.rules == other.rules and self._state_bytes() == other._state_bytes()

    def __hash__(self) -> int:
        return hash((self.rules, self._state_bytes()))

    def _state_bytes(self) -> bytes:
        # Prescribed shuffles that have not come yet are part of what will happen.
        return self._row.tobytes() + repr(self._script[len(self._orders) :]).encode()

    def to_bytes(self) -> bytes:
        """The game as bytes: state, rules, and the moves that led here."""
        return saving.pack(self._row, self._course() | {"seed": self.seed, "script": self._script})

    @classmethod
    def from_bytes(cls, data: bytes) -> Game:
        """A game saved with :meth:`to_bytes`; damaged bytes are an error, never half a game."""
        rows, saved = saving.unpack(data)
        if "actions" not in saved:
            raise saving.CorruptState("these bytes are a whole batch: use Batch.from_bytes")
        game = object.__new__(cls)
        game._set_up(RuleSet.from_dict(saved["rules"]), saved["seed"])
        game._bind(rows)
        game._script = saved["script"]
        kernels.write_masks(game._row, game._mask)
        game._deck = game._kinds_of(saved["deck"], "deck")
        game._orders = [game._kinds_of(order, "shuffles") for order in saved["shuffles"]]
        game._moves = [action_id(code, game._colors) for code in saved["actions"]]
        return game

    def __reduce__(self) -> tuple[Any, ...]:
        return (Game.from_bytes, (self.to_bytes(),))

    def record(self) -> dict[str, Any]:
        """All it takes to replay the round elsewhere: rules, dealer, deck order, every shuffle, the actions."""
        if not self._deck:
            raise ValueError("a determinized game was never dealt: it has no record to replay")
        return self._course()

    def _course(self) -> dict[str, Any]:
        codes, actions = card_codes(self._colors), action_codes(self._colors)
        return {
            "rules": self.rules.to_dict(),
            "dealer": int(self._state.dealer),
            "deck": [codes[kind] for kind in self._deck],
            "shuffles": [[codes[kind] for kind in order] for order in self._orders],
            "actions": [actions[action] for action in self._moves],
        }

    @classmethod
    def replay(cls, record: Mapping[str, Any]) -> Game:
        """Play a record to its end; an error names the first move that is wrong."""
        from uno_env.recording import replay

        return replay(record)


def checked_seed(seed: int) -> int:
    """A number a generator can be seeded with."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 1 << 64:
        raise ValueError(f"seed={seed!r}: must be a whole number from 0 to 2**64 - 1")
    return int(seed)
