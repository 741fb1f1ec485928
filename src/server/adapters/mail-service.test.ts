import { expect, test } from "bun:test";

import { redactAddresses } from "./mail-service.ts";

test.each([
  "mia@example.org",
  "<mia@example.org>",
  "https://check.example.net/?mail=mia%40example.org",
  "mia=40example.org",
  "mia&#64;example.org",
  "mia&#x40;example.org",
])("redacts an address quoted as %s", (address) => {
  const redacted = redactAddresses(`550 5.1.1 ${address} unknown`);
  expect(redacted).toMatch(/^550 5\.1\.1 <?\(address\)>? unknown$/);
});
