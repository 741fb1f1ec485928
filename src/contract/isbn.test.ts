import { describe, expect, test } from "bun:test";

import { normalizeIsbn, toIsbn13 } from "./isbn.ts";

describe("an ISBN", () => {
  test.each([
    "9780141439587",
    "978-0-14-143958-7",
    "978 0 14 143958 7",
    "978.0.14.143958.7",
    "\u200e9780141439587",
    "\u200e978-0141439587\u200e",
    "978\u20110141439587",
    "978–0–14–143958–7",
    "ISBN 9780141439587",
    "ISBN: 978-0-14-143958-7",
    "ISBN-13: 978-0141439587",
    "ISBN-13 : \u200e 978-0141439587",
    "ISBN13: 9780141439587",
    "isbn 13 978 0141439587",
    "urn:isbn:9780141439587",
    "URN:ISBN:978-0-14-143958-7",
    "９７８０１４１４３９５８７",
    "٩٧٨٠١٤١٤٣٩٥٨٧",
    "\ufeff9780141439587\u00a0",
    "eISBN 978-0-14-143958-7",
    "E-ISBN: 9780141439587",
    "ISBN # 9780141439587",
    "ISBN № 978-0-14-143958-7",
    "ISBN=9780141439587",
    "9780141439587,",
    "“9780141439587”",
    "(9780141439587)",
    '="9780141439587"',
    "ISBN 978-0-14-143958-7 (paperback)",
    "978-0-14-143958-7 (pbk.)",
  ])("is read as it was pasted: %j", (typed) => {
    expect(normalizeIsbn(typed)).toBe("9780141439587");
  });

  test.each(["0141439580", "ISBN-10: 0-14-143958-0", "ISBN10 0141439580", "0 14 143958 0"])(
    "of ten digits, too: %j",
    (typed) => {
      expect(normalizeIsbn(typed)).toBe("0141439580");
      expect(toIsbn13("0141439580")).toBe("9780141439587");
    },
  );

  test("may end in X, in any width", () => {
    for (const typed of ["080442957X", "0-8044-2957-x", "ISBN 080442957Ｘ"])
      expect(normalizeIsbn(typed)).toBe("080442957X");
    expect(toIsbn13("080442957X")).toBe("9780804429573");
  });

  test("may begin like a label", () => {
    expect(normalizeIsbn("ISBN 1300000002")).toBe("1300000002");
    expect(normalizeIsbn("ISBN 1012345678")).toBe("1012345678");
  });

  test("may be left out", () => {
    for (const typed of ["", " ", "\u200e"]) expect(normalizeIsbn(typed)).toBe("");
  });

  test.each([
    "123",
    "97801414395870",
    "../../etc",
    "0141439580&key=x",
    "X141439580",
    "978014143958X",
    "1".repeat(5000),
  ])("isn't made of anything else: %j", (typed) => {
    expect(normalizeIsbn(typed)).toBeNull();
  });

  test("accepts a check digit in any range", () => {
    expect(toIsbn13("9798943813412")).toBe("9798943813412");
    for (const invalidIsbn of ["9780141439588", "014143958X", "1234567890128", "9798943813413"])
      expect(toIsbn13(invalidIsbn)).toBeNull();
  });
});
