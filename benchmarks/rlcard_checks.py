"""Positions in which RLCard's UNO does not do what the rules say, each played in RLCard itself and here.

The two sides of a check answer the same questions about the same table (:class:`benchmarks.stacked_tables.Position`),
and ``by_the_rule`` is the answer the rulebook asks for.  Nothing is taken from reading the source alone: what a check
reports is what the installed RLCard did.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from benchmarks.stacked_tables import (
    Position,
    played,
    rlcard_action,
    rlcard_hand,
    rlcard_legal,
    rlcard_observed_color,
    rlcard_plays,
)
from uno_env import Game, RuleSet, observation, uno_v0
from uno_env.actions import card_codes
from uno_env.game import IllegalAction
from uno_env.rulebook import RULEBOOK

#: What was seen: questions and their answers.
Observation: TypeAlias = Mapping[str, Any]

#: The kinds of defects: against a rule, a rule left out, or misleading to whoever writes an agent.
WRONG, MISSING, INTERFACE = "wrong", "missing", "interface"

COLORS = "RYGB"
DRAW_TWOS = "RD RD YD YD GD GD BD BD"
TRIES = 20


@dataclass(frozen=True)
class Defect:
    """One difference from the rules: where it shows, what the rule asks for, and how to see it on both sides."""

    name: str
    kind: str
    slug: str
    situation: str
    by_the_rule: Observation
    in_rlcard: Callable[[], Observation]
    here: Callable[[], Observation]

    @property
    def what_the_rule_says(self) -> str:
        """The rulebook's sentence."""
        return RULEBOOK[self.slug].text

    def shown(self) -> bool:
        """Does RLCard depart from the rule in this position, and this project not?"""
        return self.in_rlcard() != self.by_the_rule and self.here() == self.by_the_rule


def _asked(legal: list[str], code: str) -> str:
    return "yes" if any(action.split(":")[0] == code for action in legal) else "no"


def _is_to_act(env: Any, seat: int, code: str) -> str:
    """Is this seat asked for this card?"""
    return _asked(rlcard_legal(env), code) if env.get_player_id() == seat else "no"


# -- cards and turns ---------------------------------------------------------------------------------------------

WILD_IN_HAND = Position(("W R1 R2", "Y1 Y2 Y3"), "R5")


def _wild_in_rlcard() -> Observation:
    return {
        f"after W:{color}": rlcard_observed_color(rlcard_plays(WILD_IN_HAND.in_rlcard(), f"W:{color}"))
        for color in COLORS
    }


def _wild_here() -> Observation:
    """Through the environment, whose observation it is about."""
    seen = {}
    for color in COLORS:
        game = played(WILD_IN_HAND.here(), f"W:{color}")
        env = uno_v0.raw_env(**game.rules.to_dict())
        env.reset(seed=1, options={"record": game.record()})
        one_hot = observation.split(env.last()[0]["observation"])["color"]
        seen[f"after W:{color}"] = COLORS[int(one_hot.argmax())]
    return seen


REVERSE_OF_TWO = Position(("RR R1 R2", "Y1 Y2 Y3"), "R5")


def _reverse_in_rlcard() -> Observation:
    return {"seat to act": rlcard_plays(REVERSE_OF_TWO.in_rlcard(), "RR").get_player_id()}


def _reverse_here() -> Observation:
    return {"seat to act": played(REVERSE_OF_TWO.here(), "RR").actor}


START_DRAW_TWO = Position(("R1 R2 R3", "Y1 Y2 Y3"), "RD")


def _start_draw_two_in_rlcard() -> Observation:
    env = START_DRAW_TWO.in_rlcard()
    return {"seat 0 holds": len(rlcard_hand(env, 0)), "seat to act": env.get_player_id()}


def _start_draw_two_here() -> Observation:
    game = START_DRAW_TWO.here()
    return {"seat 0 holds": len(game.hand(0)), "seat to act": game.actor}


START_WILD = Position(("R1 R2 R3", "Y1 Y2 Y3"), "W")


def _start_wild_in_rlcard() -> Observation:
    """The colour that decides what is legal, in several deals."""
    tables = [START_WILD.in_rlcard(seed) for seed in range(TRIES)]
    asked = any(action.startswith("color") for action in rlcard_legal(tables[0]))
    in_play = sorted({env.game.round.target.color.upper() for env in tables})
    return {"seat 0 names the colour": "yes" if asked else "no", f"in play before, {TRIES} tries": in_play}


def _start_wild_here() -> Observation:
    games = [START_WILD.here() for _ in range(TRIES)]
    asked = games[0].actor == 0 and games[0].legal_actions() == sorted(f"color:{color}" for color in COLORS)
    in_play = sorted({game.snapshot()["color"] for game in games} - {None})
    return {"seat 0 names the colour": "yes" if asked else "no", f"in play before, {TRIES} tries": in_play}


# -- drawing -----------------------------------------------------------------------------------------------------

NOTHING_FITS = ("G1 G2 G3", "Y1 Y2 Y3")
DRAWN_DRAW_FOUR = Position(NOTHING_FITS, "R5", "W4")
DRAWN_WILD = Position(NOTHING_FITS, "R5", "W")
DRAWN_COLOR = Position(NOTHING_FITS, "R5", "R9")
DRAWN_NUMBER = Position(NOTHING_FITS, "R5", "B5")


def _drawn_draw_four_in_rlcard() -> Observation:
    env = rlcard_plays(DRAWN_DRAW_FOUR.in_rlcard(), "draw")
    asked = _is_to_act(env, 0, "W4")
    lies_open = env.game.round.target.trait == "wild_draw_4"
    return {
        "seat 0 is asked": asked,
        "it lies on the discard pile": "yes" if lies_open else "no",
        "seat 1 draws": len(rlcard_hand(env, 1)) - 3,
        "seat to act": env.get_player_id(),
    }


def _drawn_draw_four_here() -> Observation:
    game = played(DRAWN_DRAW_FOUR.here(), "draw")
    asked = _asked(game.legal_actions(), "W4") if game.actor == 0 else "no"
    played(game, "W4:G draw")  # seat 0 plays it, seat 1 does not challenge
    return {
        "seat 0 is asked": asked,
        "it lies on the discard pile": "yes" if game.snapshot()["discard_pile"][0] == "W4" else "no",
        "seat 1 draws": len(game.hand(1)) - 3,
        "seat to act": game.actor,
    }


def _drawn_wild_in_rlcard() -> Observation:
    tables = [rlcard_plays(DRAWN_WILD.in_rlcard(seed), "draw") for seed in range(TRIES)]
    colors = {env.game.round.target.color.upper() for env in tables}
    return {"seat 0 is asked": _is_to_act(tables[0], 0, "W"), f"colours in {TRIES} tries": len(colors)}


def _drawn_wild_here() -> Observation:
    games = [played(DRAWN_WILD.here(), "draw") for _ in range(TRIES)]
    asked = _asked(games[0].legal_actions(), "W") if games[0].actor == 0 else "no"
    colors = {played(game, "W:G").snapshot()["color"] for game in games}
    return {"seat 0 is asked": asked, f"colours in {TRIES} tries": len(colors)}


def _drawn_in_rlcard(position: Position) -> Observation:
    env = rlcard_plays(position.in_rlcard(), "draw")
    lies_open = env.game.round.target.str == rlcard_action(position.pile)
    return {"seat 0 is asked": _is_to_act(env, 0, position.pile), "played unasked": "yes" if lies_open else "no"}


def _drawn_here(position: Position) -> Observation:
    game = played(position.here(), "draw")
    asked = _asked(game.legal_actions(), position.pile) if game.actor == 0 else "no"
    lies_open = game.snapshot()["discard_pile"][0] == position.pile
    return {"seat 0 is asked": asked, "played unasked": "yes" if lies_open else "no"}


COULD_PLAY = Position(("R7 G1 G2", "Y1 Y2 Y3"), "R5")


def _could_play_in_rlcard() -> Observation:
    return {"seat 0 may draw": _asked(rlcard_legal(COULD_PLAY.in_rlcard()), "draw")}


def _could_play_here() -> Observation:
    return {"seat 0 may draw": _asked(COULD_PLAY.here().legal_actions(), "draw")}


def _seat_0_has_all_draw_twos(shuffle: str = "") -> Position:
    """Hands of 51, so that five cards are left to draw.  Seat 0 plays one Draw Two after the other, seat 1 draws."""
    deck = [card_codes()[kind] for kind in RuleSet().card_kinds()]
    for code in ("R5", "B1", "B2", "B3", "B4", "B6", *DRAW_TWOS.split()):
        deck.remove(code)
    more = 51 - len(DRAW_TWOS.split())
    hands = (f"{DRAW_TWOS} {' '.join(deck[:more])}", " ".join(deck[more:]))
    return Position(hands, "R5", "B1 B2 B3 B4 B6", shuffle)


def _reshuffle_in_rlcard() -> Observation:
    """Of all orders that the shuffle can give, one that has the top card uppermost."""
    env = rlcard_plays(_seat_0_has_all_draw_twos(shuffle="YD").in_rlcard(), "RD RD YD")
    open_cards = [rlcard_action("YD") == card.str for card in env.game.round.played_cards]
    return {
        "the YD just played lies on the discard pile": "yes" if any(open_cards) else "no",
        "seat 1 has drawn it": "yes" if "YD" in rlcard_hand(env, 1) else "no",
    }


def _reshuffle_here() -> Observation:
    game = played(_seat_0_has_all_draw_twos().here(), "RD RD YD")
    return {
        "the YD just played lies on the discard pile": "yes" if game.snapshot()["discard_pile"] == ["YD"] else "no",
        "seat 1 has drawn it": "yes" if "YD" in game.hand(1) else "no",
    }


def _nothing_left_in_rlcard() -> Observation:
    return _course_of(lambda: rlcard_plays(_seat_0_has_all_draw_twos().in_rlcard(), DRAW_TWOS))


def _nothing_left_here() -> Observation:
    return _course_of(lambda: played(_seat_0_has_all_draw_twos().here(), DRAW_TWOS))


def _course_of(play: Callable[[], Any]) -> Observation:
    try:
        play()
    except IndexError as error:
        return {"the game": f"IndexError: {error}"}
    return {"the game": "goes on"}


# -- Wild Draw Four, UNO, going out ------------------------------------------------------------------------------

NUMBER_FITS = Position(("B5 W4 G1", "Y1 Y2 Y3"), "R5")


def _condition_in_rlcard() -> Observation:
    return {"seat 0 may play W4": _asked(rlcard_legal(NUMBER_FITS.in_rlcard()), "W4")}


def _condition_here() -> Observation:
    return {"seat 0 may play W4": _asked(NUMBER_FITS.here().legal_actions(), "W4")}


DRAW_FOUR_IN_HAND = Position(("W4 G1 G2", "Y1 Y2 Y3"), "R5")


def _challenge_in_rlcard() -> Observation:
    env = rlcard_plays(DRAW_FOUR_IN_HAND.in_rlcard(), "W4:G")
    asked = env.get_player_id() == 1 and "challenge" in rlcard_legal(env)
    return {"seat 1 may challenge": "yes" if asked else "no", "drawn before being asked": len(rlcard_hand(env, 1)) - 3}


def _challenge_here() -> Observation:
    game = played(DRAW_FOUR_IN_HAND.here(), "W4:G")
    asked = game.actor == 1 and "challenge" in game.legal_actions()
    return {"seat 1 may challenge": "yes" if asked else "no", "drawn before being asked": len(game.hand(1)) - 3}


LAST_BUT_ONE = Position(("R1 R2", "Y1 Y2"), "R5")


def _uno_in_rlcard() -> Observation:
    env = rlcard_plays(LAST_BUT_ONE.in_rlcard(), "R1")
    return {"seat 0 is asked to call": _is_to_act(env, 0, "uno")}


def _uno_here() -> Observation:
    game = played(LAST_BUT_ONE.here(), "R1")
    return {"seat 0 is asked to call": _asked(game.legal_actions(), "uno") if game.actor == 0 else "no"}


LAST_CARD = Position(("R1", "W"), "R5")


def _scoring_in_rlcard() -> Observation:
    env = rlcard_plays(LAST_CARD.in_rlcard(), "R1")
    return {"seat 0 scores": float(env.get_payoffs()[0])}


def _scoring_here() -> Observation:
    return {"seat 0 scores": float(played(LAST_CARD.here(), "R1").snapshot()["points"][0])}


THREE_PLAYERS = Position(("G1", "G2", "R3"), "R5", "G7 G8")


def _three_in_rlcard() -> Observation:
    env = rlcard_plays(THREE_PLAYERS.in_rlcard(), "draw draw R3")
    return {
        "out": env.game.round.winner[0],
        "paid as winner": [seat for seat, pay in enumerate(env.get_payoffs()) if pay > 0],
    }


def _three_here() -> Observation:
    game = played(THREE_PLAYERS.here(), "draw draw R3")
    return {
        "out": game.winner,
        "paid as winner": [seat for seat, pay in enumerate(game.snapshot()["points"]) if pay > 0],
    }


# -- asking for what is not possible -----------------------------------------------------------------------------


def _four_in_rlcard() -> Observation:
    env = importlib.import_module("rlcard").make("uno", config={"seed": 1, "game_num_players": 4})
    env.reset()
    return {"players dealt in": len(env.game.players)}


def _four_here() -> Observation:
    return {"players dealt in": len(Game(RuleSet(players=4), seed=1).snapshot()["hands"])}


DOES_NOT_FIT = Position(("R1 G7 G1", "Y1 Y2 Y3"), "R5")


def _raw_in_rlcard() -> Observation:
    env = DOES_NOT_FIT.in_rlcard()
    env.step(rlcard_action("G7"), raw_action=True)
    return {"G7 on R5 is": "refused" if env.game.round.target.str == rlcard_action("R5") else "played"}


def _raw_here() -> Observation:
    game = DOES_NOT_FIT.here()
    try:
        game.play("G7")
    except IllegalAction:
        return {"G7 on R5 is": "refused" if game.snapshot()["discard_pile"] == ["R5"] else "played"}
    return {"G7 on R5 is": "played"}


def _message_in_rlcard() -> Observation:
    env = DOES_NOT_FIT.in_rlcard()
    numbers = importlib.import_module("rlcard.games.uno.utils").ACTION_SPACE
    try:
        env.step(numbers[rlcard_action("G7")])
    except ValueError as error:
        return {"what is legal": "named" if rlcard_action("R1") in str(error) else f"not named: {error}"}
    return {"what is legal": "not named: another action was played"}


def _message_here() -> Observation:
    game = DOES_NOT_FIT.here()
    try:
        game.play("G7")
    except IllegalAction as error:
        return {"what is legal": "named" if "R1" in str(error) else f"not named: {error}"}
    return {"what is legal": "not named: it was played"}


DEFECTS: tuple[Defect, ...] = (
    Defect(
        "the colour observed after a Wild",
        WRONG,
        "classic/wild",
        "seat 0 plays a Wild and names each colour in turn; the colour in the next player's observation",
        {f"after W:{color}": color for color in COLORS},
        _wild_in_rlcard,
        _wild_here,
    ),
    Defect(
        "Reverse with two players",
        WRONG,
        "casting-call/two-handed",
        "two players, seat 0 plays a Reverse; two of the sheets have rules for two, the classic one has none",
        {"seat to act": 0},
        _reverse_in_rlcard,
        _reverse_here,
    ),
    Defect(
        "a drawn Wild Draw Four",
        WRONG,
        "classic/wild-draw-four",
        "seat 0 can play nothing, draws a Wild Draw Four and would play it",
        {"seat 0 is asked": "yes", "it lies on the discard pile": "yes", "seat 1 draws": 4, "seat to act": 0},
        _drawn_draw_four_in_rlcard,
        _drawn_draw_four_here,
    ),
    Defect(
        "a Draw Two as start card",
        WRONG,
        "classic/start-draw-two",
        "the start card is a Draw Two; hands of three, seat 0 left of the dealer",
        {"seat 0 holds": 5, "seat to act": 1},
        _start_draw_two_in_rlcard,
        _start_draw_two_here,
    ),
    Defect(
        "the reshuffle takes the top card",
        WRONG,
        "classic/top-card-stays#ours",
        "seat 0 plays YD with one card left to draw; the sheets only say that the discard pile is reshuffled",
        {"the YD just played lies on the discard pile": "yes", "seat 1 has drawn it": "no"},
        _reshuffle_in_rlcard,
        _reshuffle_here,
    ),
    Defect(
        "fewer cards left than have to be drawn",
        WRONG,
        "classic/draw-what-is-left#ours",
        "nearly all cards are held; seat 0 plays its eight Draw Twos one after the other",
        {"the game": "goes on"},
        _nothing_left_in_rlcard,
        _nothing_left_here,
    ),
    Defect(
        "a drawn card plays itself",
        WRONG,
        "classic/drawn-card",
        "R5 on the table, seat 0 draws R9",
        {"seat 0 is asked": "yes", "played unasked": "no"},
        lambda: _drawn_in_rlcard(DRAWN_COLOR),
        lambda: _drawn_here(DRAWN_COLOR),
    ),
    Defect(
        "a drawn card that fits by its number",
        WRONG,
        "classic/match",
        "R5 on the table, seat 0 draws B5",
        {"seat 0 is asked": "yes", "played unasked": "no"},
        lambda: _drawn_in_rlcard(DRAWN_NUMBER),
        lambda: _drawn_here(DRAWN_NUMBER),
    ),
    Defect(
        "the colour of a drawn Wild",
        WRONG,
        "classic/wild",
        f"seat 0 draws a Wild and would name green; {TRIES} tries",
        {"seat 0 is asked": "yes", f"colours in {TRIES} tries": 1},
        _drawn_wild_in_rlcard,
        _drawn_wild_here,
    ),
    Defect(
        "a Wild as start card",
        WRONG,
        "classic/start-wild",
        "the start card is a Wild, seat 0 begins",
        {"seat 0 names the colour": "yes", f"in play before, {TRIES} tries": []},
        _start_wild_in_rlcard,
        _start_wild_here,
    ),
    Defect(
        "Wild Draw Four beside a card of the same number",
        WRONG,
        "classic/wild-draw-four-condition",
        "R5 on the table, seat 0 holds B5, G1 and a Wild Draw Four, but no red card",
        {"seat 0 may play W4": "yes"},
        _condition_in_rlcard,
        _condition_here,
    ),
    Defect(
        "payoffs of three players",
        WRONG,
        "classic/scoring",
        "three players (set by hand), seat 2 goes out",
        {"out": 2, "paid as winner": [2]},
        _three_in_rlcard,
        _three_here,
    ),
    Defect(
        "drawing by choice",
        MISSING,
        "classic/draw-by-choice",
        "R5 on the table, seat 0 holds R7",
        {"seat 0 may draw": "yes"},
        _could_play_in_rlcard,
        _could_play_here,
    ),
    Defect(
        "the challenge",
        MISSING,
        "classic/challenge",
        "seat 0 plays a Wild Draw Four",
        {"seat 1 may challenge": "yes", "drawn before being asked": 0},
        _challenge_in_rlcard,
        _challenge_here,
    ),
    Defect(
        "the UNO call",
        MISSING,
        "classic/uno",
        "seat 0 plays the last card but one",
        {"seat 0 is asked to call": "yes"},
        _uno_in_rlcard,
        _uno_here,
    ),
    Defect(
        "points",
        MISSING,
        "classic/card-points",
        "seat 0 goes out, seat 1 holds a Wild",
        {"seat 0 scores": 50.0},
        _scoring_in_rlcard,
        _scoring_here,
    ),
    Defect(
        "the number of players",
        INTERFACE,
        "classic/deal",
        'four players are asked for (`config={"game_num_players": 4}`; here `RuleSet(players=4)`)',
        {"players dealt in": 4},
        _four_in_rlcard,
        _four_here,
    ),
    Defect(
        "a card that does not fit, played by name",
        INTERFACE,
        "classic/match",
        "R5 on the table, seat 0 plays G7 (`env.step(..., raw_action=True)`; here `game.play`)",
        {"G7 on R5 is": "refused"},
        _raw_in_rlcard,
        _raw_here,
    ),
    Defect(
        "a card that does not fit, played by its number",
        INTERFACE,
        "classic/match",
        "R5 on the table, seat 0 holds R1 and plays G7; the error message",
        {"what is legal": "named"},
        _message_in_rlcard,
        _message_here,
    ),
)
