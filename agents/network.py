"""Trained networks as agents: ``general`` plays every table, ``classic_2p`` and ``classic_4p`` the classic one.

They run in compiled kernels and need nothing but numpy and Numba.  Where each comes from is in its model card, beside
its weights in ``agents/weights``.
"""

from __future__ import annotations

from pathlib import Path

from agents.networks.acting import choose_by_network
from agents.networks.parameters import Network
from agents.seeded import SeededAgent, checked_rows
from uno_env.observation import Observations
from uno_env.round.kernels import Actions, Masks

WEIGHTS_FOLDER = Path(__file__).resolve().parent / "weights"
#: Networks that come with the package.
SHIPPED = ("general", "classic_2p", "classic_4p")


def found_network(network: str | Path | Network) -> Network:
    """A shipped network by its name, one in a file, or the network itself."""
    if isinstance(network, Network):
        return network
    if network in SHIPPED:
        return Network.from_file(WEIGHTS_FOLDER / f"{network}.npz")
    return Network.from_file(network)


class NetworkAgent(SeededAgent):
    """A network of Deep Monte Carlo or of a policy gradient, from a file or as it is.

    ``sample`` draws every action by the scores (of a policy: as often as it says) instead of playing the best one;
    the higher the ``temperature``, the more evenly.
    """

    def __init__(
        self,
        model: str | Path | Network,
        sample: bool = False,
        temperature: float = 1.0,
        seed: int | None = None,
    ) -> None:
        if not temperature > 0:
            raise ValueError(f"temperature={temperature!r}: must be more than 0")
        self.network = found_network(model)
        self.name = "a network" if isinstance(model, Network) else Path(model).stem
        self.sample, self.temperature = bool(sample), float(temperature)
        self._sizes = self.network.shape.sizes
        super().__init__(seed)

    def _choose(self, observations: Observations, masks: Masks, actions: Actions) -> None:
        rows = checked_rows(observations, len(masks))
        choose_by_network(
            self._generator,
            rows,
            masks,
            self.network.parameters,
            self._sizes,
            self.temperature if self.sample else 0.0,
            actions,
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}{', sample=True' if self.sample else ''})"


class General(NetworkAgent):
    """One network for all five decks, any house rules, 2 to 10 players."""

    def __init__(self, sample: bool = False, temperature: float = 1.0, seed: int | None = None) -> None:
        super().__init__("general", sample, temperature, seed)


class ClassicTwoPlayers(NetworkAgent):
    """A network for two players and the classic deck."""

    def __init__(self, sample: bool = False, temperature: float = 1.0, seed: int | None = None) -> None:
        super().__init__("classic_2p", sample, temperature, seed)


class ClassicFourPlayers(NetworkAgent):
    """A network for four players and the classic deck."""

    def __init__(self, sample: bool = False, temperature: float = 1.0, seed: int | None = None) -> None:
        super().__init__("classic_4p", sample, temperature, seed)
