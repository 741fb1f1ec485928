import { expect, test } from "bun:test";

import { comparedNamesIn } from "./support/compared-names.ts";
import { readModules } from "./support/modules.ts";

/** Each with its reason. */
const ALLOWED = [
  // finds those that look alike, by their ids
  "src/web/lib/format/member-names.ts",
  // names of one account, which an admin sees beside each other
  "src/web/admin/users/user-actions.tsx: compares displayName === username",
  // with an address, which nobody shares
  "src/web/admin/months/unanswered-list.tsx",
  "src/web/admin/email/outbox-list.tsx",
];

test("the web tells members apart by their ids: two may have the same name and photo", async () => {
  const modules = await readModules(["src/web/**/*.{ts,tsx}"]);
  const product = modules.filter(({ path }) => !/\.test\.tsx?$/.test(path));
  const found = product.flatMap(({ path, text }) => comparedNamesIn(path, text));
  expect(found.filter((one) => !ALLOWED.some((allowed) => one.startsWith(allowed)))).toEqual([]);
});

test.each([
  ["compares", "people.filter(({ displayName }) => displayName !== host?.displayName)"],
  ["compares", "const isMe = user.displayName === me.displayName"],
  ["compares", "const isMe = `${user.displayName} ${user.photoURL}` == known"],
  ["looks up", "answered.includes(`${person.displayName} ${person.photoURL}`)"],
  ["looks up", "seen.has(author.displayName)"],
  ["looks up", "counts[displayName] = 1"],
  ["makes a key of", "people.map((user) => <li key={user.displayName} />)"],
  ["makes a key of", "<li key={`${createdAt} ${author.displayName}`} />"],
  ["lists", "people.map(({ displayName }) => <li>{displayName}</li>)"],
  ["lists", "people.map((user) => ({ name: user.displayName }))"],
  ["lists", "const names = new Set(people.map(({ displayName }) => displayName))"],
  ["renames", "const { displayName: name } = user"],
  [null, "people.map((user) => <Avatar name={user.displayName} photoURL={user.photoURL} />)"],
  [null, "<p>{host.displayName} hosts</p>"],
  [null, "toast({ title: `Welcome, ${user.displayName}` })"],
  [null, "users.filter((user) => user.id !== host?.id)"],
])("finds what %s: %s", (reason, text) => {
  const found = comparedNamesIn("src/web/some.tsx", text);
  if (reason === null) expect(found).toEqual([]);
  else expect(found[0]).toStartWith(`src/web/some.tsx: ${reason} `);
});
