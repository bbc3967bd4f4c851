"""The work page in a real browser: from the first words to a verified side chain, and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from daw_bridges.simulated.live import LiveHost
from tests.orbit.interfaces.panel.browser import (
    Served,
    box,
    devices_of,
    plan,
    run,
    say,
    served,
    settled,
    undo,
    window,
)
from tests.orbit.interfaces.panel.legibility import faults


def test_first_run_to_a_verified_side_chain_and_back(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as panel, window(browser, panel) as seen:
        page = seen.page
        settled(page)
        expect(page.get_by_label("Practice: is there")).to_be_visible()
        page.get_by_role("button", name="Duck the bass under the kick").click()
        expect(box(page)).to_have_value("Duck the bass under the kick")
        box(page).press("Enter")
        card = plan(page, "Sidechain compression")
        expect(card).to_contain_text("comes with Orbit")
        expect(card).to_contain_text("source Kick")
        second = card.locator(".steps li").nth(1)
        expect(second).to_contain_text("no side chain → from Kick")
        expect(second.locator(".reason")).to_contain_text("listens to Kick")
        expect(card.locator(".chain .side")).to_have_text("Kick ▾")
        expect(page.locator("[data-track=Bass] .dev")).to_have_count(0)
        run(page, "Bass now ducks under Kick.")
        done = page.locator("section.card").first
        expect(done.locator(".read.good")).to_have_count(6)
        expect(done.locator(".steps li").nth(1)).to_contain_text("✓ Kick")
        expect(page.locator("[data-track=Bass]")).to_contain_text("← Kick")
        expect(page.locator(".links path.end")).to_have_count(1)
        undo(page)
        expect(page.locator("[data-track=Bass] .dev")).to_have_count(0)
        expect(page.locator(".links path.end")).to_have_count(0)


def test_a_slot_is_edited_before_it_is_run(live_page: Page, live: LiveHost) -> None:
    say(live_page, "make the bass duck under the kick")
    plan(live_page, "Sidechain compression")
    live_page.keyboard.press("Alt+e")
    live_page.locator("input[data-slot=source]").fill("Snare")
    live_page.locator("input[data-slot=threshold]").fill("-30 dB")
    first = live_page.locator("article.request").first
    number = int(first.get_attribute("data-number") or 0)
    live_page.get_by_role("button", name="Plan with these").dblclick()
    card = live_page.locator("section.card:not(.over)").filter(has_text="from Snare")
    expect(card).to_contain_text("-30.0 dB")
    assert devices_of(live)["Bass"] == []
    run(live_page, "Bass now ducks under Snare.")
    assert first.get_attribute("data-number") == str(number + 1)
    assert devices_of(live)["Bass"] == ["Compressor"]
    undo(live_page)
    assert devices_of(live)["Bass"] == []


def test_steps_are_done_one_by_one_and_are_one_run_of_the_workflow(
    live_page: Page, live: LiveHost, live_panel: Served
) -> None:
    say(live_page, "make the bass duck under the kick")
    card = plan(live_page, "Sidechain compression")
    live_page.keyboard.press("Alt+s")
    live_page.get_by_role("button", name="Next: Feed the side chain").wait_for()
    expect(card.locator("[aria-current=step]")).to_contain_text("Feed the side chain")
    assert devices_of(live)["Bass"] == ["Compressor"]
    live_page.keyboard.press("Control+Enter")
    live_page.get_by_role("button", name="Next: Set Ratio").wait_for()
    expect(card.locator(".read.good")).to_have_count(2)
    live_page.keyboard.press("Alt+r")
    live_page.locator(".reply.ok").filter(has_text="6 of 6 steps done").wait_for()
    live_page.goto(f"{live_panel.origin}/history")
    latest = live_page.locator(".line").first
    expect(latest).to_contain_text("make the bass duck under the kick")
    expect(latest).to_contain_text("Sidechain compression")
    expect(latest).to_contain_text("6 of 6 steps verified")
    live_page.goto(live_panel.origin)
    settled(live_page)
    undo(live_page)
    assert devices_of(live)["Bass"] == []
    expect(live_page.locator("section.card").first).to_contain_text("Remove Compressor from Bass")


def test_steps_that_were_stopped_are_taken_back_by_words(live_page: Page, live: LiveHost) -> None:
    say(live_page, "make the pad duck under the kick")
    plan(live_page, "Sidechain compression")
    live_page.keyboard.press("Alt+s")
    live_page.get_by_role("button", name="Next: Feed the side chain").wait_for()
    live_page.keyboard.press("Control+Enter")
    live_page.get_by_role("button", name="Next: Set Ratio").wait_for()
    live_page.keyboard.press("Escape")
    live_page.locator(".reply.ok").filter(has_text="2 of 6 steps done").wait_for()
    assert devices_of(live)["Pad"] == ["Compressor"]
    say(live_page, "undo that")
    last = live_page.locator("article.request").filter(has_text="undo that").first
    expect(last.locator(".reply.ok")).to_contain_text("Taken back")
    assert devices_of(live)["Pad"] == []


def test_a_discarded_plan_changes_nothing(live_page: Page, live: LiveHost) -> None:
    before = devices_of(live)
    say(live_page, "delete the fx track")
    card = plan(live_page, "Delete the track FX")
    expect(card).to_contain_text("deletes or overwrites")
    expect(live_page.get_by_role("button", name="Run", exact=False)).to_have_class("btn danger")
    live_page.keyboard.press("Escape")
    expect(live_page.locator(".reply").first).to_have_text("Discarded. Nothing was changed.")
    assert devices_of(live) == before


@pytest.mark.parametrize(
    ("level", "passes", "waits"),
    [("if it deletes", "mute the snare", "delete the fx track"), ("if no undo", "delete the fx track", "")],
)
def test_trust_lets_through_what_it_covers_and_marks_it(
    live_page: Page, live: LiveHost, level: str, passes: str, waits: str
) -> None:
    trust = live_page.get_by_role("radiogroup", name="When Orbit asks")
    trust.get_by_role("radio", name=level).click()
    expect(trust).to_have_class("trust open")
    tracks = list(devices_of(live))
    say(live_page, passes)
    live_page.locator("article.request").first.locator(".reply.ok").wait_for()
    expect(live_page.locator("section.card").first).to_contain_text("not asked")
    if waits:
        say(live_page, waits)
        plan(live_page, "Delete")
        expect(live_page.locator("article.request").nth(1)).to_contain_text("Done without asking.")
        assert list(devices_of(live)) == tracks
        live_page.keyboard.press("Escape")
    undo(live_page)
    assert list(devices_of(live)) == tracks
    trust.get_by_role("radio", name="always").click()
    expect(trust).to_have_class("trust")


def test_a_question_is_answered_with_one_key(live_page: Page, live: LiveHost) -> None:
    say(live_page, "make the bass duck under the kick")
    plan(live_page, "Sidechain compression")
    run(live_page, "Bass now ducks under Kick.")
    say(live_page, "make the bass duck under the kick")
    expect(live_page.locator(".reply.ask").first).to_contain_text("is already on Bass")
    expect(live_page.get_by_role("button", name="another")).to_be_visible()
    live_page.keyboard.press("2")
    card = plan(live_page, "Sidechain compression")
    expect(live_page.locator("article.request").first).to_contain_text("again")
    expect(card).to_be_visible()
    live_page.keyboard.press("Escape")
    undo(live_page)
    assert devices_of(live)["Bass"] == []


def test_no_trust_level_answers_whether_something_is_meant(live_page: Page, live: LiveHost) -> None:
    before = devices_of(live)
    live_page.get_by_role("radio", name="if no undo").click()
    say(live_page, "balance the mix")
    expect(live_page.locator(".reply.ask").first).to_contain_text("Do you mean: Mixing template")
    assert devices_of(live) == before
    live_page.keyboard.press("n")
    live_page.locator("article.request").filter(has_text="no").first.locator(".reply").wait_for()
    assert devices_of(live) == before
    live_page.get_by_role("radio", name="always").click()


def test_arrow_up_brings_back_what_was_asked(page: Page) -> None:
    say(page, "what is the tempo?")
    page.locator(".reply.ok").first.wait_for()
    say(page, "how many tracks are there?")
    page.locator("article.request").filter(has_text="how many tracks").locator(".reply.ok").wait_for()
    box(page).press("ArrowUp")
    expect(box(page)).to_have_value("how many tracks are there?")
    box(page).press("ArrowUp")
    expect(box(page)).to_have_value("what is the tempo?")
    box(page).press("ArrowDown")
    expect(box(page)).to_have_value("how many tracks are there?")


def test_every_text_is_legible_and_nothing_is_cut_off(page: Page) -> None:
    say(page, "make the bass duck under the kick")
    plan(page, "Sidechain compression")
    page.get_by_role("radio", name="if it deletes").click()
    assert list(faults(page)) == []
    page.get_by_role("radio", name="always").click()
    say(page, "delete the fx track")
    plan(page, "Delete the track FX")
    assert list(faults(page)) == []
    page.keyboard.press("Escape")
