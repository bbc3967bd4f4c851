# type: ignore  # written for Live, which has no stubs
"""Serves lines over TCP from Live's main thread: `names`, `volume N DB`, `duck`, `undo`, `quit`."""
from __future__ import absolute_import

import socket

import Live
from _Framework.ControlSurface import ControlSurface

from . import commands


class LevelKeeper(ControlSurface):
    def __init__(self, c_instance):
        ControlSurface.__init__(self, c_instance)
        with self.component_guard():
            self._client = None
            self._pending = b""
            self._events = []
            self._server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            self._server.bind(("127.0.0.1", 0))
            self._server.listen(1)
            self._server.setblocking(False)
            self.port = self._server.getsockname()[1]
            self.song().add_tracks_listener(self._on_tracks)
            self.log_message("listening on", self.port, "Live", self.application().get_major_version())
            self._timer = None
            try:
                self._timer = Live.Base.Timer(callback=self._pump, interval=10, repeat=True)
                self._timer.start()
            except AttributeError:
                self.schedule_message(1, self._tick)

    def _on_tracks(self):
        self._events.append(len(self.song().tracks))

    def _tick(self):
        self._pump()
        self.schedule_message(1, self._tick)

    def _pump(self):
        try:
            if self._client is None:
                self._client, _ = self._server.accept()
                self._client.setblocking(False)
            self._pending += self._client.recv(4096)
        except BlockingIOError:
            return
        while b"\n" in self._pending:
            line, self._pending = self._pending.split(b"\n", 1)
            self._client.sendall((self._answer(line.decode()) + "\n").encode())

    def _answer(self, line):
        verb, arguments = line.split()[0], line.split()[1:]
        if verb == "events":
            return repr(self._events)
        try:
            return str(commands.COMMANDS[verb](self.song(), *arguments))
        except Exception as error:
            return "error %s" % error

    def disconnect(self):
        if self._timer is not None:
            self._timer.stop()
        self.song().remove_tracks_listener(self._on_tracks)
        if self._client is not None:
            self._client.close()
        self._server.close()
        ControlSurface.disconnect(self)
