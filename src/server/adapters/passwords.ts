import { AppError } from "#server/errors.ts";

/** DESIGN 3: OWASP's second choice of argon2id, 19 MiB and two passes. */
const ARGON2 = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/** Hashes at once: each holds 19 MiB and a core. */
const AT_ONCE = 2;
/** Sign-ins that may wait for their turn; the next one is told to come back. */
const WAITING_AT_MOST = 200;

export type Passwords = ReturnType<typeof createPasswords>;

/** Hashes and checks passwords, at most two at once, the rest in a bounded queue. */
export function createPasswords() {
  const queue = createQueue(AT_ONCE, WAITING_AT_MOST);
  let dummy: Promise<string> | null = null;

  const hash = (password: string) => queue(() => Bun.password.hash(password, ARGON2));
  return {
    /** @throws AppError 'busy' when too many are waiting */
    hash,
    /**
     * True when `password` is the one of `stored`. With no stored hash it works as long and answers false,
     * so that the time does not tell whether a name exists.
     * @throws AppError 'busy' when too many are waiting
     */
    verify: async (password: string, stored: string | null): Promise<boolean> => {
      const against = stored ?? (await (dummy ??= hash(crypto.randomUUID())));
      const matches = await queue(() => Bun.password.verify(password, against).catch(() => false));
      return matches && stored !== null;
    },
  };
}

function createQueue(atOnce: number, waitingAtMost: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost)
        throw new AppError(
          "busy",
          "Too many people are signing in at this moment. Please try again in a few seconds.",
          {
            retryAfter: 5,
          },
        );
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
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
