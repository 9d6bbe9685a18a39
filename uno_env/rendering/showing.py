"""Showing a table in one of the render modes; the renderers are imported when they are needed."""

from __future__ import annotations

from typing import Any

from uno_env.rendering.view import TableView

RENDER_MODES = ("human", "ansi", "rgb_array")


class Screen:
    """Text, pictures, or a window that stays open from one view to the next."""

    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise ValueError(f"render_mode={mode!r}: must be one of {', '.join(RENDER_MODES)}")
        self.mode = mode
        self._window: Any = None

    def show(self, view: TableView) -> Any:
        """``ansi``: text.  ``rgb_array``: a picture.  ``human``: nothing, the window shows it."""
        if self.mode == "ansi":
            from uno_env.rendering import ansi

            return ansi.render(view)
        from uno_env.rendering import image

        if self.mode == "rgb_array":
            return image.draw(view)
        if self._window is None:
            self._window = image.Window()
        self._window.show(view)
        return None

    def check(self) -> None:
        """Is there anything to show on?"""
        if self.mode is None:
            raise ValueError(f"say which render_mode when making the environment: {', '.join(RENDER_MODES)}")

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def __getstate__(self) -> dict[str, Any]:
        return {"mode": self.mode, "_window": None}
