import { OPERATOR } from "#server/access/caller.ts";
import { createInvitation, INVITATION_DAYS, listInvitations } from "#server/members/invitations.ts";

import { type Command, UsageError, withDeps, withExistingClub } from "./command.ts";

export const inviteCreate: Command = {
  name: "invite create",
  summary: "creates an invitation and prints its code",
  usage: `bookclub invite create [--uses N] [--expires-days N] [--admin]

  --uses          how many people can join with it: 1 to 1000, default 1
  --expires-days  days until it expires: 1 to 365, default ${INVITATION_DAYS}
  --admin         people who join with it become admins

Standard output has only the code, standard error the link.`,
  options: { uses: { type: "string" }, "expires-days": { type: "string" }, admin: { type: "boolean" } },
  run: async ({ option, flag, environment, print, printError }) => {
    const uses = wholeNumber("uses", option("uses") ?? "1", 1000);
    const expiresInDays = wholeNumber("expires-days", option("expires-days") ?? String(INVITATION_DAYS), 365);
    const made = await withDeps(environment, (deps) =>
      createInvitation(deps, OPERATOR, { uses, expiresInDays, isAdmin: flag("admin") }),
    );
    print(made.code);
    printError(`Link: ${made.link}`);
  },
};

export const inviteList: Command = {
  name: "invite list",
  summary: "lists invitations and who joined with them",
  usage: "bookclub invite list",
  run: ({ environment, print }) =>
    withExistingClub(environment, (deps) => {
      const invitations = listInvitations(deps);
      if (invitations.length === 0) return print("No invitations yet. Create one with 'bookclub invite create'.");
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
