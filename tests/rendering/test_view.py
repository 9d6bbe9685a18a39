"""A view holds what its seat may know, and nothing else."""

from __future__ import annotations

import pytest

from tests.rendering.tables import PHASES, at_phase, random_play
from tests.table import lay_table, play
from uno_env import Game, RuleSet
from uno_env.decks import DECKS
from uno_env.rendering.view import FACE_DOWN, TableView


def swapped(game: Game, one: str, other: str) -> Game:
    """The same table with two cards of the deck exchanged, and the same actions played."""
    record = game.record()
    deck = record["deck"]
    first = deck.index(one)
    second = deck.index(other)
    deck[first], deck[second] = deck[second], deck[first]
    again = Game(game.rules, dealer=record["dealer"], deck=deck)
    for action in record["actions"]:
        again.play(action)
    return again


def test_everybodys_view_has_every_card() -> None:
    game = at_phase("classic", "uno")
    view = TableView.of(game)
    assert [list(each.cards) for each in view.seats] == game.snapshot()["hands"]
    assert (view.phase, view.actor) == ("uno", game.actor)
    assert list(view.legal) == game.legal_actions()
    assert view.seats[game.actor or 0].acting


def test_a_seat_sees_its_own_hand_and_the_backs_of_the_others() -> None:
    game = lay_table(["R1 R2", "B1 B2", "G1 G2"])
    view = TableView.of(game, 1)
    assert [each.cards for each in view.seats] == [(), ("B1", "B2"), ()]
    assert [each.hidden for each in view.seats] == [2, 0, 2]


def test_tables_that_differ_in_other_hands_look_alike() -> None:
    game = lay_table(["R1 R2 R3", "B1 B2 B3", "G1 G2 G3"])
    other = swapped(game, "B1", "G1")
    assert other.hand(1) != game.hand(1)
    assert TableView.of(game, 0) == TableView.of(other, 0)
    assert TableView.of(game) != TableView.of(other)


def test_tables_that_differ_in_the_draw_pile_look_alike() -> None:
    game = lay_table(["R1 R2 R3", "B1 B2 B3"], pile="Y1 Y2")
    other = swapped(game, "Y1", "Y2")
    assert game.snapshot() != other.snapshot()
    assert all(TableView.of(game, seat) == TableView.of(other, seat) for seat in range(2))


def test_tables_that_differ_in_a_hidden_card_look_alike_after_some_play() -> None:
    game = play(lay_table(["R1 R2 R3", "R4 B2 B3", "G1 G2 R9"], pile="Y1 Y2 Y3"), "R1 R4 draw")
    other = swapped(game, "G1", "B2")
    assert TableView.of(game, 0) == TableView.of(other, 0)


def test_who_is_asked_is_the_actors_own_affair() -> None:
    game = at_phase("classic", "jump_in")
    for seat in range(game.rules.players):
        view = TableView.of(game, seat)
        asked = seat == game.actor
        assert (view.phase is not None) == (view.actor is not None) == bool(view.legal) == asked
        assert any(each.acting for each in view.seats) == asked


def test_an_onlooker_does_not_learn_that_a_drawn_card_was_kept() -> None:
    game = lay_table(["B1 B2", "G1 G2", "Y1 Y2"], pile="R9")
    game.play("draw")
    assert game.phase == "drawn"
    before = [TableView.of(game, seat) for seat in (1, 2)]
    game.play("pass")
    assert TableView.of(game, 2) == before[1]
    assert TableView.of(game, 1) != before[0]  # it is to act now


def test_a_drawn_card_that_cannot_be_played_looks_like_one_that_was_kept() -> None:
    playable = play(lay_table(["B1 B2", "G1 G2", "Y1 Y2"], pile="R9 B9"), "draw pass")
    unplayable = play(lay_table(["B1 B2", "G1 G2", "Y1 Y2"], pile="B9 R9"), "draw")
    assert all(TableView.of(playable, seat) == TableView.of(unplayable, seat) for seat in (1, 2))


def test_cards_known_of_another_hand_are_shown() -> None:
    game = play(lay_table(["W4 R9 R7", "B1 B2 B4", "G1 G2 G3"], start="R5"), "W4:B challenge")
    assert TableView.of(game, 1).seats[0].cards[:2] == ("R7", "R9")
    assert TableView.of(game, 2).seats[0].cards == ()


def test_a_card_laid_face_down_is_seen_by_its_owner_only() -> None:
    game = play(lay_table(["FRIEND P1 P2", "B1 B2 B3", "G1 G2 G3"], start="P5", deck="friendship"), "FRIEND P1 B2")
    assert game.phase == "guess"
    laid = [[each.laid for each in TableView.of(game, seat).seats] for seat in (0, 1, 2)]
    assert laid == [["P1", FACE_DOWN, None], [FACE_DOWN, "B2", None], [FACE_DOWN, FACE_DOWN, None]]
    assert [each.laid for each in TableView.of(game).seats] == ["P1", "B2", None]


def test_a_choice_of_face_down_card_leaves_no_trace() -> None:
    hands = ["FRIEND P1 P2", "B1 B2 B3", "G1 G2 G3"]
    one, other = (
        play(lay_table(hands, start="P5", deck="friendship"), f"FRIEND {mine} {theirs}")
        for mine, theirs in (("P1", "B1"), ("P2", "B3"))
    )
    assert TableView.of(one, 2) == TableView.of(other, 2)


def test_no_card_lies_face_down_once_all_are_revealed() -> None:
    game = play(lay_table(["FRIEND P1 P2 P4", "B1 B2 B3 B4"], start="P5", deck="friendship"), "FRIEND P1 B2")
    assert [each.laid for each in TableView.of(game).seats] == [None, None]


def test_in_a_lap_only_its_player_looks_at_the_hand_that_has_arrived() -> None:
    game = play(lay_table(["LAP R1 R2", "B1 B2 B3", "G1 G2 G3"], deck="victory_lap"), "LAP")
    assert game.phase == "lap"
    assert TableView.of(game, 0).seats[0].cards == ("G1", "G2", "G3")
    hands = [each.cards for each in TableView.of(game, 1).seats]
    assert hands == [(), (), ("B1", "B2", "B3")]
    assert [each.hand_size for each in TableView.of(game, 1).seats] == [3, 2, 3]


def test_in_a_lap_a_seat_recognises_cards_it_has_seen_before() -> None:
    hands = ["R7 LAP R6 R8 R9", "B1 B2 B3 B4 B5", "G1 G2 G3 G4 G5"]
    game = play(lay_table(hands, deck="victory_lap", seven_zero=True), "R7 seat:+1 LAP")
    assert [each.cards for each in TableView.of(game, 0).seats] == [
        (),
        ("B1", "B2", "B3", "B4", "B5"),
        ("R6", "R8", "R9"),
    ]
    game.play("pass")  # and the hand it traded away comes by
    assert [each.cards for each in TableView.of(game, 0).seats] == [
        ("R6", "R8", "R9"),
        (),
        ("B1", "B2", "B3", "B4", "B5"),
    ]


def test_tables_that_differ_in_the_hand_a_lap_brings_look_alike_to_onlookers() -> None:
    game = play(lay_table(["LAP R1 R2", "B1 B2 B3", "G1 G2 G3", "Y1 Y2 Y3"], deck="victory_lap"), "LAP pass")
    other = swapped(game, "Y1", "R1")
    assert TableView.of(game, 1) == TableView.of(other, 1)
    assert TableView.of(game, 2) == TableView.of(other, 2)
    assert TableView.of(game, 0) != TableView.of(other, 0)


def test_scores_and_target_are_passed_through() -> None:
    view = TableView.of(Game(RuleSet(players=2), 1), 0, scores=[12, 30], target=500)
    assert (view.scores, view.target) == ((12, 30), 500)


def test_the_result_is_everybodys() -> None:
    game = at_phase("run", "over")
    views = [TableView.of(game, seat) for seat in (None, 0, 1)]
    assert len({view.result for view in views}) == 1
    assert all(view.over and view.phase == "over" and not view.legal for view in views)
    assert f"Seat {game.winner}" in (views[0].result or "")


def test_partners_are_named() -> None:
    view = TableView.of(Game(RuleSet(players=6, partners=True), 1))
    assert [each.partner for each in view.seats] == [3, 4, 5, 0, 1, 2]


def test_a_seat_that_is_not_at_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match="seats run from 0 to 3"):
        TableView.of(Game(RuleSet(), 1), 4)


@pytest.mark.parametrize("deck", DECKS)
def test_no_view_has_more_cards_than_its_hands(deck: str) -> None:
    for game in random_play(RuleSet(deck=deck, players=3, seven_zero=True), seed=3, decisions=200):
        for seat in range(3):
            view = TableView.of(game, seat)
            assert all(0 <= each.hidden <= each.hand_size for each in view.seats)
            assert view.seats[seat].hidden == 0 or game.phase == "lap"


@pytest.mark.parametrize(("deck", "phase"), PHASES)
def test_every_phase_can_be_viewed_by_all(deck: str, phase: str) -> None:
    game = at_phase(deck, phase)
    assert TableView.of(game).phase == phase
    assert all(TableView.of(game, seat).phase in (phase, None) for seat in range(4))
