import { afterEach, expect, test } from "bun:test";

import "#tests/support/dom.ts";
import { render, screen } from "@testing-library/react";

import { TextArea } from "./text-area.tsx";

const ownCss = CSS;
const setCss = (value: object) => Object.defineProperty(globalThis, "CSS", { value, configurable: true });
const areaPrototype = HTMLTextAreaElement.prototype;
afterEach(() => {
  setCss(ownCss);
  for (const name of ["clientHeight", "offsetHeight", "scrollHeight"]) Reflect.deleteProperty(areaPrototype, name);
});

/** A browser with or without `field-sizing`; a line is 20 px high, and there is space for five. */
function inEngine(hasFieldSizing: boolean): void {
  const heightProperty = { get: () => 100, configurable: true };
  Object.defineProperty(areaPrototype, "clientHeight", heightProperty);
  Object.defineProperty(areaPrototype, "offsetHeight", { get: () => 102, configurable: true });
  Object.defineProperty(areaPrototype, "scrollHeight", {
    get(this: HTMLTextAreaElement) {
      return Math.max(100, this.value.split("\n").length * 20);
    },
    configurable: true,
  });
  setCss({ supports: () => hasFieldSizing });
}

test("resizes with its text where the browser can't", () => {
  inEngine(false);
  const { rerender } = render(<TextArea label="Note" value={"a\n".repeat(9)} />);
  const textArea = screen.getByLabelText("Note");
  expect(textArea.style.height).toBe("202px");
  rerender(<TextArea label="Note" value="a" />);
  expect(textArea.style.height).toBe("");
});

test("leaves the height to a browser that can resize", () => {
  inEngine(true);
  render(<TextArea label="Note" value={"a\n".repeat(9)} />);
  expect(screen.getByLabelText("Note").style.height).toBe("");
});
