import { randomBytes } from "node:crypto";

import { AppError } from "#server/http/errors.ts";

import type { Log } from "./log.ts";

/** DESIGN 3: OWASP's second choice of argon2id, 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2 };

/** Hashes at once: each holds 19 MiB and a core. */
const AT_ONCE = 2;
/** Sign-ins that may wait for their turn; the next one is told to come back. */
const WAITING_AT_MOST = 200;

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Hashes and checks passwords, at most two at once, the rest in a bounded queue. A stored hash that is damaged fits no
 * password, and is told to the log.
 */
export function createPasswords(log: Log, cost: typeof COST = COST) {
  const queue = createQueue(AT_ONCE, WAITING_AT_MOST);
  const nobody = hashOfNobody(cost);

  const damaged = (error: unknown) => {
    log.error("a stored password hash is damaged", { error: error instanceof Error ? error.name : "" });
    return false;
  };
  const hash = (password: string) => queue(() => Bun.password.hash(password, { algorithm: "argon2id", ...cost }));
  return {
    /** What the password of an unknown name is compared with. */
    nobody,
    /** @throws AppError 'busy' when too many are waiting */
    hash,
    /**
     * True when `password` is the one of `stored`. With no stored hash it works as long and answers false,
     * so that the time does not tell whether a name exists.
     * @throws AppError 'busy' when too many are waiting
     */
    verify: async (password: string, stored: string | null): Promise<boolean> => {
      const matches = await queue(() => Bun.password.verify(password, stored ?? nobody).catch(damaged));
      return matches && stored !== null;
    },
  };
}

/** Looks like a stored hash and costs as much to check, but is made of no password. */
function hashOfNobody({ memoryCost, timeCost }: typeof COST): string {
  const random = () => randomBytes(32).toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$${random()}$${random()}`;
}

function createQueue(atOnce: number, waitingAtMost: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running += 1;
    else if (waiting.length < waitingAtMost) await new Promise<void>((resolve) => waiting.push(resolve));
    else {
      const message = "Too many people are signing in at this moment. Please try again in a few seconds.";
      throw new AppError("busy", message, { retryAfter: 5 });
    }
    try {
      return await work();
    } finally {
      // the place is handed over, not freed, so that a newcomer cannot overtake the queue
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
