import { afterAll, beforeAll, expect, test } from "bun:test";

import { apiClient, callAsAdmin, PASSWORD, register } from "#tests/support/api-client.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";

let club: RunningClub;
beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "error" } });
  await club.makeAdmin();
}, 60_000);
afterAll(() => club.stop());

const REASON = "There's an invisible character after “Mi”. Delete it, or type the text again.";
const INVISIBLE_CHARACTERS = ["\u200B", "\u00AD", "\u2060", "\u202E", "\u3164"];

/** The reason of a refusal, of its first field. */
async function findReason(answer: Promise<Response>): Promise<[status: number, reason: string]> {
  const response = await answer;
  const { errors = [] } = await response.json();
  return [response.status, errors[0]?.message];
}

test("names the true reason against invisible characters", async () => {
  const mia = await register(club, "mia");
  const ada = await callAsAdmin(club);
  for (const character of INVISIBLE_CHARACTERS) {
    const name = `Mi${character}a`;
    const registration = {
      username: "nora",
      displayName: name,
      email: "nora@example.org",
      password: PASSWORD,
      invitationCode: await club.invite(1),
    };
    const month = "2099-04";
    for (const [field, answer] of [
      ["display name", mia.call("PATCH", "/api/profile", { displayName: name })],
      ["new member's name", apiClient(club.url).call("POST", "/api/auth/register", registration)],
      ["title", ada.call("POST", "/api/books", { title: name, author: "Jane Austen", month })],
      ["author", ada.call("POST", "/api/books", { title: "Emma", author: name, month })],
      ["nominated title", mia.call("POST", "/api/nominations", { title: name, author: "Jane Austen" })],
    ] as const)
      expect([field, character, await findReason(answer)]).toEqual([field, character, [422, REASON]]);
  }
  const longName = await findReason(mia.call("PATCH", "/api/profile", { displayName: "a".repeat(81) }));
  expect(longName).toEqual([422, expect.stringContaining("80 characters")]);
});
