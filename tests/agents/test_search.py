"""The search: what it finds, what it costs, and what it believes."""

import time
from itertools import product

import numpy as np
import pytest

from agents.arena import evaluate
from agents.arena.calling import ask_one
from agents.search import Search
from tests.table import lay_table, play
from uno_env import Batch, Game, RuleSet, observation
from uno_env.actions import action_code, action_id
from uno_env.decks import DECKS
from uno_env.engine.state import Phase
from uno_env.round import kernels
from uno_env.worlds import Worlds, draw_worlds


def choice(agent: Search, game: Game) -> str:
    return action_code(ask_one(agent, game, seed=1), game.rules.deck_declaration.color_letters)


def worlds_of(game: Game) -> Worlds:
    return draw_worlds(game._row, game._rule_rows, np.zeros(1, np.int64), 1)


def test_it_finds_the_skip_that_wins_at_once() -> None:
    """After the Skip it is the same player's turn again, and the last card matches it."""
    game = lay_table(["RS R1", "Y1 Y2"])
    assert choice(Search(200, seed=1), game) == "RS"


def test_it_names_the_colour_of_its_last_card() -> None:
    assert choice(Search(400, seed=1), lay_table(["W G7", "Y1 Y2"], start="B5")) == "W:G"


def test_it_stops_a_player_who_is_about_to_go_out() -> None:
    game = play(lay_table(["RD R1 R4", "R2 R3 G9"], pile="B1"), "R1 R2 draw R3 uno")
    assert game.actor == 0
    assert len(game.hand(1)) == 1
    assert choice(Search(600, seed=2), game) == "RD"


def test_it_may_draw_where_a_seven_or_a_zero_would_give_the_game_away() -> None:
    game = lay_table(["R0 B0", "Y1 Y2"], seven_zero=True)
    game._row["hand_size"][0, 1] = 2
    _, _, visits = Search(seed=1).evaluate(worlds_of(game), 400)
    assert visits[0][action_id("draw")] > 0


def test_every_action_gets_the_same_number_of_rollouts_if_so_wished_and_the_budget_is_kept() -> None:
    game = lay_table(["R1 R2 RS W", "Y1 Y2 Y3 Y4"])
    _, _, visits = Search(seed=1).evaluate(worlds_of(game), 800, everything=True)
    legal = game.legal_mask() != 0
    assert set(visits[0][legal]) == {800 // legal.sum()}
    assert not visits[0][~legal].any()
    _, _, halved = Search(seed=1).evaluate(worlds_of(game), 800)
    assert 600 <= halved.sum() <= 800
    assert halved[0].max() > 2.5 * halved[0][halved[0] > 0].min()


def test_a_voluntary_draw_is_not_even_tried_with_a_coloured_card_to_play() -> None:
    game = lay_table(["R1 R2 W", "Y1 Y2 Y3"])
    _, _, visits = Search(seed=1).evaluate(worlds_of(game), 400)
    assert visits[0][action_id("draw")] == 0
    only_wild = lay_table(["W G1 G2", "Y1 Y2 Y3"], start="B5")
    _, _, visits = Search(seed=1).evaluate(worlds_of(only_wild), 400)
    assert visits[0][action_id("draw")] > 0


def test_forced_decisions_cost_nothing() -> None:
    game = lay_table(["G1 G2", "Y1 Y2"])
    _, _, visits = Search(seed=1).evaluate(worlds_of(game), 400)
    assert not visits.any()
    assert choice(Search(seed=1), play(lay_table(["R1 R2", "Y1 Y2"]), "R1")) == "uno"


def test_the_same_seed_gives_the_same_choices() -> None:
    game = lay_table(["R1 R2 RS W G3 G4", "Y1 Y2 Y3 Y4 Y5 Y6"])
    one, other = (Search(300, seed=5).evaluate(worlds_of(game), 300) for _ in range(2))
    assert all((left == right).all() for left, right in zip(one, other, strict=True))
    assert (Search(300, seed=6).evaluate(worlds_of(game), 300)[1] != one[1]).any()


def test_a_time_budget_is_kept_roughly() -> None:
    game = lay_table(["R1 R2 RS W G3 G4", "Y1 Y2 Y3 Y4 Y5 Y6"])
    agent = Search(milliseconds=60, seed=1)
    choice(agent, game)
    start = time.perf_counter()
    choice(agent, game)
    assert 0.02 < time.perf_counter() - start < 0.6
    assert "milliseconds=60" in repr(agent)


def test_belief_a_player_who_drew_on_a_colour_hardly_has_it() -> None:
    from agents.belief import draw_world
    from uno_env.engine.random import seed_game
    from uno_env.engine.state import new_games

    game = lay_table(["R1 R2 R3 R4", "B1 B2 B3 B4"])
    game._row["missed"][0, 1, 0] = 1  # red
    room, generator = new_games(2), new_games(1)
    seed_game(generator[0], np.uint64(3))
    shares = {}
    for choices in (1, 16):
        red = 0
        for _ in range(300):
            draw_world(game._row[0], game._rule_rows[0], room, choices, generator[0])
            red += int(room["coloured"][0, 1]) & 0xFFFF != 0
        shares[choices] = red / 300
    assert shares[1] > 0.45
    assert shares[16] < shares[1] / 2


def test_without_worlds_it_says_what_it_needs() -> None:
    rows, masks = np.zeros((1, observation.length()), np.uint8), np.ones((1, 110), np.int8)
    with pytest.raises(ValueError, match="determinized copy"):
        Search(10, seed=1).act(rows, masks)


@pytest.mark.parametrize("policy", ["expert", "random_play"])
@pytest.mark.parametrize("deck", DECKS)
def test_it_plays_legally_in_every_phase_of_every_table(deck: str, policy: str) -> None:
    rule_sets = [
        RuleSet(deck, players, *flags, partners=players == 4)
        for players, flags in product((2, 4, 7), product((False, True), repeat=3))
    ]
    batch = Batch(rule_sets, 2 * len(rule_sets), seed=81)
    random, agent = np.random.default_rng(81), Search(6, policy=policy, belief=2, seed=81)
    phases: set[int] = set()
    for turn in range(40):
        batch.play_out(int(random.integers(1, 9)), redeal=True)
        kernels.write_masks(batch.games, batch.masks)
        running = np.flatnonzero(~batch.over)
        phases |= set(batch.games["phase"][running].tolist())
        worlds = draw_worlds(batch.games, batch.rules, running, turn)
        actions = agent.act(np.zeros((len(running), 1), np.uint8), batch.masks[running], worlds)
        assert batch.masks[running, actions].all()
    own = {
        "friendship": {Phase.LAY, Phase.GUESS},
        "casting_call": {Phase.GIVE},
        "victory_lap": {Phase.LAP, Phase.COLOR},
    }
    common = {Phase.TURN, Phase.DRAWN, Phase.UNO, Phase.CATCH, Phase.JUMP_IN, Phase.RESPOND, Phase.SWAP}
    assert phases >= {int(phase) for phase in common | own.get(deck, set())}


def test_it_beats_its_own_rollout_policy() -> None:
    outcome = evaluate(["search:rollouts=150,policy=random_play", "random_play"], RuleSet(players=2), deals=150, seed=5)
    won = (outcome.results["share"] * (outcome.results["agent"] == 0)).sum() / len(outcome.results)
    assert won > 0.58
