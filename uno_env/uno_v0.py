"""# UNO

One table of two to ten players, five decks, three house rules, partners, single rounds and whole matches.

```python
from uno_env import uno_v0

env = uno_v0.env(deck="run", players=4, jump_in=True)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    if terminated or truncated:
        env.step(None)
    else:
        env.step(env.action_space(agent).sample(observation["action_mask"]))
```

| | |
| --- | --- |
| import | `from uno_env import uno_v0`, or `pettingzoo.make("aec", "Uno-v0")` after `import uno_env.uno_v0` |
| agents | `player_0` ... `player_9`, as many as `players` |
| actions | discrete, 110, the same for every rule set |
| observations | a dict: `observation` (bytes) and `action_mask` (int8), the same length for every rule set |
| parallel | no: `turn_based_aec_to_parallel` converts it |

## The rules in short

Match the top card by colour, number or symbol, play a wild, or draw. Skip, Reverse, Draw Two and Wild Draw Four do what
they say; a Wild Draw Four played with the colour in hand can be challenged. Whoever is left with one card says UNO or
may be caught. The first to have none left scores what the others hold. Progressive stacks draw cards, Seven-0 trades and
passes hands, Jump-In plays the identical card out of turn. Each deck but the classic has a card of its own: Run! blocks
an icon card, Power of Friendship lets everybody lay off one colour together, Casting Call turns cards and gives them
away, Victory Lap sends all hands round the table. `docs/rules.md` has every rule with its slug.

Every decision of the rules is a turn of some agent: also whether to say UNO, to catch, to jump in out of turn, to
block, to challenge, to take a hand. Nobody is asked who could only decline.

## Actions

<!-- made from the code: actions -->
110 actions.

| id | notation | meaning |
| --- | --- | --- |
| 0-63 | `R0` ... `BD*` | play or lay a coloured card |
| 64-89 | `W:R` ... `LAP` | play a wild and name its colour |
| 90 | `draw` | draw a card, or accept the pending draw |
| 91 | `pass` | decline what is offered |
| 92 | `challenge` | challenge a Wild Draw Four |
| 93 | `uno` | say UNO |
| 94 | `catch` | catch a silent player |
| 95 | `take` | take the hand the lap has brought |
| 96 | `split` | deal the turned cards to all others |
| 97-100 | `color:R` ... `color:B` | name a colour |
| 101-109 | `seat:+1` ... `seat:+9` | choose a player, counted clockwise |
<!-- end: actions -->

An action is legal where the mask is 1. The mask is in the observation and in `info`; for agents that are not to act
it is all zero. What happens to an illegal action is chosen with `illegal`: `raise` an `IllegalAction` and change
nothing; `lose`, the episode ends and the offender gets `illegal_reward`; `retry`, the agent gets `illegal_reward` and is
asked again. Nothing is ever played in its place.

## Observations

Everything the agent may know and nothing else, seats counted clockwise from the agent itself.

<!-- made from the code: observation -->
1621 bytes.

| section | from | length | meaning |
| --- | --- | --- | --- |
| `hand` | 0 | 72 | cards of each kind in the own hand |
| `offered` | 72 | 72 | in a lap, what is known of the hand in front of the observer |
| `top` | 144 | 28 | the top card |
| `drawn` | 172 | 28 | the card just drawn and still to be played or kept |
| `laid` | 200 | 28 | the own card laid face down in Friendship |
| `discard` | 228 | 72 | cards of each kind on the discard pile |
| `turned` | 300 | 72 | cards of each kind turned by Casting Call |
| `known` | 372 | 648 | cards of each kind known to be with seat 1, seat 2, ... seat 9 |
| `missed` | 1020 | 36 | seat 1, seat 2, ...: per colour 0, or 1 and one more for each card gained since a draw on that colour |
| `hand_sizes` | 1056 | 10 | cards in front of each seat |
| `color` | 1066 | 5 | the colour in play, or none, one-hot |
| `color_before` | 1071 | 5 | the colour a Wild Draw Four on top is judged against, one-hot |
| `direction` | 1076 | 1 | 1 if play goes clockwise |
| `draw_pile` | 1077 | 1 | cards in the draw pile |
| `pending` | 1078 | 1 | the pending sum |
| `phase` | 1079 | 13 | what the observer has to decide (or that the round is over), one-hot |
| `looks` | 1092 | 1 | hands looked at in this lap |
| `last_player` | 1093 | 10 | who played the top card, one-hot |
| `dealer` | 1103 | 10 | who dealt, one-hot |
| `partner` | 1113 | 10 | the observer's partner, one-hot |
| `uno_called` | 1123 | 10 | who has said UNO and still holds that card |
| `scores` | 1133 | 10 | match totals in percent of the target |
| `target` | 1143 | 1 | the target of the match, in tens; 0 in a single round |
| `scoring` | 1144 | 3 | the match is for points, low score, Challenge UNO, one-hot |
| `deck` | 1147 | 5 | the deck, one-hot |
| `players` | 1152 | 9 | 2, 3, ... 10 players, one-hot |
| `house_rules` | 1161 | 3 | Progressive, Seven-0, Jump-In |
| `options` | 1164 | 3 | partners, UNO called automatically, Casting Call until identical |
| `icons` | 1167 | 5 | icon copies of S, R, D (per colour), W, W4 |
| `hand_size` | 1172 | 1 | cards dealt to each player |
| `history` | 1173 | 8 x 56 | the last public actions, latest first: who (10), the card or colour (28), draw, pass, challenge, uno, catch, take, split, color, hidden card (9), the player chosen (9) |
<!-- end: observation -->

`observe(agent)` can be called at any time for any agent. `state()` is everything, hidden cards included, for critics.

## Rewards

At the end of the round (`episode="round"`) or match, for every agent, by `reward`:

| reward | who gets what |
| --- | --- |
| `win_loss` | 1 for every winner, the losers share the loss: zero-sum, shared in teams |
| `points` | the points scored |
| `points_scaled` | hundreds of points: winners gain what the others hold, who lose it; zero-sum |
| `placement` | from 1 for the first to -1 for the last |
| a function | of an `uno_env.rewards.Outcome`, giving one number a seat |

In a match `points` and `points_scaled` are paid after every round, the others at the end (or when an agent is
eliminated).

## The end of an episode

A round ends when somebody goes out: all agents terminate. When every player in turn draws and there is nothing to draw the
round is dead: all agents are truncated with reward 0. A match ends by `scoring`: `points`, the first to reach `target`; `low`, the lowest
total when somebody reaches it; `challenge`, whoever reaches it terminates and never returns, the last one left wins.

## Arguments

`uno_v0.env(episode="round", scoring="points", target=500, reward="win_loss", illegal="raise", illegal_reward=-1.0,
history=8, render_mode=None, render_seat=None, **rules)`. `history` is how many public actions an observation shows, 0 to
16; `render_mode` is `human`, `ansi` or `rgb_array`, `render_seat` shows one player's view. The rules:

<!-- made from the code: parameters -->
| parameter | default | meaning |
| --- | --- | --- |
| `deck` | `'classic'` | ``classic``, ``run``, ``friendship``, ``casting_call`` or ``victory_lap``; or a registered one of your own. |
| `players` | `4` | 2 to 10. |
| `progressive` | `False` | House rule: draw cards can be stacked. |
| `seven_zero` | `False` | House rule: a 7 trades hands, a 0 passes them along. |
| `jump_in` | `False` | House rule: the identical card may be played out of turn. |
| `partners` | `False` | Players across the table are partners. |
| `uno_call` | `'explicit'` | Whether players must remember to say UNO, or have it said for them. |
| `casting_match` | `'match'` | Casting Call: what two turned cards must have in common. |
| `icons` | `{'S': 1, 'R': 1, 'D': 1, 'W': 2, 'W4': 2}` | Run!: how many copies of each action card carry the icon. |
| `hand_size` | `7` | Cards dealt to each player. |
<!-- end: parameters -->

`reset(seed=..., options=...)` takes the options `deck` (top card first), `dealer` and `shuffles`, or `record`, for
duplicate and crafted deals. `get_state()` and `set_state()` save and restore an episode as bytes.

## Versions

- v0: the first.
"""

from __future__ import annotations

from typing import Any

import pettingzoo

from uno_env.env import UnoEnv

raw_env = UnoEnv


def env(**kwargs: Any) -> UnoEnv:
    """The environment.  Order and legality are checked inside, so it needs no wrappers and costs no more than raw."""
    return UnoEnv(**kwargs)


if "Uno-v0" not in pettingzoo.aec_registry:
    pettingzoo.register("aec", "Uno-v0", entry_point="uno_env.uno_v0:env")
