"""Settings for all tests."""

from hypothesis import settings

# The first example of a property may have to compile the engine.
settings.register_profile("engine", deadline=None, print_blob=True)
settings.load_profile("engine")
