"""Orbit on a second screen: a page on this machine that shows the DAW and asks before it changes anything.

``mount`` makes it an application of Orbit's server; ``state`` holds what every window shows: the session
(``session_feed``), what is asked and done (``conversation``), the connections (``health``). ``page`` is the
frame of every page, ``pages/`` one module a page, ``parts/`` their pieces, ``pictures/`` the drawings.
"""
