"""``python -m orbit.interfaces.cli`` is ``orbit``, also where the script is not on the path."""

from __future__ import annotations

from orbit.interfaces.cli.app import main

if __name__ == "__main__":
    main()
