"""A plan on a terminal while it is carried out: its rows fill as the steps are read back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from orbit.interfaces.cli.harmless import Harmless
from orbit.interfaces.cli.views.plan import plan_view

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.live import Live

    from daw_bridges.bridge import Result
    from orbit.workflows import Plan

__all__ = ["Progress"]


class Progress:
    """Shows one plan after the other; into a pipe nothing is written before it is known."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._live: Live | None = None
        self._plan: Plan | None = None
        self._results: list[Result] = []
        self._brief = False

    def begin(self, plan: Plan, *, shown: bool) -> None:
        """Begin to show a plan; where it is ``shown`` above already, only how far it is."""
        self.end()
        if not self._console.is_terminal or self._console.is_dumb_terminal or self._console.quiet:
            return
        self._plan, self._results = plan, []
        lines = self._console.render_lines(plan_view(plan, reasons=False), pad=False)
        self._brief = shown or len(lines) >= self._console.height - 1
        from rich.live import Live

        # What is told of the end is printed anew: the rows may have been cut at the screen's edge.
        self._live = Live(console=self._console, transient=True, auto_refresh=False)
        self._live.start()
        self._refresh()

    def step(self, result: Result) -> None:
        """Show that a step was read back."""
        self._results.append(result)
        self._refresh()

    def end(self) -> None:
        """Take it away."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _refresh(self) -> None:
        if self._live is not None and self._plan is not None:
            self._live.update(Harmless(self._view(self._plan)), refresh=True)

    def _view(self, plan: Plan) -> RenderableType:
        done, steps = len(self._results), plan.steps
        if not self._brief:
            return plan_view(plan, self._results)
        now = f": {steps[done].describe()}" if done < len(steps) else ""
        return Text(f"{done} of {len(steps)}{now}", style="dim", no_wrap=True, overflow="ellipsis")
