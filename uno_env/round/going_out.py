"""The end of a hand: the last card, the last but one, and the points."""

from __future__ import annotations

from uno_env.engine.cards import POINTS
from uno_env.engine.jit import rule
from uno_env.engine.layout import CATCH_BIT, MAX_PLAYERS, PASS_BIT, UNO_BIT, Act
from uno_env.engine.legality import NOTHING
from uno_env.engine.piles import draw_cards
from uno_env.engine.seats import ask, ask_nobody, next_seat
from uno_env.engine.state import GameRow, Phase, RulesRow

UNO_PENALTY = 2


@rule
def go_out(game: GameRow, rules: RulesRow) -> None:
    """The last card is played: a Draw Two or Wild Draw Four still makes the next player draw, then the
    round is over.  [classic/going-out] [classic/last-card-draws] [run/single-round]
    """
    winner = int(game.player)
    draw_cards(game, rules, next_seat(game, rules, winner), int(game.pending))
    end_round(game, rules, winner)


@rule
def end_round(game: GameRow, rules: RulesRow, winner: int) -> None:
    """The winner, or winning side, scores what all the others hold.
    [classic/scoring] [victory-lap/partners]
    """
    game.winner = winner
    game.pending = 0
    players = int(rules.players)
    partner = (winner + players // 2) % players if int(rules.partners) != 0 else winner
    total = 0
    for card in range(int(rules.cards)):
        seat = int(game.place[card])
        if seat < MAX_PLAYERS and seat != winner and seat != partner:
            total += POINTS[rules.card_kind[card]]
    game.points[winner] = total
    game.points[partner] = total
    ask_nobody(game)


@rule
def end_dead_round(game: GameRow) -> None:
    """Nobody can go on: no winner, no points.  [classic/dead-round#ours]"""
    game.dead = 1
    ask_nobody(game)


@rule
def owe_call(game: GameRow, rules: RulesRow, seat: int) -> None:
    """Whoever is left with one card says UNO or stays silent, once.  [classic/uno] [casting-call/no-late-call#ours]"""
    if int(rules.uno_auto) != 0:
        game.uno_called = int(game.uno_called) | (1 << seat)  # [classic/uno-auto#ours]
        return
    game.caller = seat
    ask(game, Phase.UNO, seat, NOTHING, UNO_BIT | PASS_BIT)


@rule
def decide_uno(game: GameRow, rules: RulesRow, action: int) -> None:
    """Said: safe.  Silent: the others may catch, in the direction of play.  [classic/uno]"""
    if action == Act.UNO:
        game.uno_called = int(game.uno_called) | (1 << int(game.caller))
    else:
        ask_to_catch(game, rules, int(game.caller))


@rule
def ask_to_catch(game: GameRow, rules: RulesRow, asked_last: int) -> None:
    """The next player may catch, unless the question has been all round.
    [classic/uno-catch] [classic/uno-catch-order#ours]
    """
    seat = next_seat(game, rules, asked_last)
    if seat != int(game.caller):
        ask(game, Phase.CATCH, seat, NOTHING, CATCH_BIT | PASS_BIT)


@rule
def decide_catch(game: GameRow, rules: RulesRow, action: int) -> None:
    """The first catch makes the silent player draw two.  [classic/uno-catch]"""
    if action == Act.CATCH:
        draw_cards(game, rules, int(game.caller), UNO_PENALTY)
    else:
        ask_to_catch(game, rules, int(game.actor))
