import { expect, test } from "bun:test";

import { formatPlanTarget } from "./chapters.ts";
import { isolateText } from "./isolate-text.ts";

test("isolates Hebrew and Arabic, and changes no other text", () => {
  for (const text of ["ספר", "Emma, ספר", "كتاب", "𞤀𞤣"]) expect(isolateText(text)).toBe(`\u2068${text}\u2069`);
  for (const text of ["", "Emma", "Łukasz Żółć", "Жёлтый дом", "Αθηνά", "👩‍👩‍👧", "日本"])
    expect(isolateText(text)).toBe(text);
  const chapter = { index: 0, title: "פרק ראשון" };
  expect(formatPlanTarget({ chapter, fraction: 0.5 })).toBe("through “\u2068פרק ראשון\u2069”");
});
