"""What people say to Orbit and the edits it should lead to, a row a line in JSON, a file a voice.

A file's first line tells how that kind of person talks. A row has ``say`` (the turns), ``setup`` (edits of
the practice session before them) and ``leads_to``: all edits that are right in the end, none where a turn
takes the others back, null where nothing may be edited. ``or`` lists edits that are as right; ``asks`` says
that a question is right, instead of the edits or beside them; a ``workflow`` with the ``slots`` that were
said stands for its steps. Pans are as Live shows them, 50 to a side, unless a percent sign is said. The
voices in ``judge`` and ``calibrate`` train nothing.
"""
