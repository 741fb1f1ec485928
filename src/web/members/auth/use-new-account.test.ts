import { expect, test } from "bun:test";

import { proposeUsername } from "./use-new-account.ts";

test.each([
  ["Nora Whitfield", "nora.whitfield"],
  ["  Zoë  van Dijk-O'Hara ", "zoe.van.dijk.o.hara"],
  ["Ольга", "ольга"],
  ["नीरा देव", "नीरा.देव"],
  ["한지우", "한지우"],
  ["!", ""],
])("proposes a username for the name %p", (name, username) => {
  expect(proposeUsername(name)).toBe(username.normalize("NFC"));
});
