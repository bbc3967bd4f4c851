"""What is hard to read or to reach on a page; the contrast of its texts is as WCAG 2.2 computes it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from playwright.sync_api import Page

from tests.orbit.interfaces.panel.browser import SIZES, THEMES, dress

__all__ = ["faults", "still"]


def faults(page: Page) -> Iterator[str]:
    """Give what is wrong with a page as somebody has it, at each size in each theme."""
    for size, theme in product(SIZES, THEMES):
        dress(page, size, theme)
        yield from (f"{size} {theme}: {each}" for each in (*_too_faint(page), *page.evaluate(_NAMELESS)))
        if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            yield f"{size} {theme}: it is wider than the window"
    if (count := page.locator(".q-field--dense.q-field--labeled").count()) > 0:
        yield f"a label stands on its own value: {count}"  # a low field has no room for both


def still(page: Page) -> None:
    """Wait until nothing moves or flashes any more, but for what never ends."""
    page.evaluate(_STILL)


def _too_faint(page: Page) -> list[str]:
    """Each visible text that does not meet AA: 4.5, or 3 where it is large."""
    still(page)
    found: list[dict[str, Any]] = page.evaluate(_MEASURE)
    return [f"{each['text']!r}: {each['ratio']:.2f}, {each['color']} on {each['ground']}" for each in found]


_NAMELESS = """() => [...document.querySelectorAll(
    "main a, main button, main input, main textarea, main [role=button], main [tabindex='0']")]
  .filter((each) => each.offsetParent !== null)
  .filter((each) => !(each.innerText || "").trim() && !each.getAttribute("aria-label") && !each.title
    && !(each.labels && each.labels.length) && !each.closest("label, [aria-label]"))
  .map((each) => each.outerHTML.slice(0, 200))"""
_STILL = """async () => {
  const lasts = (each) => Number.isFinite(each.effect.getComputedTiming().endTime);
  const moves = (each) => each.playState === "running" && lasts(each);
  const running = () => document.getAnimations().filter(moves);
  while (running().length) await Promise.allSettled(running().map((each) => each.finished));
}"""
_MEASURE = """() => {
  const read = (text) => {
    const numbers = text.match(/[-\\d.e]+/g).map(Number);
    const scale = text.startsWith("color(") ? 255 : 1;
    return [numbers[0] * scale, numbers[1] * scale, numbers[2] * scale, numbers.length > 3 ? numbers[3] : 1];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const light = (c) => {
    const straight = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = c.slice(0, 3).map((v) => straight(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    const layers = [];
    for (let each = element; each; each = each.parentElement) {
      const colour = read(getComputedStyle(each).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    if (!words || ["SCRIPT", "STYLE", "NOSCRIPT"].includes(element.tagName)) continue;
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (!box.width || !box.height || style.visibility !== "visible" || box.right < 0) continue;
    if (element.closest("[disabled], .skip, .q-notifications")) continue;
    const below = ground(element);
    const ink = element.closest("svg") ? style.fill : style.color;
    const top = over(read(ink), below);
    const [a, b] = [light(top), light(below)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && parseInt(style.fontWeight) >= 700);
    if (ratio >= (large ? 3 : 4.5)) continue;
    faint.push({text: words.slice(0, 40), ratio, color: ink, ground: below.join(",")});
  }
  return faint;
}"""
