import { expect, test } from "bun:test";

import { addSectionListeners, type SectionInput } from "./section-input.ts";

function listen(handlers: Partial<SectionInput>): void {
  const noop = () => undefined;
  const input: SectionInput = {
    href: "one.xhtml",
    isScrolled: () => false,
    isRightToLeft: false,
    turn: noop,
    toggleChrome: noop,
    cover: null,
    onLink: noop,
    onExternalLink: noop,
    onImage: noop,
    onPart: noop,
    onHighlight: () => false,
    onSelect: noop,
    onText: () => false,
    onKey: noop,
    ...handlers,
  };
  Object.defineProperty(document, "images", { configurable: true, value: [] });
  addSectionListeners(document, input);
  Reflect.deleteProperty(document, "images");
}

test("a link never leaves the book, also while words are selected", () => {
  document.body.innerHTML = '<p>Some words, and <a href="two.xhtml">a link</a></p>';
  const openedUrls: string[] = [];
  listen({ onLink: ({ path }) => void openedUrls.push(path) });
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

test("turns one page per swipe on Linux", () => {
  const turns: string[] = [];
  listen({ turn: (direction) => void turns.push(direction) });
  const move = (type: string, timeStamp: number) => {
    const event = type === "wheel" ? new WheelEvent(type, { deltaX: 30 }) : new Event(type);
    Object.defineProperty(event, "timeStamp", { value: timeStamp });
    document.dispatchEvent(event);
  };
  move("touchmove", 1000);
  move("wheel", 1002);
  expect(turns).toEqual([]);
  move("wheel", 2000);
  expect(turns).toEqual(["next"]);
});
