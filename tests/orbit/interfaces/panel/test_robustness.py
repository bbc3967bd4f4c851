"""The panel withstands: a DAW that quits, a session that moves, two panels, 200 tracks, a cut line."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from daw_bridges.simulated.live import LiveHost
from daw_bridges.simulated.live.devices.fader import fader_raw
from orbit.hosts import script_port, simulated_live
from tests.orbit.interfaces.panel.browser import (
    TOKEN,
    Served,
    devices_of,
    environment,
    plan,
    run,
    say,
    served,
    settled,
    undo,
    window,
)


def set_level(live: LiveHost, place: int, db: float) -> None:
    live.call(lambda: setattr(live.song.tracks[place].mixer_device.volume, "value", fader_raw(db)))


def test_a_plan_whose_session_changed_is_planned_anew_and_never_run_stale(
    live_page: Page, live: LiveHost
) -> None:
    say(live_page, "turn the pad down by 3 dB")
    expect(plan(live_page, "Pad")).to_contain_text("0.0 dB → -3.0 dB")
    set_level(live, 6, -10.0)
    expect(plan(live_page, "Pad")).to_contain_text("-10.0 dB → -13.0 dB")
    expect(live_page.locator(".note").first).to_contain_text("Planned anew")
    expect(live_page.locator("article.request").filter(has_text="turn the pad down")).to_have_count(1)
    run(live_page, "Pad")
    expect(live_page.locator("[data-track=Pad] .db")).to_have_text("−13.0 dB")
    set_level(live, 6, 0.0)


def test_a_press_on_a_plan_that_is_planned_anew_is_told_and_runs_nothing(
    live_page: Page, live: LiveHost
) -> None:
    say(live_page, "lower the pad by 3 dB")
    plan(live_page, "0.0 dB → -3.0 dB")
    live_page.get_by_role("button", name="Run").hover()
    live_page.mouse.down()
    set_level(live, 6, -10.0)
    plan(live_page, "-10.0 dB → -13.0 dB")
    live_page.mouse.up()
    expect(live_page.get_by_text("It was planned anew as you pressed.")).to_be_visible()
    expect(live_page.locator("[data-track=Pad] .db")).to_have_text("−10.0 dB")
    live_page.get_by_role("button", name="Run").click()
    live_page.locator("article.request").first.locator(".reply.ok").wait_for()
    expect(live_page.locator("[data-track=Pad] .db")).to_have_text("−13.0 dB")
    set_level(live, 6, 0.0)


def test_a_change_elsewhere_leaves_a_plan_as_it_is(live_page: Page, live: LiveHost) -> None:
    say(live_page, "lower the pad by 2 dB")
    plan(live_page, "Pad")
    set_level(live, 0, -5.0)
    expect(live_page.locator("[data-track=Kick] .db")).to_have_text("−5.0 dB")
    expect(live_page.get_by_role("button", name="Run")).to_be_enabled()
    expect(live_page.locator(".note").first).to_be_empty()
    live_page.keyboard.press("Escape")
    set_level(live, 0, 0.0)


def test_two_windows_show_one_plan_and_either_runs_it(
    live_page: Page, browser: Browser, live_panel: Served
) -> None:
    say(live_page, "make the bass duck under the kick")
    plan(live_page, "Sidechain compression")
    with window(browser, live_panel, size="narrow") as other:
        plan(other.page, "Sidechain compression")
        run(other.page, "Bass now ducks under Kick.")
        expect(live_page.locator(".reply.ok").first).to_contain_text("Bass now ducks under Kick.")
        undo(live_page)
        expect(other.page.locator("[data-track=Bass]")).not_to_contain_text("← Kick")


def test_a_dropped_connection_is_taken_up_where_it_was(live_page: Page, live: LiveHost) -> None:
    live_page.evaluate("window.socket.io.engine.close()")
    live.call(lambda: setattr(live.song.tracks[2], "solo", True))
    expect(live_page.locator("[data-track=Hats] .s.on")).to_be_visible()
    live.call(lambda: setattr(live.song.tracks[2], "solo", False))
    expect(live_page.locator("[data-track=Hats] .s.on")).to_have_count(0)
    say(live_page, "mute the snare")
    plan(live_page, "Snare")
    live_page.evaluate("window.socket.io.engine.close()")
    live_page.wait_for_function("window.socket.connected")
    run(live_page, "Snare")
    undo(live_page)
    expect(live_page.locator("[data-track=Snare] .m.on")).to_have_count(0)


def test_the_daw_quits_while_a_plan_waits_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    with simulated_live(token=TOKEN, tick_seconds=0.01) as live:
        port = script_port(live)
        with served(tmp_path, live) as panel, window(browser, panel) as seen:
            page = seen.page
            settled(page)
            say(page, "make the bass duck under the kick")
            plan(page, "Sidechain compression")
            page.get_by_role("button", name="Run").hover()
            page.mouse.down()
            live.__exit__(None, None, None)
            banner = page.get_by_role("alert").first
            expect(banner).to_contain_text("Live is not there")
            expect(banner).to_contain_text("To do:")
            expect(page.get_by_role("button", name="Run")).to_be_disabled()
            expect(page.get_by_label("Live: is not there")).to_be_visible()
            with simulated_live(port=port, token=TOKEN, tick_seconds=0.01) as again:
                expect(banner).to_be_empty()
                expect(page.get_by_role("button", name="Run")).to_be_enabled()
                page.mouse.up()  # on the button that was pressed, out of reach meanwhile
                page.locator(".reply.ok").filter(has_text="Bass now ducks under Kick.").wait_for()
                assert devices_of(again)["Bass"] == ["Compressor"]


def test_a_server_that_is_killed_in_mid_plan_has_it_taken_back_by_the_next(
    browser: Browser, tmp_path: Path
) -> None:
    with simulated_live(token=TOKEN, tick_seconds=0.01) as live:
        context = browser.new_context()
        with served(tmp_path, live) as panel:
            page = context.new_page()
            page.goto(panel.once())
            settled(page)
            say(page, "make the bass duck under the kick")
            plan(page, "Sidechain compression")
            live.call(lambda: live.faults.at_operation(3, lambda _song: panel.process.kill()))
            page.keyboard.press("Control+Enter")
            expect(page.get_by_text("Connection lost")).to_be_visible()
            assert panel.process.wait() != 0
        context.close()
        assert devices_of(live)["Bass"] == ["Compressor"]
        with served(tmp_path, live) as again, window(browser, again) as seen:
            settled(seen.page)
            say(seen.page, "undo")
            told = seen.page.locator("article.request").first.locator(".reply")
            expect(told).to_contain_text("Sidechain compression was cut short")
            expect(told).to_contain_text("Taken back: Sidechain compression")
            assert devices_of(live)["Bass"] == []


@pytest.fixture
def big() -> Generator[LiveHost]:
    with simulated_live(token=TOKEN, tick_seconds=0.01) as host:

        def grow() -> None:
            for number in range(len(host.song.tracks), 200):
                host.song.create_audio_track(-1)
                host.song.tracks[number].name = f"Stem {number + 1}"

        host.call(grow)
        yield host


_COUNT = """() => {
  window.touched = new Set();
  new MutationObserver((changes) => {
    for (const each of changes) {
      const line = (each.target.closest ? each.target : each.target.parentElement).closest(".strip");
      if (line) window.touched.add([...line.parentElement.children].indexOf(line));
    }
  }).observe(document.querySelector(".strips"), {subtree: true, childList: true, characterData: true});
}"""


def test_a_set_of_200_tracks_is_shown_followed_and_worked_on(
    browser: Browser, big: LiveHost, tmp_path: Path
) -> None:
    with served(tmp_path, big) as panel, window(browser, panel) as seen:
        page = seen.page
        page.locator("[data-track='Stem 200']").wait_for()
        expect(page.locator(".strip")).to_have_count(203)
        page.evaluate(_COUNT)
        set_level(big, 149, -7.0)
        expect(page.locator("[data-track='Stem 150'] .db")).to_have_text("−7.0 dB")
        assert page.evaluate("window.touched.size") == 1, "only the line that changed is sent"
        big.call(lambda: big.song.delete_track(199))
        expect(page.locator(".strip")).to_have_count(202)
        say(page, "mute Stem 120")
        plan(page, "Stem 120")
        run(page, "Stem 120")
        expect(page.locator("[data-track='Stem 120'] .m.on")).to_be_visible()


def test_many_edits_and_requests_leave_nothing_behind_in_the_page(live_page: Page, live: LiveHost) -> None:
    cdp = live_page.context.new_cdp_session(live_page)

    def turn(level: float) -> None:
        for place in range(8):
            set_level(live, place, level)
        expect(live_page.locator("[data-track='Lead Synth'] .db")).to_have_text(f"−{-level:.1f} dB")
        for each in ("mute the snare", "unmute the snare"):
            say(live_page, each)
            plan(live_page, "Snare")
            live_page.keyboard.press("Escape")
            live_page.locator("article.request").first.get_by_text("Discarded.").wait_for()

    def counted() -> tuple[int, int]:
        cdp.send("HeapProfiler.collectGarbage")
        counters = cdp.send("Memory.getDOMCounters")
        return counters["nodes"], counters["jsEventListeners"]

    for level in (-1.0, -2.0, -3.0, -4.0, -5.0, -6.0, -7.0, -8.0, -9.0, -10.0):
        turn(level)  # as many requests as the page shows
    nodes, listeners = counted()
    for level in (-11.0, -12.0, -13.0, -14.0, -15.0):
        turn(level)
    more_nodes, more_listeners = counted()
    assert more_nodes <= nodes * 1.05
    assert more_listeners <= listeners * 1.05
    for place in range(8):
        set_level(live, place, 0.0)


def orbit(panel: Served, live: LiveHost, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a terminal beside the panel."""
    return subprocess.run(
        [sys.executable, "-m", "orbit.interfaces.cli", *arguments],
        check=True,
        env=environment(panel.folder, live),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def test_a_command_beside_the_panel_is_seen_as_it_happens(
    live_page: Page, live: LiveHost, live_panel: Served
) -> None:
    orbit(live_panel, live, "do", "make the bass duck under the kick")
    seen = live_page.locator("article.request").first
    expect(seen.locator(".you")).to_contain_text("do")
    expect(seen.locator(".you")).to_contain_text("make the bass duck under the kick")
    expect(seen.locator(".read.good")).to_have_count(6)
    expect(seen.locator(".reply.ok")).to_contain_text("Bass now ducks under Kick.")
    expect(seen.locator(".acts")).to_be_empty()
    expect(live_page.locator("[data-track=Bass]")).to_contain_text("← Kick")
    undo(live_page)
    assert devices_of(live)["Bass"] == []


def test_two_panels_and_a_terminal_are_served_by_one_host(
    live_page: Page, browser: Browser, live: LiveHost, live_panel: Served
) -> None:
    second = orbit(live_panel, live, "panel", "--no-browser")
    link = next(word for word in second.stderr.split() if word.startswith(live_panel.origin))
    with window(browser, live_panel, link=link) as other:
        settled(other.page)
        say(live_page, "make the bass duck under the kick")
        plan(other.page, "Sidechain compression")
        orbit(live_panel, live, "do", "mute the snare")
        expect(other.page.locator("[data-track=Snare] .m.on")).to_be_visible()
        run(other.page, "Bass now ducks under Kick.")
        expect(live_page.locator("[data-track=Bass]")).to_contain_text("← Kick")
        undo(other.page)
        undo(live_page)
        expect(other.page.locator("[data-track=Snare] .m.on")).to_have_count(0)
        assert devices_of(live)["Bass"] == []


def test_a_link_opens_once_and_nobody_comes_in_without_one(browser: Browser, panel: Served) -> None:
    link = panel.once()
    with window(browser, panel, link=link) as seen:
        settled(seen.page)
    context = browser.new_context()
    page = context.new_page()
    for address in (link, panel.origin, f"{panel.origin}/library"):
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 401
    context.close()


_CALLS = """async (origin) => {
  const said = JSON.stringify({id: "0".repeat(32), kind: "do", text: "mute the kick"});
  const ways = {credentials: "include", mode: "cors"}, blind = {credentials: "include", mode: "no-cors"};
  const got = [];
  for (const path of ["/", "/api/events", "/api/tickets", "/api/requests", "/mcp", "/memory"])
    for (const way of [ways, {...ways, method: "POST", body: said}])
      await fetch(origin + path, way).then(() => got.push(path), () => null);
  for (const path of ["/api/sessions", "/api/requests", "/mcp"])
    await fetch(origin + path, {...blind, method: "POST", body: said});
  const wire = origin.replace("http", "ws") + "/_nicegui_ws/socket.io/?EIO=4&transport=websocket";
  const socket = new WebSocket(wire);
  await new Promise((done) => { socket.onopen = () => done(got.push("socket")); socket.onerror = done; });
  const frame = document.body.appendChild(document.createElement("iframe"));
  await new Promise((done) => { frame.onload = done; frame.src = origin + "/"; });
  return got;
}"""


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<body>a page of somebody else's on this machine</body>")

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def test_another_page_on_this_machine_gets_nothing_and_changes_nothing(
    browser: Browser, panel: Served
) -> None:
    context = browser.new_context()
    page, other = context.new_page(), context.new_page()
    page.goto(panel.once())  # the browser has the panel's cookie from now on, for all ports of the machine
    settled(page)
    with ThreadingHTTPServer(("127.0.0.1", 0), _Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        other.goto(f"http://127.0.0.1:{server.server_port}/")
        assert other.evaluate(_CALLS, panel.origin) == []
        assert [frame.locator("main").count() for frame in other.frames] == [0, 0]
        server.shutdown()
    page.reload()
    settled(page)
    expect(page.locator("article.request").filter(has_text="mute the kick")).to_have_count(0)
    expect(page.locator("[data-track=Kick] .m.on")).to_have_count(0)
    context.close()
