"""Training: one file per algorithm, everything that decides a result in it, an ``Args`` dataclass that is its options.

``uno train`` lists the algorithms and their presets.  What all of them share is beside them: the folder of a run
(``runs``), checkpoints, evaluation on duplicate deals, learning curves.
"""
