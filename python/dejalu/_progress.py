"""Progress of long work: a line on a terminal, a bar in a notebook, nothing elsewhere."""

from __future__ import annotations

import html
import sys
from typing import Any

_display: Any = None


def show(what: str, done: int, steps: int) -> None:
    """Updates the display."""
    global _display
    if _in_notebook():
        from IPython.display import HTML, display

        bar = HTML(
            f"<progress value='{done}' max='{max(steps, 1)}'></progress> {html.escape(what)}"
        )
        if _display is None:
            _display = display(bar, display_id=True)
        else:
            _display.update(bar)
    elif _on_terminal():
        print(f"\r\x1b[K{what} {done}/{steps}", end="", file=sys.stderr, flush=True)


def end() -> None:
    """Removes the display."""
    global _display
    if _display is not None:
        from IPython.display import HTML

        _display.update(HTML(""))
        _display = None
    elif _on_terminal():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _on_terminal() -> bool:
    """Whether stderr is a terminal. A replacement of the stream may lack methods, or be closed."""
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and hasattr(shell, "kernel")
