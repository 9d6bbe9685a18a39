"""Small networks that play every deck: what they are told (features), how they think (scoring), where they are kept.

Nothing here needs torch: a trained network is a few arrays, and it runs inside compiled kernels, alone, in batches and
in the rollouts of a search.  Networks are trained in ``training``.
"""
