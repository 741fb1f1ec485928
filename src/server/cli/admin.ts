import { Value } from "@sinclair/typebox/value";

import { Registration } from "#contract/auth.ts";
import { messageOf } from "#contract/errors.ts";
import { clearAddressAttempts } from "#server/access/attempts.ts";
import { OPERATOR } from "#server/access/caller.ts";
import { createAdmin } from "#server/members/accounts.ts";
import { resetPassword } from "#server/members/passwords.ts";
import { findMemberId } from "#server/members/users.ts";

import { type Command, TaskError, withDeps, withExistingClub } from "./command.ts";
import { readPassword } from "./password-prompt.ts";

export const adminCreate: Command = {
  name: "admin create",
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
    const [fault] = Value.Errors(Registration, { ...person, password, invitationCode: "-" });
    if (fault) throw new TaskError(`${messageOf(fault.schema, fault.value) ?? fault.message}.`);
    await withDeps(environment, (deps) => createAdmin(deps, { ...person, password }));
    printError(`${person.username} is an admin now.`);
  },
};

export const adminResetPassword: Command = {
  name: "admin reset-password",
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
