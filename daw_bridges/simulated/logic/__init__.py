"""Logic Pro without Logic Pro: a Mackie host with the behaviour measured on the real one.

``project`` and ``strips`` are what is open in it, ``by_hand`` what its user does, ``mackie_host`` what it
says to a surface and ``views`` what the surface's assignment section shows; ``host`` is the running
application, ``faults`` and ``latency`` what can go wrong and how long things take, ``practice`` the projects
to work on.

    with LogicHost(practice_project(), port) as host:
        host.call(lambda: host.project.strips[0].name)
"""

from __future__ import annotations

from daw_bridges.simulated.logic.host import LogicHost
from daw_bridges.simulated.logic.practice import big_project, practice_project
from daw_bridges.simulated.logic.project import Project

__all__ = ["LogicHost", "Project", "big_project", "practice_project"]
