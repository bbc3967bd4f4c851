"""History, library, memory and settings in a real browser: what a person does there, and what comes of it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from orbit.memory import Library
from orbit.memory.store import Store
from orbit.memory.trust.packs import export_pack, pack_bytes, read_pack
from orbit.workflows import load_workflow
from tests.orbit.interfaces.panel.browser import Served, environment, plan, run, say
from workflows_seed import FOLDER


def go(page: Page, name: str) -> None:
    page.get_by_role("navigation").get_by_role("link", name=name).click()
    page.wait_for_url(f"**/{name.lower()}")


def line(page: Page, title: str) -> Locator:
    return page.locator(".line").filter(has=page.get_by_role("heading", name=title, exact=True))


def said(page: Page, words: str) -> None:
    page.locator(".q-notification").filter(has_text=words).wait_for()


def dialog(page: Page) -> Locator:
    return page.locator(".q-dialog").last


def press(page: Page, name: str) -> None:
    """Press a button, whether its key is written on it or not."""
    page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}(Ctrl .|Alt .|Esc)?$")).click()


# -- library ----------------------------------------------------------------------------------------------


def test_a_workflow_is_edited_with_an_error_and_its_fix_and_had_back(page: Page) -> None:
    go(page, "Library")
    line(page, "Noise gate").click()
    page.wait_for_url("**/library/noise-gate")
    expect(page.locator(".steps li").first).to_contain_text("<target>")
    page.keyboard.press("Alt+e")
    field, save = page.get_by_label("Workflow"), page.get_by_role("button", name="Save")
    expect(field).to_have_value(re.compile("title: Noise gate"))
    right = field.input_value()
    title = next(each for each in right.splitlines() if each.startswith("title: "))
    number = right.splitlines().index(title) + 1
    field.fill(right.replace(title, "titel: My gate", 1))
    wrong = dialog(page).locator(".error")
    expect(wrong).to_contain_text(f"Line {number}: titel: is not a field here; the fields are workflow_name")
    expect(wrong).to_contain_text("the last good version stays")
    expect(save).to_be_disabled()
    page.keyboard.press("Alt+l")
    assert field.evaluate("e => e.value.slice(e.selectionStart, e.selectionEnd)") == "titel: My gate"
    field.fill(right.replace(title, "title: My gate", 1))
    expect(dialog(page).locator(".fine")).to_contain_text("In order: ")
    page.keyboard.press("Control+Enter")
    said(page, "Saved “My gate” as “noise-gate”. This is version 2 of it.")
    expect(page.get_by_role("heading", name="My gate")).to_be_visible()
    expect(page.locator(".q-dialog")).to_have_count(0)
    page.keyboard.press("Alt+v")
    expect(dialog(page).locator("pre.code").first).to_contain_text("title: Noise gate → My gate")
    press(page, "Go back to version 1")
    said(page, "“noise-gate” is back to version 1, saved as version 3.")
    expect(page.get_by_role("heading", name="Noise gate", exact=True)).to_be_visible()


def test_an_id_stays_and_what_another_wrote_meanwhile_is_not_lost(page: Page, panel: Served) -> None:
    page.goto(f"{panel.origin}/library/reverb-send")
    press(page, "Edit…")
    field = page.get_by_label("Workflow")
    expect(field).to_have_value(re.compile("workflow_name: reverb-send"))
    right = field.input_value()
    field.fill(right.replace("workflow_name: reverb-send", "workflow_name: another", 1))
    expect(dialog(page).locator(".error")).to_contain_text("workflow_name has to be reverb-send")
    other = page.context.new_page()
    other.goto(f"{panel.origin}/library/reverb-send")
    press(other, "Rename…")
    other.get_by_label("Title").fill("Reverb, another way")
    other.keyboard.press("Control+Enter")
    said(other, "Saved “Reverb, another way” as “reverb-send”.")
    field.fill(right.replace("title: ", "title: My ", 1))
    expect(dialog(page).locator(".fine")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(dialog(page).locator(".error")).to_contain_text(
        "was changed elsewhere meanwhile: that is version 2"
    )
    page.keyboard.press("Control+Enter")
    said(page, "This is version 3 of it.")
    expect(other.get_by_role("heading", name="My ")).to_be_visible()


def test_a_file_edited_on_disk_is_seen_on_its_open_page(page: Page, panel: Served) -> None:
    own = panel.data_dir / "workflows"
    own.mkdir(exist_ok=True)
    file, right = own / "de-ess.yaml", (FOLDER / "de-ess.yaml").read_text(encoding="utf-8")
    page.goto(f"{panel.origin}/library/de-ess")
    expect(page.get_by_role("heading", name="De-esser", exact=True)).to_be_visible()
    file.write_text(right.replace("title: De-esser", "title: Soft S", 1), encoding="utf-8")
    expect(page.get_by_role("heading", name="Soft S", exact=True)).to_be_visible()
    file.write_text(right.replace("title: De-esser", "titel: Soft S", 1), encoding="utf-8")
    expect(page.locator(".error")).to_contain_text("titel: is not a field here")
    expect(page.locator(".error")).to_contain_text("The last good version of “de-ess” stays.")
    expect(page.get_by_role("heading", name="Soft S", exact=True)).to_be_visible()
    file.unlink()
    expect(page.get_by_role("heading", name="De-esser", exact=True)).to_be_visible()
    expect(page.locator(".error")).to_have_count(0)


def choose(page: Page, which: str, name: str) -> None:
    page.get_by_label(which, exact=True).click()
    page.get_by_role("option", name=name, exact=True).click()


def test_the_library_is_searched_and_filtered(page: Page) -> None:
    go(page, "Library")
    line(page, "Vocal chain").wait_for()
    page.get_by_label("Search").fill("pumping under the kick")
    expect(page.locator(".line h3").first).to_have_text("Sidechain compression")
    page.get_by_label("Search").fill("")
    page.get_by_label("Tag", exact=True).fill("de-ess")
    page.get_by_role("option", name="de-ess", exact=True).click()
    expect(line(page, "Vocal chain")).to_be_visible()
    expect(line(page, "Sidechain compression")).to_have_count(0)
    page.get_by_label("Tag", exact=True).fill("Any")
    page.get_by_role("option", name="Any tag", exact=True).click()
    choose(page, "DAW", "Logic")
    expect(line(page, "Vocal chain")).to_be_visible()
    expect(line(page, "Centred low end")).to_have_count(0)
    choose(page, "Trust", "Not trusted yet")
    expect(line(page, "Vocal chain")).to_have_count(0)


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """Somebody else's workflow in a file."""
    library = Library(Store.open(tmp_path / "elsewhere"))
    seed = load_workflow(FOLDER / "low-cut-cleanup.yaml")
    library.add(seed.model_copy(update={"workflow_name": "their-low-cut", "title": "Their <b>low</b> cut"}))
    file = tmp_path / "theirs.json"
    file.write_bytes(pack_bytes(export_pack(library.store, ["their-low-cut"])))
    library.close()
    return file


def test_what_is_taken_in_is_shown_first_trusted_when_said_and_forgotten_when_said_twice(
    page: Page, theirs: Path
) -> None:
    go(page, "Library")
    press(page, "Import…")
    page.locator("input[type=file]").set_input_files(str(theirs))
    expect(dialog(page)).to_contain_text("Their <b>low</b> cut")
    expect(dialog(page)).to_contain_text("Nothing was imported; it would be 1 workflow.")
    page.get_by_role("button", name="Take in 1").click()
    said(page, "1 workflow imported. Orbit asks before each runs")
    expect(line(page, "Their <b>low</b> cut")).to_contain_text("imported, not proven from theirs.json")
    line(page, "Their <b>low</b> cut").click()
    press(page, "Trust")
    said(page, "“their-low-cut” is trusted.")
    expect(page.locator(".chip.amber")).to_have_count(0)
    with page.expect_download() as given:
        press(page, "Export")
    assert [each.id for each in read_pack(given.value.path().read_bytes(), "").workflows] == ["their-low-cut"]
    press(page, "Forget…")
    press(page, "Keep it")
    expect(page.locator(".q-dialog")).to_have_count(0)
    press(page, "Forget…")
    press(page, "Forget it")
    page.wait_for_url("**/library")
    line(page, "Vocal chain").wait_for()
    expect(line(page, "Their <b>low</b> cut")).to_have_count(0)


# -- history ----------------------------------------------------------------------------------------------


def test_what_was_done_is_done_again_saved_as_a_workflow_and_taken_back(page: Page) -> None:
    say(page, "set the guitar to -9 dB")
    plan(page, "Guitar")
    run(page, "Guitar")
    say(page, "mute the pad")
    plan(page, "Pad")
    run(page, "muted Pad")
    go(page, "History")
    expect(page.locator(".line .chip").first).to_have_text("verified")
    line(page, "mute the pad").first.click()
    expect(dialog(page).get_by_role("button", name="Undo")).to_be_visible()
    press(page, "Close")
    line(page, "set the guitar to -9 dB").first.click()
    expect(dialog(page).locator(".steps li").first).to_contain_text("-9.0 dB")
    expect(dialog(page).locator(".read.good")).to_have_count(1)
    expect(dialog(page).get_by_role("button", name="Undo")).to_have_count(0)
    dialog(page).get_by_role("button", name="Save as workflow…").click()
    field = page.get_by_label("Workflow")
    expect(field).to_have_value(re.compile("action: set_volume"))
    field.fill(re.sub("title: .*", "title: Guitar to the back", field.input_value(), count=1))
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/library/*")
    expect(page.get_by_role("heading", name="Guitar to the back")).to_be_visible()
    expect(page.locator(".chip").nth(1)).to_have_text("yours")
    go(page, "History")
    line(page, "mute the pad").first.click()
    dialog(page).get_by_role("button", name="Undo").wait_for()
    page.keyboard.press("Alt+u")
    page.wait_for_url(lambda url: url.endswith("/"))
    page.locator(".reply.ok").filter(has_text="Taken back: Mute Pad").first.wait_for()
    go(page, "History")
    expect(line(page, "mute the pad").first).to_contain_text("taken back")
    line(page, "mute the pad").first.click()
    dialog(page).get_by_role("button", name="Do it again…").wait_for()
    page.keyboard.press("Control+Enter")
    page.wait_for_url(lambda url: url.endswith("/"))
    plan(page, "Pad")
    run(page, "muted Pad")


def test_what_failed_is_told_with_its_reason(page: Page) -> None:
    say(page, "set the trombone to -9 dB")
    page.locator(".reply").filter(has_text="rombone").first.wait_for()
    say(page, "put a bitcrusher from mars on the pad")
    page.locator("article.request").nth(1).locator(".reply").first.wait_for()
    go(page, "History")
    choose(page, "Which", "Failed")
    expect(page.locator(".line .chip, .empty").first).to_be_visible()
    expect(page.locator(".line .chip.green")).to_have_count(0)


# -- memory -----------------------------------------------------------------------------------------------


def test_what_is_kept_is_changed_deleted_exported_and_looked_over(page: Page) -> None:
    say(page, "never touch the master")
    page.locator(".reply.ok").filter(has_text="Master").first.wait_for()
    go(page, "Memory")
    press(page, "Add a note")
    page.get_by_label("Note").fill("The snare clips.")
    press(page, "Save")
    said(page, "Saved.")
    page.get_by_role("button", name="Edit The snare clips.").click()
    page.get_by_label("Note").fill("The snare is mended.")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".line").filter(has_text="The snare is mended.")).to_be_visible()
    page.get_by_role("button", name="Edit Ask before anything changes Master").click()
    page.get_by_label("track").fill("Drum Bus")
    page.keyboard.press("Control+Enter")
    wanted = page.locator(".line").filter(has_text="Ask before anything changes Drum Bus")
    expect(wanted).to_be_visible()
    expect(page.locator(".line").filter(has_text="changes Master")).to_have_count(0)
    press(page, "Add a name")
    page.get_by_label("You say").fill("the growler")
    page.get_by_label("It is called").fill("Bass")
    page.keyboard.press("Control+Enter")
    expect(line(page, "Bass")).to_contain_text("you call it “the growler”")
    with page.expect_download() as given:
        press(page, "Export")
    kept = json.loads(given.value.path().read_bytes())
    assert kept["notes"][0]["text"] == "The snare is mended."
    assert kept["preferences"][0]["track"] == "Drum Bus"
    wanted.get_by_role("button", name="Forget").click()
    expect(wanted).to_have_count(0)
    press(page, "Is it in order?")
    expect(dialog(page).locator(".fine")).to_contain_text("Store and search index agree")
    expect(dialog(page)).to_contain_text("workflows looked through")
    press(page, "Close")


def test_what_is_kept_under_a_key_is_a_list_of_its_messages(page: Page, panel: Served) -> None:
    def memory(*arguments: str) -> str:
        command = [sys.executable, "-m", "orbit.interfaces.cli", "memory", *arguments]
        own = environment(panel.folder) | {"ORBIT_PROJECT": "default", "ORBIT_DAW": "practice"}
        return subprocess.run(command, check=True, env=own, capture_output=True, text=True).stdout

    memory("write", "mix", "track:vox", "Cut 300 Hz")
    memory("append", "mix", "track:vox", "then de-ess")
    memory("append", "mix", "track:vox", '{"gain": -3}')
    go(page, "Memory")
    edit = page.get_by_role("button", name="Edit mix / track:vox")
    edit.click()
    expect(page.get_by_label("1 · user")).to_have_value("Cut 300 Hz")
    page.get_by_label("1 · user").fill("Cut 250 Hz")
    page.get_by_label("2 · user").fill("")
    page.keyboard.press("Control+Enter")
    kept = page.locator(".line").filter(has_text="mix / track:vox")
    expect(kept).to_contain_text("Cut 250 Hz")
    expect(kept).not_to_contain_text("de-ess")
    read = memory("read", "mix", "track:vox")
    assert "Cut 250 Hz" in read
    assert "gain" in read
    edit.click()
    page.get_by_label("1 · user").fill("")
    page.get_by_label("2 · user").fill("")
    page.keyboard.press("Control+Enter")
    expect(kept).to_have_count(0)


def test_everything_goes_only_when_that_is_typed(page: Page) -> None:
    go(page, "Memory")
    press(page, "Add a note")
    page.get_by_label("Note").fill("Not for long.")
    page.keyboard.press("Control+Enter")
    note = page.locator(".line").filter(has_text="Not for long.")
    note.wait_for()
    press(page, "Forget everything…")
    press(page, "Forget it all")
    expect(dialog(page)).to_contain_text("Type: forget everything")
    page.get_by_label("Type it").fill("forget everything")
    press(page, "Forget it all")
    said(page, "Everything was deleted:")
    expect(note).to_have_count(0)


# -- settings ---------------------------------------------------------------------------------------------


def use(page: Page, label: str, value: str) -> Locator:
    """Fill in a setting and use it; give its part of the page."""
    sheet = page.locator(".sheet").filter(has=page.get_by_label(label, exact=True))
    page.get_by_label(label, exact=True).fill(value)
    sheet.get_by_role("button", name="Use it").click()
    return sheet


def test_a_model_that_cannot_be_had_is_not_kept(page: Page, panel: Served) -> None:
    file = panel.folder / "config" / "orbit" / "config.toml"
    go(page, "Settings")
    expect(use(page, "Model", "nobody").locator(".error")).to_contain_text("“nobody” is not a model")
    hosted = use(page, "Model", "openai:gpt-5.2").locator(".error")
    expect(hosted).to_contain_text("Set the environment variable OPENAI_API_KEY")
    assert not file.exists() or "openai" not in file.read_text(encoding="utf-8")
    offline = use(page, "Model", "offline").locator(".fine")
    expect(offline).to_contain_text("offline answers from now on. Kept in")
    assert 'model = "offline"' in file.read_text(encoding="utf-8")


def test_a_key_is_kept_in_the_keyring_used_and_never_shown(page: Page, panel: Served) -> None:
    go(page, "Settings")
    page.get_by_label("Key", exact=True).fill("sk-secret-of-the-tests")
    press(page, "Keep")
    expect(page.get_by_text("A key is kept as OPENAI_API_KEY.")).to_be_visible()
    assert "sk-secret-of-the-tests" in (panel.folder / "keyring.json").read_text(encoding="utf-8")
    page.reload()
    expect(page.get_by_text("A key is kept as OPENAI_API_KEY.")).to_be_visible()
    assert "sk-secret" not in page.content()
    for model in ("openai:gpt-5.2", "offline"):
        expect(use(page, "Model", model).locator(".fine")).to_contain_text(f"{model} answers from now on.")
    kept = [file for file in panel.folder.rglob("*") if file.is_file() and file.name != "keyring.json"]
    assert not any(b"sk-secret" in file.read_bytes() for file in kept)
    press(page, "Forget")
    expect(page.get_by_text("No key is kept as OPENAI_API_KEY.")).to_be_visible()


def test_daw_and_project_are_kept_for_the_next_start(page: Page, panel: Served) -> None:
    go(page, "Settings")
    choose(page, "DAW", "logic")
    daw = page.locator(".sheet").filter(has=page.get_by_label("DAW", exact=True))
    daw.get_by_role("button", name="Use it").click()
    expect(daw.locator(".fine")).to_contain_text("Close the panel and start it again.")
    expect(use(page, "Project", " ").locator(".error")).to_contain_text("A project needs a name.")
    expect(use(page, "Project", "Second album").locator(".fine")).to_be_visible()
    written = (panel.folder / "config" / "orbit" / "config.toml").read_text(encoding="utf-8")
    assert 'daw = "logic"' in written
    assert 'project = "Second album"' in written
    expect(page.get_by_label("Practice: is there")).to_be_visible()
