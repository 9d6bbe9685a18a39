"""One seat of each game is the learner's: compiled loops over the games that wait for the others."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from uno_env.engine.jit import kernel, rule
from uno_env.engine.state import GameRow, Games, Phase, Rules, RulesRow
from uno_env.observation import Context, Observations, relative, write_observation
from uno_env.round.decisions import is_legal
from uno_env.round.kernels import ALL_LEGAL, NO_ACTION, Actions, Masks, step_or_redeal, write_mask

Indices = npt.NDArray[np.int64]
Seats = npt.NDArray[np.int8]


@kernel
def first_illegal_of(games: Games, indices: Indices, actions: Actions) -> int:
    """The first place in the list whose game does not allow its action, or ALL_LEGAL."""
    for place in range(len(indices)):
        if not is_legal(games[indices[place]], actions[place]):
            return place
    return ALL_LEGAL


@rule
def begin_episode(
    game: GameRow, rules: RulesRow, index: int, learners: Seats, lengths: npt.NDArray[np.int64], rotate: bool
) -> None:
    """A new round; the learner moves on by a seat if so wished."""
    step_or_redeal(game, rules, 0, True)
    lengths[index] = 0
    if rotate:
        learners[index] = (learners[index] + 1) % rules.players


@kernel
def play_on(
    games: Games,
    rules: Rules,
    indices: Indices,
    actions: Actions,
    learners: Seats,
    lengths: npt.NDArray[np.int64],
    rotate: bool,
    context: Context,
    masks: Masks,
    rows: Observations,
    waiting: Indices,
    waiting_seats: Seats,
    waiting_masks: Masks,
    waiting_rows: Observations,
) -> int:
    """Make one decision in each game of the list (none if it is NO_ACTION), or deal it anew if it was over.

    Where the learner is to act, or the round is over, the learner's mask and row are written; all other games are
    put on the waiting list, with the mask and row of whoever is to act and the seat they have as seen by the learner.
    Returns how many wait.  ``waiting`` may be ``indices``.  ``lengths`` counts the learner's decisions.

    A round that ends before the learner had any decision is no episode: it is dealt again.
    """
    count = 0
    for place in range(len(indices)):
        index = indices[place]
        game = games[index]
        rule_set = rules[game.rules]
        if int(game.phase) == Phase.OVER:
            begin_episode(game, rule_set, index, learners, lengths, rotate)
        elif actions[place] != NO_ACTION:
            step_or_redeal(game, rule_set, actions[place], False)
        while int(game.phase) == Phase.OVER and lengths[index] == 0:
            begin_episode(game, rule_set, index, learners, lengths, False)
        learner, actor = int(learners[index]), int(game.actor)
        if actor < 0 or actor == learner:
            lengths[index] += int(actor == learner)
            write_mask(game, masks[index])
            write_observation(game, rule_set, learner, context, rows[index])
        else:
            waiting_seats[count] = relative(rule_set, learner, actor)
            write_mask(game, waiting_masks[count])
            write_observation(game, rule_set, actor, context, waiting_rows[count])
            waiting[count] = index
            count += 1
    return count
