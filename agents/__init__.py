"""Agents that play UNO, and everything that compares them."""
