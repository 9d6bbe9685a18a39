"""The network of :mod:`agents.networks` as a torch module, to be trained; a test holds the two against each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from agents.networks.parameters import Parameters, Shape, new_parameters, split
from agents.networks.self_play import Samples
from training.sparse_sums import sum_of_rows


@dataclass
class Decisions:
    """Some decisions of :class:`Samples`, as tensors: lists of features that are on, and where each list begins."""

    on: torch.Tensor
    starts: torch.Tensor
    action_on: torch.Tensor
    action_starts: torch.Tensor
    #: To which of the decisions each action belongs.
    decision_of_action: torch.Tensor

    def __len__(self) -> int:
        return len(self.starts) - 1


def lists_of(
    flat: npt.NDArray[np.int16], starts: npt.NDArray[np.int64], chosen: npt.NDArray[np.int64]
) -> tuple[torch.Tensor, torch.Tensor]:
    """The chosen ones of many lists, one behind the other, and where each begins."""
    first, lengths = starts[chosen], starts[chosen + 1] - starts[chosen]
    begins = np.zeros(len(chosen) + 1, np.int32)
    np.cumsum(lengths, out=begins[1:])
    places = np.arange(begins[-1]) + np.repeat(first - begins[:-1], lengths)
    return torch.from_numpy(flat[places].astype(np.int32)), torch.from_numpy(begins)


def decisions_of(samples: Samples, chosen: npt.NDArray[np.int64]) -> Decisions:
    """The features of some decisions and of all their actions that were kept."""
    on, starts = lists_of(samples.on, samples.starts, chosen)
    first = samples.first_action[chosen]
    counts = samples.first_action[chosen + 1] - first
    of_action = np.repeat(np.arange(len(chosen)), counts)
    before = np.cumsum(counts) - counts
    actions = np.arange(len(of_action)) + np.repeat(first - before, counts)
    action_on, action_starts = lists_of(samples.action_on, samples.action_starts, actions)
    return Decisions(on, starts, action_on, action_starts, torch.from_numpy(of_action))


class TorchNetwork(torch.nn.Module):
    """Scores of actions, one a kept action."""

    def __init__(self, shape: Shape, parameters: Parameters | None = None, seed: int = 0) -> None:
        super().__init__()
        self.shape = shape
        parameters = new_parameters(shape, seed) if parameters is None else parameters
        self.arrays = torch.nn.ParameterDict(
            {name: torch.from_numpy(array.copy()) for name, array in split(shape, parameters).items()}
        )

    def forward(self, decisions: Decisions) -> torch.Tensor:
        """One score for each kept action."""
        arrays = self.arrays
        one = torch.relu(sum_of_rows(arrays["table"], decisions.on, decisions.starts) + arrays["table_bias"])
        two = torch.addmm(arrays["reading_bias"], one, arrays["reading"])
        action = sum_of_rows(arrays["action"], decisions.action_on, decisions.action_starts)
        merged = torch.relu(two.index_select(0, decisions.decision_of_action) + action)
        three = torch.relu(torch.addmm(arrays["weighing_bias"], merged, arrays["weighing"]))
        scores: torch.Tensor = three @ arrays["score"] + arrays["score_bias"]
        return scores

    def flat(self) -> Parameters:
        """All numbers in one array, as the kernels want them."""
        return np.concatenate([self.arrays[name].detach().numpy().ravel() for name in self.shape.layers])
