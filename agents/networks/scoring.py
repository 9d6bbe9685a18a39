"""A network at work: the score of every legal action of one decision, inside compiled kernels.

Features are on or off, so the first layer is a sum of rows; of the later layers only the units that are on count.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.expertise.deciding import list_actions
from agents.expertise.reading import SEEN, Row, Table, read_table
from agents.networks.choices import choice
from agents.networks.colors import place_colors
from agents.networks.layout import ACTION_FEATURES, MOST_ACTION_FEATURES, MOST_STATE_FEATURES, STATE_FEATURES
from agents.networks.parameters import Parameters, Sizes, layer_starts
from agents.networks.situation import Features, situation
from uno_env.engine.cards import COLORS
from uno_env.engine.jit import arithmetic, rule
from uno_env.engine.layout import ACTIONS

# Where everything lies on a desk.  Of whole numbers: the table as the expert reads it, the places of the colours, where
# the layers begin.  Of features: those of the position, the legal actions, how many features each has, and those.
PLACES_AT = SEEN
STARTS_AT = PLACES_AT + COLORS + 1
LAYERS = 9
LISTED_AT = MOST_STATE_FEATURES
COUNTS_AT = LISTED_AT + ACTIONS
ACTION_ON_AT = COUNTS_AT + ACTIONS
ROOM_AT = ACTIONS

Layer = npt.NDArray[np.float32]
Matrix = npt.NDArray[np.float32]
Scores = npt.NDArray[np.float32]


@arithmetic
def add_rows(matrix: Matrix, on: Features, count: int, total: Layer) -> None:
    """Add up the rows of the features that are on."""
    for place in range(count):
        row = matrix[on[place]]
        for unit in range(len(total)):
            total[unit] += row[unit]


@arithmetic
def next_layer(matrix: Matrix, layer: Layer, total: Layer) -> None:
    """Add what the units that are on pass to the next layer."""
    for unit in range(len(layer)):
        strength = layer[unit]
        if strength > np.float32(0.0):
            row = matrix[unit]
            for other in range(len(total)):
                total[other] += strength * row[other]


@arithmetic
def weighted_sum(weights: Layer, layer: Layer) -> np.float32:
    """The last layer's one number."""
    total = np.float32(0.0)
    for unit in range(len(layer)):
        if layer[unit] > np.float32(0.0):
            total += weights[unit] * layer[unit]
    return total


@rule
def copy_into(target: Layer, source: Layer) -> None:
    """Element by element."""
    for unit in range(len(target)):
        target[unit] = source[unit]


@rule
def read_position(
    parameters: Parameters, sizes: Sizes, starts: npt.NDArray[np.int64], on: Features, count: int, room: Layer
) -> None:
    """The two layers that read the table; the result stands in the second part of ``room``."""
    first, second = sizes[0], sizes[1]
    one, two = room[:first], room[first : first + second]
    copy_into(one, parameters[starts[1] : starts[2]])
    add_rows(parameters[: starts[1]].reshape(STATE_FEATURES, first), on, count, one)
    copy_into(two, parameters[starts[3] : starts[4]])
    next_layer(parameters[starts[2] : starts[3]].reshape(first, second), one, two)


@rule
def score_action(
    parameters: Parameters, sizes: Sizes, starts: npt.NDArray[np.int64], on: Features, count: int, room: Layer
) -> np.float32:
    """The score of an action with these features, in the position just read."""
    first, second, third = sizes[0], sizes[1], sizes[2]
    two = room[first : first + second]
    merged = room[first + second : first + 2 * second]
    three = room[first + 2 * second : first + 2 * second + third]
    copy_into(merged, two)
    add_rows(parameters[starts[4] : starts[5]].reshape(ACTION_FEATURES, second), on, count, merged)
    copy_into(three, parameters[starts[6] : starts[7]])
    next_layer(parameters[starts[5] : starts[6]].reshape(second, third), merged, three)
    score: np.float32 = weighted_sum(parameters[starts[7] : starts[8]], three) + parameters[starts[8]]
    return score


@rule
def new_desk(sizes: Sizes) -> tuple[Table, Features, Scores]:
    """Room for one decision at a time: whole numbers, features and actions, scores and layers."""
    layers = int(sizes[0] + 2 * sizes[1] + sizes[2])
    return (
        np.zeros(STARTS_AT + LAYERS, np.int64),
        np.zeros(ACTION_ON_AT + ACTIONS * MOST_ACTION_FEATURES, np.int16),
        np.zeros(ROOM_AT + layers, np.float32),
    )


@rule
def write_features(
    row: Row, coloured: np.uint64, others: np.uint64, numbers: Table, features: Features
) -> tuple[int, int]:
    """The features of a decision: of the position, and of every legal action; how many are on, how many actions."""
    places = numbers[PLACES_AT:STARTS_AT]
    read_table(row, numbers)
    place_colors(numbers, places)
    count = situation(row, numbers, places, coloured, features)
    legal = list_actions(coloured, others, features[LISTED_AT:COUNTS_AT])
    for number in range(legal):
        action = int(features[LISTED_AT + number])
        start = ACTION_ON_AT + number * MOST_ACTION_FEATURES
        features[COUNTS_AT + number] = choice(row, numbers, places, action, features[start:])
    return count, legal


@rule
def write_scores(
    parameters: Parameters, sizes: Sizes, count: int, legal: int, numbers: Table, features: Features, scores: Scores
) -> int:
    """Score every legal action; the number of the best one."""
    starts, room = numbers[STARTS_AT:], scores[ROOM_AT:]
    layer_starts(sizes, starts)
    read_position(parameters, sizes, starts, features, count, room)
    best = 0
    for number in range(legal):
        start = ACTION_ON_AT + number * MOST_ACTION_FEATURES
        on = int(features[COUNTS_AT + number])
        scores[number] = score_action(parameters, sizes, starts, features[start:], on, room)
        if scores[number] > scores[best]:
            best = number
    return best


@rule
def weigh(
    row: Row,
    coloured: np.uint64,
    others: np.uint64,
    parameters: Parameters,
    sizes: Sizes,
    numbers: Table,
    features: Features,
    scores: Scores,
) -> tuple[int, int]:
    """Think a decision through: how many actions there are, and the number of the best one."""
    count, legal = write_features(row, coloured, others, numbers, features)
    return legal, write_scores(parameters, sizes, count, legal, numbers, features, scores)


@rule
def action_numbered(features: Features, number: int) -> int:
    """The action of that number, of the decision just weighed."""
    return int(features[LISTED_AT + number])


@rule
def chance(score: float) -> float:
    """The chance to win that log-odds stand for."""
    return float(1.0 / (1.0 + np.exp(-score)))
