import { expect, test } from "bun:test";

import pinned from "#tests/fixtures/migrations.json" with { type: "json" };

import { migrations } from "./migrations.ts";

test("no migration that a club may have run has changed; a new one is pinned beside them (M01)", () => {
  const hashes = migrations.map(({ name, sql }) => [name, new Bun.CryptoHasher("sha256").update(sql).digest("hex")]);
  expect(Object.fromEntries(hashes)).toEqual(pinned);
});
