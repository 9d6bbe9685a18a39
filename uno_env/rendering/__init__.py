"""Pictures of a table: as coloured text (:mod:`~uno_env.rendering.ansi`) and as an image
(:mod:`~uno_env.rendering.image`, which needs pygame-ce).

Nothing is imported here: ask for the module you want.  Both draw a
:class:`~uno_env.rendering.view.TableView`, which holds what one seat may know, or everything.
"""
