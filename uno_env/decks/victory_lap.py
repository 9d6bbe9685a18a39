"""Victory Lap: all hands go round the table until the player takes one.  Sheet: victory_lap.txt.
[victory-lap/cards]

Differences: 4 Victory Lap cards, and a Wild Draw Four can only be played legally.
"""

from __future__ import annotations

from uno_env.decks.deck import Deck
from uno_env.engine.cards import Wild
from uno_env.engine.hands import pass_hands_along
from uno_env.engine.jit import rule
from uno_env.engine.knowledge import remember_own_hands, show_hand
from uno_env.engine.layout import COLOR_ACTION_BITS, PASS_BIT, TAKE_BIT, Act
from uno_env.engine.legality import NOTHING
from uno_env.engine.seats import ask
from uno_env.engine.state import GameRow, Phase, RulesRow, Step

DECK = Deck(
    name="victory_lap",
    title="Victory Lap",
    sheet="victory_lap.txt",
    own_card=Wild.LAP,
    strict_draw_four=True,
)


@rule
def victory_lap(game: GameRow, rules: RulesRow) -> None:
    """All hands move one seat on and the player looks at the one that arrives.  [victory-lap/lap]"""
    remember_own_hands(game)
    game.looks = 0
    look_at_next_hand(game, rules)


@rule
def look_at_next_hand(game: GameRow, rules: RulesRow) -> None:
    """The player alone sees the hand now in front of them.  [victory-lap/look]"""
    player = int(game.player)
    pass_hands_along(game, rules)
    game.looks += 1
    show_hand(game, player, player)
    ask(game, Phase.LAP, player, NOTHING, TAKE_BIT | PASS_BIT)


@rule
def decide_lap(game: GameRow, rules: RulesRow, action: int) -> None:
    """Take the hand or pass on; after the last look passing on brings the own hand back and ends the lap.
    [victory-lap/take-or-pass] [victory-lap/full-circle]
    """
    if action == Act.PASS:
        if int(game.looks) < int(rules.players) - 1:
            look_at_next_hand(game, rules)
            return
        pass_hands_along(game, rules)
    else:
        game.hand_changed = 1  # a one-card hand calls for UNO.  [victory-lap/uno] [victory-lap/uno-needs-catch#ours]
        game.uno_called = 0
    # The colour is named once the hand is chosen, then UNO is called.
    # [victory-lap/name-color] [victory-lap/uno-after-color#ours]
    game.step = Step.OWN_HAND
    ask(game, Phase.COLOR, game.player, NOTHING, COLOR_ACTION_BITS)
