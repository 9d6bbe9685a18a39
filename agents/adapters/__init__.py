"""Bridges to other libraries' games and agents; each module imports its library only when it is used."""
