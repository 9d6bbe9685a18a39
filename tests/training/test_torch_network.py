"""The network that is trained is the network that plays."""

import numpy as np
import torch

from agents.networks.parameters import Shape, new_parameters
from agents.networks.self_play import Rounds, Samples, play_rounds
from training.sparse_sums import sum_of_rows
from training.torch_network import TorchNetwork, decisions_of
from uno_env import RuleSet
from uno_env.rules import rule_rows

SHAPE = Shape(24, 16, 8)


def some_samples() -> tuple[Samples, int]:
    rules = rule_rows([RuleSet(players=2), RuleSet(deck="friendship", players=4, jump_in=True)])
    rounds = Rounds(rules, np.array([0.5, 1.0]), np.array([1.0]), temperature=1.0, every_action=True)
    samples = Samples.room_for(3000, every_action=True)
    _, kept, _ = play_rounds(rounds, SHAPE, new_parameters(SHAPE, 5)[None], 7, 0, samples)
    return samples, kept


def test_torch_and_the_kernels_give_the_same_scores() -> None:
    samples, kept = some_samples()
    network = TorchNetwork(SHAPE, new_parameters(SHAPE, 5))
    chosen = np.sort(np.random.default_rng(1).permutation(kept)[:200])
    decisions = decisions_of(samples, chosen)
    with torch.no_grad():
        scores = network(decisions).numpy()
    assert len(scores) == (samples.first_action[chosen + 1] - samples.first_action[chosen]).sum()
    start = 0
    for index in chosen:
        count = int(samples.first_action[index + 1] - samples.first_action[index])
        own = scores[start : start + count].astype(np.float64)
        start += count
        log_share = own[samples.chosen[index]] - np.log(np.exp(own - own.max()).sum()) - own.max()
        np.testing.assert_allclose(log_share, samples.log_share[index], atol=1e-4)


def test_flat_and_back_is_the_same_network() -> None:
    parameters = new_parameters(SHAPE, 2)
    assert (TorchNetwork(SHAPE, parameters).flat() == parameters).all()


def test_the_gradient_of_a_sum_of_rows_is_that_of_torch() -> None:
    random = np.random.default_rng(3)
    lengths = random.integers(0, 9, 50)
    starts = torch.from_numpy(np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32))
    on = torch.from_numpy(random.integers(0, 20, lengths.sum()).astype(np.int32))
    weights = torch.from_numpy(random.normal(size=(50, 6)).astype(np.float32))
    gradients = []
    for summed in (
        sum_of_rows,
        lambda matrix, on, starts: torch.nn.functional.embedding_bag(
            on, matrix, starts, mode="sum", include_last_offset=True
        ),
    ):
        matrix = torch.from_numpy(random.normal(size=(20, 6)).astype(np.float32)).requires_grad_()
        (summed(matrix, on, starts) * weights).sum().backward()  # type: ignore[no-untyped-call]
        gradients.append(matrix.grad)
    torch.testing.assert_close(gradients[0], gradients[1])
