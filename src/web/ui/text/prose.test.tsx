import { expect, test } from "bun:test";

import "#tests/support/dom.ts";
import { render } from "@testing-library/react";

import { Quotation } from "./prose.tsx";

const hasOwnQuotes = (text: string) =>
  render(<Quotation text={text} />)
    .container.querySelector("q")
    ?.classList.contains("[quotes:none]");

test("adds no second quotation mark to quoted text", () => {
  for (const text of ["“Nobody opens it alone,” she said", '"No"', "‘No’", "«Non»", "»Nein«", "„Nein“", "「いや」"])
    expect(hasOwnQuotes(text)).toBe(true);
  for (const text of ["Nobody opens it alone", "she said: “No”"]) expect(hasOwnQuotes(text)).toBe(false);
});
