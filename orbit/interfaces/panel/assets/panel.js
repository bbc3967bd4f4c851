// Keys: whatever has data-key is pressed by that key. In a field only keys with Ctrl, Alt or Escape count.
document.addEventListener("keydown", (event) => {
  if (event.repeat || event.isComposing) return;
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push("ctrl");
  if (event.altKey) parts.push("alt");
  // With Alt, some systems make another character of a letter; which key it is stands in its code.
  const letter = event.altKey && /^(?:Key|Digit)(.)$/.exec(event.code);
  parts.push((letter ? letter[1] : event.key).toLowerCase());
  const typing = event.target.closest && event.target.closest("input, textarea, select, [contenteditable]");
  if (typing && parts.length === 1 && parts[0] !== "escape") return;
  // While a window is open over the page, keys are for it alone: what stands behind is not to be run from there.
  const leaves = (each) => each.querySelector(":scope > [class*='-leave-active']");
  const over = [...document.querySelectorAll(".q-dialog")].filter((each) => !leaves(each)).at(-1);
  if (over && parts[0] === "escape") return;
  const wanted = [...(over ?? document).querySelectorAll(`[data-key="${CSS.escape(parts.join("+"))}"]`)];
  const found = wanted.find((each) => each.offsetParent !== null && !each.disabled);
  if (!found) return;
  event.preventDefault();
  if (found.matches("textarea, input")) found.focus();
  else found.click();
});

// The words in the box, which is empty then. They go with the key that sends them, and it is the page that empties
// the box: what it holds is told to the server on its own way, which on a page that has only just come up may take
// longer than the key, and an answer from there would take away what is typed meanwhile.
function takeWords() {
  const box = document.querySelector("[aria-label='Request']");
  const words = box.value;
  box.value = "";
  box.dispatchEvent(new Event("input", { bubbles: true }));
  return words;
}

// A question is there: plain keys answer it, unless somebody is about to type something else.
function awaitAnswer() {
  const box = document.querySelector("[aria-label='Request']");
  if (document.activeElement === box && !box.value) document.querySelector(".acts:not(:empty)")?.focus();
}

// Arrow up in an empty box: what was asked before, as in a shell; arrow down leads back.
let place = 0;
function recall(event, said) {
  const box = event.target;
  const known = place && box.value === said[said.length - place];
  if ((box.value && !known) || !["ArrowUp", "ArrowDown"].includes(event.key)) return undefined;
  place = Math.max(0, Math.min(said.length, (known ? place : 0) + (event.key === "ArrowUp" ? 1 : -1)));
  event.preventDefault();
  return place ? said[said.length - place] : "";
}

// What a button was offered for as it was pressed: it may be drawn anew, or moved, before it is let go of.
let pressed = null;
document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("[data-of]");
  pressed = button && {button, of: button.dataset.of, x: event.clientX, y: event.clientY};
}, true);
document.addEventListener("pointerup", (event) => {
  const {button, x, y} = pressed ?? {};
  if (!button || button.contains(event.target)) return;
  // It went from under a pointer that stayed where it was.
  if (Math.hypot(event.clientX - x, event.clientY - y) < 5) button.click();
  pressed = null;
}, true);
document.addEventListener("keydown", () => (pressed = null), true);
function offeredFor(event) {
  const button = event.target.closest("[data-of]");
  return pressed?.button === button ? pressed.of : button.dataset.of;
}
