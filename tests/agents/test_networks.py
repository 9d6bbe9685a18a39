"""Networks: what they are told, how they score, what they play, and the files they are kept in."""

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.arena import evaluate
from agents.expert import bits_of
from agents.expertise.reading import COUNT, UNSEEN, See
from agents.network import NetworkAgent, found_network
from agents.networks import layout
from agents.networks.parameters import BadNetwork, Network, Shape, layer_starts, new_parameters, split
from agents.networks.scoring import ACTION_ON_AT, COUNTS_AT, LISTED_AT, new_desk, write_features
from agents.networks.self_play import Player, Rounds, Samples, play_rounds
from agents.policy import ModelAgent
from agents.search import Search
from tests.properties.tables import all_rule_sets
from uno_env import Batch, RuleSet, observation
from uno_env.actions import ACTIONS
from uno_env.engine.cards import COLORS, FACES
from uno_env.engine.layout import COLOUR_NAMING_WILDS
from uno_env.round import kernels
from uno_env.rules import rule_rows
from uno_env.worlds import draw_worlds

SMALL = Shape(24, 16, 8)
ALL_SELF_PLAY = np.array([1.0])


def positions(rule_sets: Sequence[RuleSet], seed: int, stretch: int = 9) -> tuple[Batch, Any]:
    """Games after some random play, and what whoever is to act sees."""
    batch = Batch(rule_sets, len(rule_sets), seed=seed)
    batch.play_out(stretch, redeal=True)
    kernels.write_masks(batch.games, batch.masks)
    rows = np.zeros((len(batch), observation.length()), observation.DTYPE)
    observation.observe(
        batch.games, batch.rules, batch.actors, np.zeros((len(batch), observation.CONTEXT), np.int32), rows
    )
    return batch, rows


def features_of(row: Any, mask: Any) -> tuple[Any, list[int], dict[int, list[int]]]:
    """The numbers on the desk, the features of the position, and those of every legal action."""
    numbers, features, _ = new_desk(SMALL.sizes)
    coloured, others = np.uint64(bits_of(mask, 0, 64)), np.uint64(bits_of(mask, 64, ACTIONS))
    count, legal = write_features(row, coloured, others, numbers, features)
    actions = {}
    for number in range(legal):
        start = ACTION_ON_AT + number * layout.MOST_ACTION_FEATURES
        actions[int(features[LISTED_AT + number])] = features[start : start + features[COUNTS_AT + number]].tolist()
    return numbers, features[:count].tolist(), actions


def recolored_kinds(kinds: Any, order: Sequence[int]) -> Any:
    """Counts by kind, colour c called order[c]."""
    new = kinds.copy()
    for color in range(COLORS):
        new[order[color] * FACES : (order[color] + 1) * FACES] = kinds[color * FACES : (color + 1) * FACES]
    return new


def recolored(row: Any, mask: Any, order: Sequence[int]) -> tuple[Any, Any]:
    """The same position with other names for its colours."""
    row, mask = row.copy(), mask.copy()
    parts = observation.split(row)
    old = {name: part.copy() for name, part in parts.items()}
    for name in ("hand", "offered", "discard", "turned"):
        parts[name][:] = recolored_kinds(old[name], order)
    for seat in range(9):
        kinds = slice(seat * 72, (seat + 1) * 72)
        parts["known"][kinds] = recolored_kinds(old["known"][kinds], order)
        for color in range(COLORS):
            parts["missed"][4 * seat + order[color]] = old["missed"][4 * seat + color]
    for color in range(COLORS):
        for name in ("top", "drawn", "laid", "color", "color_before"):
            parts[name][order[color]] = old[name][color]
        for entry in range(0, len(old["history"]), observation.HISTORY_ENTRY):
            parts["history"][entry + 10 + order[color]] = old["history"][entry + 10 + color]
    new_mask = mask.copy()
    new_mask[:72] = recolored_kinds(np.concatenate([mask[:64], mask[64:72]]), order)[:72]
    for wild in range(COLOUR_NAMING_WILDS):
        for color in range(COLORS):
            new_mask[64 + 4 * wild + order[color]] = mask[64 + 4 * wild + color]
    for color in range(COLORS):
        new_mask[97 + order[color]] = mask[97 + color]
    return row, new_mask


def has_ties(numbers: Any) -> bool:
    """Are two colours that are not in play equally many in hand and unseen?  Then their names decide."""
    others = [color for color in range(COLORS) if color != numbers[See.COLOR]]
    pairs = {(int(numbers[COUNT + color]), int(numbers[UNSEEN + color])) for color in others}
    return len(pairs) < len(others)


def test_a_position_looks_the_same_whatever_its_colours_are_called() -> None:
    compared = 0
    for seed in range(6):
        batch, rows = positions(all_rule_sets()[seed::11], seed, 15)
        for game in np.flatnonzero(~batch.over):
            numbers, position, actions = features_of(rows[game], batch.masks[game])
            if has_ties(numbers):
                continue
            compared += 1
            for order in list(itertools.permutations(range(COLORS)))[1::5]:
                _, renamed, renamed_actions = features_of(*recolored(rows[game], batch.masks[game], order))
                assert sorted(renamed) == sorted(position)
                assert sorted(map(sorted, renamed_actions.values())) == sorted(map(sorted, actions.values()))
    assert compared > 50


def test_every_feature_is_in_its_range_and_said_once() -> None:
    for seed in range(4):
        batch, rows = positions(all_rule_sets()[seed::7], 50 + seed, 30)
        for game in np.flatnonzero(~batch.over):
            _, position, actions = features_of(rows[game], batch.masks[game])
            assert len(set(position)) == len(position) < layout.MOST_STATE_FEATURES
            assert min(position) >= 0
            assert max(position) < layout.STATE_FEATURES
            assert sorted(actions) == np.flatnonzero(batch.masks[game]).tolist()
            assert len({each[0] for each in actions.values()}) == len(actions), "actions must differ"
            for on in actions.values():
                assert len(set(on)) == len(on) < layout.MOST_ACTION_FEATURES
                assert 0 <= on[0] < ACTIONS <= min(on[1:], default=ACTIONS)
                assert max(on) < layout.ACTION_FEATURES


def test_a_position_that_differs_in_what_is_seen_differs_in_its_features() -> None:
    batch, rows = positions([RuleSet(players=2)] * 40, 3)
    seen = {tuple(features_of(rows[game], batch.masks[game])[1]) for game in np.flatnonzero(~batch.over)}
    assert len(seen) > 35


def test_the_kernels_know_where_the_layers_begin() -> None:
    shape = Shape(7, 5, 3)
    starts = np.zeros(9, np.int64)
    layer_starts(shape.sizes, starts)
    arrays = split(shape, np.zeros(shape.count, np.float32))
    assert starts.tolist() == [0, *np.cumsum([array.size for array in arrays.values()])[:-1]]


# -- files -----------------------------------------------------------------------------------------


def small_network(seed: int = 1, kind: str = "value") -> Network:
    return Network(SMALL, new_parameters(SMALL, seed), kind, {"seed": seed})


def test_a_network_comes_back_from_its_file(tmp_path: Path) -> None:
    network, path = small_network(), tmp_path / "network.npz"
    path.write_bytes(network.to_bytes())
    again = Network.from_file(path)
    assert (again.shape, again.kind, again.card) == (SMALL, "value", {"seed": 1})
    np.testing.assert_allclose(again.parameters, network.parameters, rtol=1e-3, atol=1e-6)


def test_damaged_and_foreign_files_are_errors_that_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "network.npz"
    with pytest.raises(BadNetwork, match="there is no network at"):
        Network.from_file(path)
    whole = small_network().to_bytes()
    for damaged in (whole[: len(whole) // 2], b"", b"PK", whole[:-200]):
        path.write_bytes(damaged)
        with pytest.raises(BadNetwork, match="damaged"):
            Network.from_file(path)
    path.write_bytes(whole)
    monkeypatch.setattr("agents.networks.parameters.features_digest", lambda: "others")
    with pytest.raises(BadNetwork, match="trained on other features"):
        Network.from_file(path)


def test_a_network_with_the_wrong_number_of_numbers_is_refused() -> None:
    with pytest.raises(ValueError, match="numbers"):
        Network(SMALL, np.zeros(3, np.float32))
    with pytest.raises(BadNetwork, match="kind"):
        Network(SMALL, new_parameters(SMALL, 1), "oracle")


# -- playing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", [False, True])
def test_a_network_plays_legally_on_every_table(sample: bool) -> None:
    agent = NetworkAgent(small_network(), sample, seed=1)
    for seed in range(3):
        batch, rows = positions(all_rule_sets()[seed::9], 20 + seed, 40)
        actions = agent.act(rows, batch.masks)
        running = np.flatnonzero(~batch.over)
        assert batch.masks[running, actions[running]].all()
        assert (actions[batch.over] == -1).all()


def test_the_same_seed_draws_the_same_actions() -> None:
    batch, rows = positions([RuleSet(players=3)] * 200, 4)
    agent = NetworkAgent(small_network(), sample=True, temperature=5.0, seed=9)
    first = agent.act(rows, batch.masks)
    assert (agent.act(rows, batch.masks) != first).any()
    agent.reset(9)
    assert (agent.act(rows, batch.masks) == first).all()
    greedy = NetworkAgent(small_network())
    assert (greedy.act(rows, batch.masks) == greedy.act(rows, batch.masks)).all()


def test_the_policy_agent_plays_network_files_by_name(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    path.write_bytes(small_network().to_bytes())
    outcome = evaluate([f"policy:model={path}", f"policy:model={path},sample=true"], RuleSet(players=2), deals=3)
    assert not outcome.failures
    batch, rows = positions([RuleSet(players=2)] * 50, 5)
    one, other = ModelAgent(path), NetworkAgent(path)
    assert (one.act(rows, batch.masks) == other.act(rows, batch.masks)).all()


def test_bad_settings_are_errors() -> None:
    with pytest.raises(ValueError, match="temperature"):
        NetworkAgent(small_network(), temperature=0)
    with pytest.raises(BadNetwork, match="there is no network"):
        found_network("nowhere.npz")
    with pytest.raises(ValueError, match="judges positions"):
        Search(network=small_network(kind="policy"))
    with pytest.raises(ValueError, match="depth"):
        Search(network=small_network(), depth=-1)


# -- rounds for training ---------------------------------------------------------------------------


def played(count: int = 3000, seed: int = 1, first: int = 0, **how: Any) -> tuple[Samples, int, int]:
    """Rounds of a small random network, which are long."""
    rule_sets = [RuleSet(players=2), RuleSet(players=3, deck="run"), RuleSet(players=4, partners=True)]
    shares = how.pop("player_shares", ALL_SELF_PLAY)
    rounds = Rounds(rule_rows(rule_sets), np.array([0.4, 0.8, 1.0]), shares, **how)
    samples = Samples.room_for(count, rounds.every_action)
    networks = np.stack([new_parameters(SMALL, each) for each in (1, 2)])
    finished, kept, _ = play_rounds(rounds, SMALL, networks, seed, first, samples)
    return samples, finished, kept


def test_rounds_are_the_same_however_the_work_is_divided() -> None:
    samples, finished, _ = played(4000, epsilon=0.3)
    assert finished > 2
    later, _, _ = played(4000, first=1, epsilon=0.3)
    begin = int(np.flatnonzero(samples.games == 1)[0])
    count = int((samples.games[: len(samples.games) - 1] == 1).sum())
    assert samples.results[begin : begin + count].tolist() == later.results[:count].tolist()
    assert (
        samples.on[samples.starts[begin] : samples.starts[begin + count]].tolist()
        == later.on[: later.starts[count]].tolist()
    )


def test_results_are_the_sides_own_and_only_finished_rounds_are_kept() -> None:
    samples, finished, kept = played(6000, epsilon=0.3)
    assert set(samples.games[:kept].tolist()) <= set(range(finished))
    for number in range(finished):
        of_round = np.flatnonzero(samples.games[:kept] == number)
        by_seat = {int(samples.seats[i]): float(samples.results[i]) for i in of_round}
        for index in of_round:
            assert samples.results[index] == by_seat[int(samples.seats[index])]
        assert sum(by_seat.values()) in (0.0, 1.0, 2.0)
        last = [int(samples.seats[i]) for i in of_round if samples.last_of_seat[i]]
        assert sorted(last) == sorted(by_seat), "every seat has one last decision"


def test_only_the_learners_decisions_are_kept() -> None:
    expert_only = np.array([0.0, 1.0])
    samples, finished, kept = played(2000, player_shares=expert_only)
    assert finished
    for number in range(finished):
        assert len(set(samples.seats[:kept][samples.games[:kept] == number].tolist())) <= 1
    snapshot_only = np.array([0.0, 0.0, 0.0, 1.0])
    assert int(Player.SNAPSHOT) == 3
    samples, finished, kept = played(2000, player_shares=snapshot_only)
    for number in range(finished):
        assert len(set(samples.seats[:kept][samples.games[:kept] == number].tolist())) == 1


def test_targets_are_results_or_mixed_with_later_judgements() -> None:
    samples, _, kept = played(3000, epsilon=0.2)
    assert (samples.targets[:kept] == samples.results[:kept]).all()
    samples, _, kept = played(3000, epsilon=0.2, trace=0.7)
    values = samples.decisions["value"]
    ahead: dict[tuple[int, int], tuple[float, float]] = {}
    for index in range(kept - 1, -1, -1):
        key = (int(samples.games[index]), int(samples.seats[index]))
        expected = float(samples.results[index])
        if key in ahead:
            expected = 0.7 * ahead[key][0] + 0.3 * ahead[key][1]
        assert samples.targets[index] == pytest.approx(expected, abs=1e-5)
        ahead[key] = (expected, float(values[index]))


def test_all_actions_are_kept_when_asked_for_with_how_likely_they_were() -> None:
    samples, _, kept = played(1500, temperature=1.0, every_action=True)
    counts = np.diff(samples.first_action[: kept + 1])
    assert counts.min() >= 2, "a decision with one action is none"
    assert (samples.chosen[:kept] < counts).all()
    assert (samples.log_share[:kept] < 0).all()
    assert np.diff(samples.hidden_starts[: kept + 1]).min() > 0
    samples, _, kept = played(1500, epsilon=0.1)
    assert (np.diff(samples.first_action[: kept + 1]) == 1).all()


# -- search ----------------------------------------------------------------------------------------


def test_search_with_a_network_it_trusts_blindly_plays_as_the_network() -> None:
    batch, rows = positions(all_rule_sets()[::17], 6)
    running = np.flatnonzero(~batch.over)
    worlds = draw_worlds(batch.games, batch.rules, running, 1)
    rows, masks = rows[running], batch.masks[running]
    network = small_network()
    search = Search(4, network=network, belief=1, depth=1, trust=1e9, seed=1)
    assert (search.act(rows, masks, worlds) == NetworkAgent(network).act(rows, masks)).all()


@pytest.mark.parametrize("depth", [0, 2])
def test_search_with_a_network_tries_legal_actions_and_counts_chances(depth: int) -> None:
    batch, _ = positions(all_rule_sets()[::29], 7)
    running = np.flatnonzero(~batch.over)
    worlds = draw_worlds(batch.games, batch.rules, running, 1)
    search = Search(8, network=small_network(), belief=2, depth=depth, trust=0.0, seed=1)
    actions, sums, visits = search.evaluate(worlds, 8, everything=True)
    masks = batch.masks[running]
    assert masks[np.arange(len(running)), actions].all()
    assert ((visits > 0) <= (masks != 0)).all()
    assert (sums <= visits + 1e-9).all()
    assert (sums >= 0).all()
    for row in np.flatnonzero(visits.sum(axis=1)):
        assert visits[row][masks[row] != 0].min() > 0, "with everything every legal action is tried"


def test_parts_are_joined_without_losing_anything() -> None:
    parts = [played(1000, seed=seed, temperature=1.0, every_action=True) for seed in (1, 2)]
    joined = Samples.joined([(samples, kept) for samples, _, kept in parts])
    assert len(joined.decisions) == parts[0][2] + parts[1][2] + 1
    at = 0
    for samples, _, kept in parts:
        for index in range(kept):
            for flat, starts in (("on", "starts"), ("hidden_on", "hidden_starts")):
                one, other = getattr(samples, starts), getattr(joined, starts)
                assert (
                    getattr(samples, flat)[one[index] : one[index + 1]]
                    == getattr(joined, flat)[other[at] : other[at + 1]]
                ).all()
            first, there = samples.first_action[index], joined.first_action[at]
            count = samples.first_action[index + 1] - first
            assert joined.first_action[at + 1] - there == count
            for action in range(count):
                begin, stop = samples.action_starts[first + action], samples.action_starts[first + action + 1]
                start, end = joined.action_starts[there + action], joined.action_starts[there + action + 1]
                assert (samples.action_on[begin:stop] == joined.action_on[start:end]).all()
            assert joined.results[at] == samples.results[index]
            at += 1
    assert len(set(joined.games[: parts[0][2]]) & set(joined.games[parts[0][2] : -1])) == 0
