import { createInvitation, INVITATION_DAYS } from "#server/members/invitations.ts";

import { type Command, UsageError, withClub, withDeps } from "./command.ts";

export const inviteCreate: Command = {
  name: "invite create",
  summary: "makes an invitation and prints its code",
  usage: `bookclub invite create [--uses N] [--expires-days N] [--admin]

  --uses          how many people may join by it: 1 unless given, at most 1000
  --expires-days  how long it is good: ${INVITATION_DAYS} unless given, at most 365
  --admin         those who join by it are admins

The code alone goes to standard output, the link to standard error.`,
  options: { uses: { type: "string" }, "expires-days": { type: "string" }, admin: { type: "boolean" } },
  run: async ({ option, flag, environment, print, tell }) => {
    const uses = wholeNumber("uses", option("uses") ?? "1", 1000);
    const expiresInDays = wholeNumber("expires-days", option("expires-days") ?? String(INVITATION_DAYS), 365);
    const made = await withDeps(environment, (deps) =>
      createInvitation(deps, { uses, expiresInDays, isAdmin: flag("admin") }),
    );
    print(made.code);
    tell(`Link: ${made.link}`);
  },
};

export const inviteList: Command = {
  name: "invite list",
  summary: "lists the invitations and who joined by them",
  usage: "bookclub invite list",
  run: ({ environment, print }) =>
    withClub(environment, (deps) => {
      const invitations = deps.stores.invitations.list(deps.clock.now().toISOString());
      if (invitations.length === 0) return print("No invitations yet. 'bookclub invite create' makes one.");
      for (const { id, status, used, uses, isAdmin, expiresAt, madeBy, joined } of invitations) {
        const people = joined.length > 0 ? `, joined: ${joined.join(", ")}` : "";
        const maker = madeBy === null ? "" : `, made by ${madeBy}`;
        const role = isAdmin ? "admin" : "member";
        print(`${id}: ${status}, ${used} of ${uses} used, ${role}, until ${expiresAt.slice(0, 10)}${maker}${people}`);
      }
    }),
};

function wholeNumber(name: string, value: string, highest: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || number > highest)
    throw new UsageError(`--${name} must be a whole number from 1 to ${highest}.`);
  return number;
}
