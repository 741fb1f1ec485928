import { createInterface } from "node:readline";
import { Writable } from "node:stream";

import { Value } from "@sinclair/typebox/value";

import { Registration } from "#contract/auth.ts";
import { findErrorMessage } from "#contract/errors.ts";
import { clearAddressAttempts } from "#server/access/attempts.ts";
import { OPERATOR } from "#server/access/caller.ts";
import { createAdmin } from "#server/members/accounts.ts";
import { createInvitation, INVITATION_TTL_DAYS, listInvitations } from "#server/members/invitations.ts";
import { resetPassword } from "#server/members/passwords.ts";
import { findMemberId } from "#server/members/users.ts";

import { type Command, TaskError, UsageError, withDeps, withExistingClub } from "./command.ts";

export const adminCreate: Command = {
  summary: "creates an admin; asks for the password, or reads it from standard input",
  usage: `bookclub admin create --username NAME --email ADDRESS [--display-name NAME]

  --username      used to sign in
  --email         for the club's mail
  --display-name  shown to members; defaults to the username`,
  options: { username: { type: "string" }, email: { type: "string" }, "display-name": { type: "string" } },
  run: async ({ required, option, environment, printError }) => {
    const displayName = option("display-name");
    const person = {
      username: required("username"),
      email: required("email"),
      ...(displayName !== undefined && { displayName }),
    };
    const password = await readPassword("Password: ");
    const [issue] = Value.Errors(Registration, { ...person, password, invitationCode: "-" });
    if (issue) throw new TaskError(`${findErrorMessage(issue.schema, issue.value) ?? issue.message}.`);
    await withDeps(environment, (deps) => createAdmin(deps, { ...person, password }));
    printError(`${person.username} is an admin now.`);
  },
};

export const adminResetPassword: Command = {
  summary: "gives a member a new password and prints it once",
  usage: `bookclub admin reset-password NAME

Ends every session of that member. The new password signs in for 7 days; the member should change it.
Also lifts the delays of network addresses after wrong passwords.`,
  positionals: ["NAME"],
  run: async ({ positionals: [name = ""], environment, print, printError }) => {
    await withExistingClub(environment, async (deps) => {
      const id = findMemberId(deps, name);
      if (id === null) throw new TaskError(`There is no member called '${name}'.`);
      const { temporaryPassword } = await resetPassword(deps, OPERATOR, id);
      clearAddressAttempts(deps);
      print(temporaryPassword);
      printError("Delays after wrong passwords were lifted.");
    });
  },
};

export const inviteCreate: Command = {
  summary: "creates an invitation and prints its code",
  usage: `bookclub invite create [--uses N] [--expires-days N] [--admin]

  --uses          how many people can join with it: 1 to 1000, default 1
  --expires-days  days until it expires: 1 to 365, default ${INVITATION_TTL_DAYS}
  --admin         people who join with it become admins

Standard output has only the code, standard error the link.`,
  options: { uses: { type: "string" }, "expires-days": { type: "string" }, admin: { type: "boolean" } },
  run: async ({ option, flag, environment, print, printError }) => {
    const uses = parseWholeNumber("uses", option("uses") ?? "1", 1000);
    const expiresInDays = parseWholeNumber("expires-days", option("expires-days") ?? String(INVITATION_TTL_DAYS), 365);
    const invitation = await withDeps(environment, (deps) =>
      createInvitation(deps, OPERATOR, { uses, expiresInDays, isAdmin: flag("admin") }),
    );
    print(invitation.code);
    printError(`Link: ${invitation.link}`);
  },
};

export const inviteList: Command = {
  summary: "lists invitations and who joined with them",
  usage: "bookclub invite list",
  run: ({ environment, print }) =>
    withExistingClub(environment, (deps) => {
      const invitations = listInvitations(deps);
      if (invitations.length === 0) return print("No invitations yet. Create one with 'bookclub invite create'.");
      for (const { id, status, used, uses, isAdmin, expiresAt, madeBy, joined } of invitations) {
        const joinedText = joined.length > 0 ? `, joined: ${joined.join(", ")}` : "";
        const createdByText = madeBy === null ? "" : `, made by ${madeBy}`;
        const role = isAdmin ? "admin" : "member";
        print(
          `${id}: ${status}, ${used} of ${uses} used, ${role}, until ${expiresAt.slice(0, 10)}${createdByText}${joinedText}`,
        );
      }
    }),
};

function parseWholeNumber(name: string, value: string, max: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || number > max)
    throw new UsageError(`--${name} must be a whole number from 1 to ${max}.`);
  return number;
}

type Input = NodeJS.ReadableStream & { isTTY?: boolean };

/** Reads a line, hidden at a terminal. @throws TaskError if canceled */
export async function readPassword(question: string, input: Input = process.stdin): Promise<string> {
  const isTerminal = input.isTTY === true;
  if (isTerminal) process.stderr.write(question);
  const silentOutput = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silentOutput, terminal: isTerminal });
  try {
    for await (const line of lines) return line;
    // Ctrl+C and Ctrl+D end it without a line
    if (isTerminal) throw new TaskError("Canceled. Nothing was changed.");
    return "";
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write("\n");
  }
}
