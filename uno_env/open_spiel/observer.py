"""What OpenSpiel's observers show: rows of :mod:`uno_env.observation`, whole, or what is public or private of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyspiel

from uno_env import observation
from uno_env.open_spiel.information import information_state, observed
from uno_env.open_spiel.moments import Setting
from uno_env.text_view import describe

if TYPE_CHECKING:
    from uno_env.open_spiel.game import UnoState

#: Sections of a row that only the observer can fill; everybody at the table could fill the others.
PRIVATE_SECTIONS = ("hand", "offered", "drawn", "laid", "known", "phase")


class UnoObserver:
    """A seat's view as ``tensor`` (float32), as ``dict`` (its named sections) and as text.

    With perfect recall there is only the text, the information state.  Without, public and private information come
    together or each alone; the private information of all players in one view is not to be had.
    """

    def __init__(self, setting: Setting, kind: pyspiel.IIGObservationType, history: int) -> None:
        self._setting, self._history = setting, history
        self._perfect_recall = bool(kind.perfect_recall)
        self._whole = bool(kind.public_info) and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("private_info=ALL_PLAYERS is not supported: observe seat by seat with SINGLE_PLAYER")
        if self._perfect_recall and not self._whole:
            raise ValueError(
                "perfect recall is supported for public_info=True and private_info=SINGLE_PLAYER: the information state"
            )
        private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._sections = {
            name: part
            for name, part in observation.sections(history).items()
            if part.stop > part.start and (private if name in PRIVATE_SECTIONS else bool(kind.public_info))
        }
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not self._perfect_recall:
            self._make_room()

    def _make_room(self) -> None:
        """One tensor, and its sections as views of it."""
        self.tensor = np.zeros(sum(part.stop - part.start for part in self._sections.values()), np.float32)
        start = 0
        for name, part in self._sections.items():
            stop = start + part.stop - part.start
            self.dict[name] = self.tensor[start:stop]
            start = stop

    def set_from(self, state: UnoState, player: int) -> None:
        """Fill the tensor with what the player sees; all zero until the cards are dealt."""
        if self.tensor is None:
            raise ValueError("there is no tensor of the information state: observe with perfect_recall=False")
        self.tensor.fill(0)
        if state.is_dealt:
            row = observed(self._setting, state.moment.table, player, self._history)
            for name, part in self._sections.items():
                self.dict[name][:] = row[part]

    def string_from(self, state: UnoState, player: int) -> str:
        """What the player sees, or with perfect recall has ever seen, as text."""
        if not state.is_dealt:
            return f"seat {player}: the cards are being dealt"
        if self._perfect_recall:
            return information_state(self._setting, state.moment, player)
        if self._whole:
            return describe(state.to_game(), player)
        self.set_from(state, player)
        return "\n".join(f"{name} {_numbers(part)}" for name, part in self.dict.items() if part.any())


def _numbers(part: npt.NDArray[Any]) -> str:
    """What is not zero, by its place."""
    return " ".join(f"{place}:{int(part[place])}" for place in part.nonzero()[0])


assert set(PRIVATE_SECTIONS) <= set(observation.sections())
