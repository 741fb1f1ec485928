import { expect, test } from "bun:test";

import { addSectionListeners, type SectionInput } from "./section-input.ts";

test("a link never leaves the book, also while words are selected", () => {
  document.body.innerHTML = '<p>Some words, and <a href="two.xhtml">a link</a></p>';
  const openedUrls: string[] = [];
  const noop = () => undefined;
  const input: SectionInput = {
    href: "one.xhtml",
    isScrolled: () => false,
    isRightToLeft: false,
    turn: noop,
    toggleChrome: noop,
    cover: null,
    onLink: ({ path }) => void openedUrls.push(path),
    onExternalLink: noop,
    onImage: noop,
    onPart: noop,
    onHighlight: () => false,
    onSelect: noop,
    onText: () => false,
    onKey: noop,
  };
  Object.defineProperty(document, "images", { configurable: true, value: [] });
  addSectionListeners(document, input);
  Reflect.deleteProperty(document, "images");
  const clickLink = () => {
    const click = new MouseEvent("click", { bubbles: true, cancelable: true });
    document.querySelector("a")?.dispatchEvent(click);
    return click.defaultPrevented;
  };
  document.getSelection()?.selectAllChildren(document.body);
  expect([clickLink(), openedUrls]).toEqual([true, []]);
  document.getSelection()?.removeAllRanges();
  document.getSelection()?.collapse(document.body, 0);
  expect([clickLink(), openedUrls]).toEqual([true, ["two.xhtml"]]);
});
