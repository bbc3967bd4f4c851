"""The contrast of every text on a page with what it stands on, as WCAG 2.2 computes it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

__all__ = ["too_faint"]


def too_faint(page: Page) -> list[str]:
    """Each visible text that does not meet AA: 4.5, or 3 where it is large."""
    page.wait_for_timeout(1300)  # what flashes when it changes has settled
    found: list[dict[str, Any]] = page.evaluate(_MEASURE)
    return [f"{each['text']!r}: {each['ratio']:.2f}, {each['color']} on {each['ground']}" for each in found]


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
