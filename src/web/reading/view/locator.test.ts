import { expect, test } from "bun:test";

import { findRange } from "./locator.ts";
import { createTextMap } from "./text-map.ts";

test.each(["epubcfi(/6/4)", "epubcfi(/6/4!/4/99/1:5)", "no CFI"])(
  "uses the share when a locator such as %s matches no position in the text",
  (cfi) => {
    document.body.innerHTML = "<p>Once upon a time.</p><p>And then.</p>";
    const locator = { version: "1", section: 0, cfi, words: "" };
    const place = findRange(document, createTextMap(document), { locator, version: "1", near: 20 });
    expect(document.body.contains(place.startContainer)).toBe(true);
    expect(place.startContainer.textContent).toBe("And then.");
  },
);
