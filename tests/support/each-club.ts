import { afterEach, beforeEach } from "bun:test";

import { type Club, createClub, type Person } from "./club.ts";

/**
 * A new club for each test, closed after it, with these people: `ada` is an admin, the others are members. The result
 * is a proxy for the club and the people of the running test.
 */
export function eachClub<const Name extends string>(
  names: readonly Name[] = [],
  options: Parameters<typeof createClub>[0] = {},
): { club: Club } & Record<Name, Person> {
  const people = new Map<string, Person>();
  const club = perTest(async () => {
    const club = await createClub(options);
    for (const name of names) people.set(name, name === "ada" ? club.admin(name) : club.member(name));
    return club;
  });
  const everyone = names.map((name) => [name, standIn(() => people.get(name))]);
  return { club, ...Object.fromEntries(everyone) };
}

/** The same for other kinds of clubs. */
export function perTest<Made extends { close: () => unknown }>(make: () => Promise<Made>): Made {
  let instance: Made | undefined;
  beforeEach(async () => {
    instance = await make();
  });
  afterEach(() => instance?.close());
  return standIn(() => instance);
}

/** Forwards every use to the current object. */
export function standIn<Thing extends object>(find: () => Thing | undefined): Thing {
  const throwMissing = () => {
    throw new Error("There is a club only while a test runs.");
  };
  return new Proxy({} as Thing, {
    get: (_, key) => Reflect.get(find() ?? throwMissing(), key),
    has: (_, key) => Reflect.has(find() ?? throwMissing(), key),
    ownKeys: () => Reflect.ownKeys(find() ?? throwMissing()),
    getOwnPropertyDescriptor: (_, key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(find() ?? throwMissing(), key);
      return descriptor && { ...descriptor, configurable: true };
    },
  });
}
