"""What the expert knows, decision by decision: compiled functions over an observation and the legal actions.

``reading.py`` turns a row into the few numbers that matter, ``deciding.py`` asks the right file for each phase, and
``weights.py`` holds every number that was found by measurement, with its reason.
"""
