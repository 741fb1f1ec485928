import { expect, test } from "bun:test";

import { perTest } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { plainChapters } from "#tests/support/reading-book.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";

const club = perTest(() => createReadingClub());

test("a note and a reply are written once when they're sent again with the same key", async () => {
  await club.giveText({ chapters: plainChapters([100, 100]) });
  await club.mia.call("PUT", club.path("reached"), { fraction: 0.5 });
  const sendKey = "n".repeat(16);
  const write = () =>
    jsonOf(club.mia.call("POST", club.path("notes"), { text: "Who let him in?", fraction: 0.5, sendKey }));
  const { id } = await write();
  expect((await write()).id).toBe(id);
  const reply = () => jsonOf(club.mia.call("POST", `/api/notes/${id}/replies`, { text: "True", sendKey }));
  expect(await reply()).toEqual(await reply());
  const { notes } = await jsonOf(club.mia.call("GET", club.path("notes")));
  expect(notes).toMatchObject([{ id, replies: [{ text: "True" }] }]);
});
