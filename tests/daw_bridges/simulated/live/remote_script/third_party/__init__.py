# type: ignore  # written for Live, which has no stubs
"""A script of the ableton.v3 generation, with timers of every kind."""
from ableton.v3.control_surface import ControlSurface


class ThirdParty(ControlSurface):
    def setup(self):
        import Live

        self.calls = []
        self.once = Live.Base.Timer(callback=lambda: self.calls.append("once"), interval=5, start=True)
        self.failing = Live.Base.Timer(callback=self._fail, interval=5, repeat=True, start=True)
        self.stopped = Live.Base.Timer(callback=lambda: self.calls.append("stopped"), interval=5, repeat=True)
        self.stopped.start()
        self.stopped.stop()

    def _fail(self):
        self.calls.append("failing")
        raise ValueError("timer")

    def update_display(self):
        super().update_display()
        self.calls.append("tick")


def create_instance(c_instance):
    surface = ThirdParty(specification=None, c_instance=c_instance)
    surface.setup()
    return surface
