"""Agents that play UNO, one file each, and everything that compares them.

An agent has ``act(observations, masks)``; :func:`uno_env.policies.find_policy` makes one of a name
(``"search:rollouts=400"``).  ``agents.arena.evaluate`` compares them.
"""
