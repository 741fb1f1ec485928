import type { Usage } from "#db/counts.ts";

export type RecentUses = ReturnType<typeof createUsageCache>;

/** What `stores.usage` does, in memory: one entry per member and limit. */
export function createUsageCache() {
  const uses = new Map<string, Usage>();
  const keyOf = (userId: number, what: string) => `${userId} ${what}`;
  return {
    find: (userId: number, what: string): Usage | null => uses.get(keyOf(userId, what)) ?? null,
    save: (userId: number, what: string, usage: Usage) => void uses.set(keyOf(userId, what), usage),
  };
}
