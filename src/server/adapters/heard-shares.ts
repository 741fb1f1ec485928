import type { Held } from "#db/editions.ts";

/** What the progress module gives to modules below it, which never import it. */
export type HeardShares<Deps> = {
  /** What counts of a book's sound for each member, as a share of the text, before its files or match change. */
  list: (deps: Deps, bookId: number) => Promise<Held[]>;
};

/** Until the room puts its own here. */
export const createHeardShares = (): HeardShares<unknown> => ({ list: async () => [] });
