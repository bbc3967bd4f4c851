"""The lights of a window, and the exact fix of what is not in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from orbit.doctor import Status
from orbit.interfaces.panel.parts.controls import Window, button, mark
from orbit.interfaces.panel.parts.markup import tag, text

if TYPE_CHECKING:
    from orbit.doctor import Check, Finding
    from orbit.interfaces.panel.state import Panel

__all__ = ["banner", "light_row", "watching_light"]

_CALM = {Status.OK: "in order", Status.WARNING: "could be better", Status.PROBLEM: "not in order"}


def light_row(panel: Panel) -> None:
    """Show a light for the DAW and one for Orbit itself; pressed, they say all that was found."""
    daw = button("", lambda: _findings(panel))
    own = button("", lambda: _findings(panel))

    def show() -> None:
        there = panel.feed.session is not None and panel.feed.lost is None
        waiting = panel.feed.session is None and panel.feed.lost is None
        _light(
            daw,
            panel.health.daw,
            "wait" if waiting else "ok" if there else "problem",
            "is there" if there else "is not there",
        )
        worst = panel.health.worst
        _light(own, "Orbit", worst.value, _CALM[worst])

    show()
    panel.feed.changed.subscribe(show)
    panel.health.changed.subscribe(show)


def watching_light(panel: Panel) -> None:
    """Show, for as long as it is so, that what is done by hand is noted; it leads to where that is ended."""
    light = ui.html("", sanitize=False)

    def show() -> None:
        on = panel.recording.on
        word = "resting" if panel.recording.resting else "watching"
        light.set_content(f'<a class="watching" href="/learned">{word}</a>' if on else "")

    show()
    panel.recording.changed.subscribe(show)


def _light(light: ui.html, name: str, css: str, said: str) -> None:
    light.set_content(text(name))
    light.classes(replace=f"light {css}")
    mark(light, aria_label=f"{name}: {said}")


def banner(panel: Panel) -> None:
    """Say, above everything, that the DAW is not there, and what to do."""
    made = ui.html("", sanitize=False).props('role="alert"')

    def show() -> None:
        lost = panel.feed.lost
        if lost is None:
            made.set_content("")
            made.classes(replace="")
            return
        fixes = [f for check, f in panel.health.wrong() if check.daw is not None and f.fix]
        fix = tag("div", f"To do: {fixes[0].fix}", "fix") if fixes else ""
        made.set_content(f"{tag('b', f'{panel.health.daw} is not there')}{tag('div', lost)}{fix}")
        made.classes(replace="banner")

    show()
    panel.feed.changed.subscribe(show)
    panel.health.changed.subscribe(show)


def _findings(panel: Panel) -> None:
    window = Window("What Orbit found")
    with window.box:
        box = ui.html("", sanitize=False)

        def show() -> None:
            found = "".join(_finding(check, finding) for check, finding in panel.health.findings)
            box.set_content(found or tag("div", "Looking…", "empty"))

        window.follow(panel.health.changed, show)
        button("Look again", lambda: panel.begin(panel.health.look()), "go")
    window.open()


def _finding(check: Check, finding: Finding) -> str:
    sign = tag("span", _SIGNS[finding.status], _CSS[finding.status])
    fix = tag("p", f"To do: {finding.fix}", "warn") if finding.fix else ""
    return f'<div class="item"><h3>{sign} {text(check.title)}</h3>{tag("p", finding.detail)}{fix}</div>'


_SIGNS = {Status.OK: "✓", Status.WARNING: "!", Status.PROBLEM: "✗"}
_CSS = {Status.OK: "good", Status.WARNING: "warn", Status.PROBLEM: "bad"}
