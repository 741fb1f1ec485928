import { randomBytes } from "node:crypto";

import { AppError } from "#server/errors.ts";

import type { Log } from "./log.ts";
import { createQueue } from "./queue.ts";

/** OWASP's recommendation for argon2id: 19 MiB, two passes (DESIGN 3). */
const HASH_COST = { memoryCost: 19_456, timeCost: 2 };

const CONCURRENCY_MAX = 2;
const QUEUE_MAX = 200;

export type Passwords = ReturnType<typeof createPasswords>;

export function createPasswords(log: Log, cost: typeof HASH_COST = HASH_COST) {
  const queue = createQueue({ concurrency: CONCURRENCY_MAX, waitingLimit: { max: QUEUE_MAX, error: busyError } });
  const dummyHash = createDummyHash(cost);

  const reportDamage = (error: unknown) => {
    log.error("a stored password hash is damaged", { error: error instanceof Error ? error.name : "" });
    return false;
  };
  const hash = (password: string) => queue(() => Bun.password.hash(password, { algorithm: "argon2id", ...cost }));
  return {
    dummyHash,
    hash,
    /** Takes as long without a stored hash, so that timing doesn't reveal usernames. @throws AppError 'busy' */
    verify: async (password: string, storedHash: string | null): Promise<boolean> => {
      const isMatch = await queue(() => Bun.password.verify(password, storedHash ?? dummyHash).catch(reportDamage));
      return isMatch && storedHash !== null;
    },
  };
}

function busyError(): AppError {
  const message = "Too many people are signing in right now. Please try again in a few seconds.";
  return new AppError("busy", message, { retryAfter: 5 });
}

function createDummyHash({ memoryCost, timeCost }: typeof HASH_COST): string {
  const randomBase64 = () => randomBytes(32).toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$${randomBase64()}$${randomBase64()}`;
}
