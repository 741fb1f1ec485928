import { describe } from "bun:test";

import { failCalls, testActs } from "#tests/failing-requests/failed-calls.ts";
import { readRows } from "#tests/failing-requests/row.ts";
import { isNight } from "#tests/support/at-night.ts";

const { rows } = await readRows({ forAdmins: true });
failCalls();

describe("what admins do that fails says what the specification says, and can be done again (X06, X05)", () => {
  testActs(
    rows.filter(({ make }) => make),
    isNight,
  );
});
