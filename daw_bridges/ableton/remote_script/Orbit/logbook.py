"""What the script has to say, in Live's own log and in a file beside the token that stays small.

The file is ``ableton.log`` in ``.orbit`` in the user's home, or where ``ORBIT_ABLETON_LOG`` says; empty means
no file. Nothing here may fail or hold up Live: a file that cannot be written is given up, and of what is said
over and over in one second only the first lines are kept.
"""

from __future__ import annotations

import contextlib
import logging
import logging.handlers
import os
import sys
import time
import traceback
from typing import Any, Callable, Optional

LOG_FILE = os.path.join("~", ".orbit", "ableton.log")
MOST_BYTES = 512 * 1024
OLD_FILES = 1
_LONGEST_LINE = 8000
_LINES_A_SECOND = 50


class _File(logging.handlers.RotatingFileHandler):
    """A log file that goes on to a new one when it is full; when it cannot be written, that is said once."""

    def __init__(self, path: str, failed: Callable[[str], None]) -> None:
        os.makedirs(os.path.dirname(path) or ".", mode=0o700, exist_ok=True)
        super().__init__(path, maxBytes=MOST_BYTES, backupCount=OLD_FILES, encoding="utf-8", delay=True)
        self.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        self._failed = failed

    def _open(self) -> Any:
        stream = super()._open()
        with contextlib.suppress(OSError):
            os.chmod(self.baseFilename, 0o600)  # it names what is in the set
        return stream

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002 - as logging calls it
        self._failed("%s" % sys.exc_info()[1])


class Logbook:
    """Says a line to Live's log and to the file; what is raised at the time goes into the file as well."""

    def __init__(self, live_log: Callable[[str], None]) -> None:
        self._live_log = live_log
        self._second, self._lines = 0, 0
        self._file = self._opened(os.environ.get("ORBIT_ABLETON_LOG", LOG_FILE))

    def _opened(self, path: str) -> Optional[_File]:
        if not path:
            return None
        try:
            return _File(os.path.expanduser(path), self._give_up)
        except OSError as error:
            self._live_log("Orbit: there is no log file, %s cannot be written: %s" % (path, error))
            return None

    def _give_up(self, why: str) -> None:
        self.close()
        self._live_log("Orbit: the log file cannot be written and is given up: %s" % why)

    def __call__(self, text: str) -> None:
        self._live_log("Orbit: " + text)
        if self._file is not None and self._is_bearable():
            raised = traceback.format_exc() if sys.exc_info()[0] is not None else ""
            self._write((text + "\n" + raised).rstrip()[:_LONGEST_LINE])

    def _is_bearable(self) -> bool:
        second = int(time.monotonic())
        if second != self._second:
            self._second, self._lines = second, 0
        self._lines += 1
        return self._lines <= _LINES_A_SECOND

    def _write(self, text: str) -> None:
        assert self._file is not None
        record: Any = logging.LogRecord("Orbit", logging.INFO, "", 0, text, None, None)
        self._file.emit(record)

    def close(self) -> None:
        """Let go of the file."""
        file, self._file = self._file, None
        if file is not None:
            with contextlib.suppress(OSError):
                file.close()
